/** The fields that a client's record knows by name; any other column goes to `custom`. */
export const clientFields = [
  'name',
  'givenName',
  'familyName',
  'honorific',
  'organization',
  'jobTitle',
  'email',
  'phone',
  'street',
  'postcode',
  'locality',
  'region',
  'country',
  'birthDate',
  'taxId',
  'website',
  'language',
  'notes',
  'externalId',
  // What an export of the directory has beside them; `updatedAt` is when the source last changed what it says.
  'chanceryId',
  'kind',
  'externalIds',
  'contactLabels',
  'updatedAt',
] as const
/** A row may have several columns for one of them: e-mail addresses, telephones, lines of a street. */
export type ClientField = (typeof clientFields)[number]

/** As written, unless said otherwise; a part that the row lacks is absent. */
export interface ClientAddress {
  readonly street?: string
  readonly postcode?: string
  readonly locality?: string
  readonly region?: string
  /** As written, or ISO 3166-1 alpha-2 where it was recognized. */
  readonly country?: string
}

/** A property of a vCard that no field is for, with what `custom` has no room for beside its value. */
export interface CardProperty {
  /** In upper case: the column of `custom` that has its value. */
  readonly name: string
  /** `item1` of `item1.X-ABADR`. */
  readonly group?: string
  /** Values by names in upper case. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>
  /** What it says, as it is in the column: one of several that are put together with line breaks. */
  readonly text: string
  /** The value as it stood in the card, escaped, where that text would be written otherwise. */
  readonly raw?: string
}

/**
 * What a source says of addresses and telephones beside them, by the address or number as the client has it. `work` and
 * `private` say where it reaches whom (RFC 9553, 1.5.1), `mobile`, `voice`, `fax`, `pager`, `text`, `video`, `main-number`
 * and `textphone` what a telephone is (2.3.3); another word is what somebody calls it: `Assistant`.
 */
export type ContactLabels = Readonly<Record<string, readonly string[]>>

/** That a client agrees to something, or does not any more. */
export interface ClientConsent {
  /** What to: `newsletter`, `email`. A client has one of each. */
  readonly purpose: string
  readonly withdrawn: boolean
  /** When, as far as that was told: ISO 8601, UTC. */
  readonly givenAt?: string
  readonly withdrawnAt?: string
  /** Who says so: a system, and the name of its file. */
  readonly source?: string
}

/** Where what a row says comes from. */
export interface ClientOrigin {
  /** The system whose the row's ids are. */
  readonly source: string
  /** Of the file, or the connection. */
  readonly name?: string
  /** The request that entered it. */
  readonly import: string
  /** When: ISO 8601, UTC. */
  readonly at: string
  /** As a person counts. */
  readonly row: number
}

/** What a source said of a client last, word for word. */
export interface ClientRaw extends ClientOrigin {
  /** Of the row: that of a part, where it is one. */
  readonly digest: string
  /** By column; several values of one as lines. Empty cells are left out. */
  readonly values: Readonly<Record<string, string>>
  /** There was more than is kept. */
  readonly isCut?: true
}

/** What a client is, normalized. */
export interface ClientData {
  readonly kind: 'person' | 'organization'
  readonly name: string
  readonly givenName?: string
  readonly familyName?: string
  readonly honorific?: string
  readonly organization?: string
  readonly jobTitle?: string
  /** Lower-case domain; the first is the preferred one. */
  readonly emails: readonly string[]
  /** E.164 where it could be told; else as written. The first is the preferred one. */
  readonly phones: readonly string[]
  /** Of those of them that a source says something of. */
  readonly contactLabels?: ContactLabels
  readonly address?: ClientAddress
  /** ISO 8601 date. */
  readonly birthDate?: string
  readonly taxId?: string
  readonly website?: string
  readonly language?: string
  readonly notes?: string
  /** Columns that are none of ours, by their name. */
  readonly custom: Readonly<Record<string, string>>
  readonly cardProperties?: readonly CardProperty[]
  readonly consents?: readonly ClientConsent[]
}

/** Whom another system means by an id of its own. */
export interface ExternalId {
  readonly source: string
  readonly id: string
}

/** What one row said of a client that others speak of too: with it, the client can be taken apart again. */
export interface ClientPart {
  /** Digest of the row. */
  readonly row: string
  readonly data: ClientData
  readonly externalId?: ExternalId
  /** Others that it told beside the first. */
  readonly furtherIds?: readonly ExternalId[]
  /** When the row's source last changed what it says, where it told: ISO 8601, UTC. */
  readonly saidAt?: string
  readonly origin?: ClientOrigin
  /** The id of the client whose it was, before that became part of this one. */
  readonly from?: string
}

/** A client as the directory keeps it. */
export interface ClientRecord extends ClientData {
  readonly id: string
  /** Counts up with every change. */
  readonly version: number
  readonly externalIds: readonly ExternalId[]
  /** Digests of the rows that made it, newest first: a row that comes again is the same client, whatever it lacks. */
  readonly rows: readonly string[]
  /** Of its row, where it was made of one; without `at`, that was when it was created. */
  readonly origin?: Omit<ClientOrigin, 'at'> & Partial<Pick<ClientOrigin, 'at'>>
  /** What its rows said, newest first, where more than one did: the last ones of them. */
  readonly parts?: readonly ClientPart[]
  /** What each of its sources said last, latest first. */
  readonly raw?: readonly ClientRaw[]
  /** Other clients that it may be, likeliest first, until somebody says so or not. */
  readonly doubts?: readonly { readonly client: string; readonly probability: number }[]
  /** Ids of clients that became part of it. */
  readonly mergedFrom?: readonly string[]
  /** Clients of which somebody said that they are others, however alike. */
  readonly apart?: readonly string[]
  /** The latest time at which a source changed what was taken over of it, where one told: ISO 8601, UTC. */
  readonly saidAt?: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly updatedAt: string
}
