import { type CallDelivery, type Receiving, throwIfCancelled } from '@chancery/core'
import { growingPause } from '../growing-pause.ts'

export interface EmbeddedDeliverySettings {
  /** Between two looks for calls of which nobody told, in ms; default 1,000. */
  readonly lookMs?: number
}

const usualLookMs = 1000

/**
 * Delivery within one process: an announcement wakes a worker of it at once. Besides, workers look again and again: another
 * process on the same register may have added a call, and the lease of one that died may have ended.
 */
export function createEmbeddedDelivery({ lookMs = usualLookMs }: EmbeddedDeliverySettings = {}): CallDelivery {
  const workers = new Set<Workers>()
  return {
    id: 'embedded',
    async announce(_id, { signal }) {
      throwIfCancelled(signal)
      for (const each of workers) each.told()
    },
    async receive(work, { slots }): Promise<Receiving> {
      const own = new Workers(work, slots, lookMs)
      workers.add(own)
      own.look()
      return {
        async close() {
          workers.delete(own)
          await own.close()
        },
      }
    },
  }
}

/** So many at once ask for work, until there is none; then they rest until they are told, or it is time to look. */
class Workers {
  private readonly work: () => Promise<boolean>
  private readonly slots: number
  private readonly lookMs: number
  private readonly busy = new Set<Promise<void>>()
  /** How often they were told: what was asked before the last time may have come too early. */
  private tellings = 0
  private failures = 0
  private isClosed = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(work: () => Promise<boolean>, slots: number, lookMs: number) {
    this.work = work
    this.slots = slots
    this.lookMs = lookMs
  }

  told(): void {
    this.tellings++
    // After a failure the pause counts, not what is told.
    if (this.failures === 0) this.start()
  }

  /** Whoever is free looks for a call; after a failure one alone does, since it may fail again. */
  look(): void {
    this.tellings++
    for (let n = this.failures === 0 ? this.slots : 1; n > 0; n--) this.start()
    this.lookIn(this.lookMs)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await Promise.all(this.busy)
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer)
    if (!this.isClosed) this.timer = setTimeout(() => this.look(), ms)
  }

  private start(): void {
    if (this.isClosed || this.busy.size >= this.slots) return
    const run = this.workOn().finally(() => this.busy.delete(run))
    this.busy.add(run)
  }

  private async workOn(): Promise<void> {
    try {
      while (!this.isClosed) {
        const { tellings } = this
        const wasThere = await this.work()
        this.failures = 0
        if (!wasThere && tellings === this.tellings) return
      }
    } catch {
      // Whoever does the work has logged it.
      this.failures++
      this.lookIn(growingPause(this.failures))
    }
  }
}
