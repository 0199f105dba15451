import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providers } from '@chancery/core'
import { createHarness } from '@chancery/harness'
import { createLocalDocumentStore } from '@chancery/storage'
import { median, type Report } from './report.ts'

const perFolder = 100
const folders = Number(process.env['BENCH_FOLDERS'] ?? 10_000)
const rounds = 5

/** Ten years of a firm: so many folders of a hundred documents each, a hundred of them in each part. */
function makeTree(root: string): void {
  for (let folder = 0; folder < folders; folder++) {
    const path = join(root, `part-${Math.floor(folder / 100)}`, `matter-${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < perFolder; file++) writeFileSync(join(path, `${file}.txt`), `document ${file}`)
  }
}

/** What any program can do that has no index: every name, and every size. */
function walk(folder: string): { documents: number; bytes: number } {
  let [documents, bytes] = [0, 0]
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else {
        documents++
        bytes += lstatSync(path).size
      }
    }
  }
  return { documents, bytes }
}

async function took(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The operation over a local store, without HTTP. */
function openTree(root: string) {
  const store = createLocalDocumentStore({ root })
  const harness = createHarness({ replacements: { stores: providers({ local: store }) } })
  return {
    async count(): Promise<void> {
      const { data } = await harness.call('get-folder-directories', { depth: 1 })
      const { documentCount } = data.root
      if (documentCount !== folders * perFolder || data.partial) throw new Error(`It counts ${documentCount}.`)
    },
    async page(cursor: string | undefined): Promise<string | undefined> {
      const input = {
        include: 'folders-and-documents',
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      } as const
      return (await harness.call('get-folder-directories', input)).data.nextCursor
    },
    async close(): Promise<void> {
      await harness.close()
      await store.close()
    },
  }
}

export async function storage(): Promise<Report> {
  const documents = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  let tree: ReturnType<typeof openTree> | undefined
  try {
    makeTree(documents)
    const walks: number[] = []
    const counts: number[] = []
    const pages: number[] = []
    walk(documents)
    let opened = openTree(documents)
    tree = opened
    const first = await took(() => opened.count())
    await opened.close()
    opened = openTree(documents)
    tree = opened
    const again = await took(() => opened.count())
    for (let round = 0; round < rounds; round++) {
      walks.push(await took(() => walk(documents)))
      counts.push(await took(() => opened.count()))
      let cursor: string | undefined
      for (let page = 0; page < 20; page++) {
        pages.push(
          await took(async () => {
            cursor = await opened.page(cursor)
          }),
        )
      }
    }
    const [walked, counted, paged] = [median(walks), median(counts), median(pages)]
    const row = (what: string, ms: number) => [what, ms.toFixed(ms < 100 ? 1 : 0), (walked / ms).toFixed(1)]
    return {
      title: 'Trees of a local store',
      method: `${(folders * perFolder).toLocaleString('en-GB')} files in ${folders.toLocaleString('en-GB')} folders; \`/get-folder-directories\` without HTTP, beside a walk through all of them by \`readdirSync\` and \`lstatSync\`, which gives the same counts and bytes. Medians of ${rounds} interleaved rounds, of pages those of 20 in a row each.`,
      columns: ['what', 'ms', 'times as fast as the walk'],
      rows: [
        row('walk with stat', walked),
        row('counts and bytes of the whole, for the first time', first),
        row('the same after a restart', again),
        row('the same again', counted),
        row('a page of 100', paged),
      ],
      goals: [
        { text: 'warm counts and bytes in at most 1/50 of the walk', met: counted <= walked / 50 },
        { text: 'a page of 100 in at most 1/1,000 of the walk', met: paged <= walked / 1000 },
      ],
    }
  } finally {
    await tree?.close()
    rmSync(documents, { recursive: true, force: true })
  }
}
