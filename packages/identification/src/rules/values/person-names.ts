import { inAnyCase } from '../any-case.ts'
import { fold, lineAt, type TextIndex } from '../text-index.ts'
import { monthNumbers } from './month-names.ts'

/** One word of a name: `Rhodes-Bailey`, `O'Rourke`, `d'Harcourt`, `VIDAL`, `Hyun-woo`. */
const nameWord = String.raw`(?:[dl]['’])?\p{Lu}[\p{L}\p{M}]{1,24}(?:['’-]\p{L}[\p{L}\p{M}]{0,24}){0,3}|\p{Lu}['’]\p{Lu}[\p{L}\p{M}-]{1,24}`
/** `J.`, `J.M.`, `J.-P.`; a letter alone where a full stop was left out. */
const initials = String.raw`\p{Lu}\.(?:-?\p{Lu}\.){0,4}(?: \(\p{Lu}\p{Ll}{1,20}\))?|\p{Lu}(?![\p{L}\p{M}.'’-])`
/** Small words inside names, several of them in a row: `von der`, `van 't`, `de la`. */
const particle = String.raw`(?:von|van|vom|zu|zum|zur|den|der|dem|de|del|della|delle|degli|dei|di|da|das|do|dos|du|des|la|las|le|los|te|ten|ter|af|av|e|y|i|bin|binti|bint|ibn|al|el|['’]t|['’]s)`
const part = String.raw`(?:${nameWord}|${initials})`
const gap = String.raw`(?: {1,2}|\u00a0|(?<=\.)(?=\p{Lu}))`
const written = new RegExp(String.raw`^${part}(?:${gap}(?:${particle}${gap}){0,3}${part}){0,6}`, 'u')
/** A particle before the first name word, as before `van der Berg`. */
const leading = new RegExp(
  String.raw`^(?:(?:${inAnyCase('van von vom zu zum zur den der de da di du ten ter te la le el al bin ibn')}|['’]t) ){1,3}(?=\p{Lu})`,
  'u',
)
/** What follows a name and belongs to it. */
const generation = /^,? (?:Jr\.?|Sr\.?|I{2,3}|IV)(?![\p{L}])/u
const degree =
  /^(?:FCA|ACA|FCCA|ACCA|CPA|CFA|MBA|MD|PhD|Esq|JD|QC|KC|SC|RN|LLM|LLB|BSc|MSc|MA|BA|FRICS|MRICS|PE|CFO|CEO|COO|CTO)$/u

/** The rest of a label whose first word stands where a name could go on: `Deres` of `Sigurd Lie Deres ref.: R. Tveit`. */
const restOfLabel = /^(?: \p{Ll}{1,14}\.?){1,3} ?[:：]/u
const longestRest = 50

/** What a number of somebody is called, right behind the name. */
const ofNumbers =
  /^(?:NIF|CIF|NIE|DNI|NIP|PESEL|CPR|CVR|SIRET|SIREN|TVA|VAT|BTW|IBAN|BIC|RFC|CURP|CPF|CNPJ|DOB|NISS|BSN|AHV|TEL|FAX|MWST|UST|DIČ|IČO|CUI|CNP)[.:]?$/u

/** Capitalized words that follow a name or a salutation, and are no names. */
const never = new Set(
  'sir madam sirs customer client team all colleagues damen herren name date title address street road invoice agreement company employee employer tenant landlord by its and the tel phone email fax page on in ufficio reparto servizio abteilung department dept office service servicio departamento direction direzione dienst afdeling datum adresse anschrift fecha signature unterschrift firma director manager gestionnaire directeur directrice président présidente responsable conseiller conseillère gérant gérante avocat avocate geschäftsführer geschäftsführerin sachbearbeiter sachbearbeiterin leiter leiterin prokurist assistent assistentin adjuster engineer senior head officer secretary treasurer chairman chairwoman president presidente administrador administradora responsabile amministratore direttore direttrice kierownik dyrektor prezes bestuurder voorzitter directeur solicitor attorney adviser advisor consultant supervisor coordinator kollegen kollege kollegin'.split(
    ' ',
  ),
)

