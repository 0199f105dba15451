import type { Mailbox } from './email-transport.ts'

/** What an operator decides; defaults in `defaultSettings`. */
export interface Settings {
  /** The sender where a call names none. */
  readonly emailFrom?: Mailbox
  /** As whom a key may send that has no senders of its own: addresses, and `@` with a domain. Absent: anybody. */
  readonly emailSenders?: readonly string[]
  readonly locale: string
  readonly timeZone: string
  readonly currency: string
  /** ISO 3166-1 alpha-2, for phone numbers without a country code. */
  readonly country?: string
  readonly limits: Limits
  /** Whether somebody sends later what a provider cannot schedule. */
  readonly sendsLater?: boolean
}

/** Bounds of one call. More is `payload_too_large`; more than `clientRows` and `listedEntries` goes on by a cursor. */
export interface Limits {
  /** Bytes of one document that comes in. */
  readonly documentBytes: number
  /** Bytes of one document that comes in parts, and is not held. */
  readonly uploadBytes: number
  /** Pages, sheets or slides that are read of one document. */
  readonly pages: number
  /** Cells of the tables of one document that is read, the empty ones too. */
  readonly cells: number
  /** Records or recipients of one call. */
  readonly records: number
  /** Documents or e-mails that one template is made from. */
  readonly samples: number
  /** Of one e-mail; in `/fill-email-template` the common ones and a recipient's own are counted apart. */
  readonly attachments: number
  /** Client rows of one call of `/enter-client-data`; fewer where a row is like many clients. */
  readonly clientRows: number
  /** Nodes of one page of `/get-folder-directories`. */
  readonly listedEntries: number
}

/** What holds where an operator says nothing; there is no default sender. */
export const defaultSettings: Settings = {
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  limits: {
    documentBytes: 32 * 1024 * 1024,
    uploadBytes: 1024 ** 3,
    pages: 500,
    cells: 200_000,
    records: 1000,
    samples: 50,
    attachments: 50,
    clientRows: 10_000,
    listedEntries: 1000,
  },
}
