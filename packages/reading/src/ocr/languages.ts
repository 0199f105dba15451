/** Tesseract's codes (ISO 639-2 and its own) by BCP 47 language, where they are not the three letters of the latter. */
const codes: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  az: 'aze',
  be: 'bel',
  bg: 'bul',
  bn: 'ben',
  bs: 'bos',
  ca: 'cat',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ka: 'kat',
  kk: 'kaz',
  ko: 'kor',
  la: 'lat',
  lb: 'ltz',
  lt: 'lit',
  lv: 'lav',
  mk: 'mkd',
  ms: 'msa',
  mt: 'mlt',
  nb: 'nor',
  nl: 'nld',
  nn: 'nor',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  sv: 'swe',
  sw: 'swa',
  ta: 'tam',
  te: 'tel',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  uz: 'uzb',
  vi: 'vie',
}

const tags = new Map(Object.entries(codes).map(([tag, code]) => [code, tag]))

/** Tesseract's code for a BCP 47 tag; what it writes in another script has its own. */
export function tesseractCode(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/)
  if (language === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'chi_tra' : 'chi_sim'
  if (language === 'sr' && rest.includes('latn')) return 'srp_latn'
  return codes[language] ?? language
}

/** The BCP 47 tag of one of Tesseract's codes; `undefined` for data that is no language ("osd", "equ", scripts). */
export function languageTag(code: string): string | undefined {
  if (code === 'chi_sim') return 'zh-Hans'
  if (code === 'chi_tra') return 'zh-Hant'
  if (code === 'srp_latn') return 'sr-Latn'
  if (code === 'osd' || code === 'equ' || code === 'snum') return undefined
  return tags.get(code) ?? (/^[a-z]{3}$/.test(code) ? code : undefined)
}
