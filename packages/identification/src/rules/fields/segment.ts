import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import { tickedPart } from '../labels/check-marks.ts'
import { nextPairIn } from '../labels/key-values.ts'
import type { Place } from '../labels/relations.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { isCurrencyCode } from '../values/currencies.ts'
import { namesNobody } from '../values/party-names.ts'
import { personNameAt, titleOf, titleOfPerson } from '../values/person-names.ts'

/** `CIF/NIF`, `D./Dña.` are labels of forms. */
const abbreviations = /^\p{L}{1,6}\.?\/\p{L}{1,6}\.?$/u
/** Names are short and capitalized; sentences are neither. One with a cell or line of its own may have plain nouns: `Základní škola Lipůvka`. */
function looksLikeName(raw: string, isAlone: boolean): boolean {
  const words = (/^[^,;(<)]+/u.exec(raw)?.[0] ?? raw).trim().split(/\s+/)
  const lower = words.filter((word) => word.length > 3 && /^\p{Ll}/u.test(word) && !word.includes('.')).length
  return (
    words.join(' ').length <= 120 &&
    words.length <= 9 &&
    /^\p{L}/u.test(raw) &&
    !abbreviations.test(raw) &&
    lower * (isAlone ? 2 : 3) < words.length &&
    !namesNobody(words.join(' '))
  )
}

