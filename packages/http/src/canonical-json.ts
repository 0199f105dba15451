import { createHash } from 'node:crypto'

/**
 * SHA-256 of a value's canonical form (RFC 8785: keys in order, no space), lower-case hex: the same for two bodies that
 * say the same. Bytes of a multipart body go in as their own digest.
 */
export function fingerprintOf(value: unknown): string {
  const hash = createHash('sha256')
  feed(value, (text) => void hash.update(text))
  return hash.digest('hex')
}

function feed(value: unknown, write: (text: string) => void): void {
  if (value instanceof Uint8Array) {
    // No JSON begins so, thus no text can pass for bytes.
    write(`bytes:${createHash('sha256').update(value).digest('hex')}`)
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
      feed(fields[key], write)
    }
    write('}')
  } else {
    write(JSON.stringify(value))
  }
}
