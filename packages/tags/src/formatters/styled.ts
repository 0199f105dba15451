import { colorOf } from '../data/color.ts'
import { kindOf, plainText } from '../data/plain-text.ts'
import { isRichValue, richValue, type StyledValue } from '../data/rich-value.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'

/** Longest text that decides whether cells are merged: what two long ones share is no group. */
const maxKey = 2000

const color: FormatterArgument = {
  name: 'color',
  kind: 'text',
  sample: '#FFE699',
  fault: (value) =>
    value === '' || colorOf(String(value)) !== undefined
      ? undefined
      : 'Must be a color, such as "#FFE699" or "yellow"; "" is none.',
}

/** A value as text that can have formats, with those that it has already. */
function styledOf(value: unknown, formatter: string): StyledValue {
  if (isRichValue(value) && value.rich === 'styled') return value
  const text = plainText(value)
  if (text !== undefined) return { rich: 'styled', text }
  throw new FormatterFault('wrong_kind', `"${formatter}" wants text and got ${kindOf(value)}.`)
}

/** One that sets a color; an empty one sets nothing. */
const coloring = (
  name: string,
  summary: string,
  example: string,
  set: (color: string) => Partial<StyledValue>,
): Formatter => ({
  name,
  summary,
  example,
  takes: 'any',
  gives: 'rich',
  args: [color],
  schema: {},
  format(value, [given = '']) {
    const read = colorOf(String(given))
    return richValue({ ...styledOf(value, name), ...(read === undefined ? {} : set(read)) })
  },
})

const textStyle: Formatter = {
  name: 'textStyle',
  summary:
    'The value in a format that the data chooses: "bold", "italic", "underline", "strike", several with spaces between, or a character style of the template by its name; "" for none.',
  example: '{status | textStyle:statusStyle}',
  takes: 'any',
  gives: 'rich',
  args: [{ name: 'style', kind: 'text', sample: 'bold' }],
  schema: {},
  format(value, [given = '']) {
    const style = String(given).trim()
    return richValue({ ...styledOf(value, 'textStyle'), ...(style === '' ? {} : { style }) })
  },
}

/** One that merges cells of the same value; with an argument only where that is the same too. */
const merging = (name: 'mergeDown' | 'mergeRight', summary: string, example: string): Formatter => ({
  name,
  summary,
  example,
  takes: 'any',
  gives: 'rich',
  args: [{ name: 'within', kind: 'any', optional: true, sample: 'A' }],
  schema: {},
  format(value, [within = '']) {
    const styled = styledOf(value, name)
    // Empty cells say nothing that they could have in common.
    if (styled.text.trim() === '') return richValue(styled)
    const key = `${styled.text.slice(0, maxKey)}\0${String(within).slice(0, maxKey)}`
    return richValue(name === 'mergeDown' ? { ...styled, mergeDown: key } : { ...styled, mergeRight: key })
  },
})

/** Text that brings a format along: its own, or that of its cell or row. */
export const styledFormatters: readonly Formatter[] = [
  coloring(
    'cellColor',
    'The value, on a background that fills its table cell: a color of CSS, "" for none.',
    '{status | cellColor:statusColor}',
    (cellColor) => ({ cellColor }),
  ),
  coloring(
    'rowColor',
    'The value, on a background that fills its table row.',
    '{status | rowColor:statusColor}',
    (rowColor) => ({ rowColor }),
  ),
  coloring('textColor', 'The value in a color.', '{balance | currency | textColor:balanceColor}', (own) => ({
    color: own,
  })),
  textStyle,
  merging(
    'mergeDown',
    'The value; table cells below each other with the same value become one, with an argument only where that is the same too.',
    '{#items}{group | mergeDown}…{/items}',
  ),
  merging(
    'mergeRight',
    'The value; table cells beside each other with the same value become one, as mergeDown does.',
    '{#columns months}{quarter | mergeRight}{/columns}',
  ),
]
