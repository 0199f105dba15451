import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { invalidRequest } from '../../errors.ts'
import { present } from '../../present.ts'
import { latestRaws, withoutRaw } from '../client-raw.ts'
import type { ClientPart, ClientRaw, ClientRecord } from '../../model/client-record.ts'
import { heldApart } from '../held-apart.ts'
import { externalIdKey } from '../client-identifiers.ts'
import { idsOfPart, joinClient } from '../merge-client.ts'
import { referredClient } from '../referred-client.ts'
import type { splitClientContract } from './contract.ts'

/** Makes two clients of one, each of what its parts say. */
export async function split(
  { client, parts: places, ifVersion, dryRun }: InputOf<typeof splitClientContract>,
  { clientDirectory, clock, ids }: PortsOf<typeof splitClientContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof splitClientContract>> {
  const known = await referredClient(clientDirectory, { reference: client, pointer: '/client', ifVersion }, signal)
  const { parts = [] } = known
  const taken = new Set(places)
  const absent = places.find((place) => place >= parts.length)
  if (absent !== undefined)
    throw invalidRequest('/parts', 'part_absent', 'The client has no such part.', 'See `parts` of `/get-client`.')
  const left = parts.filter((_, place) => !taken.has(place))
  if (left.length === 0) throw invalidRequest('/parts', 'nothing_left', 'Every part is named.', 'Leave one at least.')
  const now = new Date(clock.now()).toISOString()
  const own = parts.filter((_, place) => taken.has(place))
  // Of whom the whole is held apart, each of its parts is.
  const apart = known.apart === undefined ? {} : { apart: known.apart }
  // Parts that were a client of their own before are that client again.
  const former = formerClient(own, left)
  const raws = known.raw ?? []
  const isOwn = ({ digest }: ClientRaw): boolean => own.some(({ row }) => row === digest)
  const made = {
    ...madeOf(own),
    ...latestRaws(raws.filter(isOwn)),
    id: former ?? ids.next(),
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...apart,
  }
  const mergedFrom = (known.mergedFrom ?? []).filter((id) => id !== former)
  const gone = new Set(own.map(({ row }) => row))
  const ownIds = new Set(own.flatMap(idsOfPart).map(externalIdKey))
  const rebuilt: ClientRecord = {
    ...madeOf(left),
    ...latestRaws(raws.filter((each) => !isOwn(each))),
    id: known.id,
    version: known.version + 1,
    createdAt: known.createdAt,
    updatedAt: now,
    // Rows and ids of parts that are not kept any more stay where they were.
    rows: known.rows.filter((row) => !gone.has(row)),
    externalIds: known.externalIds.filter((each) => !ownIds.has(externalIdKey(each))),
    ...(mergedFrom.length === 0 ? {} : { mergedFrom }),
    ...apart,
  }
  const [one, two] = [heldApart(rebuilt, made.id), heldApart(made, known.id)]
  if (!dryRun) await clientDirectory.change([], () => [one, two], { signal })
  return { data: { client: withoutRaw(one), other: withoutRaw(two) } }
}

/** The client that some parts were, all of them and no other. */
function formerClient(own: readonly ClientPart[], left: readonly ClientPart[]): string | undefined {
  const [former, ...others] = new Set(own.map(({ from }) => from))
  return others.length > 0 || left.some(({ from }) => from === former) ? undefined : former
}

/** What rows say together, the newer ones correcting the older. */
function madeOf(parts: readonly ClientPart[]): ClientRecord {
  const [oldest, ...newer] = parts.toReversed()
  if (oldest === undefined) throw new TypeError('There is no part.')
  const first: ClientRecord = {
    ...oldest.data,
    id: '',
    version: 0,
    externalIds: idsOfPart(oldest),
    rows: [oldest.row],
    ...present({ saidAt: oldest.saidAt, origin: oldest.origin }),
    createdAt: '',
    updatedAt: '',
  }
  const whole = newer.reduce<ClientRecord>((record, part) => joinClient(record, part, 'merge'), first)
  // Whose they were before is still known, where it is a client of several.
  const known = new Map(parts.map((part) => [part.row, part]))
  return whole.parts === undefined ? whole : { ...whole, parts: whole.parts.map((part) => known.get(part.row) ?? part) }
}
