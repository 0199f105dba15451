import { throwIfCancelled } from '@chancery/core'
import { stored, zipArchive, type ZipEntry } from '@chancery/formats/zip'
import { createDecipheriv, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, inflateRawSync } from 'node:zlib'
import type { GuardLimits } from '../guard-limits.ts'
import { corrupt, encrypted, tooLarge } from '../refusal.ts'
import { attributesOf } from '../xml/xml-attributes.ts'
import type { ZipDirectory } from '../zip/zip-directory.ts'
import { digestOf, KeyWork } from './key-work.ts'
import { manifestName } from './sealed-manifest.ts'
import { damaged, statedBytes, statedNumber } from './stated-values.ts'

/** How one part is sealed (ODF 1.3, part 2, 3.8). */
interface SealedPart {
  readonly bits: 128 | 192 | 256
  readonly start: Buffer
  /** Hash of the password that keys are made of. */
  readonly hash: string
  readonly keyBytes: number
  readonly salt: Buffer
  readonly rounds: number
  /** Of the first `checkedBytes` of the deflated part; tells a wrong password. */
  readonly checksum?: { readonly hash: string; readonly value: Buffer; readonly bytes?: number }
}

const checkedBytes = 1024
const derivedKey = promisify(pbkdf2)

/**
 * The package with its parts opened that its manifest calls encrypted, by AES with PBKDF2. To be vetted as any other.
 * @throws `document_encrypted`, `document_corrupt`, `payload_too_large`, `cancelled`
 */
export async function openOpenDocument(
  { entries }: ZipDirectory,
  manifest: string,
  password: string,
  limits: GuardLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const work = new KeyWork(limits.keyRounds, signal)
  const sealed = sealedParts(manifest)
  const opened: ZipEntry[] = []
  let size = 0
  for (const entry of entries) {
    throwIfCancelled(signal)
    const seal = sealed.get(entry.name)
    if (entry.name === manifestName) opened.push(stored(manifestName, Buffer.from(withoutSeals(manifest))))
    else if (seal === undefined) opened.push(entry)
    else {
      const part = await openedPart(entry, seal, password, limits, work)
      size += part.size
      if (size > limits.packageBytes) throw tooLarge('bytes in all parts', limits.packageBytes, size)
      opened.push(part)
    }
  }
  return zipArchive(opened).bytes
}

async function openedPart(
  entry: ZipEntry,
  { bits, start, hash, keyBytes, salt, rounds, checksum }: SealedPart,
  password: string,
  limits: GuardLimits,
  work: KeyWork,
): Promise<ZipEntry> {
  if (entry.method !== 0 || entry.data.length === 0 || entry.data.length % 16 !== 0) throw damaged()
  work.spend(rounds)
  const secret = digestOf(hash, Buffer.from(password, 'utf8'))
  const key = await derivedKey(secret, salt, rounds, keyBytes, 'sha1')
  const cipher = createDecipheriv(`aes-${bits}-cbc`, key, start).setAutoPadding(false)
  const padded = Buffer.concat([cipher.update(entry.data), cipher.final()])
  // The last byte says how many were added (XML Encryption, 5.2).
  const added = padded.at(-1) ?? 0
  if (added === 0 || added > 16) throw encrypted('password_wrong')
  const data = padded.subarray(0, padded.length - added)
  if (checksum !== undefined) {
    const checked = checksum.bytes === undefined ? data : data.subarray(0, checksum.bytes)
    if (!digestOf(checksum.hash, checked).equals(checksum.value)) throw encrypted('password_wrong')
  }
  const part = inflated(entry.name, data, limits)
  if (part !== undefined) return part
  throw checksum === undefined ? encrypted('password_wrong') : corrupt('An encrypted part of the package is damaged.')
}

