import type { Mailbox } from './email-transport.ts'

/** What an operator decides; defaults in `defaultSettings`. */
export interface Settings {
  /** The sender where a call names none. */
  readonly emailFrom?: Mailbox
  readonly locale: string
  readonly timeZone: string
  readonly currency: string
  /** ISO 3166-1 alpha-2, for phone numbers without a country code. */
  readonly country?: string
  readonly limits: Limits
}

export interface Limits {
  /** Bytes of one document that comes in. */
  readonly documentBytes: number
  readonly pages: number
  /** Records or recipients of one call. */
  readonly records: number
  readonly samples: number
  readonly attachments: number
  /** Client rows of one call of `/enter-client-data`. */
  readonly clientRows: number
  /** Nodes of one page of `/get-folder-directories`. */
  readonly listedEntries: number
}

export const defaultSettings: Settings = {
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  limits: {
    documentBytes: 32 * 1024 * 1024,
    pages: 500,
    records: 1000,
    samples: 50,
    attachments: 50,
    clientRows: 100_000,
    listedEntries: 1000,
  },
}
