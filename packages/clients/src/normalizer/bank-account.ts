import { fold, wordsOf } from './fold.ts'

/** What says of which bank an account is. */
const bankNames: ReadonlySet<string> = new Set(
  'sort code|bsb|bsb code|bsb number|routing number|routing no|transit number|bank|bank name|bank code|bic|swift|swift code|blz|bankleitzahl'
    .split('|')
    .map((name) => fold(name)),
)

/** "Account No" beside "Sort code" is an account at a bank, and no number of the client's. */
export const isBankAccount = (column: string, beside: readonly string[]): boolean =>
  wordsOf(column.slice(0, 60)).some((word) => accountWords.has(word)) &&
  beside.some((each) => bankNames.has(fold(each.slice(0, 60))))

const accountWords: ReadonlySet<string> = new Set(['account', 'acct', 'acc', 'konto'])
