import { fromBase64, toBase64 } from '../model/base64.ts'

/** A cursor: where a listing stopped, bound to the question it answers. Opaque to callers. */
export const writeCursor = (position: string, digest: string): string =>
  toBase64([new TextEncoder().encode(`${digest}:${position}`)])
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The position, or `undefined` for a cursor of another question or none at all. */
export function readCursor(cursor: string, digest: string): string | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined
  const base64 = cursor.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = fromBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (bytes === undefined) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.startsWith(`${digest}:`) ? text.slice(digest.length + 1) : undefined
  } catch {
    return undefined
  }
}
