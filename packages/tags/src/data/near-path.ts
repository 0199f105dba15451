import { itemAt, lookup, ownValue, rootScope, type Scope } from './scope.ts'
import { editDistance, fold } from '@chancery/core'

/** A path of some data, with what it is compared by. */
interface Candidate {
  readonly path: string
  readonly keys: readonly string[]
  /** The letters of its segments, and of all. */
  readonly segments: readonly string[]
  readonly letters: string
  readonly words: ReadonlySet<string>
  readonly last: string
}

/** Names of one check that are looked for: who has more has other troubles than misspelt names. */
export const maxSuggestions = 100
/** Paths of one scope that are looked at, and how deep. */
const maxPaths = 1000
const maxDepth = 6

/** The paths below a value, found once however many names are missing. */
const known = new WeakMap<object, readonly Candidate[]>()

/**
 * The path of the data that the author probably meant by one that is not there, as it is written in that place: the same
 * but for case, joints, order of words, a few letters, a prefix too many or too few; else the same name elsewhere.
 * @param isWanted whether a path below a scope may be what was meant
 */
export function nearPath(
  segments: readonly string[],
  scope: Scope,
  isWanted: (path: string, at: Scope) => boolean = () => true,
): string | undefined {
  const index = segments.findIndex((segment) => /^\d+$/.test(segment))
  if (index > 0) return nearItemPath(segments.slice(0, index), segments.slice(index), scope)
  const wanted = candidate(segments)
  let best: string | undefined
  let bestScore = Number.POSITIVE_INFINITY
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    for (const each of pathsIn(at.value)) {
      // It is there, and null: nothing was misspelt. Or its keys hold dots, and each part was looked for alone.
      if (each.path === wanted.path) return each.keys.length === wanted.keys.length ? undefined : inBrackets(each)
      // The object of which a field is missing is not meant.
      if (wanted.path[each.path.length] === '.' && wanted.path.startsWith(each.path)) continue
      if (!isWanted(each.path, at)) continue
      const score = distance(wanted, each)
      if (score < bestScore) {
        best = each.path
        bestScore = score
      }
    }
  }
  return best
}

/** `[client.name]`: keys with dots of their own, as Handlebars has them. */
const inBrackets = ({ keys }: Candidate): string => keys.map((key) => (key.includes('.') ? `[${key}]` : key)).join('.')

/** Of a path through an item of a list by its number: the list that was meant, or what of its item was. */
function nearItemPath(list: readonly string[], item: readonly string[], scope: Scope): string | undefined {
  const found = lookup(scope, list, false)
  if (!found.found) {
    const near = nearPath(list, scope)
    return near === undefined ? undefined : [near, ...item].join('.')
  }
  const [index = '0', ...inner] = item
  const value = Array.isArray(found.value) ? itemAt(found.value, Number(index)) : undefined
  const near = isObject(value) ? nearPath(inner, rootScope(value, scope)) : undefined
  return near === undefined ? undefined : [...list, index, near].join('.')
}

/** How far two paths are apart, from 0; infinite where one is hardly meant by the other. */
function distance(wanted: Candidate, other: Candidate): number {
  const [one, two] = differing(wanted, other)
  const limit = one.length <= 3 ? 1 : one.length <= 8 ? 2 : 3
  const letters = editDistance(...withoutCommonEnds(one, two), limit)
  const isNear = letters <= limit && letters * 2 <= one.length
  const byLetters = isNear ? letters / Math.max(1, wanted.letters.length) : Number.POSITIVE_INFINITY
  const isShortened = one[0] === two[0] && one !== two && isShortenedTo(one, two)
  const isAbbreviated = isShortened || isInitials(wanted, other)
  return Math.min(byLetters, byWords(wanted, other), isAbbreviated ? 0.4 : Number.POSITIVE_INFINITY)
}

/** `frstNm` of `firstName`: the same but for vowels. */
function isShortenedTo(one: string, two: string): boolean {
  const [short, long] = [one, two].map((letters) => letters.replaceAll(/[aeiou]/g, ''))
  return short !== undefined && short.length > 2 && short === long
}

