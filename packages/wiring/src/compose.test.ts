import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Content, plainReading } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isClosable } from './closing.ts'
import { compose, type Composition } from './compose.ts'
import { readConfiguration } from './settings/configuration.ts'

const { signal } = new AbortController()
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-compose-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const composed = (more: Readonly<Record<string, string>> = {}): Composition =>
  compose(readConfiguration({ CHANCERY_DATA: data, CHANCERY_LOG: 'off', CHANCERY_STORES: 'local,memory', ...more }))

/** Everything that keeps files open is used. */
async function use({ ports, apiKeys }: Composition, path: string): Promise<void> {
  const bytes = new TextEncoder().encode('A text that is long enough to be read.')
  const put = { content: new Content([bytes]), contentType: 'text/plain', metadata: {}, condition: 'any' } as const
  for (const name of ports.stores.names) await ports.stores.get(name).put({ ...put, path }, { signal })
  await ports.clientDirectory.check({ signal })
  await ports.transports.get().check({ signal })
  await apiKeys.list()
}

/** What this process has open of the data folder, and how much in all. */
function descriptors(): { readonly all: number; readonly ofData: readonly string[] } {
  const targets = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      return []
    }
  })
  return { all: targets.length, ofData: targets.filter((target) => target.startsWith(data)) }
}

describe.runIf(process.platform === 'linux')('a composition that is closed', () => {
  it('leaves no descriptor', async () => {
    const once = async (path: string): Promise<void> => {
      const composition = composed()
      await use(composition, path)
      expect(descriptors().ofData).not.toEqual([])
      await composition.close()
    }
    await once('first.txt')
    const before = descriptors()
    expect(before.ofData).toEqual([])
    for (let round = 0; round < 20; round++) await once(`${round}.txt`)
    const after = descriptors()
    expect(after.ofData).toEqual([])
    expect(after.all).toBeLessThanOrEqual(before.all)
  })

  it('leaves no child process either', async () => {
    const before = descriptors().all
    const composition = composed()
    const vetted = await composition.ports.guard.vet(new TextEncoder().encode('A text.'), { signal })
    await composition.ports.extractors.get('embedded').extract(vetted, plainReading, { signal })
    expect(descriptors().all).toBeGreaterThan(before)
    await composition.close()
    await expect.poll(() => descriptors().all).toBeLessThanOrEqual(before)
  })

  it('has closed every adapter that can be closed', async () => {
    const composition = composed({ CHANCERY_CONVERTERS: 'gotenberg', CHANCERY_GOTENBERG_URL: 'http://127.0.0.1:9' })
    const adapters = Object.values(composition.ports as object).flatMap((port: object) =>
      'names' in port && 'get' in port
        ? (port.names as string[]).map((name) => (port.get as (name: string) => object)(name))
        : [port],
    )
    const closes = adapters.filter(isClosable).map((adapter) => vi.spyOn(adapter, 'close'))
    // The local store, the converter, and the directory of clients, at least.
    expect(closes.length).toBeGreaterThanOrEqual(3)
    await composition.close()
    for (const close of closes) expect(close).toHaveBeenCalledTimes(1)
  })
})
