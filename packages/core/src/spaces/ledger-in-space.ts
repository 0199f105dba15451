import type { EmailLedger, EmailSchedule } from '../ports/email-ledger.ts'

/** A ledger whose ids are those of a space. What it tells of all spaces, it tells of all. */
export function ledgerInSpace(ledger: EmailLedger, space: string): EmailLedger {
  const own = idIn(space)
  return {
    claim: (message, options) => ledger.claim({ ...message, id: own(message.id) }, options),
    settle: (id, outcome) => ledger.settle(own(id), outcome),
    release: (id, at, code) => ledger.release(own(id), at, code),
    open: ({ id, ...filter }) => ledger.open({ ...filter, ...(id !== undefined && { id: own(id) }) }),
    find: (ownId) => ledger.find(ownId),
    countInDoubt: () => ledger.countInDoubt(),
  }
}

/** The same of what is to be sent later. */
export function scheduleInSpace(schedule: EmailSchedule, space: string): EmailSchedule {
  const own = idIn(space)
  return {
    takeDue: (now, options) => schedule.takeDue(now, options),
    postpone: (id, dueAt) => schedule.postpone(own(id), dueAt),
    cancel: (id) => schedule.cancel(own(id)),
  }
}

const idIn =
  (space: string) =>
  (id: string): string =>
    `${space}/${id}`
