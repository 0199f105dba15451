import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { cancelEmailContract } from './contract.ts'

/** Takes back what waits; of those who come at once with the worker that sends it, one has it. */
export async function cancel(
  { id, dryRun }: InputOf<typeof cancelEmailContract>,
  { emailLedger, emailSchedule }: PortsOf<typeof cancelEmailContract>,
): Promise<AnswerOf<typeof cancelEmailContract>> {
  if (!dryRun) return { data: { id, cancelled: await emailSchedule.cancel(id) } }
  const waiting = await emailLedger.open({ states: ['scheduled'], limit: 1, id })
  return { data: { id, cancelled: waiting.length > 0 } }
}
