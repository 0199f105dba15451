import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { referredClient } from '../referred-client.ts'
import type { deleteClientContract } from './contract.ts'

/** Takes away the very version that is answered. */
export async function removeClient(
  { client: reference, ifVersion, dryRun }: InputOf<typeof deleteClientContract>,
  { clientDirectory }: PortsOf<typeof deleteClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof deleteClientContract>> {
  const client = await referredClient(clientDirectory, { reference, pointer: '/client', ifVersion }, signal)
  if (!dryRun) {
    const { id, version } = client
    await clientDirectory.change([], () => [{ id, version: version + 1, removed: true }], { signal })
  }
  return { data: { client } }
}
