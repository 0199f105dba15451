import type { ClientField } from '@chancery/core'
import { another, joints, likeOurs, nameWords, words as wordSet } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'
import { wordOf } from './spelled-name.ts'

/** What says something of a client and proves nothing: here a word beside the name may be any. */
const remarks: ReadonlySet<string> = new Set<ClientField>(['notes', 'language', 'jobTitle'])

const describing = wordSet(
  'description beschreibung descripcion descrizione descricao omschrijving opis beskrivning beskrivelse popis leiras info details',
)

/**
 * "Langue parlée", "Cargo que ocupa", "Poznámka interní": the name of a remark, first or last, with a word or two beside it
 * that are not known, of which none speaks of somebody else, a code or a number.
 * @param fits whether the values of the column are what such a field holds
 */
export function remarkNamed(column: string, fits: (field: ClientField) => boolean): ClientField | undefined {
  const words = wordsOf(column.slice(0, 60)).filter((word) => !joints.has(word))
  if (words.length < 2 || words.length > 3 || words.some((word) => isElsewhere(word))) return undefined
  const [first, last] = [fieldNamed(words[0] ?? ''), fieldNamed(words.at(-1) ?? '')]
  const field = first ?? last
  // "Matter description" describes the matter.
  if (field === 'notes' && describing.has((first === undefined ? words.at(-1) : words[0]) ?? '')) return undefined
  if (field === undefined || (first !== undefined && last !== undefined && first !== last)) return undefined
  return remarks.has(field) && fits(field) ? field : undefined
}

const isElsewhere = (word: string): boolean =>
  another.has(word) || likeOurs.has(word) || nameWords.has(word) || wordOf(word).text.includes('#')
