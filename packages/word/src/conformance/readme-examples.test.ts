import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { barChart, chartFiles, chartParagraph, series, withChart } from '../testing/chart-builder.ts'
import { docx, p } from '../testing/docx-builder.ts'
import { filled, inspected } from '../testing/filling.ts'

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const [, section = ''] = /## Cells, charts, notes, watermarks, contents\n([^]*?)\n\n\*\*/.exec(readme) ?? []

/** The tags of a row's first cell, and what they stand in there. */
const examples = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\) \| /)[0] ?? '')
  .flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, tag = '']) => ({ tag: tag.replaceAll('\\|', '|'), cell })),
  )

const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`

/** A template in which the tag stands where the table says. A row is written over its cells: `{#rows}{a}` │ `{b}{/rows}`. */
function templateOf(tag: string, cellText: string): Uint8Array {
  if (tag.includes('chart')) {
    return withChart(docx({ body: chartParagraph(tag), files: chartFiles(barChart(series(0))) }))
  }
  if (tag.includes('watermark')) return docx({ body: p('x'), header: p(tag) })
  if (/note/.test(tag)) return docx(p(tag))
  const whole = cellText.includes('│')
    ? [...cellText.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each.replaceAll('\\|', '|'))
    : [tag]
  return docx(
    `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(whole.length)}</w:tblGrid><w:tr>${whole.map(cell).join('')}</w:tr></w:tbl>${p('')}`,
  )
}

describe('what the README shows of cells, charts, notes and watermarks', () => {
  it('is a table of tags', () => expect(examples.length).toBeGreaterThanOrEqual(12))

  it.each(examples.map(({ tag, cell: text }) => [tag, text] as const))(
    '%s has no fault, and is filled by its sample data',
    async (tag, text) => {
      const template = templateOf(tag, text)
      const { findings, sampleData } = await inspected(template)
      expect(findings).toEqual([])
      expect((await filled(template, sampleData)).xml()).not.toContain('{')
    },
  )
})
