import * as z from 'zod'
import { type Context, spaceOf } from '../../context.ts'
import { invalidRequest } from '../../errors.ts'
import type { ClientDirectory } from '../../ports/client-directory.ts'
import type { Hasher } from '../../ports/hasher.ts'
import { readCursor, writeCursor } from '../../documents/cursor.ts'
import type { ClientRecord } from '../../model/client-record.ts'
import { sortedJson } from '../../sorted-json.ts'
import { hasBeginnings, nameBeginnings, phoneBeginnings, textBeginnings } from './search-terms.ts'

/** Fields of a call that looks for clients. */
export const clientQueryFields = () => ({
  text: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Anything of these: each word is the beginning of a name, an address, an id or a number.'),
  name: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Words of the name or organization, or their beginnings, in any order, without case and accents.'),
  email: z.string().min(2).max(320).optional().describe('An address, or a part of it: `ada@`, `example.com`.'),
  phone: z
    .string()
    .min(2)
    .max(64)
    .optional()
    .describe('In any spelling, with or without the country; also its first or last digits.'),
  externalId: z.strictObject({ source: z.string().min(1).max(64), id: z.string().min(1).max(512) }).optional(),
})

/** What clients are looked for by: all that is given must be so, and nothing given is every client. */
export interface ClientQuery {
  readonly text?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly externalId?: { readonly source: string; readonly id: string } | undefined
}

/** For each of these lists a client has a term that begins with one of the list. */
export function beginningsOf({ text, name, email, phone }: ClientQuery): readonly (readonly string[])[] {
  return [
    ...(text === undefined ? [] : beginningsOfText(text)),
    ...(name === undefined ? [] : orNothing(nameBeginnings(name))),
    ...(email === undefined ? [] : [textBeginnings('e', email)]),
    ...(phone === undefined ? [] : [phoneBeginnings(phone)]),
  ]
}

/** A name of signs alone is nobody's. */
const orNothing = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  lists.length === 0 ? [[]] : lists

function beginningsOfText(text: string): readonly (readonly string[])[] {
  const ofAny = (word: string): readonly string[] => [
    ...nameBeginnings(word).flat(),
    ...textBeginnings('e', word),
    ...textBeginnings('i', word),
  ]
  // A number is one thing, wherever it has blanks, and in digits of full width, too.
  const number = text.normalize('NFKC').trim()
  if (/^[+\d][\d\s()./-]+$/.test(number)) return [[...phoneBeginnings(number), ...ofAny(number.replaceAll(/\D/g, ''))]]
  const pieces = text
    .split(/\s+/)
    .flatMap((piece) => (piece.includes('@') ? piece : piece.split(/[^\p{L}\p{M}\p{N}]+/u)))
  return orNothing(
    pieces
      .filter((piece) => piece !== '')
      .slice(0, 16)
      .map((piece) =>
        piece.includes('@')
          ? textBeginnings('e', piece)
          : [...ofAny(piece), ...(/^\d{4,}$/.test(piece) ? phoneBeginnings(piece) : [])],
      ),
  )
}

interface Page {
  readonly clients: readonly ClientRecord[]
  readonly nextCursor?: string
}

/**
 * One page of the clients that a query means. A cursor holds the place of the last client: what is entered, changed or
 * deleted meanwhile makes no other one be left out or come twice.
 * @throws `invalid_request` for a cursor of another query, or of another space
 */
export async function searchClients(
  query: ClientQuery,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  { clientDirectory, hasher }: { readonly clientDirectory: ClientDirectory; readonly hasher: Hasher },
  { signal, principal }: Pick<Context, 'signal' | 'principal'>,
): Promise<Page> {
  const beginnings = beginningsOf(query)
  const digest = hasher.sha256(new TextEncoder().encode(sortedJson([spaceOf(principal), query]))).slice(0, 16)
  const after = cursor === undefined ? undefined : readCursor(cursor, digest)
  if (cursor !== undefined && after === undefined) throw badCursor()
  // A list of nothing is met by nobody.
  if (beginnings.some((each) => each.length === 0)) return { clients: [] }
  if (query.externalId !== undefined) {
    const { source, id } = query.externalId
    const found = await clientDirectory.match([{ kind: 'external', value: `${source}:${id}` }], { signal })
    return { clients: found.filter((record) => hasBeginnings(record, beginnings)).slice(0, limit) }
  }
  const { clients, next } = await clientDirectory.search(
    { beginnings, limit, ...(after === undefined ? {} : { after }) },
    { signal },
  )
  return { clients, ...(next === undefined ? {} : { nextCursor: writeCursor(next, digest) }) }
}

const badCursor = (): Error =>
  invalidRequest(
    '/cursor',
    'invalid_cursor',
    'The cursor does not belong to this query.',
    'Use `nextCursor` as it came, with the same query.',
  )
