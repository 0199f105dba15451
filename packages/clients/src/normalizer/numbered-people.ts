import { qualifiedField } from './column-name.ts'
import { another } from './column-words.ts'
import { isPartOfFamilyName } from './family-name.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** Columns of a table that has several people in a row. */
export interface NumberedPeople {
  /** What columns of the first one are called without the number: "First Name" of "Client 1 First Name". */
  readonly names: ReadonlyMap<string, string>
  /** Columns of the others, who are not the client of the row. */
  readonly others: ReadonlySet<string>
}

interface Numbered {
  readonly column: string
  /** "client" of "Client 1 First Name"; none where the number stands behind: "First Name 1". */
  readonly person: string
  readonly number: number
  readonly rest: string
}

const numberIn = /^[1-9]$/

function numberedOf(column: string): Numbered | undefined {
  const words = wordsOf(column.slice(0, 120)).flatMap((word) => /^(\p{L}{3,})([1-9])$/u.exec(word)?.slice(1) ?? word)
  const at = words.findIndex((word) => numberIn.test(word))
  if (at <= 0) return undefined
  const isLast = at === words.length - 1
  const [before, behind] = [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')]
  return { column, person: isLast ? '' : before, number: Number(words[at]), rest: isLast ? before : behind }
}

/**
 * Several people in a row, by number: "Client 1 First Name", "Client 2 First Name", or "First name 1", "Last name 1", "First name 2",
 * "Last name 2". The first is the client, unless columns without a number name one; what is said of the others is not the client's.
 */
export function numberedPeople(columns: readonly string[]): NumberedPeople {
  const numbered = columns.flatMap((column) => numberedOf(column) ?? [])
  const people = [...Map.groupBy(numbered, ({ person }) => person)].filter(([person, of]) =>
    [1, 2].every((number) => namesSomebody(of, person, number)),
  )
  const withNumber = new Set(numbered.map(({ column }) => column))
  const isNamed = columns.some(
    (column) =>
      !withNumber.has(column) &&
      ['name', 'givenName', 'familyName'].includes(fieldNamed(column) ?? qualifiedField(column) ?? ''),
  )
  const client = isNamed
    ? undefined
    : people.find(([person]) => !wordsOf(person).some((word) => another.has(word)))?.[0]
  const names = new Map<string, string>()
  const others = new Set<string>()
  for (const [person, of] of people) {
    for (const { column, number, rest } of of) {
      if (person === client && number === 1) names.set(column, rest)
      // "Address 2" is a second line.
      else if (person !== '' || fieldNamed(rest) !== 'street') others.add(column)
    }
  }
  return { names, others }
}

/** A second given name alone, or a second surname, is of the same person. */
function namesSomebody(all: readonly Numbered[], person: string, number: number): boolean {
  const fields = all
    .filter((each) => each.number === number && !isPartOfFamilyName(each.column))
    .map(({ rest }) => fieldNamed(rest))
  return person === ''
    ? fields.includes('givenName') && fields.includes('familyName')
    : fields.includes('givenName') || fields.includes('name')
}
