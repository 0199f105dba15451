import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { jscontactCard } from '../formats/jscontact-card.ts'
import { referredClient } from '../referred-client.ts'
import type { getClientContract } from './contract.ts'

/** The client as the directory keeps it. */
export async function answerClient(
  { client: reference, as }: InputOf<typeof getClientContract>,
  { clientDirectory }: PortsOf<typeof getClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof getClientContract>> {
  const client = await referredClient(clientDirectory, { reference, pointer: '/client' }, signal)
  return { data: as === undefined ? { client } : { client, card: jscontactCard(client) } }
}
