import { describe, expect, it } from 'vitest'
import { messageId } from '../email/dispatch-email.ts'
import type { Context, Principal } from '../context.ts'
import { callerOf } from '../context.ts'
import { defineOperation, execute, executeStream } from '../operation.ts'
import type { ClientDirectory } from '../ports/client-directory.ts'
import type { ClientSource, SourceRow } from '../ports/client-source.ts'
import type { EmailLedger, EmailSchedule } from '../ports/email-ledger.ts'
import { providers } from '../ports/providers.ts'
import * as z from 'zod'
import { portsInSpace } from './ports-in-space.ts'

const { signal } = new AbortController()

describe('the ports of a space', () => {
  it('are those of a caller: no operation can forget it, a streamed one neither', async () => {
    const asked: unknown[] = []
    const clientDirectory = { get: async (_id: string, { space }: { space?: string }) => void asked.push(space) }
    const look = async (ports: { clientDirectory: ClientDirectory }) =>
      // What an operation says of a space itself does not count.
      ports.clientDirectory.get('x', { signal, space: 'other' })
    const operation = defineOperation({
      name: 'look',
      area: 'clients',
      summary: '',
      description: '',
      effect: false,
      cost: 'plain',
      takesDocuments: false,
      producesDocuments: false,
      input: z.strictObject({}),
      output: z.object({}),
      needs: ['clientDirectory'],
      problems: [],
      examples: [],
      run: async (_input, ports) => {
        await look(ports)
        return { data: {} }
      },
      stream: {
        contentType: 'application/zip',
        suits: () => true,
        open: async (_input, ports) => {
          await look(ports)
          return { filename: '', contentType: '', bytes: (async function* () {})() }
        },
      },
    })
    const contextOf = (space: Pick<Principal, 'space'>): Context => ({
      principal: { id: 'x', operations: '*', ...space },
      requestId: '1',
      signal,
      deadline: Number.POSITIVE_INFINITY,
    })
    for (const space of [{}, { space: '' }, { space: 'lisbon' }]) {
      await execute(operation, {}, { clientDirectory } as never, contextOf(space))
      await executeStream(operation, {}, { clientDirectory } as never, contextOf(space))
    }
    expect(asked).toEqual(['', '', '', '', 'lisbon', 'lisbon'])
    for (const space of ['../a', 'Lisbon', 'a/b', '.', 'common', ' ']) {
      const context = contextOf({ space })
      const refused = { code: 'internal' }
      await expect(execute(operation, {}, { clientDirectory } as never, context)).rejects.toMatchObject(refused)
      await expect(executeStream(operation, {}, { clientDirectory } as never, context)).rejects.toMatchObject(refused)
    }
    expect(asked).toHaveLength(6)
  })

  it('have a ledger of their own; that of the common space has the ids that it always had', async () => {
    const ids: string[] = []
    const emailLedger: EmailLedger = {
      claim: async ({ id }) => {
        ids.push(id)
        return { state: 'claimed' }
      },
      settle: async (id) => void ids.push(id),
      release: async (id) => void ids.push(id),
      open: async () => [],
      find: async () => undefined,
      countInDoubt: async () => 0,
    }
    const emailSchedule: EmailSchedule = {
      takeDue: async () => undefined,
      postpone: async (id) => void ids.push(id),
      async cancel(id) {
        ids.push(id)
        return true
      },
    }
    const message = { id: 'm', fingerprint: 'f', provider: 'p', at: 0, request: '', files: new Uint8Array() }
    for (const space of ['', 'a', 'b']) {
      const seen = portsInSpace({ emailLedger, emailSchedule }, space)
      await seen.emailLedger.claim(message, { signal })
      await seen.emailLedger.release('m')
      await seen.emailLedger.settle('m', { status: 'sent', providerMessageId: '', accepted: [], rejected: [] })
      await seen.emailSchedule.postpone('m', 1)
      await seen.emailSchedule.cancel('m')
    }
    expect(ids).toEqual(['m', 'a/m', 'b/m'].flatMap((id) => Array(5).fill(id)))
  })

  it('have cursors of their own', async () => {
    const rows: SourceRow[] = [1, 2].map((row) => ({ row, values: [], faults: [], cursor: `row ${row}` }))
    const source: ClientSource = {
      id: 'csv',
      fromDocument: true,
      read: async ({ cursor }) => ({
        columns: [],
        rows: (async function* () {
          yield* rows.filter((row) => cursor === undefined || row.cursor > cursor)
        })(),
        findings: [],
      }),
    }
    const read = async (space: string, cursor?: string): Promise<readonly (readonly [number, string])[]> => {
      const { clientSources } = portsInSpace({ clientSources: providers({ csv: source }) }, space)
      const found = []
      const { rows: some } = await clientSources.get().read(cursor === undefined ? {} : { cursor }, { signal })
      for await (const row of some) found.push([row.row, row.cursor] as const)
      return found
    }
    expect((await read(''))[0]).toEqual([1, 'row 1'])
    const [first] = await read('a')
    expect((await read('a', first?.[1])).map(([row]) => row)).toEqual([2])
    for (const [space, cursor] of [
      ['b', first?.[1]],
      ['a', 'row 1'],
      ['a', 'bWFkZTp1cA'],
    ] as const) {
      await expect(read(space, cursor)).rejects.toMatchObject({
        violations: [{ pointer: '/cursor', code: 'invalid_cursor' }],
      })
    }
  })
})

describe('the same caller in two spaces', () => {
  const principal = { id: 'key', caller: 'office', operations: '*' as const }

  it('is two', () => {
    const callers = [principal, { ...principal, space: '' }, { ...principal, space: 'a' }, { ...principal, space: 'b' }]
    expect(callers.map(callerOf)).toEqual(['office', 'office', 'a\u001foffice', 'b\u001foffice'])
  })

  it('has two e-mails under one Idempotency-Key; that of the common space has the id that it always had', () => {
    const ports = {
      hasher: { sha256: (bytes: Uint8Array) => new TextDecoder().decode(bytes) },
      ids: { next: () => '' },
    }
    const idIn = (space?: string): string =>
      messageId(0, 'send', ports as never, {
        principal: { ...principal, ...(space === undefined ? {} : { space }) },
        idempotencyKey: 'k',
        requestId: '',
        signal,
        deadline: 0,
      })
    expect(idIn()).toBe('["office","send","k",0]')
    expect(idIn('')).toBe(idIn())
    expect(new Set([idIn(), idIn('a'), idIn('b')]).size).toBe(3)
  })
})
