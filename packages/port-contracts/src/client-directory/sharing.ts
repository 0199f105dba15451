import type { ClientIdentifier, ClientRecord } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { type DirectoryAtHand, email, record, signal } from './directory-at-hand.ts'

/** What several spaces, callers and processes have of one directory. */
export function sharingContract(at: DirectoryAtHand): void {
  const { idsOf, save } = at

  it('lets one of many win who change the same record', async () => {
    await save(record('a'))
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => save(record('a', { version: 2, name: `by ${n}` }), record(`with${n}`))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = (await at.directory.get('a', { signal }))?.name.slice(3)
    const written = await idsOf(...Array.from({ length: 20 }, (_, n) => email(`with${n}@example.com`)))
    expect(written).toEqual([`with${winner}`])
  })

  describe('keeps spaces apart', () => {
    const inSpace = (space?: string) => ({ signal, ...(space === undefined ? {} : { space }) })
    const own = {
      emails: ['ada@example.com'],
      phones: ['+1'],
      externalIds: [{ source: 'crm', id: '7' }],
      rows: ['d'],
    }
    const identifiers: ClientIdentifier[] = [
      email('ada@example.com'),
      { kind: 'phone', value: '+1' },
      { kind: 'external', value: 'crm:7' },
      { kind: 'row', value: 'd' },
    ]
    const spaces = [undefined, 'a', 'A', 'a ', 'a\0', "' OR 1=1 --", '__proto__', '%']

    it('with the same id and identifiers', async () => {
      for (const [n, space] of spaces.entries()) {
        expect(await at.directory.get('same', inSpace(space))).toBeUndefined()
        expect(await at.directory.match(identifiers, inSpace(space))).toEqual([])
        const matched: (readonly ClientRecord[])[] = []
        await at.directory.change(
          identifiers,
          (matches) => {
            matched.push(matches)
            return [record('same', { ...own, name: `of ${n}` })]
          },
          inSpace(space),
        )
        expect(matched.at(-1)).toEqual([])
      }
      for (const [n, space] of spaces.entries()) {
        expect((await at.directory.get('same', inSpace(space)))?.name).toBe(`of ${n}`)
        expect((await at.directory.match(identifiers, inSpace(space))).map(({ name }) => name)).toEqual([`of ${n}`])
      }
    })

    it('so that a change of one leaves the others as they are', async () => {
      for (const space of ['a', 'b']) await at.directory.change([], () => [record('same', own)], inSpace(space))
      await at.directory.change([], () => [record('same', { version: 2, emails: [] })], inSpace('a'))
      expect(await at.directory.match(identifiers, inSpace('a'))).toEqual([])
      expect(await at.directory.match(identifiers, inSpace('b'))).toEqual([record('same', own)])
    })

    it('and takes the common one where none is named', async () => {
      await save(record('a'))
      expect(await at.directory.get('a', inSpace(''))).toEqual(record('a'))
    })
  })

  it('does nothing for a call that was given up', async () => {
    const given = { signal: AbortSignal.abort() }
    await expect(at.directory.change([], () => [record('a')], given)).rejects.toThrow()
    await expect(at.directory.get('a', given)).rejects.toThrow()
    await expect(at.directory.match([email('a@example.com')], given)).rejects.toThrow()
    await expect(at.directory.search({ beginnings: [], limit: 1 }, given)).rejects.toThrow()
    expect(await at.directory.get('a', { signal })).toBeUndefined()
  })

  it('keeps its own copy', async () => {
    const emails = ['a@example.com']
    await save(record('a', { emails }))
    emails.push('b@example.com')
    expect((await at.directory.get('a', { signal }))?.emails).toEqual(['a@example.com'])
  })

  it('shares what it has with another handle, and their conflicts', async () => {
    const another = at.another()
    if (another === undefined) {
      expect(at.another()).toBeUndefined()
      return
    }
    await save(record('a'))
    expect(await another.get('a', { signal })).toEqual(record('a'))
    await another.change([], () => [record('a', { version: 2 })], { signal })
    await expect(save(record('a', { version: 2 }))).rejects.toMatchObject({
      code: 'write_conflict',
    })
    await save(record('a', { version: 3 }))
    expect((await another.match([email('a@example.com')], { signal })).map(({ version }) => version)).toEqual([3])
  })
}
