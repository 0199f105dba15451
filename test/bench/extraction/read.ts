/**
 * One reader reading all documents of a folder, again and again, in a process of its own: first to warm up, then once for
 * each line that it is sent. Each time it prints a `Measured` on a line.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { plainReading, type VettedDocument } from '../../../packages/core/src/index.ts'
import { requireFrom } from '../peers.ts'

export const readers = [
  'chancery',
  'chancery, text alone',
  'chancery, with words',
  'guard',
  'mammoth',
  'pdfjs-dist',
  'unpdf',
] as const
export type ReaderName = (typeof readers)[number]

/** What one turn came to. */
export interface Measured {
  /** CPU time of a document, and of a page, in ms. */
  readonly document: number
  readonly page: number
  readonly pages: number
  /** Pages of all files together. */
  readonly pass: number
  /** The most memory that the process has held, in MB. */
  readonly rss: number
}

const [reader, folder = '', peers = '', warmUp, turn] = process.argv.slice(2) as [ReaderName, ...string[]]
const { signal } = new AbortController()
const files = readdirSync(folder)
  .sort()
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
const read = await readerOf()

// A service runs for long: what compilers do in the background at first is not counted, for no reader.
tell(await readFor(Number(warmUp)))
for await (const _ of createInterface({ input: process.stdin })) tell(await readFor(Number(turn)))

/** Reads all, again and again, until so much CPU time is spent: that of a clock would depend on who else is at work. */
async function readFor(time: number): Promise<Measured> {
  const before = process.cpuUsage()
  let [passes, pages, spent] = [0, 0, 0]
  do {
    for (const file of files) pages += await read(file)
    passes++
    const { user, system } = process.cpuUsage(before)
    spent = (user + system) / 1000
  } while (spent < time)
  const rss = process.resourceUsage().maxRSS / 1024
  return { document: spent / passes / files.length, page: spent / Math.max(1, pages), pages, pass: pages / passes, rss }
}

function tell(measured: Measured): void {
  process.stdout.write(`${JSON.stringify(measured)}\n`)
}

/** Reads one document, and tells its pages. */
async function readerOf(): Promise<(file: (typeof files)[number]) => Promise<number>> {
  switch (reader) {
    case 'chancery':
    case 'chancery, text alone':
    case 'chancery, with words': {
      const [{ createEmbeddedExtractor }, { embeddedReaders }, vetted] = [
        await import('../../../packages/reading/src/index.ts'),
        await import('../../../packages/sandbox/src/jobs/embedded-readers.ts'),
        await vetAll(),
      ]
      const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
      const [words, structure] = [reader === 'chancery, with words', reader !== 'chancery, text alone']
      const request = { ...plainReading, ocr: 'never', words, structure } as const
      return async ({ name }) => {
        const document = vetted.get(name)
        if (document === undefined) return 0
        return (await extractor.extract(document, request, { signal })).pages.length
      }
    }
    case 'guard': {
      const { createDocumentGuard } = await import('../../../packages/guard/src/index.ts')
      const guard = createDocumentGuard()
      return async ({ name, bytes }) => {
        await guard.vet(bytes, { filename: name, signal })
        return 1
      }
    }
    case 'mammoth': {
      const mammoth = requireFrom(peers)('mammoth')
      return async ({ bytes }) => {
        await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
        return 1
      }
    }
    case 'pdfjs-dist': {
      const { getDocument } = await import(requireFrom(peers).resolve('pdfjs-dist/legacy/build/pdf.mjs'))
      return async ({ bytes }) => {
        const task = getDocument({ data: bytes.slice(), verbosity: 0 })
        const document = await task.promise
        for (let page = 1; page <= document.numPages; page++) await (await document.getPage(page)).getTextContent()
        const pages = document.numPages as number
        await task.destroy()
        return pages
      }
    }
    case 'unpdf': {
      const { extractText } = await import(requireFrom(peers).resolve('unpdf'))
      return async ({ bytes }) => ((await extractText(bytes.slice())) as { totalPages: number }).totalPages
    }
  }
}

async function vetAll(): Promise<ReadonlyMap<string, VettedDocument>> {
  const { createDocumentGuard } = await import('../../../packages/guard/src/index.ts')
  const guard = createDocumentGuard()
  return new Map(
    await Promise.all(
      files.map(async ({ name, bytes }) => [name, await guard.vet(bytes, { filename: name, signal })] as const),
    ),
  )
}
