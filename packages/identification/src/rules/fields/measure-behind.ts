import { candidate, type Candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'

/** Between a label and its measure: `eine Wohnfläche von ca. 78,5 m²`. */
const linking =
  /^(?:(?:of|is|von|beträgt|de|est|di|è|é|van|på|af|approximately|about|around|approx\.?|ca\.?|circa|rund|etwa|environ|aproximadamente) ){0,3}/u
/** A number with its unit, as a text says it. */
const measure =
  /^\d{1,3}(?:[.,' ]\d{3})*(?:[.,]\d{1,3})? ?(?:m²|m2|m³|m3|qm|sqm|sq\.? ?(?:m|ft)|square (?:metres|meters|feet)|Quadratmetern?|mètres carrés|metros cuadrados|metri quadrati|ha|hectares?|Hektar|acres?|km|cm|mm|m|kg|g|t|tonnes?|kWh|MWh|kWp?|PS|hp|lit(?:re|er)s?|l|°C)(?![\p{L}\d])/u

/** The measure behind a label that no mark parts from it, where the text goes on with it. */
export function measureBehind(text: string, start: number, end: number): Candidate | undefined {
  const rest = text.slice(start, Math.min(end, start + 80))
  const lead = linking.exec(rest)?.[0].length ?? 0
  const found = measure.exec(rest.slice(lead))?.[0]
  if (found === undefined) return undefined
  const from = start + lead
  return candidate('text', from, from + found.length, collapse(found), 0.8)
}
