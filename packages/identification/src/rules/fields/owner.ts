import type { FieldType } from '@chancery/core'
import type { Candidate } from '../candidate.ts'
import { cellAt, cellsBelow } from '../columns.ts'
import { lexicon, type CanonicalName } from '../labels/lexicon.ts'
import { spaced, targetOf, type Target } from '../labels/target.ts'
import { type PhraseBook, phraseBook } from '../phrase-book.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { firstAtOrAfter, fold, wordsOf, type TextIndex } from '../text-index.ts'
import { labelWords, sameStem } from './alike-words.ts'
import { attributeOf } from './attributes-of-people.ts'
import type { Option } from './option.ts'
import { optionAt } from './option-at.ts'

/** Words for an address in names of fields, before or behind whose it is: `tenantAddress`, `moradaSenhorio`, `Kundenadresse`. */
const words =
  'address|adresse|anschrift|wohnsitz|sitz|direccion|domicilio|headquarters|seat|indirizzo|residenza|endereco|morada|adres|domicile|siege|adress|osoite|cime?|adresi|adresa|lakcim'
const behind = new RegExp(`^(.{3,30}?)[ ]?(?:${words})$`, 'u')
const before = new RegExp(`^(?:${words}) (?:(?:of|de|du|des|der|del|della|do|da|van) )?(.{3,30})$`, 'u')
/** Kinds of addresses, and not whose they are. */
const kinds = new Set(
  'property email mail e billing shipping delivery postal home street mailing business invoice web ip registered site office current work return service lieferung liefer rechnung rechnungs post wohn privat objekt'.split(
    ' ',
  ),
)

const names: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party', 'text'])
/** What parties have besides an address, and papers say of each of them. */
const owned: ReadonlySet<FieldType> = new Set(['identifier', 'email', 'phone', 'iban', 'date'])
/** Their form alone shows what they are. */
const plain: ReadonlySet<FieldType> = new Set(['email', 'phone', 'iban'])
const roles: readonly CanonicalName[] = [
  'seller',
  'buyer',
  'tenant',
  'landlord',
  'employer',
  'employee',
  'lender',
  'borrower',
  'contractor',
  'client',
  'plaintiff',
  'defendant',
]

const sameRole = (name: string, role: string): boolean =>
  name.replace(/ (?:full )?name$/u, '') === role || name === role.replace(/(?:n|s)$/u, '')

/** Whose a value is that a field asks for, and by which labels papers say it; an address has none. */
export interface Owned {
  readonly owner: Target
  readonly labels: readonly string[]
}

