import { describe, expect, it } from 'vitest'
import type { WireFault } from './fake-wire.ts'
import { openOn, remove, request, signal, works } from './object-calls.test-support.ts'
import type { FakeObjects, ObjectCall, ObjectStoreVendor } from './object-store-vendor.test-support.ts'

/** What happens to a call on its way. */
interface FailingCall {
  readonly how: WireFault<ObjectCall>['how']
  /** In a bucket with versions; absent: without. */
  readonly versions?: boolean
  /** After a write by the same store; absent: its first call. */
  readonly overwrote?: boolean
  /** Of the work that makes the call; absent: a delete. */
  readonly index?: number
}

/** The work that meets every fault: what a status means is the same for all. */
const ofEveryFault = 2

const usual: ReadonlySet<FailingCall['how']> = new Set([503, 'cut', 'hang', 'stall-download'])

/**
 * Of each work one fault of a kind (a refusal for now, a connection that breaks, an answer that never comes, one that never
 * ends), and of one work all faults.
 */
export const isUsual = ({ how, versions = false, overwrote = false, index }: FailingCall): boolean =>
  (usual.has(how) || index === ofEveryFault) && !versions && !overwrote

/** What a store makes of calls that fail on the way, and of deletes whose answer is lost. */
export function failingCalls<Fake extends FakeObjects>(
  vendor: ObjectStoreVendor<Fake>,
  isTried: (fault: FailingCall) => boolean,
): void {
  /** Only an answer that never comes is waited for as long as that: others may be late on a busy machine. */
  const patienceFor = (how: WireFault<ObjectCall>['how']): number =>
    how === 'hang' || how === 'stall-download' ? 1000 : 10_000

  // At once, each on a stand-in of its own: some wait until a call is given up.
  describe.concurrent(`A store in ${vendor.name}`, () => {
    const withFake = async (versioning: boolean, work: (fake: Fake) => Promise<void>): Promise<void> => {
      const fake = await vendor.start({ versioning, pageSize: 1000 })
      try {
        await work(fake)
      } finally {
        await fake.stop()
      }
    }

    const passing = [429, 503, 'reset', 'cut', 'hang', 'break-download', 'stall-download'] as const
    /** What a status means is the same for all calls. */
    const likewise = [408, 500, 502, 504, 520] as const
    /** What a call may meet on a connection that was used before, in a bucket that was seen. */
    const later: readonly WireFault<ObjectCall>['how'][] = [503, 'reset', 'cut']
    const cases = works.flatMap(([call, work], index) =>
      [...passing, ...(index === ofEveryFault ? likewise : [])]
        .filter((how) => typeof how !== 'string' || !how.endsWith('-download') || call === 'media')
        .flatMap((how) =>
          (later.includes(how) ? [false, true] : [false]).map((overwrote) => ({
            call,
            how,
            overwrote,
            work,
            index,
          })),
        ),
    )
    it.each(cases.filter(isTried))(
      'goes on after $call met $how, a store that wrote before: $overwrote ($index)',
      async (each) => {
        await withFake(false, async (fake) => {
          const open = () => openOn(vendor, fake, { callMs: patienceFor(each.how) })
          const first = open()
          await first.put(request, { signal })
          const store = each.overwrote ? first : open()
          if (each.overwrote) await store.put({ ...request, condition: 'any' }, { signal })
          fake.fail({ call: each.call, how: each.how })
          fake.fail({ call: each.call, how: each.how })
          fake.calls.length = 0
          await each.work(store)
          expect(fake.calls.filter((call) => call === each.call).length).toBeGreaterThanOrEqual(3)
        })
      },
    )

    const lost: readonly WireFault<ObjectCall>['how'][] = ['reset', 503, 'cut', 'hang', { body: '' }]
    it.each(lost.flatMap((how) => [false, true].map((versions) => ({ how, versions }))).filter(isTried))(
      'has deleted where the answer to it was lost: $how, a bucket with versions: $versions',
      async ({ how, versions }) => {
        await withFake(versions, async (fake) => {
          const store = openOn(vendor, fake, { versions, callMs: patienceFor(how) })
          for (const isNamed of [false, true]) {
            const { version } = await store.put(request, { signal })
            fake.fail({ call: 'delete', how, done: true })
            expect(await remove(store, isNamed ? { version } : 'any')).toBe(true)
            expect(await store.stat('a.txt', { signal })).toBeUndefined()
            expect(await remove(store)).toBe(false)
          }
        })
      },
    )
  })
}
