import { anyCase } from '../any-case.ts'
import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'
import type { Values } from '../read-values.ts'
import { collapse, lastAtOrBefore, lineAt, type TextIndex } from '../text-index.ts'
import { namesNobody, partyNameAt, represents } from '../values/party-names.ts'
import { titleOf } from '../values/person-names.ts'

const article = String.raw`(?:(?:the|der|die|das|den|dem|le|la|les|el|los|il|lo|i|o|a|os|as|de|het) |l['’])?`
/** What says that a name follows by which a paper calls somebody. */
const naming = String.raw`(?<!\p{L})(?:hereinafter|hereafter|nachfolgend|nachstehend|im folgenden|ci-après|en (?:adelante|lo sucesivo)|di seguito|d['’]ora in poi|doravante|hierna|adiante|designad[oa]s?|denominad[oa]s?|denominará|dénommée?s?|kallad|kallas|nedan|herefter|i det følgende|heretter|jäljempänä|továbbiakban|denumit\p{L}{0,2}|bundan sonra|zwan\p{L}{1,3} dalej|(?:dále|ďalej) jen|далі|надалі|далее|(?:именуем\p{L}{2,3} )?в дальнейшем|στο εξής|εφεξής)(?!\p{L})`
/** What opens a term that a paper gives to what stands before it: `(the "Maturity Date")`, `ci-après « le Prix »`. */
const opening = new RegExp(
  String.raw`([(（]|${naming})[^()（）\n"“”„«»]{0,60}["“„«»‘'「『][\s\u00a0]?${article}$`,
  'iu',
)
/** A role in brackets alone, or behind what names it, without quotes: `… (Employer); and`, `adiante designado por SENHORIO`. */
const plainOpening = new RegExp(
  anyCase(
    String.raw`(\(|,?\s?\(?${naming}(?: (?:te|noemen|genoemd|por|als|as|the|come|comme|dále|jako|som|nimellä|referred|to|called|genannt|o|a|le|la|el|il|de|der|die))*)[:,]? ?(?:[–—-] ?)?(?:\p{Lu}[\p{L} ]{2,30} (?:ou|o|or|oder|of|lub|eller) )?${article}$`,
  ),
  'u',
)
const plainClosing = /^\)?[ ]?(?:genannt)?[.,;)\n]|^\)?$/u
const inCapacity = String.raw`(?:în calitate de|in qualità di|en calidad de|na qualidade de|en (?:sa )?qualité d(?:e |['’])|in (?:its|his|her) capacity as(?: the)?|w charakterze)`
/** As what somebody is a party: `în calitate de prestator`. */
const asParty = new RegExp(String.raw`,? ?${inCapacity}[ ]?$`, 'iu')
const eachCapacity = new RegExp(String.raw`${inCapacity}[ ]?\p{L}+`, 'giu')

