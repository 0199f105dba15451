import { describe, expect, it } from 'vitest'
import type { GivenStore, StoreSwitches } from './given-store.ts'
import { problem, request, signal } from './requests.ts'

/** Puts of many callers at one path, and what readers see of them. */
export function putAtOnceCases(given: GivenStore, { rounds }: Pick<StoreSwitches, 'rounds'>): void {
  const { put, textAt } = given
  describe('put', () => {
    it('lets one of twenty racing creators win', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, racer) => put('race.txt', `racer ${racer}`)),
      )
      const won = outcomes.flatMap((one, racer) => (one.status === 'fulfilled' ? [racer] : []))
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      expect(won).toHaveLength(1)
      for (const reason of lost) expect(reason).toEqual(problem('document_exists'))
      expect(await textAt('race.txt')).toBe(`racer ${won[0]}`)
    })

    it('lets one of twenty racing replacers of a version win', async () => {
      const { version } = await put('race.txt', 'first')
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, racer) => put('race.txt', `racer ${racer}`, { version })),
      )
      const won = outcomes.flatMap((one, racer) => (one.status === 'fulfilled' ? [racer] : []))
      const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      expect(won).toHaveLength(1)
      for (const reason of lost) expect(reason).toEqual(problem('write_conflict'))
      expect(await textAt('race.txt')).toBe(`racer ${won[0]}`)
    })

    it('keeps bytes and metadata together when many overwrite at once', async () => {
      await Promise.all(
        Array.from({ length: 5 + rounds }, (_, racer) =>
          given.store.put(request('hot', `racer ${racer}`, { condition: 'any', metadata: { racer: String(racer) } }), {
            signal,
          }),
        ),
      )
      const { document, bytes } = await given.store.read('hot', { signal })
      expect(Buffer.from(bytes).toString()).toBe(`racer ${document.metadata['racer']}`)
    })

    it('never shows a reader half a write', async () => {
      const content = (round: number): Uint8Array => new Uint8Array(100_000).fill(round)
      await put('busy', content(0))
      const progress = { writing: true }
      const writer = (async () => {
        for (let round = 1; round <= 20; round++) {
          await given.store.put(
            request('busy', content(round), { condition: 'any', metadata: { round: `${round}` } }),
            {
              signal,
            },
          )
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        progress.writing = false
      })()
      while (progress.writing) {
        const { document, bytes } = await given.store.read('busy', { signal })
        expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
        expect(document.metadata['round'] ?? '0').toBe(String(bytes[0]))
        // A store in memory would never let the writer's pause end.
        await new Promise((resolve) => setImmediate(resolve))
      }
      await writer
    })
  })
}
