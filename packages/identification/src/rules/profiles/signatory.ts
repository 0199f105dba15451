import type { Option } from '../fields/option.ts'
import { firstWithin } from '../read-values.ts'
import type { Finder } from './finding.ts'
import { closing } from './letter.ts'

/** A line of a signature: `/s/ Ann Lee`, `By: Ann Lee`, `gez. Ann Lee`. */
const signs =
  /(?:\/s\/|(?:^|\n)[ \t]{0,60}(?:By:|gez\.|signed(?: by)?:?|signé :?|firmado:?|firmato:?|assinado:?)|(?:signed|executed)[^\n]{0,100} by:?[ \t]*\n)[ \t_]{0,30}/giu
const most = 20

/** Who signs: the name behind a mark of signatures, else the first below the closing of a letter. */
export const findSignatory: Finder = ({ index: { text }, values }) => {
  const persons = values.of('person')
  const options: Option[] = []
  for (const match of text.matchAll(signs)) {
    if (options.length === most) break
    const start = match.index + match[0].length
    const value = firstWithin(persons, start, start + 12)
    if (value) options.push({ value, score: 0.75 * value.confidence, method: 'signature' })
  }
  const from = Math.max(0, text.length - 6000)
  const end = closing.exec(text.slice(from))
  const below = end && firstWithin(persons, from + end.index, from + end.index + 300)
  if (below) options.push({ value: below, score: 0.72 * below.confidence, method: 'signature' })
  return options
}
