import * as z from 'zod'

/** UTF-8 bytes: what file systems and object stores allow for one name and for a whole key. */
export const maxSegmentBytes = 255
export const maxPathBytes = 1024

const encoder = new TextEncoder()
// oxlint-disable-next-line no-control-regex -- these are what is refused.
const forbidden = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu
/** The store keeps its own things there. */
const ownFolder = '.chancery'

/** A normalized path, or why there is none. */
export type PathResult = { readonly path: string } | { readonly fault: string; readonly hint: string }

const fault = (text: string, hint: string): PathResult => ({ fault: text, hint })

/**
 * The one rule for document paths, the same for every store: NFC; `\` counts as `/`; one leading or trailing `/` is
 * dropped; no `.` or `..`, no empty names, no control or bidirectional marks, no names that Windows reserves, no names
 * that end in a dot or space, bounded length.
 */
export function normalizePath(input: string): PathResult {
  if (!input.isWellFormed()) return fault('The path holds half of a surrogate pair.', 'Send well-formed Unicode.')
  if (forbidden.test(input)) {
    return fault('The path holds a control character.', 'Use visible characters only.')
  }
  const path = input.normalize('NFC').replaceAll('\\', '/').replace(/^\//, '').replace(/\/$/, '')
  if (path === '') return fault('The path is empty.', 'Name a document, such as "letters/welcome.docx".')
  if (encoder.encode(path).length > maxPathBytes) {
    return fault(`The path is longer than ${maxPathBytes} bytes.`, 'Use shorter names.')
  }
  const segments = path.split('/')
  for (const segment of segments) {
    if (segment === '') return fault('The path holds an empty name.', 'Write one "/" between names.')
    if (segment === '.' || segment === '..') {
      return fault('The path holds "." or "..".', 'Write the path from the root of the store.')
    }
    if (encoder.encode(segment).length > maxSegmentBytes) {
      return fault(`A name in the path is longer than ${maxSegmentBytes} bytes.`, 'Use a shorter name.')
    }
    if (/[. ]$/u.test(segment) || segment.startsWith(' ')) {
      return fault('A name in the path starts or ends with a space, or ends with a dot.', 'Trim the name.')
    }
    if (reserved.test(segment) || /^[a-z]:/iu.test(segment)) {
      return fault('A name in the path is reserved on Windows.', 'Choose another name.')
    }
  }
  if (segments[0]?.toLowerCase() === ownFolder) {
    return fault('The folder ".chancery" belongs to the store itself.', 'Choose another folder.')
  }
  return { path }
}

/** The normalized path, or a violation `invalid_path`: for contracts that take a path. */
export function parsePath(input: string, context: z.core.$RefinementCtx<string>): string {
  const result = normalizePath(input)
  if ('path' in result) return result.path
  const params = { code: 'invalid_path', hint: result.hint }
  context.issues.push({ code: 'custom', input, message: result.fault, params })
  return z.NEVER
}

/** A document's path on the wire; the parsed value is normalized. */
export const documentPath = z
  .string()
  .min(1)
  .transform(parsePath)
  .meta({
    id: 'DocumentPath',
    description: 'Path in the store, "/" between names.',
    examples: ['letters/welcome.docx'],
  })

/** The last name of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A name with " (2)" before its ending: "letter (2).docx". */
export function numberedPath(path: string, number: number): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  const suffix = ` (${number})`
  let kept = stem
  while (encoder.encode(kept + suffix + ending).length > maxSegmentBytes) kept = Array.from(kept).slice(0, -1).join('')
  return path.slice(0, slash) + kept + suffix + ending
}

/** A name that can be part of a path, from any text: what is not allowed becomes "-". */
export function safeName(text: string): string {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|]/gu, '-')
    .replaceAll(new RegExp(forbidden.source, 'gu'), '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[ ]+/u, '')
    .replace(/[. ]+$/u, '')
  let name = reserved.test(cleaned) ? `_${cleaned}` : cleaned
  while (encoder.encode(name).length > maxSegmentBytes) {
    const dot = name.lastIndexOf('.')
    const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
    name =
      Array.from(name.slice(0, name.length - ending.length))
        .slice(0, -1)
        .join('') + ending
  }
  return name === '' ? 'document' : name
}
