import { candidate, type Candidate } from '../candidate.ts'
import { phraseBook, phrasesIn } from '../phrase-book.ts'
import { collapse, fold, type TextIndex } from '../text-index.ts'
import { givenNames } from './given-names.ts'
import { legalForms } from './legal-forms.ts'
import { monthNumbers } from './month-names.ts'

const titles = phraseBook(
  'Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herr|Herrn|Frau|Herr Dr|Frau Dr|Monsieur|Madame|Mme|Mlle|Señor|Señora|Sr|Sra|Don|Doña|Signor|Signora|Sig|Sig.ra|Dott|Dott.ssa|Avv|Ing|Senhor|Senhora|Dhr|Mevr|Mevrouw|De heer|Dear|Lieber|Liebe|Sehr geehrter Herr|Sehr geehrte Frau|Cher|Chère|Estimado|Estimada|Gentile|Caro|Cara|Prezado|Prezada|Caro Senhor|Beste|Geachte heer|Geachte mevrouw|Geachte'
    .split('|')
    .map((title) => [title, title] as const),
)
/** Before the whole name of somebody, and before other words as well. */
const offices = phraseBook('Judge|Justice|Hon|Honorable|Honourable|Magistrate|Richter|Richterin|Rechtsanwalt|Rechtsanwältin|Juez|Jueza|Giudice|Juge|Maître|Pan|Paní|Pani'.split('|').map((office) => [office, office] as const)) // prettier-ignore
const closings = phraseBook(
  'Sincerely|Yours sincerely|Yours faithfully|Yours truly|Very truly yours|Best regards|Kind regards|Regards|Respectfully|Mit freundlichen Grüßen|Mit freundlichem Gruß|Hochachtungsvoll|Viele Grüße|Freundliche Grüße|Cordialement|Bien cordialement|Salutations distinguées|Atentamente|Saludos cordiales|Un cordial saludo|Distinti saluti|Cordiali saluti|Atenciosamente|Com os melhores cumprimentos|Cumprimentos|Met vriendelijke groet|Hoogachtend'
    .split('|')
    .map((closing) => [closing, closing] as const),
)
/** Titles that are no words of sentences, so that they are titles in lower case as well. */
const plainTitles = new Set('mr mrs ms madame monsieur mevrouw mevr dhr señor señora doña signor signora senhor senhora dott dottssa avv'.split(' ').map(fold)) // prettier-ignore
const titleWords = String.raw`mr|mrs|ms|miss|mx|dr|prof|professor|herrn?|frau|monsieur|madame|mademoiselle|mm?e|mlle|señora?|sra?|don|doña|signora?|sig|sig\.ra|dott|dott\.ssa|avv|ing|senhora?|dhr|mevr|mevrouw|de heer|mag|mgr|judr|dipl\.-ing|lic|licda|maître|me|me\.|rechtsanwalt|rechtsanwältin|pan|paní|pani|bay|bayan|(?:el|la) c`
const leadingTitles = new RegExp(
  String.raw`^(?:(?:${titleWords})(?:\.[ \u00a0]?|[ \u00a0])|m\. (?=\p{L}{2,20} \p{L}{2})){1,3}(?=\p{L})`,
  'iu',
)

/** How much of a name is the titles before it: of `Frau Dr. Anna Schmidt` nine characters. */
export const titleOf = (name: string): number => leadingTitles.exec(name)?.[0].length ?? 0

const particles = new Set('von van der den de la di da dos del della du zu zum y e ter ten bin al'.split(' '))
/** Capitalized words that follow a name or a salutation, and are no names. */
const never = new Set(
  'sir madam sirs customer client team all colleagues damen herren name date title address street road invoice agreement company employee employer tenant landlord by its and the tel phone email fax page on in ufficio reparto servizio abteilung department dept office service servicio departamento direction direzione dienst afdeling'.split(
    ' ',
  ),
)
const named = /^(?:\p{Lu}[\p{Ll}\p{M}]+(?:\p{Lu}\p{Ll}+)?|\p{Lu}{2,20}|\p{Lu})$/u

