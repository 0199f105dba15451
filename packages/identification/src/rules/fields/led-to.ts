import { anyCase } from '../any-case.ts'
import { candidate, type Candidate } from '../candidate.ts'
import { synonymsOf } from '../labels/concepts.ts'
import { spaced, type Target } from '../labels/target.ts'
import { findDeclarant } from '../profiles/declarant.ts'
import type { Finding } from '../profiles/finding.ts'
import { collapse, type TextIndex, wordsOf } from '../text-index.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { labelWords } from './alike-words.ts'
import type { Option } from './option.ts'

/** A phrase that leads to who has a role, for the roles that it says. `phrase` is global and ends before the name. */
interface Lead {
  readonly roles: ReadonlySet<string>
  readonly phrase: RegExp
}

const kin = String.raw`(?:(?:my|his|her|our|mein(?:e[nrm]?)?|sein(?:e[nrm]?)?|ihr(?:e[nrm]?)?|mon|ma|son|sa|mi|su|mio|mia|suo|sua|mijn|zijn|haar|meu|minha|il mio|la mia)\s\p{L}{3,14}(?:\s(?:in law|friend))?,?\s)?`
const article = String.raw`(?:(?:the|der|dem|die|den|la|le|el|il|lo|de|o|a)\s|l['’])?`
const phrase = (words: string, rest = ''): RegExp =>
  new RegExp(anyCase(String.raw`(?<!\p{L})(?:${words})[,:]?\s${rest}${article}${kin}`), 'gu')
/** An office between: `dem Verkaufsleiter, Herrn Dirk Asmus`, `our operations director, Ms Ann Lee`. */
const office = String.raw`(?:(?:the|our|your|der|dem|die|den|la|le|el|il|de)\s(?:\p{L}{3,24}\s){0,3}\p{L}{3,24},\s)?`

const leads: readonly Lead[] = [
  {
    roles: synonymsOf('manager'),
    phrase: phrase(
      String.raw`report(?:s|ing)?(?: directly)? to|direct report of|unterstellt(?: ist)?|berichtet(?: direkt)? an|untersteh(?:t|en)(?: direkt| fachlich)?|rattachée? à|sous l['’]autorité de|sous la responsabilité de|dependerá de|bajo la dependencia de|reportará a|risponde a|alle dipendenze di|rapporteert aan|legt verantwoording af aan|reporta a|podlega`,
      office,
    ),
  },
  {
    roles: synonymsOf('manager'),
    phrase: new RegExp(
      String.raw`(?<=(?:^|\s)(?:ist|ihr|ihm|Sie|sind|wird|untersteht|berichtet) )${office}${article}(?=[^.;\n]{4,60}\s(?:direkt )?unterstellt)`,
      'gu',
    ),
  },
]
const mostPlaces = 20
const longest = 80

/** The person at an offset, behind any form of address. */
function personAt(index: TextIndex, from: number): Candidate | undefined {
  const start = from + titleOfPerson(index.text.slice(from, from + longest))
  const name = personNameAt(index, start)
  if (name === undefined || (name.parts < 2 && start === from)) return undefined
  const raw = collapse(index.text.slice(name.start, name.end))
  return namesNobody(raw) ? undefined : candidate('person', name.start, name.end, raw, 0.85)
}

/** Who has a role that a sentence says by what is done: `manager` of `reporting to Aisha Khan`. */
export function ledToOptions(index: TextIndex, target: Target): Option[] {
  if (target.type !== 'person') return []
  const words = labelWords(spaced(target.name)).telling
  return leads
    .filter(({ roles }) => words.some((word) => roles.has(word)))
    .flatMap((lead) => [...index.text.matchAll(lead.phrase)].slice(0, mostPlaces))
    .flatMap(({ 0: raw, index: at }) => personAt(index, at + raw.length) ?? [])
    .map((value, at) => ({ value, score: (0.62 - at * 0.02) * value.confidence, method: 'clause' }))
}

/** Whom a letter about somebody names behind the mark of its subject: `Re: Mr Gordon Pascoe, DOB 11/02/1953`. */
const subject =
  /(?:^|\n)[ \t]{0,12}(?:Re|RE|Betr|Betreff|Betrifft|Objet|Concerne|Asunto|Oggetto|Onderwerp|Betreft|Assunto|Dotyczy)\.?[ ]?:[ \t]{1,12}(?:(?:[Yy]our|[Ii]hre?n?|[Vv]otre|[Ss]u|[Uu]w) \p{L}{4,14},? |[Pp]a[ct]ient\p{L}{0,3}:? )?/gu
const spokenOf = ['patient', 'injured', 'insured', 'student', 'pupil', 'child'].flatMap((role) => [
  role,
  ...synonymsOf(role),
])

/** Who a letter is about, for a field of a role that letters to others are about. */
export function subjectOptions(index: TextIndex, target: Target): Option[] {
  const isAsked =
    target.type === 'person' && labelWords(spaced(target.name)).telling.some((word) => spokenOf.includes(word))
  const places = isAsked ? [...index.text.slice(0, head).matchAll(subject)].slice(0, 1) : []
  return places
    .flatMap(({ 0: raw, index: at }) => personAt(index, at + raw.length) ?? [])
    .map((value) => ({ value, score: 0.66 * value.confidence, method: 'clause' }))
}
const head = 6000

