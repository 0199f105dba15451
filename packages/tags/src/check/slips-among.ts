import { editDistance, fold } from '@chancery/core'
import type { SectionNode, ValueNode } from '../template/template-node.ts'

/** A path that differs from another one of the template so little that it is probably a slip. */
export interface NearName<Place> {
  readonly path: string
  readonly meant: string
  readonly node: ValueNode<Place> | SectionNode<Place>
}

/** How often names are read in one scope, and by which tag first, in the order of the text. */
export type ReadNames<Place> = Map<string, { count: number; readonly node: NearName<Place>['node'] }>

/** Distinct names of one scope that are compared with each other; beyond it only same folds are found. */
const maxNames = 5000

/** Names that differ from another only in case, joints or look-alike letters, or, being rarer, by one letter. */
export function slipsAmong<Place>(names: ReadNames<Place>, isWord: IsWord = () => false): readonly NearName<Place>[] {
  const list = [...names].map(([name, { count, node }]) => ({ name, count, node, folded: foldPath(name) }))
  const near = nearFolds(new Set(list.slice(0, maxNames).map(({ folded }) => folded)))
  const byFold = new Map<string, typeof list>()
  for (const each of list) {
    const same = byFold.get(each.folded)
    if (same === undefined) byFold.set(each.folded, [each])
    else same.push(each)
  }
  const byWords = new Map<string, typeof list>()
  for (const each of list) {
    for (const words of [inAnyOrder(each.name), inPlainLetters(each.folded), inLookAlikes(each.folded)])
      if (words !== undefined) byWords.set(words, [...(byWords.get(words) ?? []), each].slice(0, maxSharing))
  }
  const order = new Map(list.map(({ name }, index) => [name, index]))
  const fieldsOf = new Map<string, number>()
  for (const { name } of list) fieldsOf.set(objectOf(name), (fieldsOf.get(objectOf(name)) ?? 0) + 1)
  const fieldsBeside = (name: string): number => fieldsOf.get(objectOf(name)) ?? 0
  const joinedBy = new Map<string, number>()
  for (const { name } of list) joinedBy.set(jointOf(name), (joinedBy.get(jointOf(name)) ?? 0) + 1)
  const small = list.filter(({ name }) => beginsSmall(name)).length
  const beginsCommonly = (name: string): boolean => beginsSmall(name) === small * 2 > list.length
  return list.flatMap(({ name, count, node, folded }, index): NearName<Place>[] => {
    const candidates = [
      ...[folded, ...(near.get(folded) ?? [])].flatMap((each) => byFold.get(each) ?? []),
      ...(byWords.get(inAnyOrder(name) ?? '') ?? []),
      ...(byWords.get(inLookAlikes(folded) ?? '') ?? []),
      ...(byWords.get(inPlainLetters(folded) ?? '') ?? []).filter((each) => !isAscii(name + each.name)),
    ]
    const meant = candidates
      .filter((other) => {
        if (other.count !== count) return other.count > count
        // Of two that stand there as often, the one whose words the text around has.
        // A text has its umlauts, however the names are written.
        const isSpelledOut = inPlainLetters(other.folded) === inPlainLetters(folded) && !isAscii(other.name + name)
        const words = isSpelledOut ? 0 : wordsIn(other.name, isWord) - wordsIn(name, isWord)
        if (words !== 0) return words > 0
        // Then a path is meant, and not its names joined: `client-name`.
        if (name.includes('.') !== other.name.includes('.')) return other.name.includes('.')
        // Then the one whose words are joined as in most names.
        const joints = (joinedBy.get(jointOf(other.name)) ?? 0) - (joinedBy.get(jointOf(name)) ?? 0)
        if (jointOf(other.name) !== '' && jointOf(name) !== '' && joints !== 0) return joints > 0
        // Then the one whose words can be told apart, where other names are joined so.
        const joint = jointOf(other.name) || jointOf(name)
        const isJoined = isSameInSmall(other.name, name) && (joinedBy.get(joint) ?? 0) > 1
        if (isJoined && (jointOf(other.name) === '') !== (jointOf(name) === '')) return jointOf(other.name) !== ''
        // Then the one of whose object more is read.
        if (fieldsBeside(other.name) !== fieldsBeside(name)) return fieldsBeside(other.name) > fieldsBeside(name)
        // Then the one that begins as most names do, small or large.
        const isCommon = beginsCommonly(name)
        if (small * 2 !== list.length && isCommon !== beginsCommonly(other.name)) return !isCommon
        // Then the one that ends in a word which data is called by.
        const isUsual = endsUsually(folded)
        return isUsual === endsUsually(other.folded) ? (order.get(other.name) ?? 0) < index : !isUsual
      })
      .sort((one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0))
      .at(0)
    return meant === undefined || meant.name === name ? [] : [{ path: name, meant: meant.name, node }]
  })
}

/** Whether the text of the template has a word, in small letters. */
export type IsWord = (word: string) => boolean

