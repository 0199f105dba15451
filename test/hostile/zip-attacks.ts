import { crc32, deflateRawSync } from 'node:zlib'
import { type Attack, latin1, utf8 } from './attack.ts'
import { wordBody, wordFrame, wordMain, wordText, wordWith } from './packages.ts'
import { deflatedRun, rawZip, type RawEntry, record } from './raw-zip.ts'

const main = wordMain(wordText('Dear Ada'))
const letter = (): Buffer => wordWith(main)
const megabyte = 1024 * 1024

/** A package whose fault is one entry more. */
const withEntry = (entry: RawEntry): Buffer => wordWith(main, [entry])
/** A package whose fault is in the headers of its main part. */
const withMain = (lies: Partial<RawEntry>): Buffer =>
  rawZip([...wordFrame(), { name: 'word/document.xml', content: main, ...lies }])

/** Each part's data quotes the header of the next, so that one stream is inflated by all (Fifield 2019). */
function quotedOverlap(count: number, megabytes: number): Buffer {
  const kernel = deflatedRun(megabytes)
  const header = (index: number, deflated: number): Buffer =>
    Buffer.concat([
      record(
        30,
        [0, 4, 0x04034b50],
        [4, 2, 20],
        [8, 2, 8],
        [18, 4, deflated],
        [22, 4, megabytes * megabyte],
        [26, 2, 8],
      ),
      latin1(`part${String(index).padStart(4, '0')}`),
    ])
  let file = Buffer.concat([header(count - 1, kernel.length), kernel])
  const offsets = [0]
  for (let index = count - 2; index >= 0; index--) {
    const quote = record(5, [1, 2, 38], [3, 2, 0xffff - 38])
    const quoted = Buffer.concat([header(index, file.length + quote.length), quote])
    offsets.unshift(0)
    for (let later = 1; later < offsets.length; later++) offsets[later] = (offsets[later] ?? 0) + quoted.length
    file = Buffer.concat([quoted, file])
  }
  const directory = offsets.map((offset, index) => {
    const size = file.length - offset - 38
    return Buffer.concat([
      record(
        46,
        [0, 4, 0x02014b50],
        [4, 2, 20],
        [10, 2, 8],
        [20, 4, size],
        [24, 4, megabytes * megabyte],
        [28, 2, 8],
        [42, 4, offset],
      ),
      latin1(`part${String(index).padStart(4, '0')}`),
    ])
  })
  const central = Buffer.concat(directory)
  const end = record(
    22,
    [0, 4, 0x06054b50],
    [8, 2, count],
    [10, 2, count],
    [12, 4, central.length],
    [16, 4, file.length],
  )
  return Buffer.concat([file, central, end])
}

/** The 64-bit end record and its locator, as they stand before the end record. */
const zip64End = (count: number, size: number, offset: number, at: number): Buffer =>
  Buffer.concat([
    record(
      56,
      [0, 4, 0x06064b50],
      [4, 8, 44],
      [12, 2, 45],
      [14, 2, 45],
      [24, 8, count],
      [32, 8, count],
      [40, 8, size],
      [48, 8, offset],
    ),
    record(20, [0, 4, 0x07064b50], [8, 8, at], [16, 4, 1]),
  ])

const zip64Extra = (...numbers: readonly number[]): Buffer =>
  record(
    4 + 8 * numbers.length,
    [0, 2, 1],
    [2, 2, 8 * numbers.length],
    ...numbers.map((number, index) => [4 + 8 * index, 8, number] as const),
  )

const oddNames: readonly (readonly [string, string | Uint8Array])[] = [
  ['a name that climbs', '../../etc/passwd'],
  ['a name that climbs inside', 'word/../../../etc/passwd'],
  ['a name that climbs with backslashes', '..\\..\\windows\\system.ini'],
  ['an absolute name', '/etc/passwd'],
  ['a drive letter', 'C:\\windows\\system.ini'],
  ['a NUL in a name', 'word/a\u0000.xml'],
  ['a name with a line feed', 'word/a\nb.xml'],
  ['a name of 60,000 characters', 'a'.repeat(60_000)],
  ['no name', ''],
]

