import type { NameVotes } from './name-votes.ts'
import type { Variable } from './template.ts'
import { areForms, baseOfForms } from './word-forms.ts'
import { asciiWords } from './identifier-names.ts'
import {
  always,
  amountInWords,
  countedThing,
  honorific,
  isAddress,
  personLike,
  presentValues,
  timeOfDay,
  titledPerson,
  weekday,
} from './value-forms.ts'

/** Names for values by their form alone, where little around them says more: amounts in words, what looks like a person. */
export const voteByValues = (variables: readonly Variable[], votes: NameVotes): void => {
  for (const variable of variables) {
    const { type } = variable
    if (type !== 'text' && type !== 'person') continue
    const values = presentValues(variable)
    if (areForms(values)) votes.add(variable, formName(values), 2.6)
    else if (always(values, amountInWords)) votes.add(variable, ['amount', 'in', 'words'], 1.6)
    else if (always(values, honorific)) votes.add(variable, ['honorific'], 2)
    else if (always(values, titledPerson)) votes.add(variable, ['name'], 1.3)
    else if (always(values, countedThing)) votes.add(variable, [longest(values)], 1.3)
    else if (always(values, weekday)) votes.add(variable, ['weekday'], 2.6)
    else if (always(values, timeOfDay)) votes.add(variable, ['time'], 0.8)
    else if (always(values, personLike)) votes.add(variable, ['name'], 0.9)
    else if (isAddress(variable)) votes.add(variable, ['address'], 1.15)
  }
  for (const [part, word] of partsOfNames(variables)) votes.add(part, [word, 'name'], 2.7)
}

/** `mieterForm` of `Mieter` and `Mieterin`: what is filled in is a word, and not whom it is said of. */
const formName = (values: readonly string[]): readonly string[] => {
  const base = baseOfForms(values)
  return base === undefined ? ['pronoun'] : [...asciiWords(base).slice(0, 2), 'form']
}

/** The longest of the words for what is counted, which is more of it than one. */
const longest = (values: readonly string[]): string => {
  const words = values.flatMap((value) => asciiWords(countedThing.exec(value)?.[1] ?? ''))
  return words.reduce((best, word) => (word.length > best.length ? word : best), '')
}

const hasFigure = (word: string): boolean => /\d/.test(word)
const honorifics = /^(?:(?:frau|herrn?|mrs?|ms|miss|mx|madame|monsieur|mme|mlle|señora?|sra?|signora?|dr|prof)\.? )+/iu

/** Of variables whose values are always the first or the last word of another one's: which of the two. */
const partsOfNames = (variables: readonly Variable[]): Map<Variable, 'first' | 'last'> => {
  const byValues = new Map<string, Variable>()
  for (const variable of variables) {
    const values = presentValues(variable)
    if (values.length > 1 && new Set(values).size > 1) byValues.set(keyOf(variable, values), variable)
  }
  const parts = new Map<Variable, 'first' | 'last'>()
  for (const variable of variables) {
    const names = presentValues(variable).map((value) => value.replace(honorifics, '').split(' '))
    if (areForms(presentValues(variable))) continue
    if (names.length < 2 || names.some((words) => words.length < 2 || words.length > 4 || words.some(hasFigure)))
      continue
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
