import type { Finding } from '@chancery/core'
import { findFormatter, formattersOf } from '@chancery/tags'
import { locate, type OdtTag } from '../template/odt-template.ts'
import { isAddress, isProperty } from '../template/text-map.ts'

/** What Word templates can and these cannot, by formatter. */
const unsupported: Readonly<Record<string, string>> = {
  html: 'formatted text',
  markdown: 'formatted text',
  table: 'a table from data',
  document: 'another document',
  qr: 'a QR code',
  barcode: 'a bar code',
  pageBreak: 'a page break',
  cellColor: 'the color of a cell',
  rowColor: 'the color of a row',
  mergeDown: 'merged cells',
  mergeRight: 'merged cells',
  chart: 'the data of a chart',
  footnote: 'a footnote',
  endnote: 'an endnote',
  watermark: 'a watermark',
}

/** Tags that an OpenDocument template has no answer to: told, not passed over. */
export function checkKinds(tags: readonly OdtTag[]): readonly Finding[] {
  return tags.flatMap(({ parsed, tag, place }): readonly Finding[] => {
    if (isAddress(place.paragraph) && parsed.kind !== 'value' && parsed.kind !== 'comment') {
      return [
        {
          code: 'unsupported_in_odt',
          severity: 'error',
          message: 'In the address of a link only values can stand, no sections and pictures.',
          hint: 'Write a choice in the tag: {test ? value : other}.',
          location: locate(place, tag),
        },
      ]
    }
    const what = whatOf(parsed)
    if (what !== undefined) {
      return [
        {
          code: 'unsupported_in_odt',
          severity: 'error',
          message: `An OpenDocument template cannot take ${what}.`,
          hint: 'Save the template as a Word document (.docx), or write the value as text.',
          location: locate(place, tag),
        },
      ]
    }
    if (parsed.kind !== 'image' || !isProperty(place.paragraph)) return []
    return [
      {
        code: 'formatter_position_invalid',
        severity: 'error',
        message: 'A picture cannot stand in a property of the document.',
        hint: 'Put the tag into the text.',
        location: locate(place, tag),
      },
    ]
  })
}

function whatOf(parsed: OdtTag['parsed']): string | undefined {
  if (parsed.kind === 'rich') return 'formatted text'
  if (parsed.kind === 'raw') return 'raw XML'
  if (parsed.kind === 'open' && parsed.repeats !== undefined) return 'a section over an element that is named'
  if (!('expression' in parsed)) return undefined
  const isBreak =
    parsed.expression.kind === 'path' && parsed.expression.segments.join('.') === 'pageBreak' && !parsed.expression.own
  if (isBreak) return unsupported['pageBreak']
  for (const name of formattersOf(parsed.expression)) {
    const what = unsupported[findFormatter(name)?.name ?? '']
    if (what !== undefined) return what
  }
  return undefined
}
