import { memoized } from '../../memoized.ts'
import { latinWords } from '../name-words.ts'
import { bareFirm, withoutLegalForm } from './legal-forms.ts'

/** Titles and what stands behind names. */
const ofPersons: ReadonlySet<string> = new Set(
  'mr mrs ms miss mx dr prof herr frau sir dame madame monsieur mme mlle jr sr ii iii iv phd md esq dipl ing'.split(
    ' ',
  ),
)

/** The same word, long and short, as addresses and names of companies have it. */
const short: ReadonlyMap<string, string> = new Map(
  'street:st|strasse:str|avenue:ave|av:ave|boulevard:blvd|blv:blvd|bd:blvd|road:rd|drive:dr|lane:ln|square:sq|place:pl|court:ct|highway:hwy|parkway:pkwy|suite:ste|apartment:apt|north:n|south:s|east:e|west:w|northwest:nw|northeast:ne|southwest:sw|southeast:se|saint:st|sankt:st|fort:ft|mount:mt|platz:pl|brothers:bros|gebruder:gebr|gebrueder:gebr|international:intl|association:assn|department:dept|center:ctr|centre:ctr|university:univ|restaurant:rest|first:1st|second:2nd|third:3rd|fourth:4th|fifth:5th|sixth:6th|seventh:7th|eighth:8th|ninth:9th|tenth:10th'
    .split('|')
    .map((pair) => pair.split(':') as [string, string]),
)

/**
 * The words that tell a name or a place apart, folded and shortened; all of its words where none does.
 */
export const distinctiveWords = (text: string, of: Named): readonly string[] =>
  text.length > 100 ? wordsOf(text, of) : shortWords[of](text)

type Named = 'person' | 'organization' | 'place'

/** A client's name and places are asked for again with each row that may be about it. */
const shortWords: Readonly<Record<Named, (text: string) => readonly string[]>> = {
  person: memoized((text) => wordsOf(text, 'person')),
  organization: memoized((text) => wordsOf(text, 'organization')),
  place: memoized((text) => wordsOf(text, 'place')),
}

/** The legal form of a company's name, short; `''` where none is said. */
export const legalFormOf = memoized((name: string) => withoutLegalForm(latinWords(bareFirm(name.slice(0, 300)))).form)

function wordsOf(text: string, of: Named): readonly string[] {
  const bare = of === 'organization' ? bareFirm(text.slice(0, 300)) : text.slice(0, 300)
  const words = latinWords(bare).slice(0, 12)
  if (of === 'person') {
    const telling = words.filter((word) => !ofPersons.has(word))
    return telling.length === 0 ? words : telling
  }
  const named = of === 'organization' ? withoutLegalForm(words).words : words
  return named.flatMap((word) => short.get(word) ?? word.replace(/(\p{L}{3})str(?:asse)?$/u, '$1 str').split(' '))
}
