import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providers } from '@chancery/core'
import { createHarness } from '@chancery/harness'
import { createLocalDocumentStore } from '@chancery/storage'
import { installPeers, requireFrom } from './peers.ts'
import { median, type Report } from './report.ts'
import { peakOfLargeUpload, peaksOfLargeBodies } from './storage/large-bodies.ts'
import { peerVersions, smallPuts } from './storage/small-puts.ts'

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

/** Every name, by fdir, which asks for no sizes. `undefined` where it cannot be installed. */
async function crawl(folder: string): Promise<number | undefined> {
  const peers = installPeers('storage', peerVersions)
  if (peers === undefined) return undefined
  const { fdir: Crawler } = requireFrom(peers)('fdir') as {
    readonly fdir: new () => { crawl(root: string): { withPromise(): Promise<readonly string[]> } }
  }
  return took(() => new Crawler().crawl(folder).withPromise())
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
    const crawled = await crawl(documents)
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
    await tree.close()
    const peaks = await peaksOfLargeBodies()
    const uploadPeak = await peakOfLargeUpload()
    const puts = await smallPuts()
    const row = (what: string, ms: number) => [
      what,
      `${ms.toFixed(ms < 100 ? 1 : 0)} ms`,
      `${(walked / ms).toFixed(1)} times as fast as the walk`,
    ]
    const files = folders * perFolder
    return {
      title: 'Local stores, and large documents',
      method: `${files.toLocaleString('en-GB')} files in ${folders.toLocaleString('en-GB')} folders; \`/get-folder-directories\` without HTTP, beside a walk through all of them by \`readdirSync\` and \`lstatSync\`, which gives the same counts and bytes, and beside fdir, which gives names alone. Medians of ${rounds} interleaved rounds, of pages those of 20 in a row each. The bundled server in a process of its own, which stores one request of 100 MiB. New documents of 20 kB, 16 in flight, beside flystorage's, which is done before they are on the disk: medians of interleaved rounds.`,
      columns: ['what', 'figure', 'beside'],
      rows: [
        row('walk with stat', walked),
        ...(crawled === undefined ? [] : [row('fdir, names alone', crawled)]),
        row('counts and bytes of the whole, for the first time', first),
        row('the same after a restart', again),
        row('the same again', counted),
        row('a page of 100', paged),
        ['peak of the server, 300 MiB in ten parts, put together', `${uploadPeak.toFixed(0)} MB`, ''],
        ...Object.entries(peaks).map(([how, mb]) => [
          `peak of the server, 100 MiB as ${how}`,
          `${mb.toFixed(0)} MB`,
          '',
        ]),
        ...(puts === undefined
          ? []
          : [
              ['flystorage, 20 kB', `${puts.theirs.toFixed(0)} a second`, ''],
              ['the local store, 20 kB', `${puts.ours.toFixed(0)} a second`, `${puts.ratio.toFixed(2)} of flystorage`],
            ]),
      ],
      goals: [
        { text: 'warm counts and bytes in at most 1/50 of the walk', met: counted <= walked / 50 },
        { text: 'a page of 100 in at most 1/1,000 of the walk', met: paged <= walked / 1000 },
        ...(crawled === undefined
          ? []
          : [{ text: 'counts for the first time in at most twice what fdir takes', met: first <= 2 * crawled }]),
        { text: '100 MiB as JSON with a peak of at most 200 MB', met: (peaks['JSON'] ?? Infinity) <= 200 },
        ...(puts === undefined
          ? []
          : [{ text: 'durable puts at least 0.7 as fast as flystorage’s', met: puts.ratio >= 0.7 }]),
      ],
    }
  } finally {
    await tree?.close()
    rmSync(documents, { recursive: true, force: true })
  }
}
