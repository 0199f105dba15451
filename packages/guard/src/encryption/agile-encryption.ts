import { createDecipheriv } from 'node:crypto'
import { encrypted } from '../refusal.ts'
import { attributesOf } from '../xml/xml-attributes.ts'
import { digestOf, type KeyWork } from './key-work.ts'
import { damaged, statedBytes, statedNumber } from './stated-values.ts'

/** How some bytes are sealed: a cipher, a hash, and what the two are seeded with. */
interface Seal {
  readonly salt: Buffer
  readonly hash: string
  readonly keyBytes: 16 | 24 | 32
}

interface AgileDescription {
  /** Of the package. */
  readonly data: Seal
  /** Of the package's key, by the password. */
  readonly password: Seal
  readonly rounds: number
  readonly verifier: Buffer
  readonly verifierHash: Buffer
  readonly key: Buffer
}

const hashes: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' }
/** Of AES. */
const blockBytes = 16
const segmentBytes = 4096

/** What each key made of the password is for ([MS-OFFCRYPTO] 2.3.4.13). */
const purposes = {
  verifier: Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79),
  verifierHash: Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e),
  key: Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6),
} as const

/** Longer ones hold keys of many certificates. */
const readableBytes = 64 * 1024

/** Reads the XML that describes the encryption. @throws `document_corrupt`, `document_encrypted` */
export function agileDescription(xml: Buffer): AgileDescription {
  const text = xml.toString('utf8', 0, readableBytes)
  const [data] = elementsOf(text, 'keyData')
  // That of a certificate is not made of a password, and so not in rounds.
  const key = elementsOf(text, 'encryptedKey').find(({ spinCount }) => spinCount !== undefined)
  // By a certificate alone.
  if (data !== undefined && key === undefined) throw encrypted('encryption_unsupported')
  if (data === undefined || key === undefined) throw damaged()
  return {
    data: sealOf(data),
    password: sealOf(key),
    rounds: statedNumber(key['spinCount']),
    verifier: statedBytes(key['encryptedVerifierHashInput']),
    verifierHash: statedBytes(key['encryptedVerifierHashValue']),
    key: statedBytes(key['encryptedKeyValue']),
  }
}

type Attributes = Readonly<Record<string, string>>

function elementsOf(text: string, name: 'keyData' | 'encryptedKey'): readonly Attributes[] {
  const starts = text.matchAll(new RegExp(`<(?:[\\w.-]{1,32}:)?${name}\\s[^<>]*>`, 'g'))
  return [...starts].map(([tag]) => attributesOf(tag))
}

function sealOf(stated: Attributes): Seal {
  const hash = hashes[(stated['hashAlgorithm'] ?? '').replace('-', '').toUpperCase()]
  const isKnown = stated['cipherAlgorithm'] === 'AES' && stated['cipherChaining'] === 'ChainingModeCBC'
  if (hash === undefined || !isKnown) throw encrypted('encryption_unsupported')
  const keyBytes = statedNumber(stated['keyBits']) / 8
  if (keyBytes !== 16 && keyBytes !== 24 && keyBytes !== 32) throw damaged()
  return { salt: statedBytes(stated['saltValue']), hash, keyBytes }
}

/** @throws `document_encrypted` where the password is another, `document_corrupt`, `payload_too_large`, `cancelled` */
export async function openAgile(
  description: AgileDescription,
  sealed: Buffer,
  password: string,
  work: KeyWork,
): Promise<Buffer> {
  const { data, password: seal, rounds } = description
  const hashed = await work.hashed(seal.hash, seal.salt, password, rounds)
  const opened = (purpose: keyof typeof purposes, bytes: Buffer): Buffer => {
    const key = sized(digestOf(seal.hash, hashed, purposes[purpose]), seal.keyBytes)
    return decrypted(key, sized(seal.salt, blockBytes), bytes)
  }
  const verifier = opened('verifier', description.verifier).subarray(0, seal.salt.length)
  const expected = digestOf(seal.hash, verifier)
  const verifierHash = opened('verifierHash', description.verifierHash).subarray(0, expected.length)
  if (!verifierHash.equals(expected)) throw encrypted('password_wrong')
  const key = opened('key', description.key).subarray(0, data.keyBytes)
  if (key.length !== data.keyBytes) throw damaged()

  // Each segment on its own, so that Office can reach into the middle.
  const plain = Buffer.alloc(sealed.length)
  const number = Buffer.alloc(4)
  for (let at = 0, segment = 0; at < sealed.length; at += segmentBytes, segment++) {
    await work.pause()
    number.writeUInt32LE(segment)
    const start = sized(digestOf(data.hash, data.salt, number), blockBytes)
    decrypted(key, start, sealed.subarray(at, at + segmentBytes)).copy(plain, at)
  }
  return plain
}

/** AES in the chaining mode CBC; bytes beyond the last whole block are left out. */
function decrypted(key: Buffer, start: Buffer, bytes: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, start).setAutoPadding(false)
  const whole = bytes.subarray(0, bytes.length - (bytes.length % blockBytes))
  return Buffer.concat([cipher.update(whole), cipher.final()])
}

/** Cut, or filled up with 0x36. */
const sized = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length ? bytes.subarray(0, length) : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)])
