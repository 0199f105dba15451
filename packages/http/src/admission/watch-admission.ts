import type { Telemetry } from '@chancery/core'
import type { Admission } from './admission.ts'
import type { AdmissionLimits } from './limits.ts'

/** Has the gauges of slots, queue and memory read from what is under way. */
export function watchAdmission(
  telemetry: Telemetry,
  admission: Pick<Admission, 'load' | 'loadOf'>,
  { slots, queue, memoryBytes }: AdmissionLimits,
): void {
  const pair = (used: number, all: number) => [
    { value: used, attributes: { state: 'used' } },
    { value: all, attributes: { state: 'all' } },
  ]
  telemetry.gauge('chancery.slots', () => pair(admission.loadOf('documents').running, slots))
  telemetry.gauge('chancery.queue', () => pair(admission.loadOf('documents').waiting, queue))
  telemetry.gauge('chancery.calls.active', () => [{ value: admission.load().calls }])
  telemetry.gauge('chancery.memory', () => pair(admission.load().reservedBytes, memoryBytes))
}
