import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { present } from '../../present.ts'
import { jscontactCard } from '../formats/jscontact-card.ts'
import { withoutRaw } from '../client-raw.ts'
import { provenanceOf } from '../provenance.ts'
import { referredClient } from '../referred-client.ts'
import type { getClientContract } from './contract.ts'

/** The client as the directory keeps it. */
export async function answerClient(
  { client: reference, as, raw: isRawWanted }: InputOf<typeof getClientContract>,
  { clientDirectory }: PortsOf<typeof getClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof getClientContract>> {
  const client = await referredClient(clientDirectory, { reference, pointer: '/client' }, signal)
  const provenance = provenanceOf(client)
  return {
    data: {
      client: withoutRaw(client),
      ...present({ provenance, raw: isRawWanted ? (client.raw ?? []) : undefined }),
      ...(as === undefined ? {} : { card: jscontactCard(client) }),
    },
  }
}