/** What is inside is deflated, and neither its size nor its checksum stands anywhere that can be relied on. */
function inflated(name: string, data: Buffer, limits: GuardLimits): ZipEntry | undefined {
  let content: Buffer
  try {
    content = inflateRawSync(data, { maxOutputLength: limits.partBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge('bytes in a part', limits.partBytes, limits.partBytes + 1)
    return undefined
  }
  return { name, method: 8, crc32: crc32(content), size: content.length, data }
}

const fileEntry = /<(?:[\w.-]{1,32}:)?file-entry\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g

/** What the manifest says of each part that is encrypted, by the part's name. */
function sealedParts(manifest: string): ReadonlyMap<string, SealedPart> {
  const sealed = new Map<string, SealedPart>()
  const starts = [...manifest.matchAll(fileEntry)]
  for (const [number, { 0: tag, index }] of starts.entries()) {
    const inside = manifest.slice(index + tag.length, starts[number + 1]?.index)
    if (tag.endsWith('/>') || !inside.includes('encryption-data')) continue
    sealed.set(plain(localAttributes(tag)['full-path']), sealOf(inside))
  }
  return sealed
}

function sealOf(inside: string): SealedPart {
  const of = (name: string): Readonly<Record<string, string>> => {
    const at = inside.search(new RegExp(`<(?:[\\w.-]{1,32}:)?${name}\\s`))
    return at === -1 ? {} : localAttributes(inside.slice(at, inside.indexOf('>', at)))
  }
  const { 'algorithm-name': cipher = '', 'initialisation-vector': start } = of('algorithm')
  const { 'start-key-generation-name': generation = '#sha1' } = of('start-key-generation')
  const derivation = of('key-derivation')
  const bits = Number(/#aes(128|192|256)-cbc$/.exec(cipher)?.[1])
  const hash = hashOf(generation)
  // Blowfish of ODF 1.1, which OpenSSL no longer knows, and the newer Argon2 among them.
  const isKnown = (bits === 128 || bits === 192 || bits === 256) && derivation['key-derivation-name'] === 'PBKDF2'
  if (!isKnown || hash === undefined) throw encrypted('encryption_unsupported')
  const keyBytes = statedNumber(derivation['key-size'] ?? '16')
  if (keyBytes * 8 !== bits) throw damaged()
  const vector = statedBytes(start)
  if (vector.length !== 16) throw damaged()
  const { 'checksum-type': checked = '', checksum: value } = of('encryption-data')
  const checksum = hashOf(checked.replace(/[-/]1k$/i, ''))
  const isOfStart = /1k$/i.test(checked)
  return {
    bits,
    start: vector,
    hash,
    keyBytes,
    salt: statedBytes(derivation['salt']),
    rounds: statedNumber(derivation['iteration-count']),
    ...(checksum === undefined || value === undefined
      ? {}
      : { checksum: { hash: checksum, value: statedBytes(value), ...(isOfStart ? { bytes: checkedBytes } : {}) } }),
  }
}

/** By a URI of it, or by its name alone: `http://www.w3.org/2000/09/xmldsig#sha256`, `SHA1`. */
const hashOf = (name: string): string | undefined => /(?:^|#)(sha1|sha256|sha512)$/i.exec(name)?.[1]?.toLowerCase()

function localAttributes(tag: string): Readonly<Record<string, string>> {
  const named = Object.entries(attributesOf(tag))
  return Object.fromEntries(named.map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]))
}

/** A value of an attribute with its references resolved: names of parts may hold an ampersand. */
const plain = (value = ''): string =>
  value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The manifest of the opened package. */
function withoutSeals(manifest: string): string {
  const pieces: string[] = []
  let at = 0
  for (const { index } of manifest.matchAll(/<(?:[\w.-]{1,32}:)?encryption-data\s/g)) {
    if (index < at) continue
    pieces.push(manifest.slice(at, index))
    const end = manifest.indexOf('encryption-data>', index)
    at = end === -1 ? manifest.length : end + 'encryption-data>'.length
  }
  return pieces.join('') + manifest.slice(at)
}