const surnameFirst =
  /^(?:(?:de|da|di|del|van|von|der|den|la) ){0,3}\p{Lu}[\p{L}'’-]{1,30}, \p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’.-]{0,20}){0,2}(?=$| ?\(|, ?(?:geb|born|née?|nac|nat[oa]|nasc|wohn|DOB|\*|\d))/u
const columnEnd = /\t| {3}|\s[|·•]\s/u
export const boxes = /[☐☑☒□▢◻■▣○◯●◉]|[[(][ xX]{0,3}[)\]]/u

/** Words with a capital that say whose or which number follows: `RCS: Lyon 502 883 914`, `Procedimiento: Juicio verbal 318/2026`. */
const kindOfNumber = /^\p{Lu}\p{Ll}{2,14}\.? (?:\p{L}\p{Ll}{2,14}\.? ){0,2}(?=[\p{Lu}\d./-]*\d)/u
export function wordsBeforeNumber(raw: string): number {
  const length = kindOfNumber.exec(raw)?.[0].length ?? 0
  // A year behind a month or a season is no number of a paper.
  return /^(?:19|20)\d\d(?!\S)/u.test(raw.slice(length)) ? 0 : length
}

/** `Deres ref.:` behind a name. */
const nextLabel = /^ \p{Lu}\p{L}{1,14}(?: \p{Ll}{1,14}\.?){1,3} ?[:：]/u

/** Lines of a block under a label: an address goes on to the next line, other values do not. */
export function segment(index: TextIndex, place: Place, type: FieldType): Candidate | undefined {
  const { text } = index
  const stretch = text.slice(place.start, Math.min(place.end, place.start + 400))
  const lead = stretch.length - stretch.trimStart().length
  const cell = stretch.trimStart().split(columnEnd)[0]?.trimEnd() ?? ''
  // Boxes stand apart, but belong together.
  const next = type === 'text' && place.divided ? nextPairIn(cell)?.index : undefined
  const line = boxes.test(cell)
    ? (stretch.trimStart().split(/[\t|]/u)[0]?.trimEnd() ?? '')
    : cell.slice(0, next).trimEnd()
  const part = tickedPart(line)
  if (part === undefined) return undefined
  const isName = type === 'person' || type === 'organization' || type === 'party'
  const whole = line.slice(part.start, part.end)
  const title = type === 'person' ? titleOfPerson(whole) : isName ? titleOf(whole) : 0
  // `No. DN-77120` in a cell of its own.
  const mark =
    type === 'identifier' ? (/^(?:no|nr|n\.?[°º]|№|#)[.:]{0,2} ?(?=[\p{L}\d./-]*\d)/iu.exec(whole)?.[0].length ?? 0) : 0
  const before = type === 'identifier' && place.divided ? wordsBeforeNumber(whole.slice(mark)) : 0
  const raw = whole.slice(title + mark + before)
  const start = place.start + lead + part.start + title + mark + before
  if (raw === '' || !/[\p{L}\p{N}]/u.test(raw)) return undefined
  if (isName && !looksLikeName(raw, place.method === 'table' || place.blockEnd !== undefined)) return undefined
  if (type === 'address' && (!/\d/.test(raw) || pairAtOnce.test(raw)) && place.opens === undefined) return undefined
  // Below a label may stand another with its value.
  if ((place.method === 'table' || place.blockEnd !== undefined) && pairAtOnce.test(raw)) return undefined
  if (type === 'identifier') {
    const groups = groupsOf(raw)
    // Without a mark the next number may be how many there are.
    if (
      groups &&
      (place.divided || / \p{Lu}{1,3}$|^(?:\d{2}(?: \d{2}){2,5}|\d{3}(?: \d{3}){2,3}|\d{4}(?: \d{4}){1,3})$/u.test(raw))
    )
      return candidate(type, start, start + groups.length, groups.value, 0.9)
    const token =
      /^[\p{L}\d](?:[\p{L}\d./_-]|(?<=\d):(?=\d))*(?: [\p{L}\d./_-]*\d[\p{L}\d./_-]*){0,4}(?:(?<=\d) (?!(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|DKK|NOK|HUF|RON|TRY|JPY|KG|KM|UM|AM)(?!\p{L}))\p{Lu}{1,3}(?=$|[\s,;.)]))?/u.exec(
        raw,
      )?.[0]
    // A word in a sentence, and a number behind it: "Customer since 2011".
    if (token === undefined || !/\d/.test(token) || token.length > 40 || /^\p{Ll}+ /u.test(token)) return undefined
    if (isPostcode(text, place, start, start + token.length)) return undefined
    const isGrouped = /^\d{2,3}(?: \d{2,3})+$/.test(token)
    return candidate(type, start, start + token.length, isGrouped ? token.replaceAll(' ', '') : token, 0.9)
  }
  // Registers put the surname first: `Giménez, Octavio Luis`.
  const reversed = type === 'person' ? surnameFirst.exec(raw)?.[0] : undefined
  const person = type === 'person' && reversed === undefined ? personNameAt(index, start) : undefined
  const upTo = reversed ?? (isName ? (/^[^,;(<)]+/u.exec(raw)?.[0].trimEnd() ?? raw) : raw)
  // What stands behind the name is a role or the next name.
  const isMore =
    person !== undefined &&
    person.parts > 1 &&
    person.end < start + upTo.length &&
    (/^ (?:\p{Ll}|[&+/–-] |\p{Lu}{2,6}[.:]{0,2} ?[\p{L}\d.]{0,3}\d)/u.test(text.slice(person.end, person.end + 16)) ||
      nextLabel.test(text.slice(person.end, person.end + 60)))
  const name = isMore ? text.slice(start, person.end) : upTo
  if (type === 'person' && /[\d/@]/.test(name)) return undefined
  const clean = type === 'text' ? name.replace(/(?<=\p{L}{3})[.;,]$/u, '') : name
  const value = type === 'party' ? { name: collapse(clean), role: null } : collapse(clean)
  return candidate(type, start, start + clean.length, value, clean.split(/\s+/).length > 12 ? 0.2 : 0.8)
}

const group = String.raw`(?=[\p{Lu}\d./_-]*\d)[\p{Lu}\d][\p{Lu}\d./_-]*`
/** `S 2026/118 402`, `PO 2026 0398`, `21 448 KI`, `012 180 01234567891 7`: a cell that has nothing else. */
const groupsOnly = new RegExp(
  String.raw`^(?:(?:\p{Lu}{1,4} )?${group}(?: ${group}){1,7}|\p{Lu}{1,4} ${group}(?: \p{Lu}{1,3} ${group})?|\d{3,}(?= \p{Lu}))(?: \p{Lu}{1,3})?$`,
  'u',
)

/** A number in groups that is all of a cell; of digits alone it is kept without the spaces, as registers keep it. */
function groupsOf(cell: string): { readonly value: string; readonly length: number } | undefined {
  const raw = cell.replace(/[ .,;]+$/u, '')
  if (raw.length > 40 || !groupsOnly.test(raw) || isCurrencyCode(/\p{Lu}{3}(?= |$)/u.exec(raw)?.[0] ?? ''))
    return undefined
  return { value: /^[\d ]+$/.test(raw) ? raw.replaceAll(' ', '') : raw, length: raw.length }
}

/** What leads from a label to a name: `my brother, `, `die Komplementärin `, `la directora general doña `. */
const introduction =
  /^[ ,]{0,2}(?:(?:my|his|her|their|our|the|its|der|die|den|dem|das|ihre[nmr]?|seine[nmr]?|unsere[nmr]?|la|le|el|il|lo|o|a|os|as|het|zijn|haar|son|sa|su|suo|sua|seu|notre|nuestr[oa]) |l['’])?(?:(?!(?:von|vom|from|and|und)\s)\p{Ll}[\p{L}-]{2,20},? ){0,3}/u
const germanRole =
  /^(?:(?:der|die|den|dem|das|ihre[nmr]?|seine[nmr]?|unsere[nmr]?) \p{Lu}\p{Ll}+(?:in|er|ten|en|r|nt|f|te)?|(?:[Mm]ein|[Ss]ein|[Ii]hr)(?:e[nmr]?)? (?:Sohn|Tochter|Bruder|Schwester|Mann|Frau|Ehemann|Ehefrau|Mutter|Vater|Neffe|Nichte|Enkel|Enkelin)) /u

/**
 * A name of two words and more right at a label without a mark: `attn. Marguerite Fontaine, …`, `représenté par Maître Élise
 * Tanguy`, `my brother, Augustus Whitfield`.
 */
export function nameAtOnce(index: TextIndex, place: Place, type: FieldType): Candidate | undefined {
  const { text } = index
  const rest = text.slice(place.start, place.start + 100)
  const lead = rest.length - rest.trimStart().length
  if (lead > 1) return undefined
  const german = germanRole.exec(rest.slice(lead))?.[0].length ?? 0
  for (const skipped of [
    lead,
    ...(german > 0 ? [lead + german] : []),
    type === 'person' ? (introduction.exec(rest)?.[0].length ?? 0) : lead,
  ]) {
    const start = place.start + skipped + titleOfPerson(text.slice(place.start + skipped, place.start + skipped + 60))
    const name = personNameAt(index, start)
    if (!name || name.parts < 2 || (skipped === lead && german > 0)) continue
    const raw = collapse(text.slice(name.start, name.end))
    if (/^(?:de|du|la|le|da|di) /u.test(raw) || namesNobody(raw) || !/\p{Ll}|\p{Lu}{2}/u.test(raw)) continue
    return candidate(type, name.start, name.end, type === 'party' ? { name: raw, role: null } : raw, 0.8)
  }
  return undefined
}

/** What says in a block whose it is: `Nome/Razão Social: Construtora Pau-Brasil S.A.` below the title of the block. */
const nameKey =
  /(?:^|\n)[ \t]{0,12}(?:nome ?\/ ?razão social|razão social|nome|name|firma|firmenname|raison sociale|nom|(?:nombre o )?razón social|nombre|denominación|denominazione|ragione sociale|company(?: name)?|naam|bedrijfsnaam|nazwa|full name|D\.?\/D[ñn]a\.?)[ ]?[:：\t][ \t]*/iu
const pairAtOnce = /^\s*\p{L}[\p{L} ./()-]{0,30}[:：]/u

/** The place of a name in a block of labelled lines; `undefined` where those have none. */
export function placeOfName(text: string, place: Place): Place | undefined {
  if (
    place.blockEnd === undefined ||
    !(pairAtOnce.test(text.slice(place.start, place.end)) || nameKey.test(text.slice(place.start, place.end)))
  )
    return place
  const key = nameKey.exec(text.slice(place.start, place.blockEnd))
  if (key === null) return undefined
  const start = place.start + key.index + key[0].length
  const line = text.indexOf('\n', start)
  return { ...place, start, end: line === -1 ? place.blockEnd : Math.min(line, place.blockEnd) }
}

/** "75002 Paris" below a title is no number of the paper. */
export const isPostcode = (text: string, place: Place, start: number, end: number): boolean =>
  place.opens === undefined &&
  place.method === 'label' &&
  /^\d{4,6}$/.test(text.slice(start, end)) &&
  /^ \p{Lu}/u.test(text.slice(end, end + 2))
