import { createHash } from 'node:crypto'

/** Postgres text holds no NUL and no half surrogate pairs; a backslash marks what stands for them. */
const unsayable = /\\|\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Any text as one that Postgres takes, each its own; most stay as they are. */
export const escapeText = (text: string): string =>
  text.replace(unsayable, (found) =>
    found === '\\' ? '\\\\' : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The text again that `escapeText` was given. */
export const unescapeText = (escaped: string): string =>
  escaped.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_found, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** An index takes entries of 2,700 bytes at the most; characters of up to 4 bytes stay well below. */
const maxKeyLength = 500

/** A text to look rows up by, each its own: as `escapeText` has it, or its digest where it is long. */
export function keyText(text: string): string {
  const escaped = escapeText(text)
  // `\#` is nothing that an escaped text can have.
  return escaped.length <= maxKeyLength ? escaped : `\\#${createHash('sha256').update(escaped).digest('hex')}`
}
