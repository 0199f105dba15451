import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClientChange, isKept } from '../model/client-change.ts'
import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ClientDirectory } from '../ports/client-directory.ts'
import type { ClientNormalizer } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import { ChanceryError } from '../errors.ts'
import { identifierKey, identifiersOf, provesAlone } from './client-identifiers.ts'
import type { ClientData, ClientRecord } from '../model/client-record.ts'
import { present } from '../present.ts'
import { createImport, type ImportOrder } from './import-clients.ts'

type Cells = Partial<
  Record<'name' | 'email' | 'phone' | 'id' | 'jobTitle' | 'given' | 'family' | 'born' | 'own' | 'said' | 'ids', string>
>

const born = (given: string, day: string): Cells => ({
  name: `${given} Hohenstein`,
  given,
  family: 'Hohenstein',
  born: day,
})

const row = (cells: Cells, number = 1): SourceRow => ({
  row: number,
  values: Object.entries(cells).map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: String(number),
})

/** Reads cells as they are: what is tested here is what becomes of rows, not how values are written. */
const normalizer: ClientNormalizer = {
  map: async (columns) => columns.map((column) => ({ column, field: 'ignore', confidence: 1, reason: 'given' })),
  normalize: async (rows) =>
    rows.map(({ values }) => {
      const cells = Object.fromEntries(values.map(({ column, value }) => [column, value])) as Cells
      if (cells.name === undefined) {
        return { errors: [{ code: 'no_name', severity: 'error', message: 'No name.' }], warnings: [] }
      }
      const data: ClientData = {
        kind: 'person',
        name: cells.name,
        emails: cells.email === undefined ? [] : [cells.email],
        phones: cells.phone === undefined ? [] : [cells.phone],
        custom: {},
        ...(cells.jobTitle === undefined ? {} : { jobTitle: cells.jobTitle }),
        ...(cells.given === undefined ? {} : { givenName: cells.given }),
        ...(cells.family === undefined ? {} : { familyName: cells.family }),
        ...(cells.born === undefined ? {} : { birthDate: cells.born }),
      }
      return {
        data,
        errors: [],
        warnings: [],
        ...present({
          externalId: cells.id,
          clientId: cells.own,
          updatedAt: cells.said,
          externalIds: cells.ids?.split(' ').map((each) => {
            const [source = '', id = ''] = each.split(':')
            return { source, id }
          }),
        }),
      }
    }),
}

function memoryDirectory(): ClientDirectory & { readonly records: Map<string, ClientRecord> } {
  const records = new Map<string, ClientRecord>()
  const matching = (identifiers: readonly ClientIdentifier[]) => {
    const keys = new Set(identifiers.map(identifierKey))
    return [...records.values()].filter((record) =>
      [{ kind: 'id', value: record.id } as const, ...identifiersOf(record)].some((identifier) =>
        keys.has(identifierKey(identifier)),
      ),
    )
  }
  return {
    id: 'test',
    records,
    get: async (id) => records.get(id),
    match: async (identifiers) => matching(identifiers),
    async change(identifiers, decide, { identifiersOf: known = identifiersOf }) {
      const matches = matching(identifiers)
      const batch = decide(matches).filter(isKept)
      // What an import knows of records is what anybody works out of them.
      for (const record of [...matches, ...batch]) expect(known(record)).toEqual(identifiersOf(record))
      const others = [...records.values()].filter(({ id }) => !batch.some((record) => record.id === id))
      const alone = [...others, ...batch].flatMap((record) =>
        identifiersOf(record).filter(provesAlone).map(identifierKey),
      )
      if (
        new Set(alone).size < alone.length ||
        batch.some(({ id, version }) => (records.get(id)?.version ?? 0) !== version - 1)
      ) {
        throw new ChanceryError('write_conflict', 'changed')
      }
      for (const record of batch) records.set(record.id, record)
      return batch
    },
    deletions: async () => [],
    outcomeOf: async () => undefined,
    forgetOutcomes: async () => {},
    search: async () => ({ clients: [...records.values()] }),
    check: async () => {},
  }
}

