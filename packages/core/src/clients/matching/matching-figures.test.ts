import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ClientNormalizer } from '../../ports/client-normalizer.ts'
import { fakeDirectory } from '../../testing/fake-clients.test-support.ts'
import { alikeOrganizations, alikePeople } from '../../testing/alike-clients.test-support.ts'
import { type MadeRecord, slippedOrganizations, slippedPeople } from '../../testing/slipped-clients.test-support.ts'
import { createImport } from '../import-clients.ts'
import type { MatchKey } from '../merge-client.ts'

const context = {
  principal: { id: 'test', operations: '*' as const },
  requestId: '1',
  signal: new AbortController().signal,
  deadline: 0,
}

/** Imports the records in batches, and tells which client each became part of. */
async function imported(records: readonly MadeRecord[], matchBy: readonly MatchKey[]) {
  // What is measured is the matching: the records are normal already, and go by as they are.
  const normalizer: ClientNormalizer = {
    map: async () => [],
    normalize: async (rows) =>
      rows.map(({ row }) => ({ data: (records[row - 1] as MadeRecord).data, errors: [], warnings: [] })),
  }
  let id = 0
  const run = createImport(
    {
      system: 'test',
      given: {},
      columns: [],
      matchBy,
      onConflict: 'merge',
      mode: 'upsert',
      deleted: 'enter',
      dryRun: false,
      locale: 'de',
    },
    {
      clientNormalizer: normalizer,
      clientDirectory: fakeDirectory(),
      ids: { next: () => `c${++id}` },
      clock: { now: () => 0 },
      hasher: {
        sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
        sha256OfStream: async () => '',
      },
    },
    context,
  )
  const clients: string[] = []
  for (let at = 0; at < records.length; at += 500) {
    const rows = records.slice(at, at + 500).map((_, index) => ({
      row: at + index + 1,
      values: [],
      faults: [],
      cursor: `${at + index}`,
    }))
    for (const outcome of await run.enter(rows)) {
      if (outcome.status === 'rejected' || outcome.status === 'gone') throw new Error('No row is rejected.')
      clients.push(outcome.id)
    }
  }
  return { clients }
}

/** Pairs of records that are one client, and are said to be. */
function figures(records: readonly MadeRecord[], clients: readonly string[]) {
  const pairsOf = (groups: Iterable<number>): number => {
    let sum = 0
    for (const size of groups) sum += (size * (size - 1)) / 2
    return sum
  }
  const sizes = (keys: readonly (string | number)[]): Iterable<number> => {
    const counts = new Map<string | number, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.values()
  }
  const both = pairsOf(sizes(records.map(({ entity }, index) => `${entity} ${clients[index]}`)))
  const precision = both / pairsOf(sizes(clients))
  const recall = both / pairsOf(sizes(records.map(({ entity }) => entity)))
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

const all: readonly MatchKey[] = ['externalId', 'email', 'phone', 'likeness']

describe('clients that come again with slips', () => {
  it.each([
    ['people', () => slippedPeople({ seed: 611, households: 800, contacts: true }), 0.98],
    [
      'people without addresses and numbers',
      () => slippedPeople({ seed: 612, households: 800, contacts: false }),
      0.93,
    ],
    ['organizations', () => slippedOrganizations({ seed: 613, households: 800 }), 0.9],
  ] as const)('are found again: %s', async (_, make, least) => {
    const records = make()
    const { clients } = await imported(records, all)
    const found = figures(records, clients)
    const plain = figures(records, (await imported(records, ['email'])).clients)
    expect(found.precision).toBe(1)
    expect(found.f1).toBeGreaterThan(least)
    expect(found.f1).toBeGreaterThan(Number.isNaN(plain.f1) ? 0 : plain.f1)
  })
})

describe('clients who are two and look like one', () => {
  it.each([
    ['people', () => alikePeople({ seed: 621, groups: 240, thin: 0 }), 0.95],
    ['people of whom little is said', () => alikePeople({ seed: 622, groups: 240, thin: 0.3 }), 0.8],
    ['people of whom hardly anything is said', () => alikePeople({ seed: 623, groups: 240, thin: 0.6 }), 0.5],
    ['branches of chains', () => alikeOrganizations({ seed: 624, chains: 60 }), 0.9],
  ] as const)('stay two: %s', async (_, make, least) => {
    const records = make()
    const found = figures(records, (await imported(records, all)).clients)
    expect(found.precision).toBe(1)
    expect(found.f1).toBeGreaterThan(least)
  })
})
