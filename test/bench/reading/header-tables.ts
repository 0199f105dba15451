import { docxOf, escapeXml } from '../../../packages/reading-office/src/docx/docx-fixture.ts'
import type { ScoredCell } from './table-relations.ts'

/** A page with one table without drawn lines, and the table. */
export interface TablePage {
  readonly name: string
  readonly docx: Uint8Array
  readonly cells: readonly ScoredCell[]
}

interface Cell {
  readonly text: string
  readonly span?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly isRuled?: boolean
}

const stubs =
  'North South West East Berlin Hamburg Bonn Malta Cyprus Total Primary Secondary Tertiary Rural Urban Female Male Age'.split(
    ' ',
  )
const words =
  'Grade Sales Costs Number Percent Actual Estimate Budget Public Private Net Gross Share Hispanic White Asian Mean Rate Full-time Part-time'.split(
    ' ',
  )
const wrapped = [
  'Total enrolment',
  'Average annual rate',
  'Standard error',
  'Number of pupils',
  'Other current income',
  'Per cent change',
  'Race and ethnicity',
]

/** Unruled tables whose headers have one, two or three lines; with titles over several columns, wrapped labels, both. */
export function headerTables(seed = 0, count = 60): TablePage[] {
  return Array.from({ length: count }, (_, at) => tablePage(seed * 1000 + at))
}

function tablePage(seed: number): TablePage {
  let state = (seed * 2_654_435_761 + 7) >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
  for (let at = 0; at < 5; at++) next(3)
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T
  const groups = 1 + next(4)
  const sizes = Array.from({ length: groups }, () => (groups === 1 ? 3 + next(6) : 1 + next(3)))
  const columns = 1 + sizes.reduce((sum, size) => sum + size, 0)
  const isRuled = next(3) === 0
  const labelled = pick(['years', 'words', 'wrapped', 'codes', 'repeated'] as const)
  const align = pick(['center', 'right'] as const)
  const rows: Cell[][] = []
  const hasTitles = sizes.some((size) => size > 1) && next(5) > 0
  if (hasTitles) {
    rows.push([
      { text: '' },
      ...sizes.map((span): Cell => ({
        text: span === 1 ? '' : pick(words),
        span,
        align: 'center',
        isRuled: isRuled && span > 1,
      })),
    ])
  }
  const pool = [...(columns > 6 ? words : wrapped)]
  rows.push([
    { text: next(2) === 0 ? '' : pick(['Region', 'School level', 'Item']) },
    ...Array.from({ length: columns - 1 }, (_, at): Cell => {
      const text =
        labelled === 'years'
          ? String(2001 + at)
          : labelled === 'codes'
            ? (['PK', 'K', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'][at] ?? '11')
            : labelled === 'repeated'
              ? at % 2 === 0
                ? 'Number'
                : 'Percent'
              : labelled === 'wrapped'
                ? (pool[at % pool.length] ?? '')
                : (words[(at * 3 + seed) % words.length] ?? '')
      return { text, align }
    }),
  ])
  for (let row = 0; row < 4 + next(8); row++) {
    rows.push([
      { text: `${pick(stubs)} ${row}` },
      ...Array.from({ length: columns - 1 }, (): Cell => ({ text: figure(next), align: 'right' })),
    ])
  }
  const cells = rows.flatMap((cellsOfRow, row) => {
    let column = 0
    return cellsOfRow.flatMap(({ text, span = 1 }): ScoredCell[] => {
      const at = column
      column += span
      return text === '' ? [] : [{ row, column: at, rowSpan: 1, columnSpan: span, text }]
    })
  })
  const width = Math.floor(9000 / (columns + 1))
  const name = `table-${seed}-${labelled}-${groups}${hasTitles ? '-titles' : ''}${isRuled ? '-ruled' : ''}`
  return { name, docx: docxOf({ body: bodyOf(rows, columns, width), parts: { styles } }), cells }
}

function figure(next: (below: number) => number): string {
  const kind = next(10)
  if (kind === 0) return '–'
  return kind < 5 ? `${1 + next(90)}.${next(10)}` : kind < 8 ? `${1 + next(9)},${100 + next(899)}` : String(next(100))
}

const styles =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif"/><w:sz w:val="18"/></w:rPr></w:rPrDefault></w:docDefaults>'

const paragraph = (text: string, align = 'left'): string =>
  `<w:p><w:pPr><w:spacing w:after="0"/><w:jc w:val="${align}"/></w:pPr><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`

const story =
  'The following pages show how the figures of the regions have changed over the years, and what was done about it. '

function bodyOf(rows: readonly (readonly Cell[])[], columns: number, width: number): string {
  const widths = Array.from({ length: columns }, (_, at) => (at === 0 ? 2 * width : width))
  const row = (cells: readonly Cell[]): string => {
    let column = 0
    return `<w:tr>${cells
      .map(({ text, span = 1, align = 'left', isRuled = false }) => {
        const own = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0)
        column += span
        const rule = isRuled ? '<w:tcBorders><w:bottom w:val="single" w:sz="4"/></w:tcBorders>' : ''
        return `<w:tc><w:tcPr><w:tcW w:w="${own}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''}${rule}<w:vAlign w:val="bottom"/></w:tcPr>${paragraph(text, align)}</w:tc>`
      })
      .join('')}</w:tr>`
  }
  return `${paragraph(story.repeat(3))}${paragraph('')}<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths
    .map((each) => `<w:gridCol w:w="${each}"/>`)
    .join('')}</w:tblGrid>${rows.map(row).join('')}</w:tbl>${paragraph('')}${paragraph(story.repeat(3))}`
}
