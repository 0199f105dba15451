import type { EmailLedger } from '../ports/email-ledger.ts'

/** A ledger whose ids are those of a space. */
export function ledgerInSpace(ledger: EmailLedger, space: string): EmailLedger {
  const own = (id: string): string => `${space}/${id}`
  return {
    claim: (id, ...more) => ledger.claim(own(id), ...more),
    settle: (id, receipt) => ledger.settle(own(id), receipt),
    release: (id) => ledger.release(own(id)),
    countInDoubt: () => ledger.countInDoubt(),
  }
}
