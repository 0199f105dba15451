import { countWords } from './chance.ts'
import { type SampleNode, textOf } from './sample.ts'
import { personLike } from './value-forms.ts'

export const bullet = /^\s*[-*•–·▪◦]\s/u
const mostEntryWords = 8

/** An entry of a list, by its form or its sign. */
export const isEntry = (node: SampleNode): boolean => node.hint.startsWith('list') || bullet.test(textOf(node))

/** An entry that names a thing: no clause. */
export const isShortEntry = (node: SampleNode): boolean => isEntry(node) && countWords(textOf(node)) <= mostEntryWords

/** An entry of a list that is a person: `- Ann Lee, Treasurer`. */
export const isEntryOfPerson = (node: SampleNode): boolean =>
  isEntry(node) &&
  personLike.test(
    textOf(node)
      .replace(bullet, '')
      .split(/[,(:–]/, 1)[0]!
      .trim(),
  )
