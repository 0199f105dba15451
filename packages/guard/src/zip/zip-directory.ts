import { type ZipEntry, zipRecords } from '@chancery/formats/zip'
import { corrupt, encrypted, tooLarge } from '../refusal.ts'
import type { GuardLimits } from '../guard-limits.ts'
import { endOfDirectory } from './zip-end-record.ts'

export interface ZipDirectory {
  /**
   * In the order of the central directory, as both headers of each agree; folders are left out. Names have `/` between
   * them, none at the start.
   */
  readonly entries: readonly ZipEntry[]
  /** What was tolerated, in words. */
  readonly mended: ReadonlySet<string>
}

interface CentralRecord {
  readonly name: string
  readonly rawName: Uint8Array
  readonly flags: number
  readonly method: number
  readonly crc32: number
  readonly deflated: number
  readonly size: number
  readonly offset: number
}

const { file: local, directory: central } = zipRecords
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Reads the directory of a zip package (PKWARE APPNOTE 6.3.10) so that there is one way to understand it: one end
 * record, local and central headers that agree, no overlap, no name twice, nothing outside, no links.
 * @throws `document_corrupt`, `document_encrypted`, `payload_too_large`.
 */
export function readZipDirectory(bytes: Uint8Array, limits: GuardLimits): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mended = new Set<string>()
  const end = endOfDirectory(bytes, view)
  if (end.stray) mended.add('stray bytes around the package')
  if (end.count > limits.parts) throw tooLarge('parts', limits.parts, end.count)

  const records: CentralRecord[] = []
  let at = end.start
  for (let index = 0; index < end.count; index++) {
    if (at + central.size > end.stop || view.getUint32(at, true) !== central.signature)
      throw corrupt('The list of parts is damaged.')
    const length =
      central.size + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (at + length > end.stop) throw corrupt('The list of parts is cut off.')
    records.push(centralRecord(bytes, view, at, mended))
    at += length
  }
  if (at !== end.stop) throw corrupt('The list of parts holds more than it states.')

  return { entries: entriesOf(bytes, view, records, end, limits), mended }
}

function centralRecord(bytes: Uint8Array, view: DataView, at: number, mended: Set<string>): CentralRecord {
  const nameEnd = at + central.size + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const rawName = bytes.subarray(at + central.size, nameEnd)
  const large = zip64Extra(view, nameEnd, extraEnd)
  const wide = (value: number): number => (value === 0xffffffff ? (large.shift() ?? value) : value)
  // The order in the extra field is fixed: size, deflated size, offset.
  const size = wide(view.getUint32(at + 24, true))
  const deflated = wide(view.getUint32(at + 20, true))
  const offset = wide(view.getUint32(at + 42, true))
  const disk = view.getUint16(at + 34, true)
  if (disk !== 0 && disk !== 0xffff) throw corrupt('The package is spread over several files.')
  const isUnix = view.getUint8(at + 5) === 3
  const kind = (view.getUint32(at + 38, true) >>> 28) & 0xf
  // Regular file, folder, or not stated.
  if (isUnix && kind !== 0 && kind !== 4 && kind !== 8) throw corrupt('The package holds a link or a device.')
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  if ((flags & 0x2041) !== 0 || method === 99) throw encrypted('encryption_unsupported')
  return {
    name: partName(rawName, mended),
    rawName,
    flags,
    method,
    crc32: view.getUint32(at + 16, true),
    deflated,
    size,
    offset,
  }
}

/** The 64-bit numbers of the extra field 0x0001, in their order. */
function zip64Extra(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end;) {
    const length = view.getUint16(at + 2, true)
    if (at + 4 + length > end) return []
    if (view.getUint16(at, true) === 1) {
      const numbers: number[] = []
      for (let field = at + 4; field + 8 <= at + 4 + length; field += 8) {
        const value = view.getBigUint64(field, true)
        if (value > maxSafe) throw corrupt('A part states an impossible size.')
        numbers.push(Number(value))
      }
      return numbers
    }
    at += 4 + length
  }
  return []
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
// oxlint-disable-next-line no-control-regex -- these are what is refused.
const oddName = /[\u0000-\u001f\u007f]|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|^\/|^[a-z]:/i

