import { inflateRawSync } from 'node:zlib'
import { type ArchivePiece, type Archiver, Content } from '@chancery/core'
import { describe, expect, it } from 'vitest'

const encode = (...pieces: readonly string[]): Content =>
  new Content(pieces.map((piece) => new TextEncoder().encode(piece)))

async function* from(pieces: Iterable<ArchivePiece>): AsyncGenerator<ArchivePiece> {
  yield* pieces
}

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** The files of an archive, found from its end as readers do, with zip64 numbers where they stand. */
function filesOf(zip: Buffer): { name: string; content: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  let count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (end >= 20 && zip.readUInt32LE(end - 20) === 0x07064b50) {
    const record = Number(zip.readBigUInt64LE(end - 12))
    expect(zip.readUInt32LE(record)).toBe(0x06064b50)
    count = Number(zip.readBigUInt64LE(record + 32))
    at = Number(zip.readBigUInt64LE(record + 48))
  }
  return Array.from({ length: count }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const header = zip.readUInt32LE(at + 42)
    expect(zip.readUInt32LE(header)).toBe(0x04034b50)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20))
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    expect(content.length).toBe(zip.readUInt32LE(at + 24))
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + extraLength
    return { name, content }
  })
}

/** What everything that packs documents must do. */
export function archiverContract(name: string, make: () => Archiver): void {
  describe(`${name} as an Archiver`, () => {
    const archiver = make()

    it('packs files with their names, and texts that grow', async () => {
      const zip = await collected(
        archiver.zip(
          from([
            { name: 'report.json', text: '[1,' },
            { name: 'Größe 名.docx', content: encode('o', '', 'ne') },
            { name: 'report.json', text: '2]' },
            { name: 'empty.pdf', content: encode() },
          ]),
        ),
      )
      expect(filesOf(zip).map(({ name: file, content }) => [file, content.toString()])).toEqual([
        ['Größe 名.docx', 'one'],
        ['empty.pdf', ''],
        ['report.json', '[1,2]'],
      ])
    })

    it('packs large files in pieces', async () => {
      const sizes = [70_000, 1, 0, 200_000, 5]
      const content = new Content(sizes.map((size, index) => new Uint8Array(size).fill(index + 1)))
      const zip = await collected(
        archiver.zip(
          from([
            { name: 'a', content },
            { name: 'b', content: encode('b') },
          ]),
        ),
      )
      expect(filesOf(zip).map((file) => file.content.equals(content.bytes))).toEqual([true, false])
      expect(filesOf(zip)[1]?.content.toString()).toBe('b')
    })

    it('packs nothing at all into an empty archive', async () => {
      expect(filesOf(await collected(archiver.zip(from([]))))).toEqual([])
    })

    it('gives the same bytes for the same pieces', async () => {
      const pieces = [{ name: 'a', content: encode('a') }] as const
      expect(await collected(archiver.zip(from(pieces)))).toEqual(await collected(archiver.zip(from(pieces))))
    })

    it('holds more files than 16 bits count, and long texts', async () => {
      async function* pieces(): AsyncGenerator<ArchivePiece> {
        for (let index = 0; index < 66_000; index++) {
          yield { name: `${index}`, content: encode() }
          if (index % 500 === 0) yield { name: 'report', text: `${index} ${'x'.repeat(1000)}\n` }
        }
      }
      const files = filesOf(await collected(archiver.zip(pieces())))
      expect(files.length).toBe(66_001)
      expect(files.at(-1)?.content.toString().split('\n').length).toBe(133)
    })

    it('takes no file before it is asked for bytes, and stops with its reader', async () => {
      let taken = 0
      let closed = false
      async function* pieces(): AsyncGenerator<ArchivePiece> {
        try {
          for (;;) yield { name: `${taken++}`, content: new Content([new Uint8Array(100_000)]) }
        } finally {
          closed = true
        }
      }
      const chunks = archiver.zip(pieces())[Symbol.asyncIterator]()
      expect(taken).toBe(0)
      await chunks.next()
      expect(taken).toBeLessThan(3)
      await chunks.return?.()
      expect(closed).toBe(true)
    })

    it('fails as its pieces fail', async () => {
      const fault = new RangeError('a fault')
      async function* pieces(): AsyncGenerator<ArchivePiece> {
        yield { name: 'a', content: encode('a') }
        throw fault
      }
      await expect(collected(archiver.zip(pieces()))).rejects.toBe(fault)
    })
  })
}
