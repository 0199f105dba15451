/**
 * `node test/bench/reading/score-structure.ts [docx or odt …] [--seed 0] [--keep folder] [--show]`: headings and items of
 * lists in PDFs without tags. LibreOffice prints documents of known structure; without files, those of
 * `structure-documents.ts`; of files, the structure is what their own styles and lists say. What an author set apart by
 * hand counts neither way (`hand-set.ts`). A heading is right if a heading has its letters.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Block, type DocumentModel, plainReading } from '@chancery/core'
import { createDocumentGuard } from '../../../packages/guard/src/index.ts'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { handSetTexts } from './hand-set.ts'
import { structureDocuments } from './structure-documents.ts'
import { Tally } from './table-relations.ts'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '0' },
    keep: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'chancery-structure-'))
mkdirSync(folder, { recursive: true })
const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const guard = createDocumentGuard()
const { signal } = new AbortController()
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

interface Structure {
  readonly name: string
  readonly headings: readonly string[]
  readonly items: readonly string[]
  readonly open: readonly string[]
}

async function read(path: string): Promise<DocumentModel | undefined> {
  try {
    return await extractor.extract(await guard.vet(readFileSync(path), { signal }), plainReading, { signal })
  } catch {
    return undefined
  }
}

/** With a marker once, whether or not it stands in the text. */
function textsOf({ blocks, text }: DocumentModel, types: readonly Block['type'][]): string[] {
  return blocks.flatMap(({ type, layer, marker, span }) => {
    if (!types.includes(type) || layer !== 'body') return []
    const own = text.slice(span.start, span.end)
    return [marker === undefined || own.startsWith(marker) ? own : `${marker} ${own}`]
  })
}

/** Letters and figures alone: bullets come in many shapes, and lines are filled with kashidas. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]*o\s(?=\S)/u, '')
    .replaceAll(/[^\p{L}\p{N}]+|\u0640/gu, '')

function score(wanted: readonly string[], found: readonly string[], open: readonly string[]): Tally {
  const left = new Map<string, number>()
  for (const text of wanted) left.set(plain(text), (left.get(plain(text)) ?? 0) + 1)
  const either = new Set(open.map(plain))
  const tally = new Tally()
  tally.wanted = wanted.length
  for (const text of found) {
    const key = plain(text)
    const count = left.get(key) ?? 0
    if (count === 0 && either.has(key)) continue
    tally.found++
    if (count > 0) {
      tally.right++
      left.set(key, count - 1)
    } else if (values.show) print(`    not: ${text.slice(0, 100)}`)
  }
  if (values.show) for (const [text, count] of left) if (count > 0) print(`    missed: ${text.slice(0, 100)}`)
  return tally
}

const noneByHand = { titles: [], items: [] }

async function structures(): Promise<Structure[]> {
  if (files.length === 0) {
    return structureDocuments(Number(values.seed)).map(({ docx, ...rest }) => {
      writeFileSync(join(folder, `${rest.name}.docx`), docx)
      return rest
    })
  }
  const found: Structure[] = []
  for (const path of files) {
    const model = await read(path)
    if (model === undefined) continue
    const [headings, items] = [textsOf(model, ['heading', 'title']), textsOf(model, ['list-item'])]
    if (headings.length + items.length > 0) {
      const { titles, items: typed } = /\.do[ct][xm]$/.test(path) ? handSetTexts(readFileSync(path)) : noneByHand
      const open = [...textsOf(model, ['caption']), ...titles, ...typed]
      found.push({ name: basename(path).replace(/\.\w+$/, ''), headings, items, open })
    }
  }
  return found
}

try {
  const documents = await structures()
  const sources = files.length === 0 ? documents.map(({ name }) => join(folder, `${name}.docx`)) : files
  const missing = sources.filter((path) => !existsSync(join(folder, `${basename(path).replace(/\.\w+$/, '')}.pdf`)))
  if (missing.length > 0) {
    const filter =
      'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"},"ExportBookmarks":{"type":"boolean","value":"false"}}'
    spawnSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        filter,
        '--outdir',
        folder,
        ...missing,
      ],
      { stdio: 'ignore' },
    )
  }
  const [headings, items] = [new Tally(), new Tally()]
  for (const { name, open, ...wanted } of documents) {
    const path = join(folder, `${name}.pdf`)
    const model = existsSync(path) ? await read(path) : undefined
    if (model === undefined) continue
    if (values.show) print(name)
    const ownHeadings = score(wanted.headings, textsOf(model, ['heading', 'title']), [...open, ...wanted.items])
    const ownItems = score(wanted.items, textsOf(model, ['list-item']), [...open, ...wanted.headings])
    headings.add(ownHeadings)
    items.add(ownItems)
    print(`${name.padEnd(34)} headings ${ownHeadings}  items ${ownItems}`)
  }
  print(`${documents.length} documents: headings ${headings}, items ${items}`)
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}