/** @throws `document_corrupt` for a name that leads out of the package or hides something. */
function partName(raw: Uint8Array, mended: Set<string>): string {
  let name: string
  try {
    name = utf8.decode(raw)
  } catch {
    name = western.decode(raw)
  }
  const plain = name.replaceAll('\\', '/').replace(/^\//, '')
  if (plain !== name) mended.add('names of parts with backslashes or a leading slash')
  if (plain === '' || plain.length > 1024 || oddName.test(plain))
    throw corrupt('A part has a name that is not allowed.')
  return plain
}

function entriesOf(
  bytes: Uint8Array,
  view: DataView,
  records: readonly CentralRecord[],
  end: { readonly start: number; readonly shift: number },
  limits: GuardLimits,
): ZipEntry[] {
  const entries: ZipEntry[] = []
  const extents: (readonly [number, number])[] = []
  const names = new Set<string>()
  let total = 0
  let judged = 0
  for (const record of records) {
    const { name, size, deflated, method } = record
    const start = record.offset + end.shift
    const dataStart = localDataStart(bytes, view, record, start, end.start)
    extents.push([start, dataStart + deflated])
    if (name.endsWith('/')) {
      if (size > 0) throw corrupt('A folder of the package holds bytes.')
      continue
    }
    if (names.has(name)) throw corrupt('The package holds two parts of one name.')
    names.add(name)
    if (method !== 0 && method !== 8) throw corrupt('A part is compressed in a way that documents do not use.')
    if (method === 0 && size !== deflated) throw corrupt('A part states two sizes.')
    total += size
    if (size > limits.partBytes) throw tooLarge('bytes in one part', limits.partBytes, size)
    if (total > limits.packageBytes) throw tooLarge('inflated bytes', limits.packageBytes, total)
    if (!pictures.test(name)) {
      judged += size
      if (size > limits.ratioFromBytes && size > deflated * limits.ratio) throw ratio(size, deflated, limits)
    }
    entries.push({ name, method, crc32: record.crc32, size, data: bytes.subarray(dataStart, dataStart + deflated) })
  }
  if (judged > limits.ratioFromBytes && judged > bytes.length * limits.ratio) throw ratio(judged, bytes.length, limits)
  extents.sort(([one], [other]) => one - other)
  for (let index = 1; index < extents.length; index++) {
    if ((extents[index]?.[0] ?? 0) < (extents[index - 1]?.[1] ?? 0)) throw corrupt('Parts of the package overlap.')
  }
  return entries
}

/**
 * Pictures that are mostly white compress as well as bombs do. Nothing here opens them but to pass their bytes on, and those
 * are bounded.
 */
const pictures = /\.(?:emf|wmf|bmp|dib|tiff?|pict?)$/i

const ratio = (size: number, deflated: number, limits: GuardLimits): Error =>
  tooLarge('inflated bytes per compressed byte', limits.ratio, Math.round(size / Math.max(deflated, 1)))

/** Where a part's bytes begin, after its local header was found to say the same as the central one. */
function localDataStart(
  bytes: Uint8Array,
  view: DataView,
  record: CentralRecord,
  start: number,
  directory: number,
): number {
  if (start < 0 || start + local.size > directory || view.getUint32(start, true) !== local.signature) {
    throw corrupt('A part is not where the package says.')
  }
  const flags = view.getUint16(start + 6, true)
  if ((flags & 0x2041) !== 0) throw encrypted('encryption_unsupported')
  if (view.getUint16(start + 8, true) !== record.method) throw corrupt('The two headers of a part differ.')
  const nameEnd = start + local.size + view.getUint16(start + 26, true)
  const dataStart = nameEnd + view.getUint16(start + 28, true)
  if (dataStart + record.deflated > directory) throw corrupt('A part reaches beyond the package.')
  const localName = bytes.subarray(start + local.size, nameEnd)
  if (Buffer.compare(localName, record.rawName) !== 0 && partName(localName, new Set()) !== record.name) {
    throw corrupt('The two headers of a part give different names.')
  }
  // With a data descriptor (bit 3) the sizes come after the data; a stated one must agree all the same.
  const deflated = view.getUint32(start + 18, true)
  const size = view.getUint32(start + 22, true)
  const states = (value: number, central: number): boolean =>
    value === central || value === 0xffffffff || (value === 0 && (flags & 8) !== 0)
  if (!states(deflated, record.deflated) || !states(size, record.size)) {
    throw corrupt('The two headers of a part give different sizes.')
  }
  return dataStart
}
