import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Content } from '@chancery/core'
import { createLocalDocumentStore } from '@chancery/storage'
import { installPeers, requireFrom } from '../peers.ts'
import { median } from '../report.ts'

const rounds = 9
const perRound = 400
const inFlight = 16
const size = 20_000

type Put = (path: string, bytes: Uint8Array) => Promise<unknown>

/** Documents a second. */
async function rate(put: Put, round: number): Promise<number> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < perRound; index = next++)
      await put(`round-${round}/${index}.bin`, bodies[index % 8]!)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: inFlight }, worker))
  return (perRound / (performance.now() - started)) * 1000
}

const bodies = Array.from({ length: 8 }, () => randomBytes(size))

interface Flystorage {
  readonly FileStorage: new (adapter: object) => { write: Put }
  readonly LocalStorageAdapter: new (root: string) => object
}

/**
 * New documents of 20 kB in a local folder: ours, each on the disk when it resolves, with checksums and metadata, beside
 * flystorage's, which are the system's then. `undefined` where that cannot be installed.
 */
export async function smallPuts(): Promise<
  { readonly ours: number; readonly theirs: number; readonly ratio: number } | undefined
> {
  const folder = installPeers('storage', peerVersions)
  if (folder === undefined) return undefined
  const [ours, theirs] = [
    mkdtempSync(join(tmpdir(), 'chancery-bench-')),
    mkdtempSync(join(tmpdir(), 'chancery-bench-')),
  ]
  const load = async (name: string): Promise<Flystorage> =>
    (await import(pathToFileURL(requireFrom(folder).resolve(name)).href)) as Flystorage
  const { FileStorage } = await load('@flystorage/file-storage')
  const { LocalStorageAdapter } = await load('@flystorage/local-fs')
  const peer = new FileStorage(new LocalStorageAdapter(theirs))
  const store = createLocalDocumentStore({ root: ours })
  const { signal } = new AbortController()
  const put: Put = (path, bytes) =>
    store.put(
      {
        path,
        content: new Content([bytes]),
        contentType: 'application/octet-stream',
        metadata: {},
        condition: 'absent',
      },
      { signal },
    )
  const rates: { readonly ours: number; readonly theirs: number }[] = []
  try {
    for (let round = -2; round < rounds; round++) {
      const one = { theirs: await rate((path, bytes) => peer.write(path, bytes), round), ours: await rate(put, round) }
      if (round >= 0) rates.push(one)
    }
  } finally {
    await store.close()
    for (const each of [ours, theirs]) rmSync(each, { recursive: true, force: true })
  }
  return {
    ours: median(rates.map((each) => each.ours)),
    theirs: median(rates.map((each) => each.theirs)),
    ratio: median(rates.map((each) => each.ours / each.theirs)),
  }
}

/** Of all peers of the storage benchmark. */
export const peerVersions = { '@flystorage/file-storage': '1.2.2', '@flystorage/local-fs': '1.2.0', fdir: '6.5.0' }
