import type { Json, KeptOutcome } from '@chancery/core'
import { expect, it } from 'vitest'
import { type DirectoryAtHand, record, signal } from './directory-at-hand.ts'

/** What is kept of an import's batches, until it has answered. */
export function keptOutcomesContract(at: DirectoryAtHand): void {
  const kept = (after: number, outcome: Json, more: Partial<KeptOutcome> = {}): KeptOutcome => ({
    import: 'i',
    after,
    at: 1000,
    outcome,
    ...more,
  })
  const enter = async (id: string, outcome: () => KeptOutcome, space = '') =>
    at.directory.change([], () => [record(id)], { signal, space, outcome })
  const found = async (after: number, of = 'i', space = '') =>
    (at.another() ?? at.directory).outcomeOf({ import: of, after }, { signal, space })

  it('keeps what became of a batch with its clients, word for word', async () => {
    const outcome = { rows: [{ name: 'Ada \u0000 "ł" 🙂', n: 0.1 + 0.2, absent: null }] }
    expect(await found(0)).toBeUndefined()
    await enter('a', () => kept(0, outcome))
    await enter('b', () => kept(500, []))
    expect([await found(0), await found(500), await found(1)]).toEqual([outcome, [], undefined])
    expect([await found(0, 'j'), await found(0, 'i', 'other')]).toEqual([undefined, undefined])
  })

  it('keeps neither where the clients are refused, or the outcome is', async () => {
    await enter('a', () => kept(0, 'first'))
    await expect(enter('a', () => kept(500, 'second'))).rejects.toMatchObject({ code: 'write_conflict' })
    expect(await found(500)).toBeUndefined()
    // Another process has entered the batch meanwhile.
    await expect(enter('b', () => kept(0, 'again'))).rejects.toMatchObject({ code: 'write_conflict', retryable: true })
    const fault = new Error('not made')
    const unmade = () => {
      throw fault
    }
    await expect(enter('b', unmade)).rejects.toThrow()
    expect(await at.directory.get('b', { signal })).toBeUndefined()
    expect(await found(0)).toBe('first')
  })

  it('keeps it of a batch without clients too', async () => {
    expect(await at.directory.change([], () => [], { signal, outcome: () => kept(0, 'none') })).toEqual([])
    expect(await found(0)).toBe('none')
  })

  it('forgets an import, or what is old, in all spaces, and leaves none of it where it lay', async () => {
    await enter('a', () => kept(0, 'Zanzibar'.repeat(1000)))
    await enter('b', () => kept(500, 'Zanzibar'))
    await enter('c', () => kept(0, 'young', { import: 'j', at: 2000 }), 's')
    await enter('d', () => kept(0, 'old', { import: 'k', at: 1999 }), 's')
    await at.directory.forgetOutcomes({ import: 'i' }, { signal })
    expect([await found(0), await found(500), await found(0, 'j', 's')]).toEqual([undefined, undefined, 'young'])
    expect((await at.written()) ?? '').not.toContain('Zanzibar')
    await at.directory.forgetOutcomes({ before: 2000 }, { signal })
    expect([await found(0, 'k', 's'), await found(0, 'j', 's')]).toEqual([undefined, 'young'])
    // The clients stay.
    expect(await at.directory.get('a', { signal })).toEqual(record('a'))
  })

  it('does nothing for one that was given up', async () => {
    await enter('a', () => kept(0, 'stays'))
    const given = { signal: AbortSignal.abort() }
    await expect(at.directory.outcomeOf({ import: 'i', after: 0 }, given)).rejects.toThrow()
    await expect(at.directory.forgetOutcomes({ import: 'i' }, given)).rejects.toThrow()
    expect(await found(0)).toBe('stays')
  })
}
