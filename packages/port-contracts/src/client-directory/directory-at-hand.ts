import type { ClientChange, ClientDirectory, ClientIdentifier, ClientRecord } from '@chancery/core'

/** The directory of the case that runs, and how cases use it. */
export interface DirectoryAtHand {
  readonly directory: ClientDirectory
  /** The same records as another process has them, where there is that. */
  readonly another: () => ClientDirectory | undefined
  /** All that is written where it lies, as text, where that can be had. */
  readonly written: () => Promise<string | undefined>
  readonly save: (...records: ClientChange[]) => Promise<readonly ClientChange[]>
  readonly idsOf: (...identifiers: ClientIdentifier[]) => Promise<string[]>
}

export const signal: AbortSignal = new AbortController().signal

export const record = (id: string, more: Partial<ClientRecord> = {}): ClientRecord => ({
  id,
  version: 1,
  kind: 'person',
  name: `Client ${id}`,
  emails: [`${id.toLowerCase()}@example.com`],
  phones: [],
  custom: {},
  externalIds: [],
  rows: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

export const email = (value: string): ClientIdentifier => ({ kind: 'email', value })
