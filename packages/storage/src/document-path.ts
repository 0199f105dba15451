import { invalidRequest } from '@chancery/core'

const maxPathBytes = 1024
// eslint-disable-next-line no-control-regex -- these are the characters that are looked for
const control = /[\u0000-\u001f\u007f]/

/** Why this cannot be the path of a document in any store, or `undefined`. Policy on names is core's; this is the fence. */
function flaw(path: string): { readonly code: string; readonly message: string } | undefined {
  if (!path.isWellFormed()) return { code: 'path_not_unicode', message: 'The path holds half a character.' }
  if (control.test(path)) return { code: 'path_control_character', message: 'The path holds a control character.' }
  if (Buffer.byteLength(path) > maxPathBytes) {
    return { code: 'path_too_long', message: `The path is longer than ${maxPathBytes} bytes of UTF-8.` }
  }
  for (const segment of path.split('/')) {
    if (segment === '') return { code: 'path_empty_segment', message: 'The path is empty, or has an empty segment.' }
    if (segment === '.' || segment === '..') {
      return { code: 'path_dot_segment', message: 'The path has a segment `.` or `..`.' }
    }
  }
  return undefined
}

/** Whether a document may have this path. */
export const isDocumentPath = (path: string): boolean => flaw(path) === undefined

/** @throws `invalid_request` at `/path`. */
export function checkDocumentPath(path: string): void {
  const found = flaw(path)
  if (found !== undefined) throw invalidRequest('/path', found.code, found.message)
}

/** A folder to list: `''` is the root. @throws `invalid_request` at `/path`. */
export function checkFolderPath(path: string): void {
  if (path !== '') checkDocumentPath(path)
}
