import { candidate, type Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { collapse, fold, type TextIndex, wordsOf } from '../text-index.ts'
import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import type { Finder } from './finding.ts'

/** Words of a curriculum vitae, whose first line is whose it is. */
const curriculum =
  /(?<!\p{L})(?:curriculum|résumé|lebenslauf|berufserfahrung|ausbildung|work experience|experience|employment history|education|expérience|formation|experiencia|formación|esperienz[ae]|istruzione|experiência|formação|werkervaring|opleiding|doświadczenie|wykształcenie|arbetslivserfarenhet|utbildning)(?!\p{L})/iu

/** The name in the first line of a curriculum vitae, or the second where the first says what it is. */
export const findHeadName: Finder = ({ index, values }) => {
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
  return nameOfMail(index, values.of('email')[0])
}

/** The first line that is a name whose words the e-mail address has, where a column beside it comes first. */
function nameOfMail(index: TextIndex, mail: Candidate | undefined): Option[] {
  const account = mail === undefined ? '' : fold(String(mail.value).split('@')[0] ?? '')
  for (const line of account === '' ? [] : index.lines.slice(0, mostLines)) {
    const raw = index.text.slice(line.start, Math.min(line.end, line.start + 100)).trim()
    const start = index.text.indexOf(raw, line.start)
    const name = /^\p{Lu}/u.test(raw) ? personNameAt(index, start) : undefined
    const isOwn = wordsOf(raw).filter(({ folded }) => folded.length > 2 && account.includes(folded)).length > 0
    if (!isOwn || name === undefined || name.parts < 2 || name.end < start + raw.length) continue
    return [{ value: candidate('person', start, name.end, collapse(raw), 0.9), score: 0.75, method: 'position' }]
  }
  return []
}
const mostLines = 60
