import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { withoutRaw } from '../client-raw.ts'
import { searchClients } from '../search/client-query.ts'
import type { findClientsContract } from './contract.ts'

/** One page of the clients that have all of what is given. */
export async function find(
  { limit, cursor, ...query }: InputOf<typeof findClientsContract>,
  ports: PortsOf<typeof findClientsContract>,
  context: Context,
): Promise<AnswerOf<typeof findClientsContract>> {
  const page = await searchClients(query, { cursor, limit }, ports, context)
  return { data: { ...page, clients: page.clients.map(withoutRaw), more: page.nextCursor !== undefined } }
}
