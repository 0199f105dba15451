import type { FieldType } from '@chancery/core'
import { asciiWords } from './identifier-names.ts'
import type { NameVote } from './name-votes.ts'
import { isTelling, isTellingWord, lastTelling } from './name-words.ts'
import type { Piece, Variable } from './template.ts'
import { always, isAddress, mostly, personLike, placeLike, presentValues, tickBox } from './value-forms.ts'

/** Stands for a value in the text before another one; no document has this character. */
export const betweenValues = '\uf8ff '

/** What stands around a value: text of the document, in which other values are left out. */
export interface Phrase {
  readonly variable: Variable
  /** The clause before it, since the last value. */
  readonly before: string
  /** The whole clause before it, with a sign for each value. */
  readonly clause: string
  readonly after: string
  /** The values around it. */
  readonly previous: Piece | undefined
  readonly next: Piece | undefined
}

const counts: ReadonlySet<FieldType> = new Set<FieldType>(['number', 'integer'])
const texts: ReadonlySet<FieldType> = new Set<FieldType>(['text', 'person', 'party', 'organization'])

/** What a number counts, in en, de, fr, es, it, pt, nl. */
const timeUnit =
  /^[ \u00a0](days|weeks|months|years|hours|Tagen?|Wochen|Monaten?|Jahren?|Stunden|jours|semaines|mois|ans|heures|días|semanas|meses|años|horas|giorni|settimane|mesi|anni|ore|dias|anos|dagen|weken|maanden|jaar|uren)(?!\p{L})/u
/** More of a thing: `3 keys`. */
const counted = /^[ \u00a0]\p{Ll}{2,}s(?!\p{L})/u
/** What someone or something is made: `as my attorney`. */
const madeAfter = /^ (?:as|als|comme|como|come) ((?:\p{L}+ ){0,2}\p{L}{3,})/u
/** As what someone works: `employed as`, `als`, `en qualité de`. */
const asBefore =
  /(?:^|\P{L})(?:as|als|comme|como|come|jako|en qualité de|in qualità di|en calidad de|na qualidade de)\s$/iu
/** How Japanese letters address whom they are for: a company, a person. */
const honorificAfter = /^\s?(?:(御中)|様|殿)/u
/** `received in good condition by`, `prepared by`. */
const doneBy = /(?:^|\n)\s*(\p{Lu}\p{Ll}+ed)(?: [\p{Ll}\s]{0,40})? by:?\s$/u
/** Whom to call: `please call`, `ask for`, `your contact is`. */
const contact = /(?:^|\P{L})(?:call|contact|ask for|speak to|reach)\s(?:us or |our |with )?$/iu
const birth =
  /(?:^|\P{L})(?:born|geboren|nées?|né\(e\)|nat[oa]|nacid[oa]|nascid[oa]|urodzon[ya]|rojen[ae]?|født|född)(?!\p{L})/iu
/** Before a place: `in Leeds`, `à Lyon`. */
const placeBefore = /(?:^|[\s\uf8ff])(?:in|à|a|te|en|em|w|we|i|at)\s$/iu
/** Between a place and a date: `Köln, den 3. März`. */
const beforeDate = /^,?\s(?:den |the |le |el |a |op |il |lì |em |dnia )?$/u
const [fromBefore, toBetween] = [/(?:^|\P{L})(?:from|von|de|da|van|od)\s$/iu, /^\s(?:to|auf|à|a|naar|na|do)\s$/iu]