/** Titles and forms of address as they are written before names, with or without their full stop. */
const titles = String.raw`mr\.? (?:and|&) mrs|m\.? et mme|herr und frau|mr|mrs|ms|miss|mx|sir|prof\.ssa|prof|professor|herrn?|frau|docteur|doctor|doktor|dottor|dottore|dottoressa|monsieur|madame|mademoiselle|mm?e|mlle|señora?|sra?|doña|dona|don|dña|d\.ª|signora?|sig\.ra|sig|dott\.ssa|dott|avv|geom|arch|rag|ing|senhora?|exm[oa]|dhr|mevr|mevrouw|mw|de heer|mag|mgr|judr|mudr|phdr|bc|licda|lic|dra|dre|captain|capt|messrs|i\. ?[av]|eng|maître|me|firma|rechtsanwalt|rechtsanwältin|notar|notaire|pana|panem|panią|pan|paní|pani|bay|bayan|hr|fru|herra|rouva|ir|drs|mme|(?:el|la) c`
const doctor = String.raw`(?:dr|dipl|mag)\.?(?:[ -]?(?:ing|med|jur|iur|phil|rer|nat|pol|oec|habil|kfm|wirt|inf|h\.c|dent|vet|techn|math|psych)(?![\p{L}])\.?){0,4}`
const leadingTitles = new RegExp(
  String.raw`^(?:(?:${doctor}|${titles})(?:\.(?:[ \u00a0]{0,2}|\n)|[ \u00a0])|[md]\. (?=\p{L}{2,20} \p{L}{2})){1,4}(?=\p{L})`,
  'iu',
)
/** Any other abbreviation before two words of a name is a title, too: `Geom. Pier Luigi Strozzi`. */
const abbreviated = /^(?:\p{Lu}\p{Ll}{1,5}\. ){1,2}(?=\p{Lu}[\p{L}'’-]+ (?:\p{L}[\p{L}'’.-]* )?\p{Lu}[\p{L}'’-])/u

/** Ranks in capitals before two words of a name: `PHM Wolfgang Huber`, `DS Ann Lee`. */
const rank = /^(?:[B-DF-HJ-NP-TV-Z]{2,5}|POK|POM|KOK|DCI|DI|EKHK|EPHK) (?=\p{Lu}\p{Ll}[\p{L}'’-]* \p{Lu}\p{Ll})/u

/** How much of a name is the titles before it: of `Frau Dr. Anna Schmidt` nine characters. */
export const titleOf = (name: string): number => leadingTitles.exec(name)?.[0].length ?? 0

/** The same for what can only be a person, whose title may be one that no list has. */
export const titleOfPerson = (name: string): number => {
  const known = titleOf(name) || (rank.exec(name)?.[0].length ?? 0)
  return known + (abbreviated.exec(name.slice(known))?.[0].length ?? 0)
}

export interface PersonName {
  readonly start: number
  readonly end: number
  /** Words and initials, without particles. */
  readonly parts: number
}

const longest = 120

/** The text from an offset on, on one line; a full line of running text breaks anywhere, names included. */
function lineFrom(index: TextIndex, offset: number): string {
  const line = lineAt(index, offset)
  const rest = index.text.slice(offset, Math.min(line.end, offset + longest))
  if (line.end - line.start < 60 || rest.length === longest) return rest
  const after = index.lines[line.number + 1]
  const next = after && index.text.slice(after.start, Math.min(after.end, after.start + longest))
  // A line of the text has one character between it and the next.
  return next === undefined || after?.start !== line.end + 1 ? rest : `${rest} ${next}`
}

/**
 * The name of a person that begins at an offset, titles aside: words with capitals, initials and the particles between
 * them, as far as no word stands there that is none of a name.
 */
export function personNameAt(index: TextIndex, offset: number): PersonName | undefined {
  const rest = lineFrom(index, offset)
  const lead = leading.exec(rest)?.[0].length ?? 0
  const whole = written.exec(rest.slice(lead))?.[0]
  // `von Frau Dr. Wolf`: not a particle of the name, but what leads to it.
  if (whole === undefined || (lead > 0 && titleOf(rest.slice(lead)) > 0)) return undefined
  let end = 0
  let parts = 0
  for (const token of whole.matchAll(/[^\s\u00a0]+/gu)) {
    const word = fold(token[0].replace(/\.$/u, ''))
    const isName = /\p{Lu}/u.test(token[0])
    // `Celso Arnáiz Prieto y Dña. Berta Quirós`: another name begins.
    if (!isName && parts > 0 && titleOf(rest.slice(lead + token.index + token[0].length + 1)) > 0) break
    if (isName && (never.has(word) || (parts > 0 && monthNumbers.has(word) && word.length > 3))) break
    if (isName && parts > 1 && (degree.test(token[0]) || ofNumbers.test(token[0]))) break
    const behind = lead + token.index + token[0].length
    if (isName && parts > 1 && (rest[behind] === ':' || restOfLabel.test(rest.slice(behind, behind + longestRest))))
      break
    if (!isName) continue
    end = token.index + token[0].length
    parts += 1
  }
  // The full stop behind the last word is the sentence's; behind an initial it is the name's.
  if (parts === 0 || (parts === 1 && monthNumbers.has(fold(whole.slice(0, end))))) return undefined
  end += lead
  end += generation.exec(rest.slice(end))?.[0].length ?? 0
  // `Leitung von Margaret Pike`: with a first name behind it, it leads to the name.
  const isLeading = parts > 1 && /^von \p{Lu}/u.test(rest)
  return { start: offset + (isLeading ? lead : 0), end: offset + end, parts }
}
