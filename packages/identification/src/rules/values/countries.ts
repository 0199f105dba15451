import { candidate, type Candidate } from '../candidate.ts'
import { phraseBook, phrasesIn } from '../phrase-book.ts'
import type { TextIndex } from '../text-index.ts'

/** ISO 3166-1 alpha-2; names of each in seven languages come from CLDR by `Intl`. */
const codes =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'.split(
    ' ',
  )

const more: readonly (readonly [string, string])[] = [
  ['United States of America', 'US'],
  ['U.S.A.', 'US'],
  ['USA', 'US'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Scotland', 'GB'],
  ['Wales', 'GB'],
  ['Bundesrepublik Deutschland', 'DE'],
  ['Federal Republic of Germany', 'DE'],
  ['Holland', 'NL'],
  ['Czech Republic', 'CZ'],
  ["People's Republic of China", 'CN'],
]

function* entries(): Generator<readonly [string, string]> {
  yield* more
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)
      if (name !== undefined && name.length > 3) yield [name, code]
    }
  }
}
const book = phraseBook(entries())

/** Names of persons and common words as well: a country only where a label says so. */
const doubtful = new Set(['GE', 'JO', 'TD', 'GN', 'ML', 'TO', 'CU', 'NE', 'OM'])

/** Countries by name in seven languages; the value is the ISO 3166-1 alpha-2 code. */
export function scanCountries(index: TextIndex): Candidate[] {
  const found: Candidate[] = []
  for (const hit of phrasesIn(book, index)) {
    const [code] = hit.values
    if (code === undefined || !/^\p{Lu}/u.test(index.text.slice(hit.start, hit.end))) continue
    found.push(candidate('country', hit.start, hit.end, code, doubtful.has(code) ? 0.5 : 0.9))
  }
  return found
}
