import { memoized } from '@chancery/core'
import { alphabetLanguages } from './alphabet-languages.ts'

/** ISO 3166-1: alpha-2 and alpha-3, in pairs. */
const iso =
  'AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AQ ATA AR ARG AS ASM AT AUT AU AUS AW ABW AX ALA AZ AZE BA BIH BB BRB BD BGD BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BL BLM BM BMU BN BRN BO BOL BQ BES BR BRA BS BHS BT BTN BV BVT BW BWA BY BLR BZ BLZ CA CAN CC CCK CD COD CF CAF CG COG CH CHE CI CIV CK COK CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CW CUW CX CXR CY CYP CZ CZE DE DEU DJ DJI DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY EH ESH ER ERI ES ESP ET ETH FI FIN FJ FJI FK FLK FM FSM FO FRO FR FRA GA GAB GB GBR GD GRD GE GEO GF GUF GG GGY GH GHA GI GIB GL GRL GM GMB GN GIN GP GLP GQ GNQ GR GRC GS SGS GT GTM GU GUM GW GNB GY GUY HK HKG HM HMD HN HND HR HRV HT HTI HU HUN ID IDN IE IRL IL ISR IM IMN IN IND IO IOT IQ IRQ IR IRN IS ISL IT ITA JE JEY JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KI KIR KM COM KN KNA KP PRK KR KOR KW KWT KY CYM KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE MF MAF MG MDG MH MHL MK MKD ML MLI MM MMR MN MNG MO MAC MP MNP MQ MTQ MR MRT MS MSR MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NC NCL NE NER NF NFK NG NGA NI NIC NL NLD NO NOR NP NPL NR NRU NU NIU NZ NZL OM OMN PA PAN PE PER PF PYF PG PNG PH PHL PK PAK PL POL PM SPM PN PCN PR PRI PS PSE PT PRT PW PLW PY PRY QA QAT RE REU RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SH SHN SI SVN SJ SJM SK SVK SL SLE SM SMR SN SEN SO SOM SR SUR SS SSD ST STP SV SLV SX SXM SY SYR SZ SWZ TC TCA TD TCD TF ATF TG TGO TH THA TJ TJK TK TKL TL TLS TM TKM TN TUN TO TON TR TUR TT TTO TV TUV TW TWN TZ TZA UA UKR UG UGA UM UMI US USA UY URY UZ UZB VA VAT VC VCT VE VEN VG VGB VI VIR VN VNM VU VUT WF WLF WS WSM YE YEM YT MYT ZA ZAF ZM ZMB ZW ZWE'

const languages = [...alphabetLanguages, 'ja', 'zh']

/** Names that are used and are not the official ones. */
const otherNames: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'great britain': 'GB',
  'gross britannien': 'GB',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  'gran bretana': 'GB',
  'gran bretagna': 'GB',
  'united states of america': 'US',
  'etats unis d amerique': 'US',
  'estados unidos de america': 'US',
  'stati uniti d america': 'US',
  'vereinigte staaten von amerika': 'US',
  eeuu: 'US',
  eua: 'US',
  america: 'US',
  holland: 'NL',
  hollande: 'NL',
  holanda: 'NL',
  olanda: 'NL',
  'the netherlands': 'NL',
  brd: 'DE',
  'federal republic of germany': 'DE',
  'bundesrepublik deutschland': 'DE',
  'czech republic': 'CZ',
  'tschechische republik': 'CZ',
  'ivory coast': 'CI',
  burma: 'MM',
  macedonia: 'MK',
  'republic of ireland': 'IE',
  'russian federation': 'RU',
  'south korea': 'KR',
  'republic of korea': 'KR',
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

let names: ReadonlyMap<string, string> | undefined

/** Every country by its codes and by its name in many languages, from the runtime's own CLDR data. */
function allNames(): ReadonlyMap<string, string> {
  const all = new Map(Object.entries(otherNames))
  const codes = iso.split(' ').flatMap((code, index, list) => (index % 2 === 0 ? [[code, list[index + 1] ?? '']] : []))
  const add = (name: string, code: string): void => {
    if (name !== '' && !all.has(name)) all.set(name, code)
  }
  for (const [two = '', three = ''] of codes) {
    add(two.toLowerCase(), two)
    add(three.toLowerCase(), two)
  }
  for (const language of languages) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const [code = ''] of codes) add(fold(display.of(code) ?? ''), code)
  }
  return all
}

/** ISO 3166-1 alpha-2 of a country's name or code, or `undefined`. */
export const countryCode: (text: string) => string | undefined = memoized((text) => {
  if (text.length > 80) return undefined
  names ??= allNames()
  return names.get(fold(text))
})
