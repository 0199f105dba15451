import type { Block, KeyValue } from '@chancery/core'
import { isAmount, longestKey, longestLine, pair } from './label.ts'
import { nextLabel } from './next-label.ts'

/** "Received from ....... Mr. A. Khan ......": dots or strokes before a value and behind it. */
const between = /^([^._…\n\t]{2,58}(?:\b(?:no|nr)\.)?)[ ]?[._…]{4,}\s*([^._…\s][^_…\n]{0,120}?)\s*[._…]{4,}\s*$/iu

/** The label of the next place to be filled in, where the line has nothing else: "Date:        Date:". */
const emptyLabel = /^\p{Lu}\p{L}{0,40}[:：]$/u

/** Lines of a label, a colon and a value, several on a line also; a label and an amount that a tab parts. */
export function* pairsOfLines(text: string, { span }: Pick<Block, 'span'>): Generator<KeyValue> {
  let start = span.start
  while (start < span.end) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 || newline > span.end ? span.end : newline
    // Tabs part the pairs of one line: "Date:	1 May	Number:	17".
    if (end - start <= longestLine) yield* pairsOfLine(text, start, end, span)
    start = end + 1
  }
}

function* pairsOfLine(text: string, start: number, end: number, place: Block['span']): Generator<KeyValue> {
  const line = text.slice(start, end)
  const colon = /[:：]/.exec(line.slice(0, longestKey + 1))?.index
  if (colon === undefined) {
    // "Subtotal	745.00"
    const tab = line.indexOf('\t')
    if (tab > 0 && tab <= longestKey && isAmount(line.slice(tab + 1)))
      yield* pair(text, [start, start + tab], [start + tab + 1, end], place, 0.6)
    const [all, label = '', value = ''] = between.exec(line) ?? []
    if (all === undefined) return
    const at = start + all.indexOf(value, label.length)
    yield* pair(text, [start, start + label.length], [at, at + value.length], place, 0.7)
    return
  }
  const value = line.slice(colon + 1)
  // "12:30" and "https://" are no labels.
  if (/^\S/.test(value) && line[colon] === ':' && (/\d$/.test(line.slice(0, colon)) || value.startsWith('//'))) return
  const rest = value.trim()
  if (emptyLabel.test(rest)) return
  const next = nextLabel(rest)
  const own = next === undefined ? rest : rest.slice(0, next).replace(/\s[|│•·]\s+$/, '')
  const at = start + colon + 1 + value.indexOf(rest)
  // What stands before a tab is no part of the label.
  const keyStart = start + line.lastIndexOf('\t', colon) + 1
  yield* pair(text, [keyStart, start + colon], [at, at + own.length], place, 0.8)
  if (next !== undefined) yield* pairsOfLine(text, at + next, end, place)
}
