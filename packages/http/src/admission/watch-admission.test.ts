import type { GaugeValue, Telemetry } from '@chancery/core'
import { expect, it } from 'vitest'
import type { Admission } from './admission.ts'
import type { AdmissionLimits } from './limits.ts'
import { watchAdmission } from './watch-admission.ts'

it('gauges tell what is under way, and what there is of each', async () => {
  const gauges = new Map<string, Parameters<Telemetry['gauge']>[1]>()
  const telemetry = { gauge: (name: string, read: Parameters<Telemetry['gauge']>[1]) => void gauges.set(name, read) }
  const load = { running: 3, waiting: 2 }
  const admission = {
    load: () => ({ calls: 9, reservedBytes: 500 }),
    loadOf: (lane: string) => (lane === 'documents' ? load : { running: 70, waiting: 80 }),
  }
  const limits = { slots: 4, queue: 10, memoryBytes: 1000 }
  watchAdmission(
    telemetry as unknown as Telemetry,
    admission as unknown as Pick<Admission, 'load' | 'loadOf'>,
    limits as unknown as AdmissionLimits,
  )
  const read: Record<string, readonly GaugeValue[]> = {}
  for (const [name, gauge] of gauges) read[name] = await gauge()
  const pair = (used: number, all: number) => [
    { value: used, attributes: { state: 'used' } },
    { value: all, attributes: { state: 'all' } },
  ]
  expect(read).toEqual({
    'chancery.slots': pair(3, 4),
    'chancery.queue': pair(2, 10),
    'chancery.calls.active': [{ value: 9 }],
    'chancery.memory': pair(500, 1000),
  })
  load.running = 1
  expect(await gauges.get('chancery.slots')?.()).toEqual(pair(1, 4))
})
