/** Encrypted documents as Office and LibreOffice write them, for tests: what the readers beside this undo. */
import { writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { buildZip, type ZipItem } from '@chancery/port-contracts/zip-builder'
import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

const hashed = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(algorithm).update(Buffer.concat(parts)).digest()

function aes(mode: 'cbc' | 'ecb', key: Uint8Array, start: Uint8Array | null, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, start).setAutoPadding(false)
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
  return Buffer.concat([cipher.update(padded), cipher.final()])
}

const sized = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(64, 0x36)]).subarray(0, length)

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function spun(algorithm: string, salt: Uint8Array, password: string, rounds: number): Buffer {
  let digest = hashed(algorithm, salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < rounds; round++) digest = hashed(algorithm, number(round), digest)
  return digest
}

const wrapped = (info: Uint8Array, size: number, sealed: Uint8Array): Uint8Array => {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(size))
  return writeCompoundFile([
    { name: 'EncryptionInfo', bytes: info },
    { name: 'EncryptedPackage', bytes: Buffer.concat([length, sealed]) },
  ])
}

export interface AgileChoices {
  /** As Office names it. */
  readonly hash?: 'SHA1' | 'SHA256' | 'SHA384' | 'SHA512'
  readonly keyBits?: 128 | 192 | 256
  readonly rounds?: number
  /** What stands in the description, where it is not `rounds`. */
  readonly statedRounds?: number
  readonly chaining?: string
}

/** Agile encryption ([MS-OFFCRYPTO] 2.3.4.10), without the proof of integrity. */
export function agileOffice(bytes: Uint8Array, password: string, choices: AgileChoices = {}): Uint8Array {
  const { hash = 'SHA512', keyBits = 256, rounds = 1000, chaining = 'ChainingModeCBC' } = choices
  const algorithm = hash.toLowerCase()
  const [salt, dataSalt, verifier, key] = [16, 16, 16, keyBits / 8].map((size) => randomBytes(size)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const digest = spun(algorithm, salt, password, rounds)
  const sealed = (purpose: string, value: Uint8Array): string => {
    const own = sized(hashed(algorithm, digest, Buffer.from(purpose, 'hex')), keyBits / 8)
    return aes('cbc', own, salt, value).toString('base64')
  }
  const seal = (value: Buffer): string =>
    `saltSize="16" blockSize="16" keyBits="${keyBits}" hashSize="64" cipherAlgorithm="AES" cipherChaining="${chaining}" hashAlgorithm="${hash}" saltValue="${value.toString('base64')}"`
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${seal(dataSalt)}/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/certificate"><c:encryptedKey xmlns:c="http://schemas.microsoft.com/office/2006/keyEncryptor/certificate"\n encryptedKeyValue="AAAA"\n certVerifier="AAAA"/></keyEncryptor><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey\n spinCount="${choices.statedRounds ?? rounds}" ${seal(salt)} encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', hashed(algorithm, verifier))}" encryptedKeyValue="${sealed('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  const segments: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 4096) {
    const start = sized(hashed(algorithm, dataSalt, number(at / 4096)), 16)
    segments.push(aes('cbc', key, start, bytes.subarray(at, at + 4096)))
  }
  const version = Uint8Array.of(4, 0, 4, 0, 0x40, 0, 0, 0)
  return wrapped(Buffer.concat([version, Buffer.from(xml)]), bytes.length, Buffer.concat(segments))
}

const algorithmIds = { 128: 0x660e, 192: 0x660f, 256: 0x6610 } as const

/** Standard encryption of Office 2007 ([MS-OFFCRYPTO] 2.3.4.5). */
export function standardOffice(bytes: Uint8Array, password: string, keyBits: 128 | 192 | 256 = 128): Uint8Array {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)]
  const digest = hashed('sha1', spun('sha1', salt, password, 50_000), number(0))
  const half = (fill: number): Buffer =>
    hashed(
      'sha1',
      Buffer.alloc(64, fill).map((byte, at) => byte ^ (digest[at] ?? 0)),
    )
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBits / 8)
  const provider = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\u0000', 'utf16le')
  const header = Buffer.concat([...[0x24, 0, algorithmIds[keyBits], 0x8004, keyBits, 0x18, 0, 0].map(number), provider])
  const info = Buffer.concat([
    Uint8Array.of(3, 0, 2, 0),
    number(0x24),
    number(header.length),
    header,
    number(16),
    salt,
    aes('ecb', key, null, verifier),
    number(20),
    aes('ecb', key, null, hashed('sha1', verifier)),
  ])
  return wrapped(info, bytes.length, aes('ecb', key, null, bytes))
}

/** The parts of an OpenDocument package, sealed as ODF 1.2 and 1.3 have it but for the manifest and `mimetype`. */
export function sealedOpenDocument(
  parts: readonly { readonly name: string; readonly content: Uint8Array }[],
  password: string,
  choices: { readonly rounds?: number; readonly statedRounds?: number; readonly cipher?: string } = {},
): Uint8Array {
  const { rounds = 1000, cipher = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' } = choices
  const statedRounds = choices.statedRounds ?? rounds
  const secret = hashed('sha256', Buffer.from(password))
  const entries: string[] = []
  const items: ZipItem[] = []
  for (const { name, content } of parts) {
    if (name === 'mimetype') items.push({ name, content, method: 0 })
    if (name === 'mimetype' || name === 'META-INF/manifest.xml') continue
    const [salt, start] = [randomBytes(16), randomBytes(16)]
    const deflated = deflateRawSync(content)
    const added = 16 - (deflated.length % 16)
    const key = pbkdf2Sync(secret, salt, rounds, 32, 'sha1')
    const sealed = aes('cbc', key, start, Buffer.concat([deflated, randomBytes(added - 1), Uint8Array.of(added)]))
    items.push({ name, content: sealed, method: 0 })
    entries.push(
      `<manifest:file-entry manifest:full-path="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" manifest:media-type="text/xml" manifest:size="${content.length}"><manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${hashed('sha256', deflated.subarray(0, 1024)).toString('base64')}"><manifest:algorithm manifest:algorithm-name="${cipher}" manifest:initialisation-vector="${start.toString('base64')}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${statedRounds}" manifest:salt="${salt.toString('base64')}"/></manifest:encryption-data></manifest:file-entry>`,
    )
  }
  const manifest = `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>${entries.join('')}</manifest:manifest>`
  return buildZip([...items, { name: 'META-INF/manifest.xml', content: manifest }])
}
