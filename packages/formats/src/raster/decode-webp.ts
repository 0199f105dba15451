import { readFile } from 'node:fs/promises'
import type { WebPModule } from '@jsquash/webp/codec/dec/webp_dec.js'
import { webpFacts } from './webp-facts.ts'

/** Dots of a picture, row by row. */
export interface Dots {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each dot. */
  readonly data: Uint8Array
}

/**
 * Decodes a WebP by libwebp (compiled, `@jsquash/webp`, loaded at the first one). Its size should have been looked at
 * before: `webpFacts`.
 * @returns `undefined` where it cannot be decoded, or is of another size than its header says
 */
export async function decodeWebp(bytes: Uint8Array): Promise<Dots | undefined> {
  const facts = webpFacts(bytes)
  const decoded = decodedWith(await decoder(), bytes)
  if (decoded === null || facts === undefined) return undefined
  if (decoded.width !== facts.width || decoded.height !== facts.height) return undefined
  const { width, height, data } = decoded
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

let loading: Promise<WebPModule> | undefined

const decoder = (): Promise<WebPModule> => (loading ??= load())

async function load(): Promise<WebPModule> {
  const { default: createModule } = await import('@jsquash/webp/codec/dec/webp_dec.js')
  // Code of the decoder, not data: it lies beside this file in a bundle.
  const file = new URL(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))
  return createModule({ noInitialRun: true, wasmBinary: await readFile(file) })
}

function decodedWith(module: WebPModule, bytes: Uint8Array): ReturnType<WebPModule['decode']> {
  try {
    return module.decode(bytes)
  } catch {
    // What state it is in is not known; the next picture gets a new one.
    loading = undefined
    return null
  }
}
