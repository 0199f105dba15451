import { type ClientField, clientFields } from '@chancery/core'
import { ambiguousNames } from './ambiguous-columns.ts'
import { fold } from './fold.ts'
import { lexicon } from './lexicon/lexicon.ts'

/** No name of a column is longer; a longer cell is a text. */
const maxName = 80

const byName = new Map<string, ClientField>()
/** Every name with its field, as it is written. */
const names: (readonly [name: string, field: ClientField])[] = []
export const knownNames: readonly (readonly [name: string, field: ClientField])[] = names

/** Names of fields that columns of others have with another meaning: "Kind" is a child in German. */
const ownAlone: ReadonlySet<string> = new Set<ClientField>(['chanceryId', 'kind', 'externalIds', 'updatedAt'])

for (const field of clientFields) {
  const own = ownAlone.has(field) ? [] : [field]
  for (const name of [...own, ...lexicon[field].flatMap((line) => line.split('|'))]) {
    byName.set(fold(name), field)
    names.push([name, field])
  }
}

/** The field that a column of this very name is, whatever its case, accents and punctuation. */
export const fieldNamed = (name: string): ClientField | undefined =>
  name.length > maxName ? undefined : byName.get(fold(name))

/** How many of the first cells are names of columns that are known. */
export const knownColumns = (cells: readonly string[]): number =>
  cells
    .slice(0, 200)
    .filter((cell) => fieldNamed(cell) !== undefined || (cell.length <= maxName && ambiguousNames.has(fold(cell))))
    .length
