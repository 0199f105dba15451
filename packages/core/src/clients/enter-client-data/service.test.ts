import { expect, it } from 'vitest'
import { execute } from '../../operation.ts'
import { providers } from '../../ports/providers.ts'
import { enterClientData } from './index.ts'

it('refuses for a file what only a connected system takes', async () => {
  const ports = { clientSources: providers({ csv: { id: 'csv', fromDocument: true } }) }
  const document = { content: 'TmFtZQpBZGEK', filename: 'clients.csv' }
  const source = { provider: 'csv', document, query: 'all', since: '2026-01-01T00:00:00Z' }
  const context = { principal: { id: 'test', operations: '*' }, signal: new AbortController().signal }
  await expect(execute(enterClientData, { source }, ports as never, context as never)).rejects.toMatchObject({
    code: 'invalid_request',
    violations: [
      { pointer: '/source/query', code: 'unexpected_field' },
      { pointer: '/source/since', code: 'unexpected_field' },
    ],
  })
})

it('answers in time what it did, and where to go on', async () => {
  const all = Array.from({ length: 2300 }, (_, index) => ({
    row: index + 1,
    values: [],
    faults: [],
    cursor: `${index + 1}`,
  }))
  let now = 0
  const ports = {
    clientSources: providers({
      crm: {
        id: 'crm',
        fromDocument: false,
        read: async ({ cursor = '0' }: { cursor?: string }) => ({
          columns: [],
          rows: all.slice(Number(cursor)),
          findings: [],
        }),
      },
    }),
    clientNormalizer: {
      map: async () => [],
      async normalize(rows: readonly unknown[]) {
        now += 300
        return rows.map(() => ({ errors: [{ code: 'no_name', severity: 'error', message: 'No name.' }], warnings: [] }))
      },
    },
    clientDirectory: { match: async () => [] },
    clock: { now: () => now },
    hasher: { sha256: () => '' },
    settings: { limits: { clientRows: 100_000 } },
  }
  const read: number[] = []
  let cursor: string | undefined
  do {
    const context = {
      principal: { id: 'test', operations: '*' },
      signal: new AbortController().signal,
      deadline: now + 1000,
    }
    const input = { source: { provider: 'crm' }, ...(cursor === undefined ? {} : { cursor }) }
    const { data } = await execute(enterClientData, input, ports as never, context as never)
    read.push(data.summary.read)
    cursor = data.nextCursor
  } while (cursor !== undefined)
  // Three batches of 300 ms each leave less than the fifth of a second that is kept.
  expect(read).toEqual([1500, 800])
})