/** How many of the longer words of a name the text has. */
const wordsIn = (name: string, isWord: IsWord): number =>
  (name.match(/\p{Lu}?\p{Ll}{3,30}/gu) ?? []).filter((word) => isWord(word.toLowerCase())).length

/** What joins the words of a name: `c` of `dueDate`, `_` of `due_date`; nothing of one word. */
const jointOf = (name: string): string => /[_ -]/.exec(name)?.[0] ?? (/\p{Ll}\p{Lu}/u.test(name) ? 'c' : '')

/** `dueDate` and `duedate`. */
const isSameInSmall = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const beginsSmall = (name: string): boolean => /^\p{Ll}/u.test(name)

/** `client` of `client.name`; a name alone is beside all others. */
const objectOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')))

/** Longest fold whose letters are looked at one by one. */
const maxFoldLength = 80

/**
 * For every fold those that are a slip away. Two words are one letter apart where they are the same once one letter of
 * each is left out, or of one of them (the idea of SymSpell), so that not all need be compared with all.
 */
function nearFolds(folds: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const byRest = new Map<string, string[]>()
  for (const fold of folds) {
    if (fold.length < 4 || fold.length > maxFoldLength) continue
    const rests = new Set([fold])
    for (let at = 0; at < fold.length; at++) rests.add(fold.slice(0, at) + fold.slice(at + 1))
    for (const rest of rests) {
      const sharing = byRest.get(rest)
      if (sharing === undefined) byRest.set(rest, [fold])
      // Many that share a rest are a row of names (`a1b`, `a2b` …), not slips.
      else if (sharing.length < maxSharing) sharing.push(fold)
    }
  }
  const near = new Map<string, Set<string>>()
  for (const sharing of byRest.values()) {
    for (const one of sharing) {
      for (const other of sharing) {
        if (one === other || !isSlip(one, other)) continue
        const others = near.get(one)
        if (others === undefined) near.set(one, new Set([other]))
        else others.add(other)
      }
    }
  }
  return new Map([...near].map(([fold, others]) => [fold, [...others]]))
}

const maxSharing = 8

/** Words that values are most often called by: of two names of which one ends so, and the other all but, that one is meant. */
const usualEnd =
  /(?:name|date|data|code|number|amount|total|price|address|email|phone|street|city|country|company|title|subject|message|url|link)$/

const endsUsually = (fold: string): boolean => usualEnd.test(fold)

/** One letter apart, but no plural, number, or other ending that makes another word of it. Both are folded. */
function isSlip(first: string, second: string): boolean {
  if (first.replaceAll(/\d+/g, '') === second.replaceAll(/\d+/g, '')) return false
  // Of short words a letter too few or too many alone tells: `totl`, where `rate` and `date` are two names.
  if (Math.max(first.length, second.length) < 5) return false
  if (editDistance(first, second, 1) > 1) return false
  if (first.length === second.length) {
    // A swap of neighbours is a slip; a changed letter is one unless it stands alone: partyA, partyB.
    const at = [...first].findIndex((char, index) => char !== second[index])
    if (at === first.length - 1) return endsUsually(first) !== endsUsually(second)
    return first[at] === second[at + 1] || at > 0
  }
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  // `witnes` lacks the second of two same letters, and is no singular.
  if (long.startsWith(short)) return long.at(-1) === short.at(-1) || (endsUsually(long) && !endsUsually(short))
  // `gguardian` has its first letter twice, where `bcount` may count something else.
  return !long.endsWith(short) || long[0] === long[1]
}

/** A word of a name with the numbers behind it, which tell values apart: `line2`, `owner.0`. */
const wordOfName = /(?:\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll}))(?:\.?\p{N}+)*/gu

/** The words of a name of several, sorted: `birthDateOf` has those of `dateOfBirth`. */
function inAnyOrder(name: string): string | undefined {
  const words = name.length > maxFoldLength ? [] : (name.match(wordOfName) ?? [])
  return words.length < 2 || new Set(words).size < 2
    ? undefined
    : words
        .map((word) => word.toLowerCase())
        .toSorted()
        .join(' ')
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** How keyboards without a letter write it: `größe` and `groesse` are one, behind a sign that no name has. */
const inPlainLetters = (folded: string): string | undefined =>
  folded.length > maxFoldLength
    ? undefined
    : `=${folded
        .replaceAll('ß', 'ss')
        .replaceAll('æ', 'ae')
        .replaceAll('ø', 'oe')
        .replaceAll('œ', 'oe')
        .replaceAll(/([aou])e/g, '$1')}`

/** What looks the same in many typefaces: `lnvoice` with a small L, `0wner` with a zero. */
const inLookAlikes = (folded: string): string | undefined =>
  folded.length > maxFoldLength || !/[il1o0]/.test(folded)
    ? undefined
    : `~${folded.replaceAll(/[i1]/g, 'l').replaceAll('0', 'o')}`

/** `client's name` is `client.name`. */
const foldPath = (path: string): string => path.replaceAll(/'s /g, ' ').split('.').map(fold).join('.')
