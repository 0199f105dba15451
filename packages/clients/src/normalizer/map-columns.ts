import { type ClientField, clientFields, type ColumnMapping, type SourceRow } from '@chancery/core'
import { fold, wordsOf } from './fold.ts'
import { lexicon } from './lexicon.ts'

const byFold = new Map<string, ClientField>()
for (const field of clientFields) {
  byFold.set(fold(field), field)
  for (const name of lexicon[field]) if (!byFold.has(fold(name))) byFold.set(fold(name), field)
}

/** A client may have several of these, so several columns may go there. */
const repeatable = new Set<string>(['email', 'phone', 'notes'])

/** Words that say whose or which value it is, not what it is. */
const qualifiers = new Set(
  'primary main first second other home work business private personal office default contact client customer billing mailing shipping value person 1 2 3 4 privat geschaeftlich geschaftlich dienstlich haupt principal personnel professionnel pro principale personal personale lavoro casa trabajo trabalho zakelijk prive'.split(
    ' ',
  ),
)

/** Names with one of these are of something beside the value: a type, a flag, somebody else. */
const distracting =
  /(?:^| )(?:type|typ|label|opt|status|owner|count|date|last|created|updated|modified|verified|spouse|partner|assistant|yomi|phonetic|suffix|initials|fax|pager|telex|nickname|besitzer|erstellt)(?: |$)/

/**
 * Where every column goes: as the caller says, by its name, or by its content. What is not known for sure is kept under
 * `custom`, never dropped and never guessed.
 */
export function mapColumns(
  columns: readonly string[],
  sample: readonly SourceRow[],
  given: Readonly<Record<string, string>>,
): readonly ColumnMapping[] {
  const givenByFold = new Map(Object.entries(given).map(([column, target]) => [fold(column), target]))
  const taken = new Set<string>()
  const mapped = new Map<string, ColumnMapping>()
  const claim = (mapping: ColumnMapping): void => {
    mapped.set(mapping.column, mapping)
    taken.add(mapping.field)
  }
  const free = (field: string): boolean => repeatable.has(field) || !taken.has(field)

  for (const column of columns) {
    const target = Object.hasOwn(given, column) ? given[column] : givenByFold.get(fold(column))
    if (target !== undefined) claim({ column, field: target as ColumnMapping['field'], confidence: 1, reason: 'given' })
  }
  // Exact names first, so that "Email" is not taken by "Contact e-mail (old)".
  for (const [confidence, find] of [
    [0.95, exactField],
    [0.8, bareField],
  ] as const) {
    for (const column of columns) {
      const field = mapped.has(column) ? undefined : find(column)
      if (field !== undefined && free(field)) claim({ column, field, confidence, reason: 'name' })
    }
  }
  for (const column of columns) {
    if (mapped.has(column)) continue
    const field = fieldOfContent(valuesOf(column, sample))
    if (field !== undefined && free(field) && !distracting.test(wordsOf(column).join(' '))) {
      claim({ column, field, confidence: 0.6, reason: 'content' })
    }
  }
  return splitNames(
    columns.map(
      (column): ColumnMapping =>
        mapped.get(column) ?? { column, field: `custom.${customName(column)}`, confidence: 0, reason: 'unknown' },
    ),
    sample,
  )
}

const exactField = (column: string): ClientField | undefined => byFold.get(fold(column))

/** The name without the words that only qualify it: "Primary contact e-mail". */
function bareField(column: string): ClientField | undefined {
  const words = wordsOf(column)
  if (distracting.test(words.join(' '))) return undefined
  const bare = words.filter((word) => !qualifiers.has(word))
  return bare.length === 0 || bare.length === words.length ? lastSegment(column) : byFold.get(bare.join(''))
}

/** "properties.email", "contact/phone": what stands behind the last separator. */
function lastSegment(column: string): ClientField | undefined {
  const last = /[./:>]\s*([^./:>]+)$/.exec(column)?.[1]
  return last === undefined ? undefined : byFold.get(fold(last))
}

const customName = (column: string): string => column.trim().slice(0, 64) || 'column'

const valuesOf = (column: string, sample: readonly SourceRow[]): string[] =>
  sample
    .slice(0, 200)
    .flatMap(({ values }) => values.filter((each) => each.column === column).map(({ value }) => value.trim()))

/** What nearly all values of a column are, where their form leaves no doubt. */
function fieldOfContent(values: readonly string[]): ClientField | undefined {
  if (values.length === 0) return undefined
  const mostly = (test: (value: string) => boolean): boolean => values.filter(test).length >= values.length * 0.8
  if (mostly((value) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value))) return 'email'
  if (mostly((value) => /^https?:\/\/|^www\./i.test(value))) return 'website'
  if (mostly((value) => /^\+\d[\d\s()./-]{6,}$/.test(value))) return 'phone'
  return undefined
}

/** "Name" beside "First name" is the family name; a "Nom" or "Nome" alone is the whole name. */
function splitNames(mapping: readonly ColumnMapping[], sample: readonly SourceRow[]): readonly ColumnMapping[] {
  const has = (field: ClientField): boolean => mapping.some((each) => each.field === field)
  const change = (from: ClientField, to: ClientField): readonly ColumnMapping[] =>
    mapping.map((each) => (each.field === from && each.reason === 'name' ? { ...each, field: to } : each))
  if (has('givenName') && has('name') && !has('familyName')) {
    const column = mapping.find(({ field }) => field === 'name')
    const single = valuesOf(column?.column ?? '', sample).filter((value) => !/\s/.test(value)).length
    const all = valuesOf(column?.column ?? '', sample).length
    if (all > 0 && single >= all / 2) return change('name', 'familyName')
  }
  if (has('familyName') && !has('givenName') && !has('name')) return change('familyName', 'name')
  if (has('givenName') && !has('familyName') && !has('name')) return change('givenName', 'name')
  return mapping
}
