import { cancellation } from '@chancery/core'

/** Lets a few at a time through, in the order in which they came. */
export class TurnTaking {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.free = atOnce
  }

  /** @throws `cancelled`, `deadline_exceeded` while it waits */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.turn(signal)
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next === undefined) this.free++
      else next()
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancellation(signal))
      if (this.free > 0) {
        this.free--
        return resolve()
      }
      const go = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1)
        reject(cancellation(signal))
      }
      signal.addEventListener('abort', leave, { once: true })
      this.waiting.push(go)
    })
  }
}
