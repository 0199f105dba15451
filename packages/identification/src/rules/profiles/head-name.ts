import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import type { Finder } from './finding.ts'

/** Words of a curriculum vitae, whose first line is whose it is. */
const curriculum =
  /(?<!\p{L})(?:curriculum|résumé|lebenslauf|berufserfahrung|ausbildung|work experience|experience|employment history|education|expérience|formation|experiencia|formación|esperienz[ae]|istruzione|experiência|formação|werkervaring|opleiding|doświadczenie|wykształcenie|arbetslivserfarenhet|utbildning)(?!\p{L})/iu

/** The name in the first line of a curriculum vitae, or the second where the first says what it is. */
export const findHeadName: Finder = ({ index }) => {
  const { text, lines } = index
  if (!curriculum.test(text.slice(0, 4000))) return []
  const head = lines.filter(({ start, end }) => text.slice(start, Math.min(end, start + 200)).trim() !== '').slice(0, 2)
  for (const line of head) {
    const raw = text.slice(line.start, Math.min(line.end, line.start + 100))
    const lead = raw.length - raw.trimStart().length
    const start = line.start + lead + titleOfPerson(raw.trimStart())
    const name = personNameAt(index, start)
    const isWhole = name !== undefined && name.end >= line.start + raw.trimEnd().length
    if (!isWhole || name.parts < 2 || curriculum.test(raw)) continue
    const value = candidate('person', start, name.end, collapse(text.slice(start, name.end)), 0.85)
    return [{ value, score: 0.7, method: 'position' }]
  }
  return []
}
