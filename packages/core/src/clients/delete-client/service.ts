import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { withoutRaw } from '../client-raw.ts'
import { referredClient } from '../referred-client.ts'
import type { deleteClientContract } from './contract.ts'

/** Takes away the very version that is answered. */
export async function removeClient(
  { client: reference, ifVersion, dryRun }: InputOf<typeof deleteClientContract>,
  { clientDirectory, clock }: PortsOf<typeof deleteClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof deleteClientContract>> {
  const client = await referredClient(clientDirectory, { reference, pointer: '/client', ifVersion }, signal)
  const deletedAt = new Date(clock.now()).toISOString()
  if (!dryRun) {
    const { id, version } = client
    await clientDirectory.change([], () => [{ id, version: version + 1, removed: true, deletedAt }], { signal })
  }
  return { data: { client: withoutRaw(client), deletion: { client: client.id, deletedAt } } }
}
