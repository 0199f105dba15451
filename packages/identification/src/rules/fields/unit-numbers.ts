import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { fold, type TextIndex } from '../text-index.ts'
import type { Option } from './option.ts'

/** What is measured, by how names of fields begin in en, de, fr, es, it, pt, nl, pl, sv, and the units of it. */
const units: readonly (readonly [name: RegExp, unit: RegExp])[] = [
  [
    /(?:^| )(?:kilomet|mileage|odomet|km(?: |$)|laufleistung|quilomet|chilomet|przebieg|matarstallning)/u,
    /^[ \u00a0]?(?:km|kms|kilomet\p{L}*|miles)(?![\p{L}\d/])/iu,
  ],
  [
    /(?:^| )(?:weight|gewicht|\p{L}{3,}gewicht|poids|peso|waga|vikt)/u,
    /^[ \u00a0]?(?:kg|kgs|t|g|lbs?|tonnes?)(?![\p{L}\d/])/iu,
  ],
  [
    /(?:^| )(?:area|surface|floor space|flache|\p{L}{3,}flache|superficie|metratura|oppervlakte|powierzchnia|yta|metros|m2)/u,
    /^[ \u00a0]?(?:m²|m2|qm|sqm|sq\.? ?(?:m|ft)|mq|ha|hectares?|metros cuadrados|metros quadrados|mètres carrés|metri quadr\p{L}{1,3}|Quadratmeter|square met(?:re|er)s|square feet|vierkante meter)(?![\p{L}\d/])/iu,
  ],
  [/(?:^| )(?:volume|volumen|volym|inhalt|objetosc)/u, /^[ \u00a0]?(?:m³|m3|cbm|l|lit\p{L}{1,3}|hl)(?![\p{L}\d/])/iu],
  [
    /(?:^| )(?:consumption|verbrauch|\p{L}{3,}verbrauch|consommation|consumo|verbruik|zuzycie|forbrukning)/u,
    /^[ \u00a0]?(?:kWh|MWh|m³|m3)(?![\p{L}\d/])/iu,
  ],
]

/** The only number with a unit of what a field measures: `kilometros` of `furgón, matrícula 7714 KLM, 214.380 km`. */
export function unitOptions({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (target.type !== 'number' && target.type !== 'integer') return []
  const name = fold(spaced(target.name))
  const unit = units.find(([pattern]) => pattern.test(name))?.[1]
  if (unit === undefined) return []
  const found = values.of(target.type).filter(({ end }) => unit.test(text.slice(end, end + 20)))
  const [first] = found
  if (first === undefined || found.some(({ value }) => value !== first.value)) return []
  return [{ value: first, score: 0.56 * first.confidence, method: 'type' }]
}