/** What the phrase around a value calls it. */
export function votesByPhrase(phrase: Phrase): readonly NameVote[] {
  const { variable, after, before, previous } = phrase
  const votes: NameVote[] = []
  const vote = (words: readonly string[], worth: number): void => void votes.push({ words, worth })
  const honored = honorificAfter.exec(after)
  if (honored !== null) vote(honored[1] === undefined ? ['recipient', 'name'] : ['company'], 2.5)
  const unit = timeUnit.exec(after)?.[1]
  const isCount = counts.has(variable.type)
  if (unit !== undefined && isCount) vote(asciiWords(unit), 1.2)
  const made = asciiWords(madeAfter.exec(after)?.[1] ?? '').find(isTellingWord)
  if (made !== undefined) vote([made], 1.4)
  const word = asciiWords(after.slice(0, 40))[0]
  if (word !== undefined && isTelling(word) && word.length > 2) vote([word], isCount && counted.test(after) ? 1.2 : 0.5)
  if (always(presentValues(variable), tickBox)) vote(asciiWords(after.slice(0, 60)).filter(isTelling).slice(0, 3), 1.3)
  const done = doneBy.exec(before)?.[1]
  if (done !== undefined) vote([...asciiWords(done), 'by'], 1.4)
  if (texts.has(variable.type)) {
    if (asBefore.test(before)) vote(['position'], 1.3)
    const isBehindName =
      previous?.kind === 'variable' && /^, $/.test(before) && always(presentValues(previous.variable), personLike)
    if (isBehindName && !isAddress(variable)) vote(['position'], 1.2)
    if (contact.test(before) && always(presentValues(variable), personLike)) vote(['contact', 'name'], 1.3)
    for (const each of votesByPlace(phrase)) votes.push(each)
  }
  // `née le`, where the word goes by the person's sex.
  const isBorn = previous?.kind === 'variable' && presentValues(previous.variable).every((value) => birth.test(value))
  if (isBorn && variable.type === 'date') vote(['birth', 'date'], 1.5)
  for (const each of votesByChange(phrase)) votes.push(each)
  return votes
}

/** `Leeds, 3 March`, `born on 3 May in Ulm`. */
function votesByPlace({ variable, before, clause, after, next }: Phrase): readonly NameVote[] {
  if (!mostly(variable, placeLike)) return []
  const isBeforeDate = beforeDate.test(after) && next?.kind === 'variable' && next.variable.type === 'date'
  if (isBeforeDate && (before.trim() === '' || placeBefore.test(before))) return [{ words: ['place'], worth: 2 }]
  if (!placeBefore.test(before)) return []
  const isOfBirth = birth.test(clause.split(betweenValues).slice(-2).join(' '))
  return [{ words: isOfBirth ? ['birth', 'place'] : ['place'], worth: isOfBirth ? 1.5 : 0.95 }]
}

const changing: Partial<Record<FieldType, string>> = { money: 'amount', percent: 'percent', number: 'number' }

/** `will rise from 840 to 880`. */
function votesByChange({ variable, before, after, previous, next }: Phrase): readonly NameVote[] {
  const kind = changing[variable.type]
  const isPair = (other: Piece | undefined): boolean =>
    other?.kind === 'variable' && other.variable.type === variable.type
  if (kind === undefined) return []
  if (fromBefore.test(before) && toBetween.test(after) && isPair(next)) return [{ words: ['old', kind], worth: 1.3 }]
  return toBetween.test(before) && isPair(previous) ? [{ words: ['new', kind], worth: 1.3 }] : []
}

const copula =
  /[ \u00a0](?:is|are|shall be|will be|amounts|beträgt|ist|lautet|beläuft sich|est|sera|es|será|asciende|è|sarà|ammonta|é|bedraagt|wynosi)(?: \p{Ll}{1,4})?\s$/u
const ofBefore = /[ \u00a0](?:of|des|der|von|du|de|d['’]|del|della|dell['’]|dei|do|da|van)(?:[ \u00a0]|(?<=['’]))/u

/** Of a sentence whose verb says what something is, that thing alone: `The term` of `The term of the lease is `. */
export function headOfSubject(text: string): string {
  const verb = copula.exec(text)
  return verb === null ? text : (text.slice(0, verb.index).split(ofBefore, 1)[0] ?? text)
}

/** A line that is no title, ends in a word that says something, and goes on below: `has completed the course`. */
export function wordsOfSentence(line: string | undefined): readonly string[] {
  if (line === undefined || line.length > 80 || !/\p{L}\s*$/u.test(line)) return []
  const words = asciiWords(line)
  return words.some((word) => !isTellingWord(word)) && isTelling(words.at(-1) ?? '') ? lastTelling(words) : []
}
