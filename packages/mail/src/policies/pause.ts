/** Time, for what waits: ports of their own would be too much for it, and tests want another. */
export interface Pause {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after so many ms, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const realPause: Pause = {
  now: Date.now,
  async wait(ms, signal) {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  },
}

/** What is left for the call itself after a wait, in ms. */
const callMs = 1000

/** Whether a wait that begins now leaves time for the call before the deadline. */
export const isInTime = (ms: number, deadline: number | undefined, { now }: Pause): boolean =>
  deadline === undefined || now() + ms + callMs <= deadline
