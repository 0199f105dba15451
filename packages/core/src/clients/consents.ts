import type { ClientConsent } from '../model/client-record.ts'
import { laterOf } from './later-of.ts'

type Consents = readonly ClientConsent[] | undefined

/** Of one client. */
const maxConsents = 50

/**
 * What a client agrees to, with what a row says: of two words about one purpose the later counts. One without a time never
 * undoes one that has one, but for a withdrawal: whoever said no is not taken to agree by a slip.
 */
export function joinConsents(
  known: Consents = [],
  row: Consents = [],
): { readonly consents?: readonly ClientConsent[] } {
  const all = new Map(known.map((each) => [each.purpose, each]))
  for (const each of row) {
    const before = all.get(each.purpose)
    if (before !== undefined || all.size < maxConsents) {
      all.set(each.purpose, before === undefined ? each : joined(before, each))
    }
  }
  return all.size === 0 ? {} : { consents: [...all.values()] }
}

/** What a client agrees to, with what a row says of purposes that it said nothing of. */
export const completeConsents = (known: Consents = [], row: Consents = []) =>
  joinConsents(
    known,
    row.filter(({ purpose }) => !known.some((each) => each.purpose === purpose)),
  )

function joined(known: ClientConsent, row: ClientConsent): ClientConsent {
  const [before, now] = [timeOf(known), timeOf(row)]
  const isLater = now !== undefined && (before === undefined || now > before)
  const counts = isLater || (now === undefined && row.withdrawn && !known.withdrawn) ? row : known
  const givenAt = laterOf(known.givenAt, row.givenAt)
  const withdrawnAt = laterOf(known.withdrawnAt, row.withdrawnAt)
  return {
    ...counts,
    ...(givenAt === undefined ? {} : { givenAt }),
    ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
  }
}

const timeOf = ({ givenAt, withdrawnAt }: ClientConsent): string | undefined => laterOf(givenAt, withdrawnAt)

/** A consent as text, which an import reads again: `withdrawn 2026-03-01T00:00:00.000Z; given; from csv: a.csv`. */
export function consentText({ withdrawn, givenAt, withdrawnAt, source }: ClientConsent): string {
  const given = withdrawn && givenAt === undefined ? [] : [worded('given', givenAt)]
  const taken = !withdrawn && withdrawnAt === undefined ? [] : [worded('withdrawn', withdrawnAt)]
  const from = source === undefined ? [] : [`from ${source}`]
  // What is true now stands first.
  return [...(withdrawn ? [...taken, ...given] : [...given, ...taken]), ...from].join('; ')
}

const worded = (word: string, time: string | undefined): string => (time === undefined ? word : `${word} ${time}`)
