const leastWaitMs = 20
const longestWaitMs = 200

export interface ProcessorLimit {
  /** Aborted once the work has used up its time. */
  readonly signal: AbortSignal
  /** Of a processor's time, in ms, once it is stopped: what was seen of it, and what went by since, as that may all be its. */
  readonly usedMs: () => number
  stop(): void
}

/**
 * Aborts once some work has used so much time of a processor. It does not go by the clock: on a busy machine a page of
 * text would be taken for one that cannot be read.
 * @param used by the work so far, in ms; where that cannot be told, the clock decides
 * @param stalledMs by the clock, in which work that uses no processor at all is taken to hang
 */
export function processorLimit(
  limitMs: number,
  used: () => Promise<number | undefined>,
  stalledMs: number,
): ProcessorLimit {
  const controller = new AbortController()
  const begin = performance.now()
  let [known, seenAt, movedAt, isOver, isTold] = [0, begin, begin, false, false]
  let next = setTimeout(look, waitFor(limitMs))
  // What is asked may never answer.
  const watch = setInterval(endIfStalled, Math.min(stalledMs, longestWaitMs))

  function end(): void {
    close()
    controller.abort()
  }

  function stop(): void {
    if (isOver) return
    // A short task ends before anybody looks.
    known += Math.min(performance.now() - seenAt, longestWaitMs)
    close()
  }

  function close(): void {
    isOver = true
    clearTimeout(next)
    clearInterval(watch)
  }

  function endIfStalled(): void {
    if (performance.now() - movedAt >= stalledMs) end()
  }

  function look(): void {
    void used()
      .catch(() => undefined)
      .then((time) => {
        if (isOver) return
        note(time)
        if (known >= limitMs) end()
        else next = setTimeout(look, waitFor(limitMs - known))
      })
  }

  function note(time: number | undefined): void {
    if (time === undefined && isTold) return
    isTold ||= time !== undefined
    const now = performance.now()
    seenAt = now
    const seen = time ?? now - begin
    if (seen > known) movedAt = now
    known = Math.max(known, seen)
  }

  return { signal: controller.signal, usedMs: () => known, stop }
}

const waitFor = (ms: number): number => Math.min(Math.max(ms, leastWaitMs), longestWaitMs)
