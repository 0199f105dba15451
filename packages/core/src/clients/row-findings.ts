import type { Finding } from '../model/finding.ts'

/** @param deleted what becomes of such a row */
export const clientDeleted = (deletedAt: string, deleted: 'enter' | 'reject'): Finding => ({
  code: 'client_deleted',
  severity: deleted === 'reject' ? 'error' : 'warning',
  message:
    deleted === 'reject'
      ? `The client of the row was deleted at ${deletedAt}.`
      : `The client of the row was deleted at ${deletedAt}; what the row says is entered again.`,
  hint:
    deleted === 'reject'
      ? 'Import the row with `deleted: "enter"` if it may be a client again.'
      : 'Delete it again where it must not be kept; `deleted: "reject"` leaves such rows out.',
})

export const clientMerged: Finding = {
  code: 'client_merged',
  severity: 'warning',
  message: 'The client of the row became part of another one after it was exported; that one keeps what it says.',
  hint: 'Change that client by its own row, or take both apart again with `/split-client`.',
}

export const clientUnknown: Finding = {
  code: 'client_unknown',
  severity: 'error',
  message: 'No known client is the one of the row; with `updateOnly` none is made.',
  hint: 'Import the row with `mode: "upsert"` or `"createOnly"` if it is a new client.',
}

export const clientKnown: Finding = {
  code: 'client_known',
  severity: 'error',
  message: 'The client of the row is known already; with `createOnly` it stays as it is.',
  hint: 'Import the row with `mode: "upsert"` or `"updateOnly"` if what it says is newer.',
}

export const externalIdTaken: Finding = {
  code: 'external_id_taken',
  severity: 'warning',
  message: 'Another client has this external id; it stays with that one.',
  hint: 'Recognize clients by `externalId` too (`matchBy`) if they are one.',
  location: { field: 'externalId' },
}

export const contactsLeftOut: Finding = {
  code: 'contacts_left_out',
  severity: 'warning',
  message: 'The client has 200 e-mail addresses or telephones; those that the row adds are left out.',
  hint: 'Look whether the column of external ids has the same id for many clients.',
}
