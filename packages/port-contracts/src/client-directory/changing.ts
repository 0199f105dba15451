import type { ClientIdentifier, ClientRecord, DecideClients } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { type DirectoryAtHand, email, record, signal } from './directory-at-hand.ts'

/** How records are replaced, taken away, and decided on in one transaction. */
export function changingContract(at: DirectoryAtHand): void {
  const { idsOf, save } = at

  it('replaces a record by its next version, and forgets what it was found by', async () => {
    await save(record('a', { emails: ['old@example.com'] }))
    await save(record('a', { version: 2, emails: ['new@example.com'] }))
    expect(await at.directory.get('a', { signal })).toMatchObject({ version: 2, emails: ['new@example.com'] })
    expect(await idsOf(email('old@example.com'))).toEqual([])
    expect(await idsOf(email('new@example.com'))).toEqual(['a'])
  })

  it.each([
    ['the same version again', record('a')],
    ['a version too far', record('a', { version: 3 })],
    ['a first version that is not 1', record('b', { version: 2 })],
    ['a version of nought', record('b', { version: 0 })],
  ])('refuses %s, and writes nothing of the batch', async (_name, stale) => {
    await save(record('a'))
    const batch = [record('before'), stale, record('behind')]
    await expect(save(...batch)).rejects.toMatchObject({ code: 'write_conflict', retryable: true })
    expect(await at.directory.get('a', { signal })).toEqual(record('a'))
    expect(await idsOf(email('before@example.com'), email('behind@example.com'), email('b@example.com'))).toEqual([])
    expect(await at.directory.get('before', { signal })).toBeUndefined()
  })

  it('takes a client away, with all that it was found by, and gives what it had to another', async () => {
    await save(record('a', { externalIds: [{ source: 'crm', id: '7' }], rows: ['d'] }), record('b'))
    await expect(save({ id: 'a', version: 3, removed: true })).rejects.toMatchObject({ code: 'write_conflict' })
    await expect(save({ id: 'none', version: 1, removed: true })).rejects.toMatchObject({ code: 'write_conflict' })
    const heir = record('b', { version: 2, externalIds: [{ source: 'crm', id: '7' }], rows: ['d'] })
    const gone = { id: 'a', version: 2, removed: true } as const
    expect(await save(gone, heir)).toEqual([gone, heir])
    expect(await at.directory.get('a', { signal })).toBeUndefined()
    expect(await idsOf(email('a@example.com'), { kind: 'row', value: 'd' })).toEqual(['b'])
    await save(record('a'))
    expect(await idsOf(email('a@example.com'))).toEqual(['a'])
  })

  it('remembers who was deleted, by what an import has, and nothing of what was said', async () => {
    const deletedAt = '2026-03-03T00:00:00.000Z'
    const one = record('a', { rows: ['d1', 'd2'] })
    await save(one, record('b', { rows: ['d3'] }))
    const all: ClientIdentifier[] = [
      { kind: 'id', value: 'b' },
      { kind: 'row', value: 'd2' },
      { kind: 'row', value: 'd3' },
      { kind: 'id', value: 'a' },
      { kind: 'row', value: 'none' },
    ]
    expect(await at.directory.deletions(all, { signal })).toEqual([])
    expect(await at.directory.deletions([], { signal })).toEqual([])
    // What became part of another is not deleted.
    await save({ id: 'a', version: 2, removed: true, deletedAt }, { id: 'b', version: 2, removed: true })
    expect(await at.directory.deletions(all, { signal })).toEqual([
      { client: 'a', deletedAt, by: { kind: 'row', value: 'd2' } },
      { client: 'a', deletedAt, by: { kind: 'id', value: 'a' } },
    ])
    expect(await at.directory.deletions(all, { signal, space: 'other' })).toEqual([])
    await save({ ...one, rows: ['d1'] })
    expect(await at.directory.deletions([{ kind: 'row', value: 'd1' }], { signal })).toHaveLength(1)
    // Also by ids of whom had become part of it, and of other directories.
    const externalIds = [
      { source: 'chancery', id: 'elsewhere' },
      { source: 'crm', id: '7' },
    ]
    await save(record('c', { mergedFrom: ['before'], externalIds }))
    await save({ id: 'c', version: 2, removed: true, deletedAt })
    const ids = ['before', 'elsewhere', '7'].map((value): ClientIdentifier => ({ kind: 'id', value }))
    const gone = await at.directory.deletions(ids, { signal })
    expect(gone.map(({ by }) => by.value)).toEqual(['before', 'elsewhere'])
    // And by those of other systems.
    const inSystems = ['crm:7', 'crm:8', '7'].map((value): ClientIdentifier => ({ kind: 'external', value }))
    const known = await at.directory.deletions(inSystems, { signal })
    expect(known).toEqual([{ client: 'c', deletedAt, by: { kind: 'external', value: 'crm:7' } }])
    expect(await at.directory.deletions(inSystems, { signal, space: 'other' })).toEqual([])
  })

  it('keeps no digest of what a deleted client said but under the seal', async () => {
    const digest = 'bare-digest-of-a-row'
    const externalIds = [{ source: 'crm', id: 'id-of-a-system' }]
    await save(record('a', { rows: [digest], externalIds }))
    await save({ id: 'a', version: 2, removed: true, deletedAt: '2026-03-03T00:00:00.000Z' })
    expect(await at.directory.deletions([{ kind: 'row', value: digest }], { signal })).toHaveLength(1)
    const written = await at.written()
    for (const bare of [digest, 'id-of-a-system']) expect(written ?? '').not.toContain(bare)
    // What is looked at is what was written.
    expect(written ?? 'sealed:').toContain('sealed:')
  })

  it('refuses one record twice in a batch', async () => {
    await expect(save(record('a'), record('a'))).rejects.toMatchObject({
      code: 'write_conflict',
    })
    expect(await at.directory.get('a', { signal })).toBeUndefined()
  })

  describe('changes what it matched in one transaction', () => {
    /** As an import does: the client with the address gets one more row, or is made. */
    const enter =
      (id: string, address: string): DecideClients =>
      ([known]) =>
        known === undefined
          ? [record(id, { emails: [address], rows: [`of ${id}`] })]
          : [{ ...known, version: known.version + 1, rows: [...known.rows, `of ${id}`] }]

    it('tells by what it found each, where it tells that', async () => {
      await save(
        record('a', { emails: ['a@example.com', 'both@example.com'] }),
        record('b', { emails: ['both@example.com'], phones: ['+1'] }),
      )
      const wanted = [email('a@example.com'), email('both@example.com'), { kind: 'phone', value: '+1' } as const]
      const seen: unknown[] = []
      await at.directory.change(
        [...wanted, email('nobody@example.com')],
        (_, foundBy) => {
          if (foundBy !== undefined) seen.push([foundBy.get('a'), foundBy.get('b'), foundBy.size])
          return []
        },
        { signal },
      )
      for (const each of seen) expect(each).toEqual([wanted.slice(0, 2), wanted.slice(1), 2])
    })

    it('decides on what `match` gives, and answers what it wrote', async () => {
      await save(
        record('b', { phones: ['+1'], createdAt: '2026-02-01T00:00:00.000Z' }),
        record('a', { phones: ['+1'] }),
      )
      const seen: (readonly ClientRecord[])[] = []
      const written = await at.directory.change(
        [{ kind: 'phone', value: '+1' }, email('none@example.com')],
        (matches) => {
          seen.push(matches)
          return [{ ...record('a', { phones: ['+1'] }), version: 2, name: 'New' }, record('c')]
        },
        { signal },
      )
      expect(seen.at(-1)?.map(({ id }) => id)).toEqual(['a', 'b'])
      expect(written).toMatchObject([
        { id: 'a', version: 2, name: 'New' },
        { id: 'c', version: 1, name: 'Client c' },
      ])
      expect(await at.directory.get('a', { signal })).toEqual(written[0])
      expect(await at.directory.get('c', { signal })).toEqual(written[1])
    })

    it('makes one client, whoever comes at once', async () => {
      const handles = [at.directory, at.another() ?? at.directory]
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          handles[n % 2]?.change([email('ada@example.com')], enter(`c${n}`, 'ada@example.com'), { signal }),
        ),
      )
      const found = await at.directory.match([email('ada@example.com')], { signal })
      expect(found).toHaveLength(1)
      expect(found[0]?.version).toBe(40)
      expect(new Set(found[0]?.rows).size).toBe(40)
    })

    it('writes nothing when the decision throws, and passes its error on', async () => {
      const fault = new TypeError('of the caller')
      const thrown = at.directory.change(
        [],
        () => {
          throw fault
        },
        { signal },
      )
      await expect(thrown).rejects.toBe(fault)
      expect(await save(record('a'))).toHaveLength(1)
    })

    it.each([{ kind: 'external', value: 'crm:7' } as const, { kind: 'row', value: 'digest' } as const])(
      'gives $kind to one client of a space alone',
      async ({ kind, value }) => {
        const own = kind === 'row' ? { rows: ['digest'] } : { externalIds: [{ source: 'crm', id: '7' }] }
        await save(record('a', own))
        await expect(save(record('x'), record('b', own))).rejects.toMatchObject({ code: 'write_conflict' })
        await expect(save(record('c', { rows: ['r'] }), record('d', { rows: ['r'] }))).rejects.toMatchObject({
          code: 'write_conflict',
        })
        for (const id of ['x', 'b', 'c', 'd']) expect(await at.directory.get(id, { signal })).toBeUndefined()
        // The client itself keeps it, gives it up, and then another may have it.
        await save(record('a', { ...own, version: 2 }))
        await save(record('a', { version: 3 }))
        await save(record('b', own))
        expect((await at.directory.match([{ kind, value }], { signal })).length).toBe(1)
      },
    )

    it('lets clients share an e-mail address and a telephone', async () => {
      const shared = { emails: ['family@example.com', 'Family@Example.com'], phones: ['+1', '+1'] }
      await save(record('a', shared), record('b', shared))
      expect(await idsOf(email('family@example.com'))).toEqual(['a', 'b'])
    })
  })

  it('saves nothing gladly', async () => {
    expect(await save()).toEqual([])
  })
}
