import { createDecipheriv } from 'node:crypto'
import { encrypted } from '../refusal.ts'
import { digestOf, type KeyWork } from './key-work.ts'
import { damaged } from './stated-values.ts'

interface StandardDescription {
  readonly keyBytes: number
  readonly salt: Buffer
  readonly verifier: Buffer
  readonly verifierHash: Buffer
}

/** Of AES, by the number that Windows gives it. */
const keyBytesOf: Readonly<Record<number, number>> = { 0x660e: 16, 0x660f: 24, 0x6610: 32 }
const sha1 = 0x8004
const rounds = 50_000

/** Reads the header and the verifier ([MS-OFFCRYPTO] 2.3.4.5). @throws `document_corrupt`, `document_encrypted` */
export function standardDescription(info: Buffer): StandardDescription {
  const headerBytes = info.length < 12 ? 0 : info.readUInt32LE(8)
  if (headerBytes < 32 || 12 + headerBytes + 72 > info.length) throw damaged()
  const header = info.subarray(12, 12 + headerBytes)
  const verifier = info.subarray(12 + headerBytes)
  const keyBytes = keyBytesOf[header.readUInt32LE(8)]
  const hash = header.readUInt32LE(12)
  // RC4 among them, which is no protection, and not known to today's OpenSSL.
  if (keyBytes === undefined || (hash !== 0 && hash !== sha1)) throw encrypted('encryption_unsupported')
  return {
    keyBytes,
    salt: verifier.subarray(4, 20),
    verifier: verifier.subarray(20, 36),
    verifierHash: verifier.subarray(40, 72),
  }
}

/** @throws `document_encrypted` where the password is another, `payload_too_large`, `cancelled` */
export async function openStandard(
  { keyBytes, salt, verifier, verifierHash }: StandardDescription,
  sealed: Buffer,
  password: string,
  work: KeyWork,
): Promise<Buffer> {
  const hashed = digestOf('sha1', await work.hashed('sha1', salt, password, rounds), Buffer.alloc(4))
  const key = Buffer.concat([derived(hashed, 0x36), derived(hashed, 0x5c)]).subarray(0, keyBytes)
  const expected = digestOf('sha1', decrypted(key, verifier))
  if (!decrypted(key, verifierHash).subarray(0, expected.length).equals(expected)) throw encrypted('password_wrong')
  return decrypted(key, sealed.subarray(0, sealed.length - (sealed.length % verifier.length)))
}

/** [MS-OFFCRYPTO] 2.3.4.7: the hash of 64 bytes of `fill`, the first of them combined with those of `hashed`. */
function derived(hashed: Buffer, fill: number): Buffer {
  const bytes = Buffer.alloc(64, fill)
  for (const [index, byte] of hashed.entries()) bytes[index] = byte ^ fill
  return digestOf('sha1', bytes)
}

/** AES, each block on its own. */
function decrypted(key: Buffer, bytes: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}
