import { colorOf } from '../data/color.ts'
import { kindOf, plainText } from '../data/plain-text.ts'
import { isRichValue, type NoteValue, richValue } from '../data/rich-value.ts'
import { type Formatter, FormatterFault } from './formatter.ts'

const noteOf = (kind: NoteValue['kind']): Formatter => ({
  name: kind,
  summary: `${kind === 'footnote' ? 'A footnote' : 'An endnote'} with the value as its text; its number stands where the tag does. Formatted text, where html or markdown stands before.`,
  example: kind === 'footnote' ? '{term}{explanation | footnote}' : '{source | markdown | endnote}',
  takes: 'any',
  gives: 'rich',
  wantsContent: true,
  args: [],
  schema: { type: ['string', 'number'] },
  format(value) {
    if (isRichValue(value) && (value.rich === 'html' || value.rich === 'markdown'))
      return richValue({ rich: 'note', kind, content: value })
    const text = plainText(value)
    if (text !== undefined && text.trim() !== '') return richValue({ rich: 'note', kind, content: text })
    throw new FormatterFault(
      'wrong_kind',
      `"${kind}" wants text and got ${text === undefined ? kindOf(value) : 'an empty one'}.`,
    )
  },
})

const layouts = ['diagonal', 'horizontal'] as const
/** Of Word's own watermarks. */
const silver = 'C0C0C0'
const maxWatermark = 200

const watermark: Formatter = {
  name: 'watermark',
  summary:
    'The value as a watermark on the pages of the header in which the tag stands; none where it is missing or empty. Arguments: color (silver unless said), "diagonal" (unless said) or "horizontal".',
  example: '{draftMark | watermark:"red"}',
  takes: 'any',
  gives: 'any',
  args: [
    {
      name: 'color',
      kind: 'text',
      optional: true,
      sample: 'silver',
      fault: (value) =>
        value === '' || colorOf(String(value)) !== undefined
          ? undefined
          : 'Must be a color, such as "silver" or "#C0C0C0".',
    },
    {
      name: 'layout',
      kind: 'text',
      optional: true,
      sample: 'diagonal',
      fault: (value) => (layouts.some((each) => each === value) ? undefined : `Must be ${layouts.join(' or ')}.`),
    },
  ],
  schema: { type: ['string', 'null'], examples: ['DRAFT'] },
  fillsMissing: true,
  format(value, [color = '', layout = 'diagonal']) {
    const text = value === undefined || value === null || value === false ? '' : plainText(value)
    if (text === undefined) throw new FormatterFault('wrong_kind', `"watermark" wants text and got ${kindOf(value)}.`)
    if (text.length > maxWatermark)
      throw new FormatterFault('wrong_kind', `"watermark" takes a text of at most ${maxWatermark} characters.`)
    if (text.trim() === '') return ''
    return richValue({
      rich: 'watermark',
      text: text.replaceAll(/\s+/g, ' ').trim(),
      color: colorOf(String(color)) ?? silver,
      layout: layout === 'horizontal' ? 'horizontal' : 'diagonal',
    })
  },
}

/** What stands elsewhere than its tag: below the text, or behind it. */
export const noteFormatters: readonly Formatter[] = [noteOf('footnote'), noteOf('endnote'), watermark]
