import { cutTo, maxSegmentBytes, numberedPath, safeName } from '../model/document-path.ts'
import type { Finding } from '../model/finding.ts'

/** A document's name, and what had to be changed to make it one. */
export interface DocumentName {
  readonly name: string
  readonly findings: readonly Finding[]
}

const known = /\.(?:docx|dotx|docm|dotm|odt|ott|pdf|zip)$/i

/** A text without the ending of a document that it has. */
export const stemOf = (text: string): string => text.replace(known, '')

/**
 * A name for a file out of a filled text: safe on every system, within 255 bytes, with its ending. What is no name at all
 * (nothing, or only dots) becomes `otherwise`.
 */
export function documentName(text: string, ending: string, otherwise: string): DocumentName {
  const stem = stemOf(text)
  const isEmpty = /^[\s.]*$/.test(stem.slice(0, maxSegmentBytes + 1)) && stem.length <= maxSegmentBytes
  const room = '(1000)'.length + 1 + ending.length + 1
  const safe = cutTo(safeName(isEmpty ? otherwise : stem), maxSegmentBytes - room).replace(/[. ]+$/u, '')
  const name = `${safe}.${ending}`
  if (safe === stem.normalize('NFC')) return { name, findings: [] }
  return {
    name,
    findings: [
      {
        code: 'filename_changed',
        severity: 'warning',
        message: 'The file name, as filled, could not be one, and was changed.',
        hint: 'Names have 1 to 240 bytes, no signs such as / \\ : * ? " < > |, and do not end with a dot or space.',
      },
    ],
  }
}

/** Names that differ from each other, also where case does not count: the second "a.docx" becomes "a (2).docx". */
export function distinctNames(reserved: readonly string[] = []): (name: string) => string {
  const used = new Set(reserved)
  /** The number to try next, so that a thousand equal names cost no more than others. */
  const next = new Map<string, number>()
  return (name) => {
    const key = name.toLowerCase()
    let unique = name
    let number = next.get(key) ?? 2
    while (used.has(unique.toLowerCase())) unique = numberedPath(name, number++)
    next.set(key, number)
    used.add(unique.toLowerCase())
    return unique
  }
}
