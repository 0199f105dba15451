import * as z from 'zod'
import { ownFolderOf } from './own-folders.ts'

/** UTF-8 bytes: what file systems and object stores allow for one name and for a whole key. */
export const maxSegmentBytes = 255
export const maxPathBytes = 1024

const encoder = new TextEncoder()
/** What nobody sees, or what breaks a line. */
const unseen = new RegExp(
  [
    // The controls of C0 and C1, the line and paragraph separators.
    String.raw`[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}\p{Noncharacter_Code_Point}]`,
    // Joiners and variation selectors are looked at apart: scripts and emoji need them.
    String.raw`(?!\u200c|\u200d|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'u',
)
/** Joiners and variation selectors that join or change nothing: ASCII has no such forms, but for keycaps. */
const idle = [
  /(?<=^|\p{ASCII})(?:\u200c|\u200d)/u,
  /(?:\u200c|\u200d)(?=\p{ASCII}|$)/u,
  /(?<=^|[^0-9#\u0080-\u{10ffff}])\p{Variation_Selector}/u,
]
/** What no name on Windows can hold. */
const reservedCharacter = /[<>:"|?*]/u
/** Names that Windows reserves, whatever ending they have. */
export const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/iu

/** What was done to a path to make it one: `\` is `/` now, a `/` at an end is gone, or its characters are composed (NFC). */
export type PathChange = 'separators' | 'outer_slash' | 'composed'
/** A normalized path, or why there is none. */
export type PathResult =
  | { readonly path: string; readonly changes: readonly PathChange[] }
  | { readonly fault: string; readonly hint: string }

const fault = (text: string, hint: string): PathResult => ({ fault: text, hint })
const tooLong = fault(`The path is longer than ${maxPathBytes} bytes.`, 'Use shorter names.')

/** Whether a text is longer in UTF-8. A unit of UTF-16 has at most three bytes, so short texts need not be encoded. */
export const hasMoreBytes = (text: string, limit: number): boolean => 3 * text.length > limit && bytesOf(text) > limit

/**
 * The one rule for document paths, the same for every store: NFC; `\` counts as `/`; one leading or trailing `/` is
 * dropped; no `.` or `..`, no empty names, no control, bidirectional or invisible marks, no characters and names that
 * Windows reserves, no names that begin or end with a space or end with a dot, bounded length. So a path means the same
 * wherever the documents go.
 */
export function normalizePath(input: string): PathResult {
  // Composing makes one character of four units at the most: what is longer is not looked at, however long it is.
  if (input.length > 4 * maxPathBytes) return tooLong
  if (!input.isWellFormed()) return fault('The path holds half of a surrogate pair.', 'Send well-formed Unicode.')
  if (unseen.test(input) || idle.some((pattern) => pattern.test(input))) {
    return fault('The path holds a control or invisible character.', 'Use visible characters only.')
  }
  const composed = input.normalize('NFC')
  const separated = composed.replaceAll('\\', '/')
  const path = separated.replace(/^\//, '').replace(/\/$/, '')
  if (path === '') return fault('The path is empty.', 'Name a document, such as "letters/welcome.docx".')
  if (hasMoreBytes(path, maxPathBytes)) return tooLong
  const segments = path.split('/')
  for (const segment of segments) {
    if (segment === '') return fault('The path holds an empty name.', 'Write one "/" between names.')
    if (segment === '.' || segment === '..') {
      return fault('The path holds "." or "..".', 'Write the path from the root of the store.')
    }
    if (hasMoreBytes(segment, maxSegmentBytes)) {
      return fault(`A name in the path is longer than ${maxSegmentBytes} bytes.`, 'Use a shorter name.')
    }
    if (/^\s|[.\s]$/u.test(segment)) {
      return fault('A name in the path starts or ends with a space, or ends with a dot.', 'Trim the name.')
    }
    if (reservedName.test(segment)) {
      return fault('A name in the path is reserved on Windows.', 'Choose another name.')
    }
    if (reservedCharacter.test(segment)) {
      return fault(
        'A name in the path holds one of < > : " | ? *, which Windows reserves.',
        'Leave it out, or use "-".',
      )
    }
  }
  const own = ownFolderOf(path)
  if (own !== undefined) return fault(`The folder "${own}" belongs to the service itself.`, 'Choose another folder.')
  const changes: PathChange[] = []
  if (composed !== input) changes.push('composed')
  if (separated !== composed) changes.push('separators')
  if (path !== separated) changes.push('outer_slash')
  return { path, changes }
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
export const documentPath = z.lazy(() =>
  z
    .string()
    .min(1)
    .transform(parsePath)
    .meta({
      id: 'DocumentPath',
      description: 'Path in the store, "/" between names.',
      examples: ['letters/welcome.docx'],
    }),
)

/** The last name of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Endings of packed archives, with which an ending before them is one: "backup.tar.gz". */
const packedArchive = /\.tar\.(?:br|bz2|gz|lz|lz4|lzma|xz|z|zst)$/i

/** A name with " (2)" before its ending: "letter (2).docx", "backup (2).tar.gz". */
export function numberedPath(path: string, number: number): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  const packed = packedArchive.exec(name)?.index ?? 0
  const dot = packed > 0 ? packed : name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  const suffix = ` (${number})`
  return path.slice(0, slash) + cutTo(stem, maxSegmentBytes - bytesOf(suffix + ending)) + suffix + ending
}

const bytesOf = (text: string): number => encoder.encode(text).length

/** The longest beginning of a text that has at most so many UTF-8 bytes; no character is parted. */
export function cutTo(text: string, maxBytes: number): string {
  // A character has at least one byte for each of its units of UTF-16.
  let kept = text.slice(0, maxBytes).replace(/[\ud800-\udbff]$/, '')
  for (let surplus = bytesOf(kept) - maxBytes; surplus > 0; surplus = bytesOf(kept) - maxBytes) {
    const characters = Array.from(kept)
    // At most four bytes a character: so many can go at once.
    kept = characters.slice(0, -Math.ceil(surplus / 4)).join('')
  }
  return kept
}

/** Each may have made sense where it was; in a name that is made of parts of others it may not. */
const joiners = /\u200c|\u200d|\p{Variation_Selector}/gu

/** Longer than any name may be, so that a text of megabytes costs no more than a name. */
const maxNameUnits = 2048

/** A name that can be part of a path, from any text: what is not allowed becomes "-". Never empty, at most 255 bytes. */
export function safeName(text: string): string {
  const ending = /\.[^.]{1,9}$/u.exec(text.slice(-10))?.[0] ?? ''
  const bounded = text.length > maxNameUnits ? text.slice(0, maxNameUnits) + ending : text
  const cleaned = bounded
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|]/gu, '-')
    .replaceAll(new RegExp(unseen.source, 'gu'), '')
    .replaceAll(joiners, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[ ]+/u, '')
    .replace(/[. ]+$/u, '')
  const name = reservedName.test(cleaned) ? `_${cleaned}` : cleaned
  if (bytesOf(name) <= maxSegmentBytes) return name === '' ? 'document' : name
  const dot = name.lastIndexOf('.')
  const kept = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
  const stem = cutTo(name.slice(0, name.length - kept.length), maxSegmentBytes - bytesOf(kept))
  return kept === '' ? stem.replace(/[. ]+$/u, '') : stem + kept
}