/** The name that begins at a word: up to five capitalized words and particles, on one line. */
function nameFrom(index: TextIndex, first: number): { end: number; words: number } | undefined {
  const { words, text } = index
  let end = -1
  let capitals = 0
  for (let at = first; at < first + 6; at += 1) {
    const word = words[at]
    if (!word) break
    const gap = at === first ? '' : text.slice(words[at - 1]?.end, word.start)
    if (gap !== '' && !/^(?: {1,2}|\. {0,2}|-|['’]|, (?=Jr|Sr|II))$/u.test(gap)) break
    // A full stop is an initial's, not a sentence's.
    const previous = words[at - 1]
    if (gap.startsWith('.') && previous && previous.end - previous.start > 2) break
    const raw = text.slice(word.start, word.end)
    if (particles.has(raw)) continue
    const isForm = legalForms.longestAt(index, at)?.values[0]
    if (
      !named.test(raw) ||
      never.has(word.folded) ||
      (monthNumbers.has(word.folded) && word.folded.length > 3) ||
      isForm
    )
      break
    end = word.end
    capitals += 1
  }
  return capitals === 0 ? undefined : { end, words: capitals }
}

const lineBegins = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]{0,8}(?:(?:Egr|Gent\.?m[oa]|Gent|Ill\.?m[oa]|Preg\.?m[oa]|Spett|Exm[oa]|Ilm[oa])\. |An )?$/.test(
    text.slice(Math.max(0, at - 20), at),
  )

function* starts(
  index: TextIndex,
): Generator<{ readonly word: number; readonly least: number; readonly confidence: number }> {
  const { words, text, lines } = index
  for (const hit of phrasesIn(titles, index)) {
    let next = hit.word + hit.length
    let gap = text.slice(hit.end, words[next]?.start ?? hit.end)
    // `Dear Mr`, `Herrn Dr.`: a second title at most.
    const second = /^\.? $/.test(gap) ? titles.longestAt(index, next) : undefined
    if (second) {
      next += second.length
      gap = text.slice(second.end, words[next]?.start ?? second.end)
    }
    if (!/^\p{Lu}/u.test(text.slice(hit.start, hit.end)) && !plainTitles.has(words[hit.word]?.folded ?? '')) continue
    if (/^\.? {1,2}$/.test(gap)) yield { word: next, least: 1, confidence: 0.85 }
    // An address: the title has its own line, and the whole name the next.
    else if (/^\.?[ \t]{0,4}\r?\n[ \t]{0,8}$/.test(gap) && lineBegins(text, hit.start))
      yield { word: next, least: 2, confidence: 0.8 }
  }
  for (const hit of phrasesIn(offices, index)) {
    const next = words[hit.word + hit.length]
    const isTitle = /^\p{Lu}/u.test(text.slice(hit.start, hit.end)) && next !== undefined
    if (isTitle && /^\.? {1,2}$/.test(text.slice(hit.end, next.start)))
      yield { word: hit.word + hit.length, least: 2, confidence: 0.8 }
  }
  for (const hit of phrasesIn(closings, index)) {
    let next = hit.word + hit.length
    let last = hit.end
    for (let tries = 0; tries < 3; tries += 1) {
      const word = words[next]
      if (!word || word.start - last > 60) break
      const gap = text.slice(last, word.start)
      if (gap.includes('\n')) {
        yield { word: next, least: 2, confidence: 0.85 }
        break
      }
      next += 1
      last = word.end
    }
  }
  for (const [at, word] of words.entries()) {
    if (!givenNames.has(word.folded) || !named.test(text.slice(word.start, word.end))) continue
    yield { word: at, least: 2, confidence: 0.75 }
  }
  // A signature block: `Name: …`, `/s/ …`.
  for (const match of text.matchAll(
    /(?:(?:^|\n)[ \t]{0,60}(?:(?:Print(?:ed)? )?Name:|By:|\/s\/)|\/s\/)[ \t]{0,8}(?:\/s\/ ?)?(?=\p{Lu})/giu,
  )) {
    const at = match.index + match[0].length
    let low = 0
    let high = words.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((words[middle]?.start ?? Infinity) < at) low = middle + 1
      else high = middle
    }
    if (lines.length > 0) yield { word: low, least: 2, confidence: 0.8 }
  }
}

/** Names of persons by title, salutation, closing of a letter, signature, and by common given names. */
export function scanPersons(index: TextIndex): Candidate[] {
  const found = new Map<number, Candidate>()
  for (const { word, least, confidence } of starts(index)) {
    const first = index.words[word]
    const name = first && nameFrom(index, word)
    if (!first || !name || name.words < least) continue
    const known = found.get(first.start)
    if (known && known.confidence >= confidence) continue
    const value = collapse(index.text.slice(first.start, name.end))
    found.set(first.start, candidate('person', first.start, name.end, value, confidence))
  }
  let covered = -1
  return [...found.values()]
    .toSorted((a, b) => a.start - b.start)
    .filter((person) => {
      const inside = person.end <= covered
      covered = Math.max(covered, person.end)
      return !inside
    })
}
