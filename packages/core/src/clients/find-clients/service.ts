import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { ClientIdentifier } from '../../ports/client-directory.ts'
import { identifierKey, identifiersOf } from '../client-identifiers.ts'
import { nameKeys } from '../matching/block-keys.ts'
import { nameWords } from '../name-words.ts'
import type { findClientsContract } from './contract.ts'

/** The clients that have all of what is given. */
export async function find(
  input: InputOf<typeof findClientsContract>,
  { clientDirectory }: PortsOf<typeof findClientsContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof findClientsContract>> {
  const wanted = identifiersIn(input)
  const named = input.name === undefined ? [] : nameKeys(input.name)
  // What few have is looked for, and the name only asked of those; a name alone is looked for by its keys.
  const sought = wanted.length > 0 ? wanted : named.map((value): ClientIdentifier => ({ kind: 'block', value }))
  const matches = await clientDirectory.match(sought, { signal })
  const words = sorted(input.name)
  const clients = matches.filter((record) => {
    const keys = new Set(identifiersOf(record).map(identifierKey))
    return (
      wanted.every((each) => keys.has(identifierKey(each))) &&
      (input.name === undefined || sorted(record.name) === words)
    )
  })
  return { data: { clients: clients.slice(0, input.limit), more: clients.length > input.limit } }
}

const sorted = (name = ''): string => nameWords(name).toSorted().join(' ')

function identifiersIn({ email, phone, externalId }: InputOf<typeof findClientsContract>): ClientIdentifier[] {
  return [
    ...(externalId === undefined
      ? []
      : [{ kind: 'external', value: `${externalId.source}:${externalId.id}` } as const]),
    ...(email === undefined ? [] : [{ kind: 'email', value: email.toLowerCase() } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
  ]
}
