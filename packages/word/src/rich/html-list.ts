import { attributeOf, type HtmlElement } from '@chancery/formats/html'
import { declarationsOf } from './css-values.ts'
import type { FlowList } from './flow.ts'

const listFormats: Readonly<Record<string, FlowList['format']>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
}

/** Most that Word counts to (ST_DecimalNumber of a level's start). */
const maxStart = 32_767

/** A list with its marks: those of its style, else of its type. */
export function listOf(element: HtmlElement): FlowList {
  const css = declarationsOf(attributeOf(element, 'style') ?? '')
  const type =
    css.get('list-style-type') ?? css.get('list-style')?.split(/\s/, 1)[0] ?? attributeOf(element, 'type') ?? '1'
  return {
    format: element.tagName === 'ol' ? (listFormats[type] ?? 'decimal') : 'bullet',
    start: countOf(attributeOf(element, 'start')) ?? 1,
  }
}

/** A number that a list can begin with. */
export function countOf(written: string | undefined): number | undefined {
  const count = Number(written?.trim() || Number.NaN)
  return Number.isInteger(count) && count >= 0 && count <= maxStart ? count : undefined
}