/** `dob` of `dateOfBirth`, read of the same object. */
function isInitials(wanted: Candidate, other: Candidate): boolean {
  if (wanted.keys.length !== other.keys.length || wanted.last.length < 3 || wanted.last.length > 8) return false
  if (wanted.segments.slice(0, -1).join('.') !== other.segments.slice(0, -1).join('.')) return false
  const words = other.keys.at(-1)?.match(wordPattern) ?? []
  return words.length === wanted.last.length && words.every((word, at) => fold(word)[0] === wanted.last[at])
}

/** The letters of two paths without the segments that both begin or end with: only what differs may be misspelt. */
function differing(wanted: Candidate, other: Candidate): readonly [string, string] {
  const [one, two] = [wanted.segments, other.segments]
  const least = Math.min(one.length, two.length)
  let [from, until] = [0, 0]
  while (from < least && one[from] === two[from]) from++
  while (until < least - from && one.at(-1 - until) === two.at(-1 - until)) until++
  return from + until === 0
    ? [wanted.letters, other.letters]
    : [one.slice(from, one.length - until).join(''), two.slice(from, two.length - until).join('')]
}

/** What two texts begin and end with alike changes nothing of their distance. */
function withoutCommonEnds(one: string, two: string): readonly [string, string] {
  const least = Math.min(one.length, two.length)
  let [from, until] = [0, 0]
  while (from < least && one[from] === two[from]) from++
  while (until < least - from && one[one.length - 1 - until] === two[two.length - 1 - until]) until++
  return [one.slice(from, one.length - until), two.slice(from, two.length - until)]
}

function byWords(wanted: Candidate, other: Candidate): number {
  let shared = 0
  for (const word of wanted.words) if (other.words.has(word)) shared++
  if (shared === 0) return wanted.last === other.last ? 0.45 : Number.POSITIVE_INFINITY
  const [lacking, spare] = [wanted.words.size - shared, other.words.size - shared]
  if (lacking === 0) return spare === 0 ? 0.15 : 0.3 + spare / 100
  if (spare === 0) return 0.35 + lacking / 100 - (wanted.letters.startsWith(other.letters) ? 0.001 : 0)
  return wanted.last === other.last ? 0.45 : Number.POSITIVE_INFINITY
}

function pathsIn(value: unknown): readonly Candidate[] {
  if (!isObject(value)) return []
  let found = known.get(value)
  if (found === undefined) known.set(value, (found = collect(value)))
  return found
}

/** Level by level: what lies near is looked at first. */
function collect(root: object): readonly Candidate[] {
  const found: Candidate[] = []
  let level: readonly (readonly [readonly string[], object])[] = [[[], root]]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: (readonly [readonly string[], object])[] = []
    for (const [path, value] of level) {
      for (const key of Object.keys(value)) {
        if (found.length === maxPaths) return found
        const segments = [...path, key]
        found.push(candidate(segments))
        const inner = ownValue(value, key).value
        if (isObject(inner)) next.push([segments, inner])
      }
    }
    level = next
  }
  return found
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function candidate(segments: readonly string[]): Candidate {
  const words = segments.flatMap((segment) => segment.match(wordPattern) ?? []).map(wordOf)
  const folded = segments.map(fold)
  const own = words.filter((word) => !joints.has(word))
  return {
    path: segments.join('.'),
    keys: segments,
    segments: folded,
    letters: folded.join(''),
    words: new Set(own.length === 0 ? words : own),
    last: folded.at(-1) ?? '',
  }
}

/** `dateOfBirth`, `date_of_birth`, `DATE OF BIRTH`. */
const wordPattern = /\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu
/** Plural and singular are one. */
const wordOf = (word: string): string => {
  const folded = fold(word)
  return folded.length > 3 && folded.endsWith('s') ? folded.slice(0, -1) : folded
}
const joints: ReadonlySet<string> = new Set(['of', 'the', 'de', 'du', 'la', 'der', 'des', 'di', 'del', 'da', 'van'])
