/**
 * `node test/bench/reading/docx-speed.ts [file.docx …]`: documents a second of CPU time, the full model beside
 * mammoth's HTML and its bare text, over generated documents of several sizes and the files that are named. Each reader
 * runs in processes of its own, in turn, so that nobody collects another's garbage.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import mammoth from 'mammoth'
import { plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createEmbeddedExtractor } from '../../../packages/reading/src/embedded.ts'
import { embeddedReaders } from '../../../packages/sandbox/src/jobs/embedded-readers.ts'
import { wordDocument } from './word-documents.ts'

const processes = 3
const rounds = 7

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const extractor = createEmbeddedExtractor({ readers: embeddedReaders })
const { signal } = new AbortController()
const readers: Readonly<Record<string, (bytes: Uint8Array) => Promise<unknown>>> = {
  chancery: (bytes) => extractor.extract(vettedForTest(bytes, 'docx'), plainReading, { signal }),
  'mammoth HTML': (bytes) => mammoth.convertToHtml({ buffer: Buffer.from(bytes) }),
  'mammoth text': (bytes) => mammoth.extractRawText({ buffer: Buffer.from(bytes) }),
}

function documentSets(files: readonly string[]): [string, Uint8Array[]][] {
  return [
    ['letters (12 blocks)', Array.from({ length: 30 }, (_, seed) => wordDocument(12, seed))],
    ['contracts (120 blocks)', Array.from({ length: 10 }, (_, seed) => wordDocument(120, seed))],
    ['long (1,500 blocks)', [wordDocument(1500, 1)]],
    ['files', files.map((name) => readFileSync(name))],
  ]
}

/** Milliseconds of CPU time that one document takes, by set. */
async function measure(read: (bytes: Uint8Array) => Promise<unknown>, files: readonly string[]): Promise<number[]> {
  const results: number[] = []
  for (const [, documents] of documentSets(files)) {
    const times: number[] = []
    for (let round = -2; round < rounds; round++) {
      const before = process.cpuUsage()
      for (const bytes of documents) await read(bytes).catch(() => undefined)
      const { user, system } = process.cpuUsage(before)
      // The first rounds warm up.
      if (round >= 0) times.push((user + system) / 1000 / documents.length)
    }
    results.push(median(times))
  }
  return results
}

const [first = '', ...rest] = process.argv.slice(2)
const reader = first.startsWith('--reader=') ? readers[first.slice(9)] : undefined
if (reader !== undefined) process.stdout.write(JSON.stringify(await measure(reader, rest)))
else {
  const files = process.argv.slice(2)
  const names = Object.keys(readers)
  const runs = Array.from({ length: processes }, () =>
    names.map((name): number[] => {
      const { stdout } = spawnSync(process.execPath, [import.meta.filename, `--reader=${name}`, ...files])
      return JSON.parse(stdout.toString())
    }),
  )
  const line = (text: string): void => void process.stdout.write(`${text}\n`)
  line(`| documents | ${names.map((name) => `${name}, documents/s`).join(' | ')} | ratio to the faster |`)
  line('|---|---|---|---|---|')
  for (const [set, [label, documents]] of documentSets(files).entries()) {
    if (documents.length === 0) continue
    const times = names.map((_, name) => median(runs.map((run) => run[name]?.[set] ?? 0)))
    const [ours = 0, ...theirs] = times
    line(
      `| ${label} | ${times.map((time) => (1000 / time).toFixed(0)).join(' | ')} | ${(Math.min(...theirs) / ours).toFixed(1)} |`,
    )
  }
}
