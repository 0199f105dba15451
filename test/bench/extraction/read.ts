/**
 * One reader reading all documents of a folder, again and again, in a process of its own. Prints its CPU time a
 * document, the pages that it read, and its peak of memory.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const [reader, folder = '', peers = '', warmUp, milliseconds] = process.argv.slice(2) as [ReaderName, ...string[]]
const { signal } = new AbortController()
const files = readdirSync(folder)
  .sort()
  .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }))
const read = await readerOf()

// A service runs for long: what compilers do in the background at first is not counted, for no reader.
await readFor(Number(warmUp))
const { documents, pages, spent } = await readFor(Number(milliseconds))
process.stdout.write(
  `${JSON.stringify({ cpu: spent / documents, pages, page: spent / Math.max(1, pages), pass: (pages * files.length) / documents, rss: process.resourceUsage().maxRSS / 1024 })}\n`,
)

/** Reads all, again and again, until so much CPU time is spent: that of a clock would depend on who else is at work. */
async function readFor(time: number): Promise<{ documents: number; pages: number; spent: number }> {
  const before = process.cpuUsage()
  let [documents, pages, spent] = [0, 0, 0]
  do {
    for (const file of files) pages += await read(file)
    documents += files.length
    const { user, system } = process.cpuUsage(before)
    spent = (user + system) / 1000
  } while (spent < time)
  return { documents, pages, spent }
}

/** Reads one document, and tells its pages. */
async function readerOf(): Promise<(file: (typeof files)[number]) => Promise<number>> {
  switch (reader) {
    case 'chancery':
    case 'chancery, text alone':
    case 'chancery, with words': {
      const [{ createEmbeddedExtractor }, vetted] = [
        await import('../../../packages/extraction/src/index.ts'),
        await vetAll(),
      ]
      const extractor = createEmbeddedExtractor()
      const [words, structure] = [reader === 'chancery, with words', reader !== 'chancery, text alone']
      const request = { ...plainReading, ocr: 'never', words, structure } as const
      return async ({ name }) => {
        const document = vetted.get(name)
        if (document === undefined) return 0
        return (await extractor.extract(document, request, { signal })).pages.length
      }
    }
    case 'guard': {
      const { createDocumentGuard } = await import('../../../packages/safety/src/index.ts')
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
  const { createDocumentGuard } = await import('../../../packages/safety/src/index.ts')
  const guard = createDocumentGuard()
  return new Map(
    await Promise.all(
      files.map(async ({ name, bytes }) => [name, await guard.vet(bytes, { filename: name, signal })] as const),
    ),
  )
}
