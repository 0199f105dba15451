import type { NameVotes } from './name-context.ts'
import { numberInWords } from './number-words.ts'
import type { Variable } from './template.ts'

const amountInWords = new RegExp(`^${numberInWords}$`, 'iu')
/** "Ben Carter", "Frau Dr. Petra Klein", "J. O’Neill": two to four words that begin large. */
export const personLike = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){1,3}$/u
const maxLength = 80

const present = ({ values }: Variable): string[] =>
  values.flatMap((value) => (value === undefined || value.trim() === '' ? [] : [value.trim()]))

/** Names for values by their form alone, where little around them says more: amounts in words, what looks like a person. */
export const voteByValues = (variables: readonly Variable[], votes: NameVotes): void => {
  const vote = (variable: Variable, words: readonly string[], worth: number): void => {
    votes.set(variable, [...(votes.get(variable) ?? []), { words, worth }])
  }
  const every = (values: readonly string[], form: RegExp): boolean =>
    values.length > 1 && values.every((value) => value.length <= maxLength && form.test(value))
  for (const variable of variables) {
    if (variable.type !== 'text' && variable.type !== 'person') continue
    const values = present(variable)
    if (every(values, amountInWords)) vote(variable, ['amount', 'in', 'words'], 1.6)
    else if (every(values, personLike)) vote(variable, ['name'], 0.9)
  }
  for (const [part, word] of partsOfNames(variables)) vote(part, [word, 'name'], 2.7)
}

const honorifics = /^(?:(?:frau|herrn?|mrs?|ms|miss|mx|madame|monsieur|mme|mlle|señora?|sra?|signora?|dr|prof)\.? )+/iu

/** Of variables whose values are always the first or the last word of another one's: which of the two. */
const partsOfNames = (variables: readonly Variable[]): Map<Variable, 'first' | 'last'> => {
  const byValues = new Map<string, Variable>()
  for (const variable of variables) {
    const values = present(variable)
    if (values.length > 1 && new Set(values).size > 1) byValues.set(keyOf(variable, values), variable)
  }
  const parts = new Map<Variable, 'first' | 'last'>()
  for (const variable of variables) {
    const names = present(variable).map((value) => value.replace(honorifics, '').split(' '))
    if (names.length < 2 || names.some(({ length }) => length < 2 || length > 4)) continue
    for (const [word, at] of [
      ['first', 0],
      ['last', -1],
    ] as const) {
      const part = byValues.get(
        keyOf(
          variable,
          names.map((name) => name.at(at) ?? ''),
        ),
      )
      if (part !== undefined && part !== variable && part.scope === variable.scope) parts.set(part, word)
    }
  }
  return parts
}

/** Values in their samples; a sample without one counts, too. */
const keyOf = ({ values }: Variable, shown: readonly string[]): string => {
  let next = 0
  return values.map((value) => (value === undefined || value.trim() === '' ? '' : (shown[next++] ?? ''))).join('\n')
}
