import { candidate, type Candidate } from '../candidate.ts'
import { phraseBook, phrasesIn } from '../phrase-book.ts'
import { collapse, fold, type TextIndex } from '../text-index.ts'
import { givenNames } from './given-names.ts'
import { personNameAt, titleOfPerson } from './person-names.ts'

const titles = phraseBook(
  'Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herr|Herrn|Frau|Herr Dr|Frau Dr|Monsieur|Madame|Mme|Mlle|Señor|Señora|Sr|Sra|Don|Doña|Dña|Dª|Signor|Signora|Sig|Sig.ra|Dott|Dott.ssa|Avv|Ing|Senhor|Senhora|Dhr|Mevr|Mevrouw|De heer|Dear|Lieber|Liebe|Sehr geehrter Herr|Sehr geehrte Frau|Cher|Chère|Estimado|Estimada|Gentile|Caro|Cara|Prezado|Prezada|Caro Senhor|Beste|Geachte heer|Geachte mevrouw|Geachte'
    .split('|')
    .map((title) => [title, title] as const),
)
/** Before the whole name of somebody, and before other words as well. */
const offices = phraseBook(
  'Judge|Justice|Hon|Honorable|Honourable|Magistrate|Richter|Richterin|Rechtsanwalt|Rechtsanwältin|Juez|Jueza|Giudice|Juge|Maître|Pan|Paní|Pani'
    .split('|')
    .map((office) => [office, office] as const),
)
const closings = phraseBook(
  'Sincerely|Yours sincerely|Yours faithfully|Yours truly|Very truly yours|Best regards|Kind regards|Regards|Respectfully|Mit freundlichen Grüßen|Mit freundlichem Gruß|Hochachtungsvoll|Viele Grüße|Freundliche Grüße|Cordialement|Bien cordialement|Salutations distinguées|Atentamente|Saludos cordiales|Un cordial saludo|Distinti saluti|Cordiali saluti|Atenciosamente|Com os melhores cumprimentos|Cumprimentos|Met vriendelijke groet|Hoogachtend|Best wishes|Many thanks|Beste Grüße|Herzliche Grüße|Liebe Grüße|Mit besten Grüßen|Un saludo|Saludos|Bien à vous|Salutations|Un saluto|Med vänlig hälsning|Vänliga hälsningar|Med venlig hilsen|Med vennlig hilsen|Vennlig hilsen|Z poważaniem|S pozdravem|Üdvözlettel|Tisztelettel|Cu stimă|Saygılarımla|С уважением|Με εκτίμηση'
    .split('|')
    .map((closing) => [closing, closing] as const),
)
/** Titles that are no words of sentences, so that they are titles in lower case as well. */
const plainTitles = new Set(
  'mr mrs ms madame monsieur mevrouw mevr dhr señor señora doña signor signora senhor senhora dott dottssa avv'
    .split(' ')
    .map(fold),
)
const lineBegins = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]{0,8}(?:(?:Egr|Gent\.?m[oa]|Gent|Ill\.?m[oa]|Preg\.?m[oa]|Spett|Exm[oa]|Ilm[oa])\. |An )?$/.test(
    text.slice(Math.max(0, at - 20), at),
  )

/** A capital that begins a word of a name. */
const capital = /^\p{Lu}/u

