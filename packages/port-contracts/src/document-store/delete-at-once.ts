import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { sha256, signal } from './requests.ts'

/** Deletes beside other deletes, puts, reads and listings. */
export function deleteAtOnceCases(given: GivenStore, { rounds }: Pick<StoreSwitches, 'rounds'>): void {
  const { put, remove, textAt, documentPaths } = given
  describe('delete', () => {
    it('lets one of twenty racing deletes have been the one', async () => {
      const { version } = await put('race/a.txt')
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, racer) => remove('race/a.txt', racer % 2 === 0 ? 'any' : { version })),
      )
      expect(outcomes.filter((wasThere) => wasThere)).toHaveLength(1)
      expect(await given.store.stat('race/a.txt', { signal })).toBeUndefined()
    })

    const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        (value) => (typeof value === 'boolean' ? value : 'put'),
        (error: unknown) => (ChanceryError.is(error) ? error.code : error),
      )
    const racers = { 'delete first': [true, false], 'put first': [false, true] } as const

    it.each(Object.entries(racers))(
      'and a put of any at once come out in one of the two orders: %s',
      async (_, order) => {
        for (let round = 0; round < rounds; round++) {
          const path = `race/${round}/a.txt`
          await put(path, 'old')
          const calls = order.map((isDelete) => outcomeOf(isDelete ? remove(path) : put(path, 'new', 'any')))
          const outcomes = await Promise.all(calls)
          // A delete finds the one or the other; it may be the last.
          expect(new Set(outcomes)).toEqual(new Set([true, 'put']))
          const left = await outcomeOf(textAt(path))
          expect(['put', 'document_not_found']).toContain(left)
          if (left === 'put') expect(await textAt(path)).toBe('new')
        }
      },
    )

    it.each(Object.entries(racers))('and a put of a new one at once agree on which was first: %s', async (_, order) => {
      for (let round = 0; round < rounds; round++) {
        const path = `race/${round}/a.txt`
        await put(path, 'old')
        const calls = order.map((isDelete) => outcomeOf(isDelete ? remove(path) : put(path, 'new')))
        const outcomes = await Promise.all(calls)
        const isPut = outcomes.includes('put')
        expect(new Set(outcomes)).toEqual(new Set([true, isPut ? 'put' : 'document_exists']))
        expect(await outcomeOf(textAt(path))).toBe(isPut ? 'put' : 'document_not_found')
        if (isPut) expect(await textAt(path)).toBe('new')
      }
    })

    it.each(Object.entries(racers))('and a put, both of one version: one of them has it: %s', async (_, order) => {
      for (let round = 0; round < rounds; round++) {
        const path = `race/${round}/a.txt`
        const { version } = await put(path, 'old')
        const calls = order.map((isDelete) =>
          outcomeOf(isDelete ? remove(path, { version }) : put(path, 'new', { version })),
        )
        const outcomes = await Promise.all(calls)
        const isPut = outcomes.includes('put')
        expect(new Set(outcomes)).toEqual(new Set(isPut ? ['put', 'write_conflict'] : [true, 'write_conflict']))
        expect(await outcomeOf(textAt(path))).toBe(isPut ? 'put' : 'document_not_found')
      }
    })

    it('never takes a put with it that goes into the folder that it empties', async () => {
      await put('shared/deep/0')
      for (let round = 0; round < 2 * rounds; round++) {
        const outcomes = await Promise.all([
          remove(`shared/deep/${round}`),
          put(`shared/deep/${round + 1}`, `round ${round}`),
          put(`shared/other/${round}`),
        ])
        expect(outcomes[0]).toBe(true)
        expect(await textAt(`shared/deep/${round + 1}`)).toBe(`round ${round}`)
        await remove(`shared/other/${round}`)
      }
      expect(await documentPaths()).toEqual([`shared/deep/${2 * rounds}`])
    })

    it('never shows a reader half a document', async () => {
      const content = new Uint8Array(100_000).fill(7)
      const progress = { working: true }
      const worker = (async () => {
        for (let round = 0; round < 20; round++) {
          await put('busy/a', content)
          await new Promise((resolve) => setTimeout(resolve, 2))
          await remove('busy/a')
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
        progress.working = false
      })()
      const seen = new Set<string>()
      while (progress.working) {
        const found = await given.store.read('busy/a', { signal }).then(
          ({ bytes }) => sha256(bytes),
          (error: unknown) => (ChanceryError.is(error) ? error.code : error),
        )
        seen.add(String(found))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await worker
      expect([...seen].sort()).toEqual([sha256(content), 'document_not_found'].sort())
    })

    it('between the pages of a listing leaves out what is gone, and nothing else', async () => {
      const all = Array.from({ length: 12 }, (_, index) => `page/${String.fromCharCode(97 + index)}/doc`)
      for (const path of all) await put(path)
      const page = async (after?: string): Promise<string[]> => {
        const found: string[] = []
        for await (const { kind, path } of given.store.list('', {
          signal,
          ...(after === undefined ? {} : { after }),
        })) {
          if (kind === 'document') found.push(path)
          if (found.length === 4) break
        }
        return found
      }
      const first = await page()
      // The last that was listed, which the next page begins behind, and the first that it would have had.
      for (const path of [all[3], all[4]]) await remove(path as string)
      const second = await page(first.at(-1))
      await remove(second.at(-1) as string)
      const third = await page(second.at(-1))
      expect([...first, ...second, ...third]).toEqual(all.filter((path) => path !== all[4]))
    })

    it('while a listing is under way leaves what was not deleted in it, once', async () => {
      const all = Array.from({ length: 12 }, (_, index) => `walk/${String.fromCharCode(97 + index)}`)
      for (const path of all) await put(path)
      const found: string[] = []
      for await (const { kind, path } of given.store.list('', { signal })) {
        if (kind === 'folder') continue
        found.push(path)
        // What was just listed, and what lies far ahead.
        await remove(path)
        if (found.length === 2) await remove(all[11] as string)
      }
      expect(found.slice(0, 11)).toEqual(all.slice(0, 11))
      expect(await documentPaths()).toEqual([])
    })
  })
}