/** The first name behind the capacity of the party before, where the clause of this one ends at an offset. */
function firstInCapacity(text: string, names: readonly Candidate[], end: number): Candidate | undefined {
  const from = Math.max(0, end - reach)
  const last = [...text.slice(from, end).matchAll(eachCapacity)].at(-1)
  const floor = last === undefined ? from : from + last.index + last[0].length
  return names.find(({ start }) => start >= floor && !represents.test(text.slice(Math.max(floor, start - 80), start)))
}
/** In brackets with other words only a word with a capital is a role. */
function plainlyOpened(before: string, first: string, after: string): RegExpExecArray | null {
  const opened = plainOpening.exec(before)
  const isWhole = after.startsWith(')') && before.endsWith('(')
  return opened?.[1] === '(' && !isWhole && !/\p{Lu}/u.test(first) ? null : opened
}
/** A role between dashes: `Frau Mirjam Tacke, Südstraße 61, 59065 Hamm – Darlehensnehmerin –`. */
const dashed = new RegExp(String.raw`(?<=[\s,])([–—-]{1,2})[ \u00a0](?:als |as )?${article}$`, 'iu')
const closingDash = /^[\p{L}-]{0,3}[ \u00a0]?[–—-]{1,2}(?=[\s,.;]|$)/u
const closing = /^[\p{L}-]{0,3}[\s\u00a0]?["”“»«’'」』]/u
const clauseStart = new RegExp(
  String.raw`${naming}[^()"“”„«»\n]{0,24}?\s\p{L}{4,20}[,;]?(?=\s+(?:and|und|et|y|e|ed|en|a|i)\s)|\n[ \t]*\r?\n|\n[ \t]*(?:and|und|et|y|e|en|a|i|og|och|oraz|és|ve|[sș]i|şi|и|та|i)[ \t]*,?\r?\n|(?<=["”“»])\)?[,;.]|["”»]\)|\((?:the |als |der |die )?\p{L}[\p{L} ]{2,25}\)[,;.]?(?=\s+(?:and|und|et|y|e|en|og|och)\s)|(?<=[–—-] ?\p{L}{3,30} ?)[–—-](?=\s)`,
  'giu',
)
/** Where a party's clause begins: with a paragraph, behind the term of the party before, or what leads to parties. */
const clauseOpening = new RegExp(
  anyCase(
    String.raw`\n[ \t]*\r?\n[ \t]*|["”“»][^\p{L}\n]{0,4}(?:\s(?:and|und|et|y|e|ed|en|a|och|og|ja|i|oraz|şi|és|ile|ve)(?!\p{L}))?|(?<!\p{L})(?:between|among|zwischen|entre|tra|fra|tussen|po?między|mellan|mellem|mezi|közötti?|între|parte|part|party|(?:egy|más)részről|strany)(?!\p{L})[\s:,]{0,4}|;\s|(?:^|\n)[ \t]{0,8}(?:\(?\d{1,2}[.)]|\([a-z]\)|[–—•-])\s|(?<=(?:^|\n)[ \t]{0,8}[\p{Lu}\d][\p{L}\d .ºª]{0,40}):\s`,
  ),
  'gu',
)
const joined =
  /^[\s,:]*(?:(?:and|und|et|y|e|ed|en|a|och|og|ja|i|oraz|și|és|ve|by|por (?:la )?(?:una|otra)(?: parte)?|the one|the other|al|alla|allo|alle|to|az?)(?=[\s,:])[\s,:]*)*/iu
/** What goes on about a party whose name it follows; a verb does not. */
const goesOn =
  /^[ ]?(?:[,;(:\n\r–-]|$|(?:with|having|of|at|located|whose|residing|an?|mit|aus|als|in|geb\p{L}*|wohnhaft|vertreten|z|ze|zam\p{L}*|con|né|née|domicili\p{L}*|residente|dont|ayant|au|à|immatricul\p{L}*|inscri\p{L}*|met|gevestigd|wonende|med|se|s|avente|nat[oa]|and|und|et|y|e|och|og|i|și)(?!\p{L}))/iu
/** A name that no list knows, right before the bracket. */
const nameBefore =
  /(?<![\p{L}\d])\p{Lu}[\p{L}.’'-]{0,24}(?: (?:(?:de|da|do|del|della|di|du|van|von|der|den) )?\p{Lu}[\p{L}.’'-]{0,24}){1,4}$/u
const reach = 700
const anyParty = /^(?:part(?:y|ies)|partei(?:en)?|parte[si]?|partij(?:en)?)$/iu

/** How far before its term a value of a type may end: names have their seat and form in between. */
const gapOf = (type: FieldType): number =>
  type === 'person' || type === 'organization' || type === 'party' ? 160 : type === 'address' ? 30 : 3

/**
 * What a term stands for that the paper defines by the label: of `… on 1 January 2031 (the "Maturity Date")` the day.
 * `undefined` where the label is no such term, or no value of the type stands before it.
 */
export function definedBy(index: TextIndex, values: Values, hit: LabelHit, type: FieldType): Candidate | undefined {
  const { text } = index
  const before = text.slice(Math.max(0, hit.start - 120), hit.start)
  const after = text.slice(hit.end, hit.end + 8)
  const isName = type === 'person' || type === 'organization' || type === 'party'
  const opened =
    (closing.test(after) ? opening.exec(before) : closingDash.test(after) ? dashed.exec(before) : null) ??
    (isName && (plainClosing.test(after) || after.startsWith(')'))
      ? plainlyOpened(before, text[hit.start] ?? '', after)
      : null)
  const capacity = opened === null && type === 'party' && plainClosing.test(after) ? asParty.exec(before) : null
  if (capacity !== null) {
    const stop = hit.start - before.length + capacity.index
    const last = lastAtOrBefore(values.names, stop)
    const name = firstInCapacity(text, values.names.slice(Math.max(0, last - 11), last + 1), stop)
    const value = name && {
      name: collapse(text.slice(name.start, name.end)),
      role: collapse(text.slice(hit.start, hit.end)),
    }
    return name && candidate(type, name.start, name.end, value ?? null, 0.85)
  }
  if (opened === null) return undefined
  const end = hit.start - before.length + opened.index
  if (!isName) {
    const list = values.of(type)
    const value = list[lastAtOrBefore(list, end)]
    const isNear = value !== undefined && value.bare !== true && value.end <= end
    return isNear && text.slice(value.end, end).trimEnd().length <= gapOf(type) ? value : undefined
  }
  const last = lastAtOrBefore(values.names, end)
  const names = values.names.slice(Math.max(0, last - 11), last + 1)
  const role = collapse(text.slice(hit.start, hit.end))
  const asType = (start: number, stop: number, confidence: number): Candidate => {
    const name = collapse(text.slice(start, stop))
    return candidate(type, start, stop, type === 'party' ? { name, role } : name, confidence)
  }
  // `Penelope Ames (Company Secretary)`: a word in brackets is said of the name right before it.
  const isPlain = opened[0] === '('
  const beside = names.findLast((name) => name.end <= end && text.slice(name.end, end).trim() === '')
  // `each a "Party"` is said of all of them.
  const ofAll = anyParty.test(role)
  const first =
    (isPlain ? (beside ?? (type === 'person' ? wordsBefore(text, end) : undefined)) : undefined) ??
    (ofAll ? undefined : firstOfClause(index, names, end))
  if (first) return asType(first.start, first.end, 0.9)
  // Between a name and its term stands no other term.
  const near = names.findLast(({ start }) => !represents.test(text.slice(Math.max(0, start - 80), start)))
  const gap = near && near.end <= end ? text.slice(near.end, end) : undefined
  if (
    near &&
    gap !== undefined &&
    gap.trimEnd().length <= gapOf(type) &&
    !/[)]|\p{L}{3}\.\s|\n\s*\n|[»”"“],/u.test(gap)
  )
    return asType(near.start, near.end, near.confidence)
  const bare = wordsBefore(text, end)
  return bare && asType(bare.start, bare.end, 0.8)
}

/** A name that no list has, right before an offset. */
function wordsBefore(text: string, end: number): { readonly start: number; readonly end: number } | undefined {
  const from = Math.max(0, end - 120)
  const raw = text.slice(from, end).trimEnd().replace(/,$/u, '')
  const name = nameBefore.exec(raw)
  const title = name === null ? 0 : titleOf(name[0])
  if (name === null || title === name[0].length || namesNobody(name[0].slice(title))) return undefined
  if (represents.test(raw.slice(0, name.index))) return undefined
  return { start: from + name.index + title, end: from + name.index + name[0].length }
}

/** The name that a party's clause begins with, where the clause ends at an offset. */
function firstOfClause(
  index: TextIndex,
  names: readonly Candidate[],
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const wide = index.text.slice(Math.max(0, end - reach), end)
  // Neither over a paragraph nor over the term of the party before.
  const stop = [...wide.matchAll(clauseStart)].at(-1)
  const from = end - wide.length + (stop === undefined ? 0 : stop.index + stop[0].length)
  const before = index.text.slice(from, end)
  const isWhole = stop !== undefined || from === 0
  // The last that a name follows: what a clause says may have such words as well.
  const openings = [...before.matchAll(clauseOpening)].slice(-12).map((match) => match.index + match[0].length)
  for (const opening of [...(isWhole ? [0] : []), ...openings].toReversed()) {
    const start = from + opening + (joined.exec(before.slice(opening, opening + 80))?.[0].length ?? 0)
    const name = partyNameAt(index, names, start)
    if (name === undefined || name.end > end || name.end - name.start < 4) continue
    const raw = index.text.slice(name.start, name.end)
    const isKnown = names.some((known) => known.start === name.start && known.end === name.end)
    if (namesNobody(raw) || represents.test(index.text.slice(Math.max(from, start - 80), start))) continue
    if (!goesOn.test(index.text.slice(name.end, Math.min(end, name.end + 20)))) continue
    if (isKnown || (raw.includes(' ') && !/\d/.test(raw) && !isBroken(index, name.start, raw))) return name
  }
  return undefined
}

/** A title and the line below it are no name, as a wrapped line of a text may be. */
function isBroken(index: TextIndex, start: number, raw: string): boolean {
  const newline = raw.indexOf('\n')
  return newline !== -1 && start + newline - lineAt(index, start).start < leastLine
}
const leastLine = 45
