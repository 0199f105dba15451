import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import type { Option } from './option.ts'

/** Characters of a list, and lists that are read of one field: more is text that many labels stand in. */
const longestList = 2000
const mostLists = 50
const longestEntry = 100

/** Between two entries. */
const separator =
  /\s{0,4}[;,](?:\s{1,4}(?:and|und|et|y|e|en|och|og|i|sowie)(?=\s))?\s{0,4}|\s{1,4}(?:and|und|et|y|e|en|och|og|i|sowie|&)\s{1,4}/gu
const bullet = /^[ \t]*(?:[-–•·▪*]|\d{1,3}[.)]|\(?[a-z]\))?[ \t]*/u
/** `(chair)`, ` – secretary`: what is said of an entry. */
const remark = /\s*(?:\(|\s[-–—]\s|[:：]\s)/u
const code = /^(?=[^\s]*\d)[\p{L}\p{N}][\p{L}\p{N}./_-]{1,39}$/u
const fewWords = 4

interface Entry {
  readonly start: number
  readonly end: number
}

/**
 * Of a field with many values, those that stand in a list behind its label: `Attendees: Ann Lee, Bob Ray and Cho Kim`, or each
 * in a line of its own. Values that are found by their form alone, such as days, are there without it.
 */
export function withListed(index: TextIndex, values: Values, { type }: Target, options: readonly Option[]): Option[] {
  const { text } = index
  if (!listed.has(type)) return [...options]
  const atLabel = options.filter(({ method }) => method === 'label').slice(0, mostLists)
  const whole = new Set<Option>()
  const added: Option[] = []
  for (const option of atLabel) {
    const entries = entriesFrom(text, option.value)
    if (entries.length < 2 || (names.has(type) && (isTurnedName(text, entries) || isFirm(values, entries)))) continue
    const found = readEntries(index, values, option.value, entries)
    if (found.length < 2 || (type === 'text' && found.length < entries.length)) continue
    whole.add(option)
    for (const value of found) added.push({ ...option, value })
  }
  return [...options.filter((option) => !whole.has(option)), ...added]
}

const names: ReadonlySet<string> = new Set(['person', 'organization', 'party'])
const listed: ReadonlySet<string> = new Set([...names, 'text', 'identifier'])

/** `Lee, Ann` is one name; so is the end of `José Ortega y Gasset`. */
const isTurnedName = (text: string, [first, second, ...others]: readonly Entry[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  others.length === 0 &&
  isOneWord(text, second) &&
  (!isOneWord(text, first) || /^,\s*$/u.test(text.slice(first.end, second.start)))

/** `Smith, Jones & Partners LLP` is one firm. */
const isFirm = (values: Values, entries: readonly Entry[]): boolean =>
  entries.some(({ start, end }) => (firstWithin(values.of('organization'), start, end)?.end ?? end) > end)

const isOneWord = (text: string, { start, end }: Entry): boolean => !/[\s\d(]/u.test(text.slice(start, end).trim())

/** What stands in the line of a value, parted where a list is; or in the lines below, where it stands in a line of its own. */
function entriesFrom(text: string, { start }: Candidate): readonly Entry[] {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const opensLine = bullet.exec(text.slice(lineStart, start))?.[0].length === start - lineStart && lineStart > 0
  const inLine = partsOfLine(text, start)
  const hasBullet = text.slice(lineStart, start).trim() !== ''
  if (!opensLine || (inLine.length > 1 && !hasBullet)) return inLine
  const entries: Entry[] = []
  for (let at = lineStart; at < Math.min(text.length, start + longestList);) {
    const end = lineEnd(text, at)
    const begin = at + (bullet.exec(text.slice(at, end))?.[0].length ?? 0)
    if (begin >= end || end - begin > longestEntry || /[:：]/u.test(text.slice(begin, end))) break
    entries.push({ start: begin, end })
    at = end + 1
  }
  return entries
}

function partsOfLine(text: string, start: number): readonly Entry[] {
  const line = text.slice(start, Math.min(lineEnd(text, start), start + longestList))
  const shown = line.replaceAll(/\([^()]{0,100}\)/gu, (inner) => ' '.repeat(inner.length))
  const hasSemicolons = shown.includes(';')
  const entries: Entry[] = []
  let at = 0
  for (const { 0: mark, index } of shown.matchAll(separator)) {
    if (hasSemicolons && !mark.includes(';')) continue
    entries.push({ start: start + at, end: start + index })
    at = index + mark.length
  }
  entries.push({ start: start + at, end: start + line.length })
  return entries
}

function lineEnd(text: string, at: number): number {
  const rest = text.slice(at, at + longestList)
  const end = /[\n\t]|[.]\s*(?:\n|$)/u.exec(rest)?.index
  return at + (end ?? rest.length)
}

/** As far as they are values of the type. */
function readEntries(
  index: TextIndex,
  values: Values,
  first: Candidate,
  entries: readonly Entry[],
): readonly Candidate[] {
  const found: Candidate[] = []
  for (const entry of entries) {
    const value = valueOf(index, values, first, entry)
    if (value === undefined) break
    found.push(value)
  }
  return found
}

function valueOf(
  index: TextIndex,
  values: Values,
  { type, confidence }: Candidate,
  { start, end }: Entry,
): Candidate | undefined {
  const { text } = index
  const written = text.slice(start, end)
  const own = written.slice(0, remark.exec(written)?.index ?? written.length).trimEnd()
  if (own === '' || own.length > longestEntry) return undefined
  if (type === 'text')
    return own.split(/\s+/u).length > fewWords
      ? undefined
      : candidate(type, start, start + own.length, collapse(own), confidence)
  if (type === 'identifier')
    return code.test(own) ? candidate(type, start, start + own.length, own, confidence) : undefined
  if (type !== 'organization' && familyFirst.test(own)) return named(type, text, start, start + own.length, confidence)
  const known = type === 'party' ? undefined : firstWithin(values.of(type), start, end)
  if (known !== undefined && known.end <= end) return known
  if (type === 'organization') return undefined
  const from = start + titleOfPerson(own)
  const name = personNameAt(index, from)
  if (name === undefined) return undefined
  // `y` stands between names, and within some.
  return named(type, text, from, Math.min(name.end, start + own.length), confidence)
}

/** Between semicolons: `Lee, Ann`. */
const familyFirst = /^\p{Lu}[\p{L}'’-]{1,30},\s\p{Lu}[\p{L}.'’ -]{1,40}$/u

function named(type: FieldType, text: string, start: number, end: number, confidence: number): Candidate {
  const plain = collapse(text.slice(start, end))
  return candidate(type, start, end, type === 'party' ? { name: plain, role: null } : plain, confidence)
}
