import { candidate, type Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

const asOf =
  /(?:as of|dated|effective|entered into|made(?: and entered into)?|executed|signed|on|this|vom|am|datum|ab|du|le|en date du|fecha|a|dal|del|em|op|per)[\s,:(“"]{0,4}(?:the |date |on |this |as of |dem |den |de )*[\s,]{0,3}$/iu
const strong =
  /effective|entered into|as of|made|dated|in kraft|beginnt|beginn|entrée en vigueur|prend effet|entra(?:da)? en vigor|decorre|decorrenza|início|ingang/iu
const ends =
  /expir|terminat|until|ending|through|born|geboren|geb\.|birth|née? |né\(e\)|nacid[oa]|nat[oa] (?:il|a)|nascid[oa]|filed|amended|endet|jusqu|hasta|fino|até|tot en met/iu

/** The day that it begins: among the dates of the opening, by the words before each. */
export const findEffectiveDate: Finder = ({ index, values }) => {
  const options: Option[] = []
  for (const date of values.of('date')) {
    if (date.start > 60_000) break
    const before = index.text.slice(Math.max(0, date.start - 90), date.start)
    const after = index.text.slice(date.end, date.end + 60)
    let score =
      date.start < 1500
        ? 0.5
        : date.start < 5000
          ? 0.35
          : /date|dated|on this|datum|fecha/iu.test(before.slice(-30))
            ? 0.3
            : 0.1
    if (strong.test(before)) score += 0.22
    if (asOf.test(before)) score += 0.12
    if (/effective date|inkrafttreten/iu.test(after) || /effective (?:date|as of)/iu.test(before)) score += 0.15
    if (ends.test(before.slice(-40))) score -= 0.4
    if (score > 0.1) options.push({ value: date, score: Math.min(0.95, score) * date.confidence, method: 'preamble' })
  }
  return options
}

/** Roles decide which fields each party answers. */
export const findParties: Finder = ({ values }) =>
  values.of('party').map((value) => ({ value, score: value.confidence, method: 'preamble' }))

const placeWord = String.raw`(?:\p{Lu}[\p{L}’'-]{1,24}|(?:\p{Lu}\.){2,4})`
const place = String.raw`(England\s(?:and|&)\sWales|${placeWord}(?:(?: (?:of|de|la|du|di|del))?[ \n]${placeWord}){0,3})`
const laws: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`(?:govern|constru|interpret|enforc|subject to)[^.]{0,260}?\s(?:laws?|statutes)\s(?:and\s[a-z ]{0,30})?(?:of|in)\s(?:the\s)?(?:(?:internal|substantive)\slaws\sof\s(?:the\s)?)?(?:(?:[Ss]tate|STATE|Commonwealth|Province|Republic|Kingdom|Federal Republic)\s(?:of|OF)\s)?${place}`,
      'gu',
    ),
    0.92,
  ],
  [
    new RegExp(
      String.raw`(?:[Ll]aws?|LAWS?)\s(?:of|OF)\s(?:[Tt]he\s|THE\s)?(?:(?:[Ss]tate|STATE|Commonwealth|COMMONWEALTH|Province|Republic)\s(?:of|OF)\s)?${place}`,
      'gu',
    ),
    0.72,
  ],
  [
    new RegExp(
      String.raw`(?:[Ss]tate|[Cc]ommonwealth)\sof\s${place}\s(?:law|shall govern)|${place}\s[Ll]aw\s(?:shall|will|governs|applies)`,
      'gu',
    ),
    0.75,
  ],
  [
    /(?:governed|construed|subject)[^.]{0,120}?\s(English|Scottish|Scots|Irish|Welsh|Swiss|German|French|Dutch|Belgian|Austrian|Italian|Spanish|Portuguese|Swedish|Danish|Norwegian|Finnish|Polish|Luxembourg)\s[Ll]aw/gu,
    0.9,
  ],
  [new RegExp(String.raw`(?:Recht|Gesetze|Gesetzen)\s(?:der|des|von)\s(?:Bundesrepublik\s)?${place}`, 'gu'), 0.85],
  [
    /(?:unterliegt|gilt|nach|Es gilt|anwendbar ist)[^.\n]{0,60}?\s((?:deutsch|österreichisch|schweizerisch)(?:es|em|en))\s(?:[Rr]echt)/gu,
    0.85,
  ],
  [/(?:droit|loi)\s(français|belge|suisse|luxembourgeois|anglais|française)/gu, 0.85],
  [
    /(?:ley|leyes|legislación|derecho)\s(?:de\s)?(español[a]?|mexican[ao]|argentin[ao]|chilen[ao]|colombian[ao]|España|México|Argentina|Chile|Colombia)/gu,
    0.85,
  ],
  [/(?:legge|diritto|leggi)\s(?:dell[ao']\s?)?(italian[ao]|svizzer[ao]|Italia)/gu, 0.85],
  [/(?:lei|leis|direito|legislação)\s(?:d[aeo]\s)?(portugues[a]?|português|brasileir[ao]|Portugal|Brasil)/gu, 0.85],
  [/((?:Nederlands|Belgisch)e?)\s[Rr]echt/gu, 0.85],
]
/** Words that follow a place and are no part of it. */
const tail =
  /(?:[\s,]+(?:without|applicable|to|and|as|in|state|courts?|law|any|each|if|this|the|section|choice|usa|u\.s\.a?\.?|united states(?: of america)?))+$/iu
const notPlace =
  /^(?:State|Agreement|Company|Employee|Party|Parties|Section|Nations|Board|Confidential|Conflict|Conflicts|Contract|Descent)\b/u

/** Whose law governs: the state or country that the clause names, as written. */
export const findGoverningLaw: Finder = ({ index }) => {
  const options: Option[] = []
  for (const [pattern, score] of laws) {
    let count = 0
    for (const match of index.text.matchAll(pattern)) {
      count += 1
      if (count > 200) break
      const raw = (match[1] ?? match[2] ?? '').replace(tail, '')
      if (raw.length < 3 || notPlace.test(raw)) continue
      const start = match.index + match[0].lastIndexOf(raw)
      const federal = /^(?:The )?(?:United\sStates|U\.S)/.test(raw) ? 0.7 : 1
      options.push({
        value: candidate('text', start, start + raw.length, collapse(raw), 0.9),
        score: score * federal,
        method: 'clause',
      })
    }
  }
  return options
}

const lasting =
  /(?:for|period|term|duration|during|of|within|valid|remain|continue|survive|expire|terminat|für|dauer|laufzeit|durée|pour|durante|duración|plazo|durata|per|prazo|duur|looptijd)/iu
const termWords =
  /(?:\bterm\b|expire|terminat(?:e|ion)|remain in (?:full )?(?:force|effect)|survive|continue|in effect|obligations|laufzeit|geschlossen|durée|duración|durata|vigencia|duur)/iu
const otherSubject = /solicit|compet|employ|hire|severance|restrict/iu
const otherWords =
  /(?:notice|days after receipt|business days|written|prior|solicit|hire|employ|old|age|following the end|per (?:year|month)|kündigungsfrist|préavis|preaviso|preavviso)/iu

/** How long it lasts: among all lengths of time, by the clause around each. */
export const findTerm: Finder = ({ index, values }) => {
  const options: Option[] = []
  for (const value of values.of('duration') as readonly Candidate[]) {
    const before = index.text.slice(Math.max(0, value.start - 160), value.start)
    const after = index.text.slice(value.end, value.end + 120)
    let score = 0.28
    if (otherSubject.test(before.slice(-110) + after.slice(0, 90))) score -= 0.2
    if (lasting.test(before.slice(-40))) score += 0.08
    if (termWords.test(before)) score += 0.2
    if (
      /(?:from|after|following|ab|seit|à compter|desde|dalla|vanaf)[^.]{0,40}(?:date|datum|fecha|data|hereof|effective|disclosure|agreement)/iu.test(
        after,
      )
    )
      score += 0.17
    if (/term|laufzeit|durée|duración|durata|looptijd/iu.test(before.slice(-60))) score += 0.1
    if (otherWords.test(before.slice(-70)) || /^[^.]{0,30}(?:notice|prior)/iu.test(after)) score -= 0.2
    if (/P\d+[DW]|PT/.test(String(value.value))) score -= 0.2
    if (options.length < 500 && score > 0.1)
      options.push({ value, score: Math.min(score, 0.9) * value.confidence, method: 'clause' })
  }
  return options
}

const noticeAfter =
  /^\s?(?:\([^)]{1,12}\))?(?:['’]s?)?[\s,]{0,2}(?:(?:prior|advance|written|before)[\s,]{1,2}(?:and\s)?){0,3}(?:notice\b|notification)|^[^.;]{0,40}(?:schriftlich )?(?:gekündigt|kündbar|zum (?:Monatsende|Quartalsende|Ende))|^[^.;]{0,12}(?:de préavis|d['’]avance|de antelación|di anticipo|de antecedência|de preaviso|di preavviso|de aviso prévio|opzegtermijn)/iu
const noticeBefore =
  /(?:notice (?:period )?of(?: at least| not less than)?|kündigungsfrist (?:von|beträgt)|préavis (?:d[eu] [^.\n]{1,30} )?(?:est )?(?:fixé à|de)|preaviso (?:es )?de|preavviso (?:è )?di|aviso prévio de|opzegtermijn van)\s{1,2}$|préavis (?:d[eu] [^.\n]{1,30} )?(?:est )?d['’]$/iu

/** How long before the end one must say so: the length of time that a notice has. */
export const findNoticePeriod: Finder = ({ index, values }) => {
  const options: Option[] = []
  for (const value of values.of('duration')) {
    const before = index.text.slice(Math.max(0, value.start - 160), value.start)
    const after = index.text.slice(value.end, value.end + 80)
    if (options.length >= 500 || !(noticeAfter.test(after) || noticeBefore.test(before))) continue
    const ends = /terminat|cancel|künd|résili|rescind|recesso|resol|opzeg/iu.test(before + after) ? 0.15 : 0
    options.push({ value, score: (0.5 + ends) * value.confidence, method: 'clause' })
  }
  return options
}
