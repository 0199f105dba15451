import { getHeapStatistics } from 'node:v8'

/** Bytes of new objects that are worth a collection: half of the nursery, so that the next job rarely fills the rest. */
const worthwhileBytes = 8 * 1024 ** 2

/**
 * Collects young garbage between jobs, when next to nothing of it is alive. Left to itself, V8 collects in the midst of
 * one: all that the job still needs is copied, soon taken for old, and old objects cost far more to be rid of.
 * @param collector V8's own, which is there with `--expose-gc` alone
 * @param usedBytes what the heap holds, garbage and all
 */
export function createYoungGarbage(
  collector: ((options: { readonly type: 'minor' }) => unknown) | undefined = globalThis.gc,
  usedBytes = () => getHeapStatistics().used_heap_size,
): { collect(): void } {
  /** Bytes of the heap after the last collection. */
  let remained = Number.POSITIVE_INFINITY
  return {
    collect() {
      const used = usedBytes()
      remained = Math.min(remained, used)
      if (used - remained < worthwhileBytes) return
      collector?.({ type: 'minor' })
      remained = usedBytes()
    },
  }
}
