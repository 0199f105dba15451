import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SourceRow } from '@chancery/core'
import { expect, it } from 'vitest'
import type { JobRunner } from './job-runner.ts'
import { sandboxedClientSources } from './sandboxed-client-sources.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const rowsFrom = (first: number): readonly SourceRow[] =>
  [first, first + 1].map((row) => ({ row, values: [], faults: [], cursor: String(row) }))

it('holds the rows of one piece of a file, however many there are', async () => {
  const read: WeakRef<object>[] = []
  const held: number[] = []
  const runner = {
    run: async (_job: string, { request: { cursor = '0' } }: { readonly request: { readonly cursor?: string } }) => {
      await new Promise((resolve) => setTimeout(resolve))
      collectGarbage()
      held.push(read.filter((each) => each.deref() !== undefined).length)
      const rows = rowsFrom(Number(cursor) + 1)
      read.push(new WeakRef(rows))
      return { columns: ['Name'], findings: [], rows, total: 8, more: Number(cursor) < 6 }
    },
  } as unknown as JobRunner
  const { csv } = sandboxedClientSources(runner, { maxMs: 1000, pages: 1, cells: 1, documentBytes: 1000 })
  const { rows } = await csv.read({}, new AbortController())
  const numbers: number[] = []
  for await (const { row } of rows) numbers.push(row)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(held).toEqual([0, 0, 0, 0])
})
