import { memoized } from '@chancery/core'
import { fold } from './fold.ts'
import type { RowCells } from './row-cells.ts'

const folded = (names: string): ReadonlySet<string> => new Set(names.split('|').map((name) => fold(name)))

/** What stands before the family name in a column of its own: "van der". */
const before = folded(
  'tussenvoegsel|tussenv|voorv|tussenvoegsels|tussen voegsel|voorvoegsel|voorvoegsels|voorvoegsel achternaam|infix|name infix|surname prefix|last name prefix|family name prefix|namensvorsatz|vorsatzwort',
)

/** The second of two family names. */
const behind = folded(
  'segundo apellido|apellido 2|2 apellido|2º apellido|2do apellido|apellido materno|second surname|second last name|last name 2|surname 2|segundo sobrenome|segundo apelido',
)

/** Whether a column holds a part of the family name, beside the column of the family name itself. */
export const isPartOfFamilyName = (column: string): boolean =>
  column.length <= 40 && (before.has(fold(column)) || behind.has(fold(column)))

/** The same columns come again with each row. */
const foldedColumn = memoized(fold, 1000)
const isPart = memoized(isPartOfFamilyName, 1000)

/** The family name with its parts: "van der" and "Berg", "García" and "López"; not twice where it has them already. */
export function familyNameOf(cells: RowCells): string | undefined {
  const own = cells.single('familyName', isPart)
  const parts = (names: ReadonlySet<string>): readonly string[] =>
    cells
      .all('familyName')
      .filter(({ column }) => names.has(foldedColumn(column)))
      .map(({ value }) => value)
  const all = [
    ...parts(before).filter((part) => own?.startsWith(`${part} `) !== true),
    ...(own === undefined ? [] : [own]),
    ...parts(behind).filter((part) => own?.endsWith(` ${part}`) !== true),
  ]
  return all.length === 0 ? undefined : all.join(' ')
}
