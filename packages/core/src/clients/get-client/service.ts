import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { referredClient } from '../referred-client.ts'
import type { getClientContract } from './contract.ts'

/** The client as the directory keeps it. */
export const answerClient = async (
  { client }: InputOf<typeof getClientContract>,
  { clientDirectory }: PortsOf<typeof getClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof getClientContract>> => ({
  data: { client: await referredClient(clientDirectory, { reference: client, pointer: '/client' }, signal) },
})
