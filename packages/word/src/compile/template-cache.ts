import { hash } from 'node:crypto'
import type { TagDelimiters, VettedDocument } from '@chancery/core'
import { type CompiledTemplate, compileTemplate } from './compiled-template.ts'

/** A compiled template keeps its text several times over: as XML, as program, and packed. */
const weightFactor = 4

export interface TemplateCache {
  /** @throws as `compileTemplate`; what fails is not kept. */
  get(document: VettedDocument, delimiters?: TagDelimiters): Promise<CompiledTemplate>
}

/**
 * Compiled templates by the SHA-256 of their bytes and the delimiters given, those used last. `maxBytes` bounds what they take in memory,
 * estimated; 0 keeps nothing.
 */
export function createTemplateCache(maxBytes: number): TemplateCache {
  const kept = new Map<string, { readonly weight: number; readonly compiled: CompiledTemplate }>()
  /** A caller that fills one document again and again need not have it hashed each time. */
  const keys = new WeakMap<VettedDocument, string>()
  /** Calls that come while a template is compiled wait for that instead of compiling it again. */
  const running = new Map<string, Promise<CompiledTemplate>>()
  let total = 0

  const drop = (key: string): void => {
    total -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }

  const keep = (key: string, document: VettedDocument, compiled: CompiledTemplate): CompiledTemplate => {
    const text = compiled.template.parts.reduce((sum, { part }) => sum + part.xml.length, 0)
    const weight = document.bytes.length + compiled.untouched.size + weightFactor * text
    if (weight > maxBytes) return compiled
    kept.set(key, { weight, compiled })
    total += weight
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) break
      drop(oldest)
    }
    return compiled
  }

  return {
    async get(document, delimiters) {
      // Without its faults, a damaged file may have the bytes of a whole one.
      if (maxBytes === 0 || document.faults !== undefined) return compileTemplate(document, delimiters)
      let digest = keys.get(document)
      if (digest === undefined) {
        digest = `${document.type} ${hash('sha256', document.bytes, 'hex')}`
        keys.set(document, digest)
      }
      const key = delimiters === undefined ? digest : `${digest} ${JSON.stringify([delimiters.open, delimiters.close])}`
      const found = kept.get(key)
      if (found !== undefined) {
        kept.delete(key)
        kept.set(key, found)
        return found.compiled
      }
      const waiting =
        running.get(key) ?? compileTemplate(document, delimiters).then((compiled) => keep(key, document, compiled))
      running.set(key, waiting)
      try {
        return await waiting
      } finally {
        running.delete(key)
      }
    },
  }
}
