import { createHash, type Hash } from 'node:crypto'

/**
 * SHA-256 of a value's canonical form (RFC 8785: keys in order, no space), lower-case hex: the same for two bodies that
 * say the same. The content of a document goes in as the digest of its bytes: whether they came in a form, as base64 that was
 * decoded while it arrived, or as base64 in a short body that is text still.
 */
export function fingerprintOf(value: unknown): string {
  const hash = createHash('sha256')
  feed(value, (text) => void hash.update(text))
  return hash.digest('hex')
}

function feed(value: unknown, write: (text: string) => void): void {
  if (value instanceof Uint8Array) {
    write(ofBytes(createHash('sha256').update(value)))
  } else if (Array.isArray(value)) {
    write('[')
    for (const [index, item] of value.entries()) {
      if (index > 0) write(',')
      feed(item, write)
    }
    write(']')
  } else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    write('{')
    for (const [index, key] of Object.keys(fields).sort().entries()) {
      write(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)
      const field = fields[key]
      const bytes = key === 'content' && typeof field === 'string' ? bytesOfBase64(field) : undefined
      if (bytes === undefined) feed(field, write)
      else write(ofBytes(bytes))
    }
    write('}')
  } else {
    write(JSON.stringify(value))
  }
}

/** No JSON begins so, thus no text can pass for bytes. */
const ofBytes = (hash: Hash): string => `bytes:${hash.digest('hex')}`

/** Units that are decoded at once; a multiple of four. */
const windowUnits = 64 * 1024

/** Hashes what a text stands for that is base64 as `IncomingBase64` takes it; `undefined`: it is none. */
function bytesOfBase64(text: string): Hash | undefined {
  if (text.length % 4 !== 0) return undefined
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
  const hash = createHash('sha256')
  for (let at = 0; at < end; at += windowUnits) {
    const digits = text.slice(at, Math.min(end, at + windowUnits))
    if (/[^A-Za-z0-9+/]/.test(digits)) return undefined
    hash.update(digits, 'base64')
  }
  return hash
}