/** Packages whose structure is the attack; all claim to be Word documents. */
export function* zipAttacks(): Generator<Attack> {
  const docx = (name: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `zip: ${name}`,
    bytes,
    filename: 'letter.docx',
    ...(expect === undefined ? {} : { expect }),
  })
  const corrupt = (name: string, bytes: Uint8Array): Attack => docx(name, bytes, 'document_corrupt')
  const large = (name: string, bytes: Uint8Array): Attack => docx(name, bytes, 'payload_too_large')
  const encrypted = (name: string, bytes: Uint8Array): Attack => docx(name, bytes, 'document_encrypted')
  const whole = letter()

  yield corrupt('two entries over the same bytes', withEntry({ name: 'word/styles.xml', content: main, offset: 0 }))
  yield corrupt('quoted overlap, 6 x 1 MB', quotedOverlap(6, 1))
  yield large('quoted overlap, 50 x 7 MB', quotedOverlap(50, 7))
  yield large('quoted overlap, 1,000 x 1 MB', quotedOverlap(1000, 1))
  yield large(
    'an honest bomb of 300 MB',
    withEntry({ name: 'word/media/a.png', data: deflatedRun(300), size: 300 * megabyte }),
  )
  yield corrupt(
    'a bomb of 300 MB that says 1,000 bytes',
    withEntry({ name: 'word/media/a.png', data: deflatedRun(300), size: 1000 }),
  )
  yield corrupt(
    'a bomb of 300 MB that says 0 bytes',
    withEntry({ name: 'word/media/a.png', data: deflatedRun(300), size: 0 }),
  )
  yield large(
    'a bomb of 4 GB by its header',
    withEntry({ name: 'word/media/a.png', data: deflatedRun(8), size: 0xfffffffe }),
  )
  yield large(
    '60 MB of zeros below the limit of a part',
    withEntry({ name: 'word/media/a.png', data: deflatedRun(60), size: 60 * megabyte }),
  )
  yield large(
    'forty parts of 7 MB',
    wordWith(
      main,
      Array.from({ length: 40 }, (_, index) => ({
        name: `word/media/${index}.png`,
        data: deflatedRun(7),
        size: 7 * megabyte,
      })),
    ),
  )
  yield docx(
    'a main part of 7 MB of blanks',
    withMain({
      data: deflateRawSync(utf8(main + ' '.repeat(7 * megabyte))),
      size: utf8(main).length + 7 * megabyte,
      crc: crc32(utf8(main + ' '.repeat(7 * megabyte))),
    }),
  )
  yield large(
    '65,000 empty parts',
    wordWith(
      main,
      Array.from({ length: 65_000 }, (_, index) => ({ name: `word/${index}`, method: 0 })),
    ),
  )
  yield corrupt('one name twice', withEntry({ name: 'word/document.xml', content: wordMain(wordText('Another')) }))
  yield docx(
    'one name twice, in two cases',
    withEntry({ name: 'word/DOCUMENT.xml', content: wordMain(wordText('Another')) }),
  )
  yield corrupt(
    'one name twice, by a backslash',
    withEntry({ name: 'word\\document.xml', content: wordMain(wordText('Another')) }),
  )
  yield docx('two packages, one after the other', Buffer.concat([whole, wordBody(wordText('Another'))]))
  yield corrupt('an end record in the comment', wordWith(main, [], { comment: whole.subarray(-22) }))
  yield corrupt('an end record before the end record', wordWith(main, [], { beforeEnd: whole.subarray(-22) }))
  yield docx('a comment of end records', wordWith(main, [], { comment: Buffer.alloc(65_532, 'PK\u0005\u0006') }))
  yield corrupt('two names in two headers', withMain({ local: { name: 'word/decument.xml' } }))
  yield corrupt('two methods in two headers', withMain({ local: { method: 0 } }))
  yield corrupt('two sizes in two headers', withMain({ local: { size: 5 } }))
  yield corrupt('two deflated sizes in two headers', withMain({ local: { deflated: 5 } }))
  yield corrupt('an extra field that swallows the data', withMain({ local: { extraLength: 65_535 } }))
  yield corrupt('a symbolic link', withEntry({ name: 'word/link.xml', content: '/etc/passwd', unixMode: 0o120777 }))
  yield corrupt('a device', withEntry({ name: 'word/zero', content: '', unixMode: 0o020666 }))
  for (const [name, part] of oddNames) yield docx(name, withEntry({ name: part, content: '<a/>' }))
  yield docx('a name that is no UTF-8', withEntry({ name: Uint8Array.of(0x77, 0xff, 0xfe, 0x80), content: '<a/>' }))
  yield corrupt(
    '64-bit sizes of exabytes',
    withMain({ size: 0xffffffff, deflated: 0xffffffff, centralExtra: zip64Extra(2 ** 60, 2 ** 60) }),
  )
  yield docx(
    '64-bit size that is too short',
    withMain({ size: 0xffffffff, centralExtra: Uint8Array.of(1, 0, 8, 0, 1) }),
  )
  yield docx(
    'a 64-bit end with a billion parts',
    wordWith(main, [], { beforeEnd: zip64End(1e9, 100, 0, 0), count: 0xffff }),
  )
  yield docx(
    'a 64-bit end beyond the file',
    wordWith(main, [], { beforeEnd: zip64End(3, 2 ** 50, 2 ** 50, 2 ** 51), size: 0xffffffff }),
  )
  yield docx('a 64-bit end that contradicts', wordWith(main, [], { beforeEnd: zip64End(1, 10, 0, 0) }))
  yield corrupt('65,535 parts without the 64-bit end', wordWith(main, [], { count: 0xffff }))
  yield encrypted('the flag of encryption', withMain({ flags: 1 }))
  yield encrypted('strong encryption', withMain({ flags: 0x41 }))
  yield encrypted('a hidden directory', withMain({ flags: 0x2000 }))
  yield encrypted('AES', withMain({ method: 99 }))
  for (const method of [1, 9, 12, 14, 93, 95]) yield corrupt(`compression method ${method}`, withMain({ method }))
  yield corrupt('a wrong checksum', withMain({ crc: 1 }))
  yield corrupt('a stream that ends early', withMain({ data: deflateRawSync(utf8(main)).subarray(0, -8) }))
  yield corrupt(
    'a stream of noise',
    withMain({ data: Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 91) & 255)) }),
  )
  yield docx(
    'bytes behind the stream',
    withMain({ data: Buffer.concat([deflateRawSync(utf8(main)), Buffer.alloc(5000, 'x')]) }),
  )
  yield corrupt('a stored part with two sizes', withMain({ method: 0, size: 10 }))
  yield corrupt('an offset behind the end', withMain({ offset: 0x7fffffff }))
  yield corrupt('an offset of all ones', withMain({ offset: 0xffffffff }))
  yield corrupt('a part on another disk', withMain({ disk: 7 }))
  yield corrupt('the end on another disk', wordWith(main, [], { disk: 3 }))
  yield corrupt('more parts in the end record than there are', wordWith(main, [], { count: 9 }))
  yield corrupt('fewer parts in the end record than there are', wordWith(main, [], { count: 1 }))
  yield corrupt('no parts in the end record', wordWith(main, [], { count: 0 }))
  yield corrupt('a directory that is larger than the file', wordWith(main, [], { size: 0x7fffffff }))
  yield corrupt('a directory before the beginning', wordWith(main, [], { offset: 0x7fffffff }))
  yield docx('a comment that is shorter than stated', wordWith(main, [], { commentLength: 500 }))
  yield docx('a comment that is longer than stated', wordWith(main, [], { comment: latin1('abc'), commentLength: 1 }))
  for (const length of [4, 22, 30, Math.floor(whole.length / 3), whole.length - 22, whole.length - 1]) {
    yield corrupt(`cut off after ${length} bytes`, whole.subarray(0, length))
  }
  yield corrupt('without its first bytes', whole.subarray(12))
  yield corrupt('a million local headers', Buffer.alloc(4_000_000, 'PK\u0003\u0004'))
  yield docx(
    'a million end records',
    Buffer.concat([latin1('PK\u0003\u0004'), Buffer.alloc(4_000_000, 'PK\u0005\u0006')]),
  )
  yield docx('an empty package', rawZip([]))
  yield docx(
    'a package of packages',
    rawZip([
      { name: 'a.zip', content: whole },
      { name: 'b.zip', content: whole },
    ]),
  )
  yield docx('no main part', rawZip(wordFrame()))
  yield docx(
    'a main part that is a picture',
    withMain({ content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10) }),
  )
  yield docx('a main part of nothing', withMain({ content: '' }))
  yield docx('a folder for a main part', rawZip([...wordFrame(), { name: 'word/document.xml/', content: '' }]))
}
