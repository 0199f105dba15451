import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { candidate, type Candidate } from '../candidate.ts'
import type { TextIndex } from '../text-index.ts'

export type ParsePhone = typeof parsePhoneNumberFromString

const number =
  /(?<![\p{L}\d]|[\p{L}\d][-/_.]|\d[ ,]|[#_=])(?:\+ ?|00 ?)?(?:\(0?\d{1,5}\)|\d)(?:[ \u00a0]?[-–./()]{0,2}[ ]?\d){5,16}(?!\d|[.,]\d)/gu
const cue =
  /(?:(?<!\p{L})[tmfp](?=[:.])|tel|phone|telephone|telefon|telefono|teléfono|téléphone|telefone|telefoon|fon|direct(?: line| dial)?|durchwahl|ligne directe|línea directa|linea diretta|doorkiesnummer|mobile|mobil|móvil|cell|handy|fax|telefax|call|whatsapps?|hp|h\/p|ph|gsm|rufnummer|(?:anruf|erreich|appel|joindre|joignable|llam|chiam|telefon|contact|kontakt|bel|bereik|lig|ligu|zadzwoni)\p{L}{0,6}[^.;\d\n]{0,14}(?: at| on| am| al| au| op| pod| unter(?: der)?| onder)?(?: (?:the|le|il|el|het|l['’]))?(?= (?:no|nr|number|nummer|numéro|número|numero|numer))|(?:my|our|meine|mon|mi|mijn) (?:number|nummer|numéro|número)|portable|cellulare|puh|puhelin|тел|телефон|τηλ|τηλέφωνο|电话|電話|טלפון)[ .:#)(]{0,24}(?:no|nr|number|nummer|numéro|número|numero)?[ .:)(]{0,12}(?:(?:is|ist|est|es|è|é) )?(?:\+?\d[\d ()/-]{4,18}[/,;] ?)?$/iu
/** What says that a number of something else follows. */
const numbered =
  /(?<!\p{L})(?:no|nr|n[°º]|num|\p{L}{0,20}(?:number|nummer)|numéro|número|numero|ref|reference|id|code|konto|a\/c|acct|account)[.:°º]{0,2} {0,2}$/iu
const datelike = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})/

/**
 * Phone numbers in E.164. A national number needs a region to be read by; without one its digits are given as written,
 * and only where a word such as "Tel." stands before it.
 * @param most how many are looked for, from the beginning of the text: each different one costs a parse
 */
export function scanPhones(
  { text }: TextIndex,
  region: string | undefined,
  parse: ParsePhone,
  most: number,
): Candidate[] {
  const found: Candidate[] = []
  // A letterhead says its numbers on every page.
  const known = new Map<string, ReturnType<ParsePhone>>()
  for (const match of text.matchAll(number)) {
    if (found.length >= most) break
    const [raw] = match
    const digits = raw.replace(/\D/g, '')
    if (digits.length < 7 || digits.length > 15 || datelike.test(raw)) continue
    const cued = cue.test(text.slice(Math.max(0, match.index - 40), match.index))
    const international = /^(?:\+|00)/.test(raw)
    if (!cued && !international && !/[ ()/.-]/.test(raw)) continue
    if (!cued && !raw.startsWith('+') && numbered.test(text.slice(Math.max(0, match.index - 32), match.index))) continue
    const dialled = raw.startsWith('00') ? `+${raw.slice(2).trim()}` : raw
    // A national number of no region cannot be read.
    const isReadable = region !== undefined || dialled.startsWith('+')
    if (isReadable && !known.has(dialled)) known.set(dialled, parse(dialled, region as CountryCode | undefined))
    const parsed = known.get(dialled)
    const valid = parsed?.isValid() === true
    if (!valid && !cued && !(international && parsed?.isPossible() === true)) continue
    const value = parsed && (valid || parsed.isPossible()) ? parsed.number : digits
    const confidence = valid ? (international || cued ? 0.97 : 0.7) : cued ? 0.75 : 0.6
    found.push(candidate('phone', match.index, match.index + raw.length, value, confidence))
  }
  return found
}