/** Who speaks in the first person in papers of one person: the `testator` of `I, Ann Lee, declare this to be my last will`. */
export function declaringOptions(finding: Finding, target: Target): Option[] {
  if (target.type !== 'person') return []
  const isDeclaring = labelWords(spaced(target.name)).telling.some((word) => synonymsOf('testator').has(word))
  return (isDeclaring ? findDeclarant(finding) : []).map((option) => {
    const { start, end } = option.value
    const name = collapse(finding.index.text.slice(start, end))
    return { ...option, value: candidate('person', start, end, name, 0.85), score: option.score * 0.9 }
  })
}

/** What appoints somebody: en, de, fr, es, it, nl, pt, pl. */
const appoints = new RegExp(
  anyCase(
    String.raw`(?<!\p{L})(?:appoint|nominate|name|bevollmächtige(?: hiermit)?(?: ich)?|bestimme(?: ich)?|ernenne(?: ich)?|berufe(?: ich)?|setze(?: ich)?|bestelle(?: ich)?|nomme|désigne|institue|nombro|designo|instituyo|nomino|designo|istituisco|benoem(?: ik)?|stel(?: ik)?|nomeio|instituo|powołuję|ustanawiam)\s(?:hiermit |hereby |par les présentes )?${article}${kin}`,
  ),
  'gu',
)
/** Words of names for who takes somebody's place. */
const substitutes = new Set(
  'substitute replacement alternate deputy successor ersatz ersatzweise stellvertreter suppleant suppleante remplacant substitut suplente sustituto sustituta sostituto sostituta supplente plaatsvervangend plaatsvervanger substituto zastepca'.split(
    ' ',
  ),
)
/** `Ersatzbevollmächtigter` */
const inPlace = /^(?:ersatz|stellvertret)/u
/** What says in the same sentence that it holds only where another cannot. */
const otherwise =
  /(?<!\p{L})(?:unable|unwilling|cannot|can(?:no|['’])t|in (?:his|her|their) (?:place|stead)|predeceases?|ersatzweise|an (?:seiner|ihrer|dessen|deren) Stelle|verhindert|wegfällt|à défaut|empêch\p{L}*|à sa place|en su defecto|no pued[ae]|en su lugar|in mancanza|in sua vece|non poss?a|non potesse|bij ontstentenis|niet (?:kan|kunnen)|in (?:zijn|haar) plaats|na falta|impossibilidade)(?!\p{L})/iu
const sentenceEnd = /(?<=\p{L}{2}|\d)[.!?]\s+(?=\p{Lu})|\n\s*\n|\n(?=\d{1,2}[.)] )/gu
const sentenceReach = 260

/** The sentence around an offset. */
function sentenceAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - sentenceReach), at)
  const after = text.slice(at, at + sentenceReach)
  const start = [...before.matchAll(sentenceEnd)].at(-1)
  const [end] = after.matchAll(sentenceEnd)
  return before.slice(start === undefined ? 0 : start.index + start[0].length) + after.slice(0, end?.index)
}

/** Somebody whom a paper appoints. */
export interface Appointment {
  readonly value: Candidate
  /** The words of its sentence, folded. */
  readonly words: ReadonlySet<string>
  /** It holds only where another cannot. */
  readonly isOtherwise: boolean
}

/** Whom a paper appoints: `I appoint my son, Peter Ellison, to be the executor`. */
export const appointmentsIn = (index: TextIndex): readonly Appointment[] =>
  [...index.text.matchAll(appoints)].slice(0, mostPlaces).flatMap(({ 0: raw, index: at }) => {
    const value = personAt(index, at + raw.length)
    if (value === undefined) return []
    const sentence = sentenceAround(index.text, at)
    const words = new Set(wordsOf(sentence).map(({ folded }) => folded))
    return [{ value, words, isOtherwise: otherwise.test(sentence) }]
  })

/** Who is appointed to a role, or in whose place. */
export function appointedOptions(appointments: readonly Appointment[], target: Target): Option[] {
  if (appointments.length === 0 || (target.type !== 'person' && target.type !== 'party')) return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const isSubstitute = words.some((word) => substitutes.has(word) || inPlace.test(word))
  const role = labelWords(words.filter((word) => !substitutes.has(word) && !inPlace.test(word)).join(' ')).telling
  const names = role.flatMap((word) => [word, ...synonymsOf(word)])
  const found = appointments.filter(
    (one) => one.isOtherwise === isSubstitute && (isSubstitute || names.some((name) => one.words.has(name))),
  )
  const only = found[0]?.value
  if (only === undefined || found.some(({ value }) => value.value !== only.value)) return []
  const value = target.type === 'party' ? { ...only, type: target.type, value: { name: only.value, role: null } } : only
  return [{ value, score: 0.64 * only.confidence, method: 'clause' }]
}