function setUp(overrides: Partial<ImportOrder> = {}, directory = memoryDirectory()) {
  let count = directory.records.size
  const ports = {
    clientNormalizer: normalizer,
    clientDirectory: directory,
    ids: { next: () => `c${++count}` },
    clock: { now: () => 0 },
    hasher: {
      sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
      sha256OfStream: async () => '',
    },
  }
  const order: ImportOrder = {
    system: 'crm',
    given: {},
    columns: [],
    matchBy: ['externalId', 'email', 'phone', 'likeness'],
    onConflict: 'merge',
    mode: 'upsert',
    deleted: 'enter',
    dryRun: false,
    locale: 'en',
    ...overrides,
  }
  const context = {
    principal: { id: 'test', operations: '*' as const },
    requestId: '1',
    signal: new AbortController().signal,
    deadline: 0,
  }
  const run = createImport(order, ports, context)
  return {
    directory,
    one: () => [...directory.records.values()][0],
    enter: async (...rows: Cells[]) => {
      return await run.enter(rows.map((cells, index) => row(cells, index + 1)))
    },
  }
}

const statuses = (outcomes: readonly { status: string }[]): string[] => outcomes.map(({ status }) => status)
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+442079460958' }

describe('an import', () => {
  it('creates, and finds the same clients unchanged the next time', async () => {
    const { directory, enter } = setUp()
    expect(statuses(await enter(ada, { name: 'Alan Turing', email: 'alan@example.com' }))).toEqual([
      'created',
      'created',
    ])
    const again = setUp({}, directory)
    expect(statuses(await again.enter(ada, { name: 'Alan Turing', email: 'alan@example.com' }))).toEqual([
      'unchanged',
      'unchanged',
    ])
    expect(directory.records.size).toBe(2)
  })

  it('keeps what each source said last, word for word', async () => {
    const { directory, one, enter } = setUp()
    await enter(ada)
    const { origin, rows } = one() ?? {}
    expect(one()?.raw).toEqual([{ ...origin, at: '1970-01-01T00:00:00.000Z', digest: rows?.[0], values: ada }])
    // What comes again is not written again.
    const before = one()
    expect(statuses(await setUp({}, directory).enter(ada))).toEqual(['unchanged'])
    expect(one()).toBe(before)
    await setUp({ system: 'other' }, directory).enter({ ...ada, jobTitle: 'Poet' })
    await setUp({}, directory).enter({ ...ada, jobTitle: 'Analyst' })
    expect(
      one()
        ?.raw?.map(({ source, values }) => [source, values['jobTitle']])
        .toSorted(),
    ).toEqual([
      ['crm', 'Analyst'],
      ['other', 'Poet'],
    ])
  })

  it('joins rows of one call that are one client', async () => {
    const { directory, enter } = setUp()
    expect(statuses(await enter(ada, { name: 'Ada Lovelace', email: 'ada@example.com', jobTitle: 'Analyst' }))).toEqual(
      ['created', 'merged'],
    )
    expect([...directory.records.values()]).toMatchObject([
      { jobTitle: 'Analyst', phones: ['+442079460958'], version: 1 },
    ])
  })

  it('takes over what changed, and keeps what the row does not say', async () => {
    const { directory, enter } = setUp()
    await enter(ada)
    expect(statuses(await setUp({}, directory).enter({ name: 'Ada King', email: 'ada@example.com' }))).toEqual([
      'updated',
    ])
    expect([...directory.records.values()]).toMatchObject([{ name: 'Ada King', phones: ['+442079460958'], version: 2 }])
  })

  it('replaces or skips a known client as told', async () => {
    const { directory, enter } = setUp()
    await enter(ada)
    expect(statuses(await setUp({ onConflict: 'skip' }, directory).enter({ ...ada, name: 'Ada Byron' }))).toEqual([
      'unchanged',
    ])
    await setUp({ onConflict: 'replace' }, directory).enter({ name: 'Ada King', email: 'ada@example.com' })
    expect([...directory.records.values()]).toMatchObject([{ name: 'Ada King', phones: [] }])
  })

  it('does not take a shared telephone or office mailbox for a person', async () => {
    const { enter } = setUp()
    const outcomes = await enter(
      ada,
      { name: 'Byron King', phone: ada.phone },
      { name: 'A. Lovelace', phone: ada.phone },
    )
    expect(statuses(outcomes)).toEqual(['created', 'created', 'merged'])
    const office = setUp()
    const shared = await office.enter(
      { name: 'Ada', email: 'info@example.com' },
      { name: 'Bob', email: 'info@example.com' },
    )
    expect(statuses(shared)).toEqual(['created', 'created'])
    expect(shared[1]).toMatchObject({ warnings: [{ code: 'shared_contact' }] })
  })

  it('takes over no name that only repeats an address', async () => {
    const { directory, enter } = setUp()
    await enter(ada)
    await setUp({}, directory).enter({ name: 'ada@example.com', email: 'ada@example.com' })
    expect([...directory.records.values()]).toMatchObject([{ name: 'Ada Lovelace' }])
  })

  it('keeps a family apart that shares one e-mail address, and a name that changed together', async () => {
    const family = setUp()
    const smiths = await family.enter(
      { name: 'Mary Smith', email: 's@x.org' },
      { name: 'John Smith', email: 's@x.org' },
    )
    expect(statuses(smiths)).toEqual(['created', 'created'])
    const married = await setUp().enter({ name: 'Ada Byron', email: 'a@x.org' }, { name: 'Ada King', email: 'a@x.org' })
    expect(statuses(married)).toEqual(['created', 'merged'])
  })

  it.each([
    ['Cher', 'Madonna', 'created'],
    ['Madonna', 'Cher Bono', 'created'],
    ['Mary Smith', 'John Smith', 'created'],
    ['Ann', 'Bob', 'created'],
    ['Cher', 'Cher Bono', 'merged'],
    ['Jonathan Smith', 'Jonahtan Smith', 'merged'],
    ['Maria Lopez', 'Lopes María', 'merged'],
    ['Catherine Miller', 'Katherine Miller', 'merged'],
    ['Anna Weiß', 'Anna Weiss', 'merged'],
    ['Łukasz Nowak', 'Lukasz Nowak', 'merged'],
    ['A. Lovelace', 'Ada King', 'merged'],
  ])('with one personal e-mail address takes %s and %s for: %s', async (one, other, status) => {
    const { enter } = setUp()
    const outcomes = await enter({ name: one, email: 'a@x.org' }, { name: other, email: 'a@x.org' })
    expect(statuses(outcomes)).toEqual(['created', status])
  })

  it('changes nothing by rows that spell a name in two ways, however often they come', async () => {
    const { directory, enter } = setUp()
    const rows = [
      { name: 'Anna Weiß', email: 'a@x.org' },
      { name: 'Anna Weiss', email: 'a@x.org' },
    ]
    await enter(...rows)
    const before = [...directory.records.values()]
    for (const row of [...rows, ...rows]) expect(statuses(await setUp({}, directory).enter(row))).toEqual(['unchanged'])
    expect([...directory.records.values()]).toEqual(before)
    expect(before).toMatchObject([{ name: 'Anna Weiß', version: 1 }])
  })

  it.each(['merge', 'skip'] as const)(
    'finds a file that contradicts itself unchanged the next time: %s',
    async (onConflict) => {
      const { directory, enter } = setUp({ onConflict })
      const rows = [
        { name: 'Ada Byron', email: 'a@x.org', jobTitle: 'Poet' },
        { name: 'Ada King', email: 'a@x.org', phone: '+1' },
        { name: 'Ada King', email: 'a@x.org' },
        { name: 'Ada Lovelace', email: 'a@x.org', jobTitle: 'Analyst' },
      ]
      await enter(...rows)
      const before = [...directory.records.values()]
      const again = await setUp({ onConflict }, directory).enter(...rows)
      expect(statuses(again)[0]).toBe('unchanged')
      expect([...directory.records.values()]).toEqual(before)
    },
  )

  it('tells whom a row may be, makes a client of it, and finds both unchanged the next time', async () => {
    const { directory, enter } = setUp()
    const twins = [
      born('Adelheid', '1981-04-17'),
      born('Max', '1981-04-17'),
      born('Adelheid', '1981-04-17'),
      born('Adelhied', '1981-04-17'),
    ]
    const outcomes = await enter(...twins)
    expect(statuses(outcomes)).toEqual(['created', 'created', 'merged', 'merged'])
    expect(outcomes[2]).not.toHaveProperty('review')
    expect(outcomes[3]).toMatchObject({ matchedBy: 'likeness' })
    expect(outcomes[1]).toMatchObject({
      review: [{ name: 'Adelheid Hohenstein', fields: [{ field: 'givenName', agreement: 'different' }, {}, {}] }],
    })
    const [ada, max] = [...directory.records.values()]
    expect(max?.doubts).toEqual([{ client: ada?.id, probability: expect.any(Number) }])
    // What is no more than alike corrects nothing.
    expect(ada?.name).toBe('Adelheid Hohenstein')
    expect(new Set(statuses(await setUp({}, directory).enter(...twins)))).toEqual(new Set(['unchanged']))
    const { enter: strictly } = setUp({ matchBy: ['externalId', 'email', 'phone'] })
    expect(statuses(await strictly(...twins))).toEqual(['created', 'created', 'merged', 'created'])
  })

  it.each([
    [
      ['Jonas', '', 'Lukas'],
      ['created', 'merged', 'created'],
    ],
    [
      ['', 'Jonas', 'Lukas'],
      ['created', 'merged', 'created'],
    ],
    [
      ['Jonas', 'Lukas', ''],
      ['created', 'created', 'created'],
    ],
  ])('makes no two of %j one by a row that lacks the given name', async (given, wanted) => {
    const { enter } = setUp()
    const outcomes = await enter(
      ...given.map((name) => {
        const cells = { name: `${name} Hohenstein`.trim(), family: 'Hohenstein', born: '2001-04-12', phone: '+4934177' }
        return name === '' ? cells : { ...cells, given: name }
      }),
    )
    expect(statuses(outcomes)).toEqual(wanted)
    expect(outcomes.at(-1)).toHaveProperty('review.0')
  })

  it('does not choose by likeness between two that people hold apart', async () => {
    const one = { ...born('Ada', '1981-04-17'), phone: '+1' }
    const two = { ...born('Ada', '1981-04-17'), phone: '+2' }
    const alike = { ...born('Ada', '1981-04-17'), jobTitle: 'Poet' }
    const twoClients = async (apart: boolean) => {
      const { directory, enter } = setUp({ matchBy: ['phone'] })
      await enter(one, two)
      const [a, b] = [...directory.records.values()] as [ClientRecord, ClientRecord]
      // To say it of one is enough.
      if (apart) directory.records.set(b.id, { ...b, apart: [a.id] })
      return directory
    }
    const [joined] = await setUp({}, await twoClients(false)).enter(alike)
    expect(joined).toMatchObject({ status: 'updated', matchedBy: 'likeness' })

    const directory = await twoClients(true)
    const [c, again] = await setUp({}, directory).enter(alike, { ...alike, jobTitle: 'Analyst' })
    expect(c).toMatchObject({ status: 'created', id: 'c3', review: [{ id: 'c1' }, { id: 'c2' }] })
    expect(again).toMatchObject({ status: 'merged', id: 'c3', matchedBy: 'likeness' })
    // What proves more than likeness goes on to do so.
    const later = await setUp({}, directory).enter({ ...one, jobTitle: 'Poet' }, { ...two, jobTitle: 'Poet' })
    expect(later).toMatchObject([
      { status: 'updated', id: 'c1', matchedBy: 'phone' },
      { status: 'updated', id: 'c2', matchedBy: 'phone' },
    ])
  })

  it('forgets an identifier that a row replaced', async () => {
    const { enter } = setUp({ onConflict: 'replace' })
    const rows = [
      { name: 'Ada', email: 'old@x.org', id: '1' },
      { name: 'Ada', email: 'new@x.org', id: '1' },
      { name: 'Bob', email: 'old@x.org' },
    ]
    expect(statuses(await enter(...rows))).toEqual(['created', 'merged', 'created'])
  })

  it('gives raw values under any column name', async () => {
    const { enter } = setUp()
    const [outcome] = await enter({ constructor: 'x', toString: 'y' } as never)
    expect(outcome).toMatchObject({ status: 'rejected', raw: { constructor: 'x', toString: 'y' } })
  })

  it("trusts the source's own id most", async () => {
    const { directory, enter } = setUp()
    await enter({ ...ada, id: '7' })
    const [outcome] = await setUp({}, directory).enter({ name: 'Countess', email: 'new@example.com', id: '7' })
    expect(outcome).toMatchObject({ status: 'updated', matchedBy: 'externalId' })
    expect([...directory.records.values()]).toMatchObject([{ emails: ['new@example.com', 'ada@example.com'] }])
  })

  it('keeps nothing in a dry run, and says the same', async () => {
    const wet = setUp()
    const dry = setUp({ dryRun: true })
    const rows = [ada, { ...ada, jobTitle: 'x' }, { phone: '+1' }, { name: 'B', email: 'b@example.com' }]
    expect(statuses(await dry.enter(...rows))).toEqual(statuses(await wet.enter(...rows)))
    expect(dry.directory.records.size).toBe(0)
  })

  describe('with a mode and a policy', () => {
    const known = { name: 'Ada Lovelace', email: 'ada@example.com', jobTitle: 'Countess' }
    const other = { name: 'Ada King', email: 'ada@example.com', phone: '+1', jobTitle: 'Analyst' }
    const setUpKnown = async (overrides: Partial<ImportOrder>) => {
      const directory = memoryDirectory()
      await setUp({}, directory).enter(known)
      return setUp(overrides, directory)
    }

    it('createOnly: leaves known clients as they are, and says so', async () => {
      const { enter, one, directory } = await setUpKnown({ mode: 'createOnly', onConflict: 'replace' })
      const bob = { name: 'Bob', email: 'bob@example.com' }
      const outcomes = await enter(known, other, bob, { ...bob, jobTitle: 'Builder' })
      expect(statuses(outcomes)).toEqual(['unchanged', 'rejected', 'created', 'merged'])
      expect(outcomes[1]).toMatchObject({ raw: { name: 'Ada King' }, errors: [{ code: 'client_known' }] })
      expect(one()).toMatchObject({ version: 1, name: 'Ada Lovelace', jobTitle: 'Countess' })
      expect(directory.records.size).toBe(2)
    })

    it('updateOnly: makes nobody, and says so', async () => {
      const { enter, one, directory } = await setUpKnown({ mode: 'updateOnly' })
      const outcomes = await enter(other, { name: 'Bob', email: 'bob@example.com' })
      expect(statuses(outcomes)).toEqual(['updated', 'rejected'])
      expect(outcomes[1]).toMatchObject({ errors: [{ code: 'client_unknown' }] })
      expect([directory.records.size, one()?.jobTitle]).toEqual([1, 'Analyst'])
    })

    it.each([
      ['prefer', 'updated', { name: 'Ada King', jobTitle: 'Analyst', phones: ['+1'] }],
      ['keep', 'unchanged', { name: 'Ada Lovelace', jobTitle: 'Countess', phones: [] }],
      ['fillBlanks', 'updated', { name: 'Ada Lovelace', jobTitle: 'Countess', phones: ['+1'] }],
      ['report', 'unchanged', { name: 'Ada Lovelace', jobTitle: 'Countess', phones: [] }],
      // The row does not say when it was changed.
      ['newest', 'updated', { name: 'Ada Lovelace', jobTitle: 'Countess', phones: ['+1'] }],
    ] as const)('%s', async (onConflict, status, is) => {
      const { enter, one } = await setUpKnown({ onConflict })
      const outcomes = await enter(other)
      expect(statuses(outcomes)).toEqual([status])
      expect(one()).toMatchObject(is)
      const [outcome] = outcomes
      const told = outcome !== undefined && 'conflicts' in outcome ? outcome.conflicts : undefined
      const conflicts = [
        { field: 'name', known: 'Ada Lovelace', incoming: 'Ada King' },
        { field: 'phones', incoming: '+1' },
        { field: 'jobTitle', known: 'Countess', incoming: 'Analyst' },
      ]
      expect(told?.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual(
        onConflict === 'report' ? conflicts.toSorted((a, b) => (a.field < b.field ? -1 : 1)) : undefined,
      )
      // The same again says nothing new, whatever the policy.
      expect(statuses(await enter(other))).not.toContain('updated')
    })

    describe('newest', () => {
      const at = (year: number): string => `${year}-01-01T00:00:00.000Z`
      const titles = async (known: string | undefined, ...rows: (readonly [string, string | undefined])[]) => {
        const { enter, one } = setUp({ onConflict: 'newest' })
        const row = (jobTitle: string, said: string | undefined) => ({ ...ada, jobTitle, ...present({ said }) })
        const all = [['Countess', known] as const, ...rows]
        for (const [jobTitle, said] of all) await enter(row(jobTitle, said))
        const after = one()
        // The same once more changes nothing.
        for (const [jobTitle, said] of all.toReversed()) await enter(row(jobTitle, said))
        expect(one()).toEqual(after)
        return [after?.jobTitle, after?.saidAt]
      }

      it.each([
        ['is the later of two, by what their sources say', at(2001), at(2002), 'Analyst', at(2002)],
        ['is not the earlier, however late it is imported', at(2002), at(2001), 'Countess', at(2002)],
        ['is what is known, of two of one moment', at(2001), at(2001), 'Countess', at(2001)],
        ['is never what has no time', at(2001), undefined, 'Countess', at(2001)],
        ['is what has a time rather than what has none', undefined, at(1960), 'Analyst', at(1960)],
        ['is what is known where neither has a time', undefined, undefined, 'Countess', undefined],
      ] as const)('%s', async (_, known, said, jobTitle, saidAt) => {
        expect(await titles(known, ['Analyst', said])).toEqual([jobTitle, saidAt])
      })

      it('is what a source says again, later', async () => {
        const rows = [['Analyst', at(2002)] as const, ['Countess', at(2004)] as const]
        expect(await titles(at(2001), ...rows, ['Analyst', at(2003)])).toEqual(['Countess', at(2004)])
        // Said again without another word between: what is in the middle is not later.
        expect(await titles(at(2001), ['Countess', at(2003)], ['Analyst', at(2002)])).toEqual(['Countess', at(2003)])
      })
    })

    it('knows the client of a row of an export by its id, whatever the row says', async () => {
      const { enter, one, directory } = await setUpKnown({})
      const id = one()?.id ?? ''
      expect(statuses(await enter({ name: 'Somebody Else', own: id }))).toEqual(['updated'])
      expect(directory.records.size).toBe(1)
      expect(statuses(await enter({ name: 'Gone Away', own: 'nobody' }, { name: 'Gone Far', own: 'nobody' }))).toEqual([
        'created',
        'merged',
      ])
      expect([...directory.records.values()][1]?.externalIds).toEqual([{ source: 'chancery', id: 'nobody' }])
    })
  })

  it('rejects with the raw values', async () => {
    expect(await setUp().enter({ phone: '+1' })).toMatchObject([{ status: 'rejected', raw: { phone: '+1' } }])
  })

  it('gives the same ids when it is decided again, and counts the last decision alone', async () => {
    const directory = memoryDirectory()
    const tries: (readonly ClientChange[])[] = []
    const twice: ClientDirectory = {
      ...directory,
      change: (identifiers, decide, options) =>
        directory.change(
          identifiers,
          (matches) => {
            tries.push(decide([]), decide(matches))
            return tries.at(-1) ?? []
          },
          options,
        ),
    }
    const bob = { name: 'Bob', email: 'bob@example.com' }
    await setUp({}, directory).enter(ada)
    const outcomes = await setUp({}, { ...twice, records: directory.records }).enter(bob, { ...ada, jobTitle: 'x' })
    expect(statuses(outcomes)).toEqual(['created', 'updated'])
    expect(tries[0]?.[0]?.id).toBe(tries[1]?.[0]?.id)
    expect(directory.records.size).toBe(2)
  })

  it('leaves an external id with the client that has it, and says so', async () => {
    const { directory, enter } = setUp()
    await enter({ ...ada, id: '7' })
    const byEmail = setUp({ matchBy: ['email'] }, directory)
    const bob = { name: 'Bob', email: 'bob@example.com', id: '7' }
    const outcomes = await byEmail.enter(bob, { ...bob, name: 'Bob B' }, { ...ada, id: '8' })
    expect(statuses(outcomes)).toEqual(['created', 'merged', 'updated'])
    for (const index of [0, 1]) expect(outcomes[index]).toMatchObject({ warnings: [{ code: 'external_id_taken' }] })
    expect([...directory.records.values()].map(({ externalIds }) => externalIds.map(({ id }) => id))).toEqual([
      ['7', '8'],
      [],
    ])
  })

  it.each([
    ['one id', 'hubspot:1'],
    ['several ids', 'zoho:5 hubspot:1'],
  ])('knows a client by %s that other systems have for it, and leaves ids to whom they are of', async (_, ids) => {
    const { directory, enter, one } = setUp({ system: 'hubspot' })
    await enter({ name: 'Ada', id: '1' })
    const other = setUp({ system: 'csv' }, directory)
    expect(await other.enter({ name: 'Ada Lovelace', ids })).toMatchObject([
      { status: 'updated', matchedBy: 'externalId', warnings: [] },
    ])
    expect(
      one()
        ?.externalIds.map(({ source, id }) => `${source}:${id}`)
        .toSorted(),
    ).toEqual(ids.split(' ').toSorted())
    const byEmail = setUp({ system: 'csv', matchBy: ['email'] }, directory)
    const told = await byEmail.enter({ name: 'Bob', email: 'bob@example.com', ids: `${ids} clio:9` })
    expect(told).toMatchObject([{ status: 'created', warnings: [{ code: 'external_id_taken' }] }])
    expect([...directory.records.values()][1]?.externalIds).toEqual([{ source: 'clio', id: '9' }])
  })

  it('accounts for every row, and repeats without change', async () => {
    const cells = fc.record(
      {
        name: fc.constantFrom('Ada', 'Bob', 'Cy Dee'),
        email: fc.constantFrom('a@x.com', 'b@x.com', 'info@x.com'),
        phone: fc.constantFrom('+1', '+2'),
        id: fc.constantFrom('1', '2'),
      },
      { requiredKeys: [] },
    )
    const matchBys = fc.subarray(['externalId', 'email', 'phone'] as const, { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { maxLength: 12 }), matchBys, async (rows, matchBy) => {
        const first = setUp({ matchBy })
        expect(await first.enter(...rows)).toHaveLength(rows.length)
        const size = first.directory.records.size
        await setUp({ matchBy }, first.directory).enter(...rows)
        expect(first.directory.records.size).toBe(size)
      }),
      { numRuns: 250 },
    )
  })
})
