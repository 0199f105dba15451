import { candidate } from '../candidate.ts'
import { collapse, lineAt } from '../text-index.ts'
import type { Finder } from './finding.ts'
import { findSignatory } from './signatory.ts'
import { closing } from './letter.ts'

const last = 3000
/** Words without figures, to the end of a line or the bar or comma before the firm: `Office Manager | Northlight Studios Ltd`. */
const title = /^[ \t]{0,12}(?:[–-] )?(\p{L}[\p{L}’'./& -]{2,60}?)[ ]?(?=[|,;\n\t(]|$)/u
const noTitle =
  /^(?:tel|mob|fax|www|e-?mail|for|für|pour|por|per|on behalf|date|dat|le|den|by|name|i\. ?a)(?![\p{L}])/iu

/** What somebody who signs is, on the line below the name: `Gabriel Tous Roca` / `Director de Siniestros`. */
export const findTitleOfSignatory: Finder = (finding) => {
  const { index, values } = finding
  const { text } = index
  const [signed] = findSignatory(finding).toSorted((a, b) => b.score - a.score)
  const name = signed?.value
  if (
    name === undefined ||
    (name.start < text.length - last && !closing.test(text.slice(Math.max(0, name.start - 300), name.start)))
  )
    return []
  const line = lineAt(index, name.end)
  const below = index.lines[line.number + 1]
  if (below === undefined || text.slice(name.end, line.end).trim() !== '') return []
  const raw = text.slice(below.start, Math.min(below.end, below.start + 120))
  const found = title.exec(raw)?.[1]
  if (found === undefined || noTitle.test(found)) return []
  const start = below.start + raw.indexOf(found)
  const isName = values.names.some((other) => other.start <= start && start < other.end)
  const value = candidate('text', start, start + found.length, collapse(found), 0.85)
  return isName ? [] : [{ value, score: 0.6, method: 'signature' }]
}
