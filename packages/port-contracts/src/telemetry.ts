import type { Telemetry } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every telemetry does: it watches, and changes nothing. */
export function telemetryContract(name: string, make: () => Telemetry): void {
  describe(`${name} as Telemetry`, () => {
    it('gives what the work gives, once', async () => {
      let runs = 0
      expect(await make().span('work', { size: 1 }, async () => ++runs)).toBe(1)
    })

    it('fails as the work fails', async () => {
      const fault = new Error('x')
      await expect(make().span('work', {}, () => Promise.reject(fault))).rejects.toBe(fault)
    })
  })
}
