import type { ClientRecord } from '../model/client-record.ts'

/** Without the doubt about another client, which is remembered as another. */
export const heldApart = (record: ClientRecord, other: string): ClientRecord => ({
  ...withoutDoubt(record, other),
  apart: [...new Set([...(record.apart ?? []), other])],
})

/** Whether somebody said of two clients that they are two, however alike. */
export const areHeldApart = (one: ClientRecord, other: ClientRecord): boolean =>
  one.apart?.includes(other.id) === true || other.apart?.includes(one.id) === true

/** Whether both remember that they are two, and neither has a doubt about it: saying so again changes nothing. */
export const areSettledApart = (one: ClientRecord, other: ClientRecord): boolean =>
  remembersApart(one, other.id) && remembersApart(other, one.id)

const remembersApart = ({ apart = [], doubts = [] }: ClientRecord, other: string): boolean =>
  apart.includes(other) && !doubts.some(({ client }) => client === other)

export function withoutDoubt({ doubts = [], ...record }: ClientRecord, other: string): ClientRecord {
  const left = doubts.filter(({ client }) => client !== other)
  return left.length === 0 ? record : { ...record, doubts: left }
}

/** Of whom a client of two is held apart: all of whom either was, but itself. */
export function apartOfBoth(one: ClientRecord, two: ClientRecord): Pick<ClientRecord, 'apart'> {
  const apart = [...new Set([...(one.apart ?? []), ...(two.apart ?? [])])].filter(
    (id) => id !== one.id && id !== two.id,
  )
  return apart.length === 0 ? {} : { apart }
}
