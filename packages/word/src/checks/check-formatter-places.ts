import type { Finding } from '@chancery/core'
import { type Expression, findFormatter, formattersOf } from '@chancery/tags'
import { chartLabel, mainLabel } from '../package/word-parts.ts'
import type { Place } from '../template/carried-places.ts'
import { signs } from '../template/carried-tags.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'

interface Rule {
  readonly isAllowed: (place: WordPlace, places: readonly Place[]) => boolean
  readonly wanted: string
  readonly hint: string
  /** Absent: an error. */
  readonly severity?: 'warning'
}

const inCell: Rule = {
  isAllowed: ({ paragraph }) => paragraph.table !== undefined,
  wanted: 'in a table cell',
  hint: 'Put the tag into the cell, or leave the formatter out.',
}
const inText: Rule = {
  isAllowed: ({ part, paragraph }) =>
    part.label === mainLabel && !paragraph.containers.some((each) => each.startsWith('w:txbxContent')),
  wanted: 'in the text of the document; headers, footers, notes, comments and text boxes have no notes',
  hint: 'Put the tag into the text, or leave the formatter out.',
}
const onPage: Rule = {
  ...inText,
  severity: 'warning',
  wanted: 'in the text of the document; no page begins within a header, footer, note, comment or text box',
  hint: 'Put the tag into a paragraph of the text, before what the new page begins with.',
}
const onChart: Rule = {
  isAllowed: (place, places) => place.part.label === chartLabel || isOfChart(place, places),
  wanted: 'in the title or the alternative text of a chart',
  hint: 'Insert a chart in Word and write the tag into its title, or into its alternative text.',
}
const inHeader: Rule = {
  isAllowed: ({ part, paragraph }) => /^Header\b/.test(part.label) && paragraph.containers.every(isNoBox),
  wanted: 'in a header, on the pages of which the watermark is',
  hint: 'Open the header in Word and write the tag there.',
}
const isNoBox = (container: string): boolean => !container.startsWith('w:txbxContent')

/** Formatters that mean nothing anywhere else. */
const rules: Readonly<Record<string, Rule>> = {
  cellColor: inCell,
  rowColor: inCell,
  mergeDown: inCell,
  mergeRight: inCell,
  footnote: inText,
  endnote: inText,
  chart: onChart,
  watermark: inHeader,
  pageBreak: onPage,
}

/** Formatters of a tag; the built-in page break does what the formatter of that name does. */
const namesOf = (expression: Expression): readonly string[] =>
  expression.kind === 'path' && expression.segments.join('.') === 'pageBreak' ? ['pageBreak'] : formattersOf(expression)

/** Tags whose formatters belong elsewhere: a cell's color where no cell is, a chart's data where no chart is. */
export function checkFormatterPlaces({ tags }: WordTemplate, places: readonly Place[]): readonly Finding[] {
  return tags.flatMap(({ parsed, place, tag }) => {
    if (!('expression' in parsed) || place.paragraph.isFallback) return []
    return namesOf(parsed.expression).flatMap((used): readonly Finding[] => {
      const name = findFormatter(used)?.name ?? ''
      const rule = rules[name]
      if (rule === undefined || rule.isAllowed(place, places)) return []
      return [
        {
          code: 'formatter_position_invalid',
          severity: rule.severity ?? 'error',
          message: `"${name}" belongs ${rule.wanted}.`,
          hint: rule.hint,
          location: locate(place, tag),
        },
      ]
    })
  })
}

const placeStart = new RegExp(`${signs.place}(\\d{1,9})${signs.text}`, 'y')

/** The tag was carried out of the alternative text of a chart. */
function isOfChart({ paragraph, start }: WordPlace, places: readonly Place[]): boolean {
  const { text } = paragraph
  const from = text.lastIndexOf(signs.place, start)
  if (from === -1 || text.indexOf(signs.end, from) < start) return false
  placeStart.lastIndex = from
  const place = places[Number(placeStart.exec(text)?.[1])]
  return place?.kind === 'attribute' && place.ofChart === true
}
