import { ChanceryError, type CallName } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { letterDocument } from '../fixtures/letter.ts'
import { base64 } from './spaced-service.ts'

const spaces = ['common', 'lisbon', 'porto'] as const
type Space = (typeof spaces)[number]

/** One call in a space; ids of clients are those that the space was told, by number. */
interface Step {
  readonly space: Space
  readonly operation: CallName
  readonly input: (clients: readonly string[]) => object
  readonly key?: string
}

const path = fc.constantFrom(
  'a.txt',
  'a/b.txt',
  'letters/ada.txt',
  '.spaces2/x',
  'lisbon/a.txt',
  '.spaces/lisbon/a.txt',
)
const text = fc.constantFrom('one', 'two', 'three')
const onConflict = fc.constantFrom('fail', 'rename', 'overwrite', 'keep-both-versions', 'skip-if-same')
const template = { content: base64(letterDocument({ name: '{client.name}', number: '1', total: '1' })) }

const people = ['Ada Lovelace,ada@example.com', 'Alan Turing,alan@example.com', 'Ada King,ada@example.com', ',none']
const rows = fc.subarray(people, { minLength: 1 })

const call: fc.Arbitrary<Pick<Step, 'operation' | 'input'>> = fc.oneof(
  fc.record({ path, text, onConflict, dryRun: fc.boolean() }).map(({ text: content, ...rest }) => ({
    operation: 'store-document' as const,
    input: () => ({ document: { content: base64(content) }, ...rest }),
  })),
  path.map((from) => ({
    operation: 'extract-document' as const,
    input: () => ({ document: { path: from }, include: ['text'] }),
  })),
  fc
    .record({ path: fc.constantFrom('', 'a', 'letters', 'lisbon', '.spaces'), limit: fc.integer({ min: 1, max: 9 }) })
    .map((given) => ({
      operation: 'get-folder-directories' as const,
      input: () => ({ include: 'folders-and-documents', ...given }),
    })),
  fc
    .record({ rows, onConflict: fc.constantFrom('merge', 'replace', 'skip'), dryRun: fc.boolean() })
    .map(({ rows: some, ...rest }) => ({
      operation: 'enter-client-data' as const,
      input: () => ({
        source: { provider: 'csv', document: { content: base64(`Name,E-Mail\n${some.join('\n')}\n`) } },
        ...rest,
      }),
    })),
  fc.record({ number: fc.nat(5), path, onConflict }).map(({ number, ...output }) => ({
    operation: 'pre-filling' as const,
    input: (clients: readonly string[]) => ({ template, client: clients[number] ?? 'nobody', output }),
  })),
  fc.record({ subject: text, path }).map(({ subject, path: from }) => ({
    operation: 'send-email' as const,
    input: () => ({ to: 'ada@example.com', subject, text: 'Hello', attachments: [{ path: from }] }),
  })),
)

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...spaces), call, fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }))
  .map(([space, made, key]) => ({ space, ...made, ...(key === undefined ? {} : { key }) }))

/** What the callers of each space are told, step for step: ids, versions and cursors by the order in which they came. */
async function viewsOf(
  steps: readonly Step[],
  placeOf: (space: Space) => { readonly harness: Harness; readonly space?: Space },
): Promise<Record<Space, unknown[]>> {
  const views: Record<Space, unknown[]> = { common: [], lisbon: [], porto: [] }
  const clients: Record<Space, string[]> = { common: [], lisbon: [], porto: [] }
  const names: Record<Space, Map<string, string>> = { common: new Map(), lisbon: new Map(), porto: new Map() }
  for (const { space, operation, input, key } of steps) {
    const { harness, ...place } = placeOf(space)
    const nameOf = (value: string): string => {
      const known = names[space].get(value) ?? `#${names[space].size}`
      names[space].set(value, known)
      return known
    }
    const plain = (value: unknown, field = ''): unknown => {
      if (typeof value === 'string') {
        if (
          ['id', 'providerMessageId', 'version', 'previousVersion', 'messageId', 'nextCursor'].includes(field) &&
          value !== ''
        )
          return nameOf(value)
        return ['createdAt', 'updatedAt', 'modifiedAt'].includes(field) ? '' : value
      }
      if (Array.isArray(value)) return value.map((each) => plain(each, field))
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, name)]))
    }
    try {
      const { data, warnings } = await harness.call(operation, input(clients[space]) as never, {
        ...place,
        ...(key === undefined ? {} : { idempotencyKey: key }),
      })
      views[space].push([operation, plain(data), plain(warnings)])
      if ('clients' in data) {
        for (const { id } of data.clients) if (!clients[space].includes(id)) clients[space].push(id)
      }
    } catch (error) {
      if (!ChanceryError.is(error)) throw error
      const { code, message, violations, details } = error
      views[space].push([operation, code, message, plain(violations), plain(details)])
    }
  }
  return views
}

it('a space is told what it would be told if it had the service for itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
      const together = createHarness()
      const alone = { common: createHarness(), lisbon: createHarness(), porto: createHarness() }
      try {
        const seen = await viewsOf(steps, (space) => ({ harness: together, space }))
        expect(seen).toEqual(await viewsOf(steps, (space) => ({ harness: alone[space] })))
        const sent = Object.values(alone).reduce((sum, { transport }) => sum + transport.sent.length, 0)
        expect(together.transport.sent).toHaveLength(sent)
      } finally {
        for (const harness of [together, ...Object.values(alone)]) await harness.close()
      }
    }),
    { numRuns: 60 },
  )
})

it('a space of no valid name is refused', async () => {
  const harness = createHarness()
  await expect(harness.call('get-folder-directories', {}, { space: '../common' })).rejects.toThrow(RangeError)
  await harness.close()
})
