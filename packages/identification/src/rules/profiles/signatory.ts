import { personNameAt, titleOfPerson } from '../values/person-names.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { candidate, type Candidate } from '../candidate.ts'
import type { Option } from '../fields/option.ts'
import { firstWithin } from '../read-values.ts'
import type { Finder } from './finding.ts'
import { closing } from './letter.ts'

/** A line of a signature: `/s/ Ann Lee`, `By: Ann Lee`, `gez. Ann Lee`. */
const signs =
  /(?:\/s\/|(?:^|\n)[ \t]{0,20}(?:signed|executed|unterzeichnet|signé|firmado|firmato) (?:for(?: and)?(?: on behalf of)?|on behalf of|für|pour|por|per)[^\n:]{2,60}:|(?:^|\n)[ \t]{0,60}(?:By:|Fdo\.?:|[Ss]igned:?[ \u00a0_.]{3,60}Name:|gez\.|i\. ?[AV]\.|ppa\.|p\.p\.|signed(?: by)?:?|signé :?|firmado:?|firmato:?|assinado:?)|(?:signed|executed)[^\n]{0,100} by:?[ \t]*\n)[ \t_.]{0,60}(?:\n[ \t]{0,20})?/giu
const most = 20

/** A name that no list has, right behind the mark. */
function nameAt(index: TextIndex, start: number): Candidate | undefined {
  const name = personNameAt(index, start + titleOfPerson(index.text.slice(start, start + 60)))
  if (!name || name.parts < 2) return undefined
  return candidate('person', name.start, name.end, collapse(index.text.slice(name.start, name.end)), 0.75)
}

/** Who signs: the name behind a mark of signatures, else the first below the closing of a letter. */
export const findSignatory: Finder = ({ index, values }) => {
  const { text } = index
  const persons = values.of('person')
  const options: Option[] = []
  for (const match of text.matchAll(signs)) {
    if (options.length === most) break
    const start = match.index + match[0].length
    const value = firstWithin(persons, start, start + 12)
    const name = value ?? nameAt(index, start)
    if (name) options.push({ value: name, score: 0.75 * name.confidence, method: 'signature' })
  }
  const from = Math.max(0, text.length - 6000)
  const end = closing.exec(text.slice(from))
  const below = end && firstWithin(persons, from + end.index, from + end.index + 300)
  if (below) options.push({ value: below, score: 0.72 * below.confidence, method: 'signature' })
  const last = options.length === 0 ? nameInLastLines(index) : undefined
  return last ? [{ value: last, score: 0.6 * last.confidence, method: 'signature' }] : options
}

/** Of a block of so many lines the first may be the name of who writes. */
const mostLines = 5
/** A sentence ends before the block, so that it is no list. */
const sentence = /[.!?][ \t]*$/u

/** The name that is the first line of the last block, below a text: a message without a closing. */
function nameInLastLines(index: TextIndex): Candidate | undefined {
  const { text, lines } = index
  const isBlank = (number: number): boolean => {
    const line = lines[number]
    return line === undefined || text.slice(line.start, Math.min(line.end, line.start + longestLine)).trim() === ''
  }
  let end = lines.length
  while (end > 0 && isBlank(end - 1)) end -= 1
  let first = end
  while (first > 0 && end - first <= mostLines && !isBlank(first - 1)) first -= 1
  const line = lines[first]
  if (line === undefined || first === 0 || end - first > mostLines) return undefined
  const raw = text.slice(line.start, Math.min(line.end, line.start + longestLine))
  const start = line.start + raw.length - raw.trimStart().length
  const name = nameAt(index, start)
  const isWhole = name !== undefined && name.end >= line.start + raw.trimEnd().length
  return isWhole && sentence.test(text.slice(Math.max(0, line.start - 20), line.start).trimEnd()) ? name : undefined
}
const longestLine = 100
