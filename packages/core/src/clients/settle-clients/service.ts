import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { invalidRequest } from '../../errors.ts'
import type { ClientRecord } from '../../model/client-record.ts'
import { maxRaws, withoutRaw } from '../client-raw.ts'
import { apartOfBoth, areSettledApart, heldApart, withoutDoubt } from '../held-apart.ts'
import { externalIdKey } from '../client-identifiers.ts'
import { joinConsents } from '../consents.ts'
import { laterOf } from '../later-of.ts'
import { joinContactLabels } from '../contact-labels.ts'
import { partsOf, propertiesOf } from '../merge-client.ts'
import { referredClient } from '../referred-client.ts'
import type { settleClientsContract } from './contract.ts'

/** Makes one client of two, or holds them apart for good. */
export async function settle(
  { client, other, decision, ifVersion, dryRun }: InputOf<typeof settleClientsContract>,
  { clientDirectory, clock }: PortsOf<typeof settleClientsContract>,
  { signal }: Context,
): Promise<AnswerOf<typeof settleClientsContract>> {
  const one = await referredClient(clientDirectory, { reference: client, pointer: '/client', ifVersion }, signal)
  const two = await referredClient(clientDirectory, { reference: other, pointer: '/other' }, signal)
  if (one.id === two.id) throw invalidRequest('/other', 'same_client', 'Both are the same client.', 'Name another one.')
  const updatedAt = new Date(clock.now()).toISOString()
  const next = (record: ClientRecord): ClientRecord => ({ ...record, version: record.version + 1, updatedAt })
  if (decision === 'different') {
    if (areSettledApart(one, two)) return { data: { client: withoutRaw(one), other: withoutRaw(two) } }
    const [a, b] = [next(heldApart(one, two.id)), next(heldApart(two, one.id))]
    if (!dryRun) await clientDirectory.change([], () => [a, b], { signal })
    return { data: { client: withoutRaw(a), other: withoutRaw(b) } }
  }
  const joined = next(joinedWith(one, two))
  if (!dryRun) {
    const gone = { id: two.id, version: two.version + 1, removed: true } as const
    await clientDirectory.change([], () => [gone, joined], { signal })
  }
  return { data: { client: withoutRaw(joined) } }
}

/** The first, with what only the second says, and all by which both are found. */
function joinedWith(one: ClientRecord, two: ClientRecord): ClientRecord {
  const { apart: _own, origin: _origin, ...first } = one
  const { id, version, createdAt, updatedAt, externalIds, rows } = first
  const { doubts: _doubts, apart: _apart, parts: _parts, origin: _from, ...other } = two
  const ids = new Set(externalIds.map(externalIdKey))
  const saidAt = laterOf(one.saidAt, two.saidAt)
  const contacts = {
    emails: [...new Set([...one.emails, ...two.emails])],
    phones: [...new Set([...one.phones, ...two.phones])],
  }
  return withoutDoubt(
    {
      ...other,
      ...first,
      id,
      version,
      createdAt,
      updatedAt,
      ...contacts,
      ...joinContactLabels(one.contactLabels, two.contactLabels, contacts),
      custom: { ...two.custom, ...one.custom },
      ...propertiesOf(two.cardProperties, one.cardProperties),
      ...joinConsents(one.consents, two.consents),
      externalIds: [...externalIds, ...two.externalIds.filter((each) => !ids.has(externalIdKey(each)))],
      rows: [...new Set([...rows, ...two.rows])],
      parts: [...partsOf(one), ...partsOf(two).map((part) => ({ ...part, from: part.from ?? two.id }))],
      mergedFrom: [...(one.mergedFrom ?? []), two.id, ...(two.mergedFrom ?? [])],
      ...(saidAt === undefined ? {} : { saidAt }),
      ...rawsOf(one, two),
      ...apartOfBoth(one, two),
    },
    two.id,
  )
}

/** Both of one source: should they be taken apart, each has its own again. */
function rawsOf(one: ClientRecord, two: ClientRecord): Pick<ClientRecord, 'raw'> {
  const raw = [...(one.raw ?? []), ...(two.raw ?? [])].slice(0, maxRaws)
  return raw.length === 0 ? {} : { raw }
}
