import type { ClientConsent, ColumnMapping, Finding, SourceRow } from '@chancery/core'
import { fold } from './fold.ts'
import { momentOf } from './moment.ts'
import { remark } from './remark.ts'
import { clean } from './row-cells.ts'
import { answerOf } from './yes-no.ts'

/** Of one client; of the words of a source. */
const [maxConsents, maxSource] = [50, 200]

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split('|').map(fold))

const given = wordsOf('given|granted|agreed|accepted|opt in|opted in|subscribed|consented|active|erteilt|同意')
const refused = wordsOf(
  'withdrawn|revoked|refused|denied|declined|never|opt out|opted out|unsubscribed|none given|widerrufen|不同意',
)

const ofConsent = /^(consent|withdrawal)\.(.+)$/s

/** What the columns of a row that are of consents say; what cannot be read is kept, and told. */
export function consentsOf(
  { values }: SourceRow,
  fields: ReadonlyMap<string, ColumnMapping['field']>,
  {
    birthDates,
    keep,
    warnings,
  }: {
    /** Reads a date as the batch writes them. */
    readonly birthDates: (text: string) => string | undefined
    readonly keep: (column: string, value: string) => void
    readonly warnings: Finding[]
  },
): readonly ClientConsent[] {
  const found = new Map<string, ClientConsent>()
  for (const { column, value } of values) {
    const of = ofConsent.exec(fields.get(column) ?? '')
    const text = of === null ? '' : clean(value)
    if (of === null || text === '') continue
    const [, kind, purpose = ''] = of
    const said = readConsent(text, kind === 'withdrawal', birthDates)
    if (said === undefined || (!found.has(purpose) && found.size === maxConsents)) {
      keep(column, text)
      warnings.push(
        remark('invalid_consent', 'This is no yes, no or date that can be read; it is kept as it is.', column),
      )
    } else if (said !== 'nothing') {
      const before = found.get(purpose)
      // Of two columns about one purpose, that of the withdrawal counts.
      found.set(purpose, { ...before, ...said, purpose, withdrawn: said.withdrawn || before?.withdrawn === true })
    }
  }
  return [...found.values()]
}

type Said = Omit<ClientConsent, 'purpose'>

/** @param isWithdrawal a column by which nobody agrees: a no says nothing */
function readConsent(
  text: string,
  isWithdrawal: boolean,
  dateOf: (text: string) => string | undefined,
): Said | 'nothing' | undefined {
  const written = isWithdrawal ? undefined : writtenConsent(text)
  if (written !== undefined) return written
  const [word, answer] = [fold(text), answerOf(text)]
  const date = momentOf(text) ?? momentOf(dateOf(text) ?? '')
  if (date !== undefined || answer === 'yes' || given.has(word)) {
    return isWithdrawal
      ? { withdrawn: true, ...(date === undefined ? {} : { withdrawnAt: date }) }
      : { withdrawn: false, ...(date === undefined ? {} : { givenAt: date }) }
  }
  if (answer !== 'no' && !refused.has(word)) return undefined
  return isWithdrawal ? 'nothing' : { withdrawn: true }
}

/** As exports write it: what is true now stands first. */
function writtenConsent(text: string): Said | undefined {
  const [, first, , second, source] =
    /^((given|withdrawn)(?: [\dT:.Z-]+)?)(?:; ((?:given|withdrawn)(?: [\dT:.Z-]+)?))?(?:; from (.+))?$/s.exec(text) ??
    []
  if (first === undefined || !/[ ;]/.test(text)) return undefined
  const timeOf = (word: string): string | undefined =>
    momentOf([first, second ?? ''].find((each) => each.startsWith(`${word} `))?.slice(word.length + 1) ?? '')
  const [givenAt, withdrawnAt] = [timeOf('given'), timeOf('withdrawn')]
  return {
    withdrawn: first.startsWith('withdrawn'),
    ...(givenAt === undefined ? {} : { givenAt }),
    ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
    ...(source === undefined ? {} : { source: source.slice(0, maxSource) }),
  }
}