function* starts(
  index: TextIndex,
): Generator<{ readonly start: number; readonly least: number; readonly confidence: number }> {
  const { words, text } = index
  const beyondTitles = (offset: number): number => offset + titleOfPerson(text.slice(offset, offset + 80))
  for (const hit of phrasesIn(titles, index)) {
    let next = hit.word + hit.length
    let gap = text.slice(hit.end, words[next]?.start ?? hit.end)
    // `Dear Mr`, `Herrn Dr.`: a second title at most.
    const second = /^\.? $/.test(gap) ? titles.longestAt(index, next) : undefined
    if (second) {
      next += second.length
      gap = text.slice(second.end, words[next]?.start ?? second.end)
    }
    const word = words[next]
    if (!word) continue
    if (
      !capital.test(text.slice(hit.start, hit.end)) &&
      !plainTitles.has(words[hit.word]?.folded ?? '') &&
      text.slice(hit.start, hit.end) !== 'de heer'
    )
      continue
    if (/^\.? {1,2}$/.test(gap)) yield { start: beyondTitles(word.start), least: 1, confidence: 0.85 }
    // `Dr.-Ing. Matthias von der Heydt`
    else if (/^\.-$/.test(gap)) yield { start: beyondTitles(hit.start), least: 2, confidence: 0.85 }
    // An address: the title has its own line, and the whole name the next.
    else if (/^\.?[ \t]{0,4}\r?\n[ \t]{0,8}$/.test(gap) && lineBegins(text, hit.start))
      yield { start: beyondTitles(word.start), least: 2, confidence: 0.8 }
  }
  for (const hit of phrasesIn(offices, index)) {
    const next = words[hit.word + hit.length]
    const isTitle = capital.test(text.slice(hit.start, hit.end)) && next !== undefined
    if (isTitle && /^\.? {1,2}$/.test(text.slice(hit.end, next.start)))
      yield { start: beyondTitles(next.start), least: 2, confidence: 0.8 }
  }
  for (const hit of phrasesIn(closings, index)) {
    let next = hit.word + hit.length
    let last = hit.end
    for (let tries = 0; tries < 3; tries += 1) {
      const word = words[next]
      if (!word || word.start - last > 60) break
      const gap = text.slice(last, word.start)
      if (gap.includes('\n')) {
        yield { start: beyondTitles(word.start), least: 2, confidence: 0.85 }
        // For whom it is signed may stand between: `namens het college,`.
        const signed = /^\p{Ll}[^\n]{0,60},[ \t]*\r?\n\s{0,20}(?=\p{Lu})/u.exec(text.slice(word.start, word.start + 90))
        if (signed) yield { start: beyondTitles(word.start + signed[0].length), least: 2, confidence: 0.85 }
        break
      }
      next += 1
      last = word.end
    }
  }
  for (const word of words) {
    if (givenNames.has(word.folded) && capital.test(text.slice(word.start, word.end)))
      yield {
        start:
          word.start -
          (/(?<!\p{L})\p{Lu}\p{L}{1,20}-$/u.exec(text.slice(Math.max(0, word.start - 24), word.start))?.[0].length ??
            0),
        least: 2,
        confidence: 0.75,
      }
  }
  // `D. Joaquín Herrera Luna, con DNI 28114477K`: a capital alone is a title where Spanish papers go on so.
  for (const match of text.matchAll(
    /(?<![\p{L}.])D\. (?=\p{Lu}[^\d\n.,;:]{4,60}, (?:con|mayor|de nacionalidad|provisto|titular|vecino|en (?:nombre|calidad|representación)|actuando|representante|en adelante)(?!\p{L}))/gu,
  ))
    yield { start: match.index + match[0].length, least: 2, confidence: 0.85 }
  // `Exmo(a). Sr(a).` on the line above.
  for (const match of text.matchAll(
    /(?:^|\n)[ \t]{0,40}Exm[oa]s?\.?(?:\(a\)\.?)? ?Sra?s?\.?(?:\(a\)\.?)?[ \t]{0,4}\r?\n[ \t]{0,40}(?=\p{Lu})/gu,
  ))
    yield { start: beyondTitles(match.index + match[0].length), least: 2, confidence: 0.8 }
  // A signature block: `Name: …`, `/s/ …`.
  for (const match of text.matchAll(
    /(?:(?:^|\n)[ \t]{0,60}(?:(?:[Pp]rint(?:ed)? )?[Nn]ame:|(?:PRINT(?:ED)? )?NAME:|[Bb][Yy]:|[Gg]ez\.|\/[Ss]\/)|\/[Ss]\/)[ \t]{0,8}(?:\/[Ss]\/ ?)?(?=\p{Lu})/gu,
  ))
    yield { start: beyondTitles(match.index + match[0].length), least: 2, confidence: 0.8 }
}

/** Names of persons by title, salutation, closing of a letter, signature, and by common given names. */
export function scanPersons(index: TextIndex): Candidate[] {
  const found = new Map<number, Candidate>()
  for (const { start, least, confidence } of starts(index)) {
    const known = found.get(start)
    if (known && known.confidence >= confidence) continue
    const name = personNameAt(index, start)
    if (!name || name.parts < least) continue
    const value = collapse(index.text.slice(start, name.end))
    found.set(start, candidate('person', start, name.end, value, confidence))
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
