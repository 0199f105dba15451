/** How many times its limit work may take by the clock, where the machine is busy with other work. */
const patience = 3
const leastWaitMs = 20

/**
 * Aborts once some work has used so much time of a processor: by the clock, a page of text on a busy machine would be
 * taken for one that cannot be read.
 * @param used by the work so far, in ms; where that cannot be told, the clock decides
 */
export function processorLimit(
  limitMs: number,
  used: () => Promise<number | undefined>,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController()
  const begin = performance.now()
  const end = (): void => controller.abort()
  let isOver = false
  const last = setTimeout(end, Math.min(limitMs * patience, maxTimerMs))
  let next = setTimeout(look, Math.min(limitMs, maxTimerMs))
  function look(): void {
    void used()
      .catch(() => undefined)
      .then((time = performance.now() - begin) => {
        if (isOver) return
        if (time >= limitMs) end()
        else next = setTimeout(look, Math.max(limitMs - time, leastWaitMs))
      })
  }
  return {
    signal: controller.signal,
    stop() {
      isOver = true
      clearTimeout(last)
      clearTimeout(next)
    },
  }
}

/** What a timer can wait at the most. */
const maxTimerMs = 2 ** 31 - 1