/** Words for who speaks for a party in court. */
const lawyers = new Set(
  'avocat avocate lawyer attorney counsel solicitor solicitors anwalt anwaltin rechtsanwalt rechtsanwaltin prozessbevollmachtigter prozessbevollmachtigte abogado abogada letrado letrada avvocato difensore advogado advogada advocaat gemachtigde adwokat pelnomocnik'.split(
    ' ',
  ),
)
/** What leads from a party to its lawyer; who only represents a firm is none. */
const toLawyer =
  /(?:[Rr]eprésentée?s? par|[Aa]ssistée?s? (?:de|par)|ayant pour avocat|[Pp]rozessbevollmächtigte[rn]?|[Vv]ertreten durch|[Rr]epresented by|[Ss]olicitors?(?: for)?|[Aa]ttorneys? for|[Aa]sistid[oa]s? por|[Dd]efendid[oa]s? por|[Rr]appresentat[oa](?: e difes[oa])? d(?:a|all)|[Bb]ijgestaan door|[Aa]dvocaat|[Gg]emachtigde|[Rr]eprezentowan\p{L}{1,2} przez|[Mm]andatári[oa])[ :'’]{1,3}/gu
const ofLawyer =
  /(?<!\p{L})(?:Maître|Mes?|Rechtsanw\p{L}{1,8}|RA|RAin|Avv|avv|Avvocat[oi]|letrad[oa]|abogad[oa]|advogad[oa]|Advocaat|mr|solicitors?|counsel|attorneys?|LLP|adwokat\p{L}{0,2}|radc\p{L}{1,3}|Prozessbevollmächtigte[rn]?|ayant pour avocat)(?!\p{L})/u

/** The party that a field asks something of; `undefined` where its name says none. */
export function ownerOf(target: Target, wanted: readonly Target[], description = ''): Owned | undefined {
  if (target.type === 'address') {
    const owner =
      ownerOfAddress(fold(spaced(target.name)), target, wanted) ?? ownerOfAddress(fold(description), target, wanted)
    return owner && { owner, labels: [] }
  }
  if (isOfLawyer(target)) {
    const role = wordsOf(spaced(target.name))
      .map(({ folded }) => folded)
      .filter((word) => !lawyers.has(word))
      .join(' ')
    const owner = role === '' ? undefined : partyOf(role, target, wanted)
    return owner && { owner, labels: [] }
  }
  const isAttribute = target.type === 'text' && target.canonical === undefined
  if ((!owned.has(target.type) && !isAttribute) || target.canonical !== undefined) return undefined
  const parts = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  for (let at = 1; at < parts.length; at += 1) {
    const [head, tail] = [parts.slice(0, at).join(' '), parts.slice(at).join(' ')]
    for (const [role, label] of [
      [head, tail],
      [tail, head],
    ] as const) {
      if (isAttribute && attributeOf(label) === undefined) continue
      const owner =
        labelWords(label).telling.length > 0 || plain.has(target.type) ? partyOf(role, target, wanted) : undefined
      if (owner && isAttribute) return { owner, labels: [label] }
      if (owner) return { owner, labels: targetOf({ name: label, type: target.type }).labels.map(([word]) => word) }
    }
  }
  return undefined
}

const isOfLawyer = (target: Target): boolean =>
  (target.type === 'person' || target.type === 'organization') &&
  wordsOf(spaced(target.name)).some(({ folded }) => lawyers.has(folded))

/** The party of a role: one that is asked for, also in another case (`sprzedawcy`), or one that is known. */
function partyOf(role: string, target: Target, wanted: readonly Target[]): Target | undefined {
  const said = labelWords(role).telling
  const isRole = (name: string): boolean => {
    const own = labelWords(name).telling.filter((word) => word !== 'name')
    return own.length > 0 && own.length === said.length && own.every((word, at) => sameStem(word, said[at] ?? ''))
  }
  const asked = wanted.find((other) => other !== target && names.has(other.type) && isRole(spaced(other.name)))
  if (asked || said.length !== 1) return asked
  const known = roles.find((name) => lexicon[name].labels.some(isRole))
  return known === undefined ? undefined : targetOf({ name: known, type: 'party' })
}

/** The party whose address a field asks for; `undefined` where it names none. */
function ownerOfAddress(name: string, target: Target, wanted: readonly Target[]): Target | undefined {
  const role = behind.exec(name)?.[1] ?? before.exec(name)?.[1]
  if (role === undefined || kinds.has(role)) return undefined
  // The caller may ask for the party, too, with labels of his own.
  const asked = wanted.find(
    (other) => other !== target && names.has(other.type) && sameRole(fold(spaced(other.name)), role),
  )
  const party = asked ?? partyOf(role, target, wanted)
  if (party) return party
  const known = targetOf({ name: role, type: 'party' })
  // German joins words by a letter: `Kundenadresse`.
  return known.canonical === undefined
    ? targetOf({ name: role.replace(/(?<=.{3})(?:n|s)$/u, ''), type: 'party', labels: [role] })
    : known
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
/** What parts somebody's address from the name: not a paragraph, nor a sentence. */
const parts = /\n[ \t]*\r?\n|\p{L}{4}\.\s/u
const reach = 300
const mostPlaces = 12

interface Stretch {
  readonly start: number
  readonly end: number
}

/** Where a paper says more of a party: behind its name, or in the lines of the column below it. */
function stretchesOf(index: TextIndex, { start, end }: Candidate, others: readonly Candidate[]): Stretch[] {
  const cell = cellAt(index, start)
  const column = cell ? cellsBelow(index, cell) : []
  if (column.length > 1) return column.map((below) => (below === cell ? { start: end, end: below.end } : below))
  const next = others.find((other) => other.start >= end)?.start ?? Infinity
  return [{ start: end, end: Math.min(end + reach, next, index.text.length) }]
}

/** The best places of a party's name, wherever the paper has it. */
function placesOfName({ text }: TextIndex, best: Option): Candidate[] {
  const name = text.slice(best.value.start, best.value.end)
  if (name.length < 4 || name.length > 120) return []
  const places = text.matchAll(new RegExp(escaped(name).replace(/\s+/gu, String.raw`\s+`), 'giu'))
  return [...places]
    .slice(0, mostPlaces)
    .map((place) => ({ ...best.value, start: place.index, end: place.index + place[0].length }))
}

const bestOf = (options: readonly Option[]): Option | undefined => options.toSorted((a, b) => b.score - a.score)[0]

/**
 * What follows a party's name: its address, or the value of a label there (`NIP: 879…` in the block of the seller).
 * @param parties options of all parties that are asked for: where one begins, another's block ends
 */
export function optionsOfOwner(
  index: TextIndex,
  values: Values,
  target: Target,
  { owner, labels }: Owned,
  parties: ReadonlyMap<Target, readonly Option[]>,
): Option[] {
  const best = bestOf(parties.get(owner) ?? [])
  if (best === undefined) return []
  const others = [...parties.values()]
    .flatMap((options) => bestOf(options)?.value ?? [])
    .filter(({ start }) => start !== best.value.start)
    .toSorted((a, b) => a.start - b.start)
  const read =
    target.type === 'address'
      ? addressIn
      : isOfLawyer(target)
        ? lawyerIn
        : target.type === 'text'
          ? attributeIn
          : labelledIn
  return placesOfName(index, best).flatMap((place, at) => {
    const found = read(index, values, target, stretchesOf(index, place, others), labels)
    const sure = (0.8 - Math.min(at, 5) * 0.05) * Math.min(1, best.score + 0.2)
    return found ? [{ value: found, score: sure * found.confidence, method: 'position' as const }] : []
  })
}

function addressIn(
  { text }: TextIndex,
  values: Values,
  _: Target,
  stretches: readonly Stretch[],
): Candidate | undefined {
  const name = stretches[0]?.start ?? 0
  for (const { start, end } of stretches) {
    const address = firstWithin(values.of('address'), start, end)
    if (address) return stretches.length > 1 || !parts.test(text.slice(name, address.start)) ? address : undefined
  }
  return undefined
}

/** Who speaks for a party in court, behind its name: `représentée par Maître Gwenaëlle Le Bras`. */
function lawyerIn(
  { text }: TextIndex,
  values: Values,
  target: Target,
  stretches: readonly Stretch[],
): Candidate | undefined {
  for (const { start, end } of stretches) {
    for (const { 0: lead, index } of text.slice(start, end).matchAll(toLawyer)) {
      const from = start + index + lead.length
      const list = values.of(target.type)
      const value = firstWithin(list, from, Math.min(end, from + 60))
      if (value && ofLawyer.test(text.slice(start + index, value.end))) return { ...value, alternatives: [] }
    }
  }
  return undefined
}

/** What is said of somebody behind the name, without a label: `née le 17 août 1990 à Lyon, infirmière`. */
function attributeIn(
  { text }: TextIndex,
  _: Values,
  __: Target,
  stretches: readonly Stretch[],
  [label = '']: readonly string[],
): Candidate | undefined {
  const attribute = attributeOf(label)
  return stretches.flatMap(({ start, end }) => attribute?.(text, start, end) ?? [])[0]
}

/** Who speaks for somebody, for a field that does not say for whom, where the paper has one. */
export function onlyLawyer(index: TextIndex, values: Values, target: Target): Option[] {
  if (!isOfLawyer(target)) return []
  const { text } = index
  const places = [...text.matchAll(toLawyer)].slice(0, mostPlaces)
  const found = places.flatMap(
    ({ index: at }) => lawyerIn(index, values, target, [{ start: at, end: at + reach }]) ?? [],
  )
  const names = new Set(found.map(({ value }) => value))
  return names.size === 1 ? found.slice(0, 1).map((value) => ({ value, score: 0.5, method: 'clause' })) : []
}

const marks = /^[\s.:º°#]{0,6}/u

/** Where the first label of a stretch ends, with its mark. */
function labelIn(index: TextIndex, book: PhraseBook<true>, start: number, end: number): number | undefined {
  for (let word = firstAtOrAfter(index.words, start); (index.words[word]?.end ?? Infinity) <= end; word += 1) {
    const hit = book.longestAt(index, word)
    if (hit) return hit.end + (marks.exec(index.text.slice(hit.end, Math.min(end, hit.end + 6)))?.[0].length ?? 0)
  }
  return undefined
}

/** What a sign of a number takes: `n.º 231 447 806`. */
const leastGap = 6

function labelledIn(
  index: TextIndex,
  values: Values,
  target: Target,
  stretches: readonly Stretch[],
  labels: readonly string[],
): Candidate | undefined {
  // `DNI` may be written with full stops.
  const written = labels.flatMap((label) => (/^\p{L}{2,4}$/u.test(label) ? [label, [...label].join(' ')] : [label]))
  const book = phraseBook(written.map((label) => [label, true] as const))
  for (const { start, end } of stretches) {
    if (plain.has(target.type)) {
      const value = firstWithin(values.of(target.type), start, end)
      if (value) return value
    }
    const label = labelIn(index, book, start, end)
    if (label === undefined) continue
    const place = { start: label, end, fit: 1, method: 'label', divided: true } as const
    const line = index.text.slice(place.start, end).indexOf('\n')
    const option = optionAt(index, values, { ...place, end: line === -1 ? end : place.start + line }, target, 1)
    // `nata a Viareggio il 17 novembre 1991`
    const far = target.type === 'date' ? 40 : leastGap
    if (option && option.value.start - place.start < far) return option.value
  }
  return undefined
}
