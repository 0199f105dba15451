import { ChanceryError } from '@chancery/core'
import type { Costing } from './tesseract-program.ts'

/** What is left of some time of a processor. */
export interface Allowance {
  /** In ms. */
  left(): number
}

/** What the work for one picture has cost so far. */
export class Effort {
  /** Of a processor's time. */
  usedMs = 0

  /** What some work made. @param limitMs what it costs where it is ended for taking longer */
  async of<Outcome>(work: Promise<Costing<Outcome>>, limitMs = 0): Promise<Outcome> {
    try {
      const { outcome, usedMs } = await work
      this.usedMs += usedMs
      return outcome
    } catch (error) {
      if (ChanceryError.is(error) && error.code === 'deadline_exceeded') this.usedMs += limitMs
      throw error
    }
  }

  allowance(ms: number): Allowance {
    const end = this.usedMs + ms
    return { left: () => Math.round(end - this.usedMs) }
  }
}
