/** The people and organisations that every stand-in keeps. */
import type { SourceRow } from '@chancery/core'
import type { ConnectorInput } from '../format/connector-format.ts'
import type { StandInDialect } from './crm-stand-in.test-support.ts'

export interface SamplePerson {
  readonly id: string
  readonly given: string
  readonly family: string
  readonly email: string
  readonly phone: string
  readonly city: string
  /** ISO 8601. */
  readonly changed: string
  /** Of a field that the firm has made. */
  readonly tier?: string
  /** Of a field that nobody knows of. */
  readonly brandNew?: string
  readonly deleted?: boolean
  readonly mergedInto?: string
  /** Ids that became part of this one. */
  readonly former?: readonly string[]
}

export interface SampleCrm {
  readonly people: readonly SamplePerson[]
  readonly organisations: readonly { readonly id: string; readonly name: string; readonly changed: string }[]
}

/** The answers of one vendor, and what it can tell. */
export interface ConnectorUnderTest {
  readonly format: ConnectorInput
  /** An id as the vendor writes it. */
  id(number: number): string
  dialect(crm: SampleCrm): StandInDialect
  readonly tells: {
    readonly deleted: boolean
    /** Of a merge: the record that is gone names the other, or the other way round. */
    readonly merged: 'by-loser' | 'by-survivor' | false
    readonly organisations: boolean
    readonly custom: boolean
  }
}

/** Records on one page of a stand-in. */
export const pageSize = 3

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T00:00:00Z`

/** Seven people of whom one was merged with another, one who was deleted, and two organisations. */
export function sampleCrm(id: (number: number) => string): SampleCrm {
  const person = (number: number): SamplePerson => ({
    id: id(number),
    given: `Ada${number}`,
    family: `Lovelace${number}`,
    email: `ada${number}@example.com`,
    phone: `+4930123450${number}`,
    city: `Town${number}`,
    changed: day(number),
  })
  const people = [1, 2, 3, 4, 5, 6, 7].map(person)
  return {
    people: [
      ...people.map((each, index) => ({
        ...each,
        ...(index === 0 ? { former: [id(9)] } : {}),
        ...(index === 3 ? { tier: 'Gold' } : {}),
        ...(index === 4 ? { brandNew: 'surprise' } : {}),
      })),
      { ...person(8), deleted: true },
      { ...person(9), deleted: true, mergedInto: id(1) },
    ],
    organisations: [10, 11].map((number) => ({ id: id(number), name: `Works ${number} Ltd`, changed: day(number) })),
  }
}

/** All rows of a source, in order. */
export async function allRows(rows: AsyncIterable<SourceRow>): Promise<readonly SourceRow[]> {
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return all
}
