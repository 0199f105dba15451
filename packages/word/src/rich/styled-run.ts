import type { StyledValue } from '@chancery/tags'
import { cleanText } from '../runs/clean-text.ts'
import { withRunProperties } from '../runs/format-properties.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { Drawn } from './draw-value.ts'
import type { TemplateStyles } from './template-styles.ts'
import { textXml } from './write-flow.ts'

/** What `textStyle` says in words, as properties of a run. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['bold', ['<w:b/>', '<w:bCs/>']],
  ['italic', ['<w:i/>', '<w:iCs/>']],
  ['underline', ['<w:u w:val="single"/>']],
  ['strike', ['<w:strike/>']],
])

/** Text in the format of its tag, changed as the value says, and with a mark for its cell where that is to change. */
export function styledRun(value: StyledValue): Drawn {
  const text = cleanText(value.text).text
  return {
    text,
    write({ runProperties }, { cells, styles }) {
      const properties = withRunProperties(
        runProperties,
        ...stylesOf(value, styles),
        ...(value.color === undefined ? [] : [`<w:color w:val="${value.color}"/>`]),
      )
      const run = text === '' ? '' : `<w:r>${properties}${textXml(text)}</w:r>`
      return { kind: 'runs', xml: cells.mark(value) + run }
    },
  }
}

function stylesOf({ style }: StyledValue, styles: TemplateStyles): readonly string[] {
  const named = wordsOf(style)
  if (named !== undefined) return named
  const found = style === undefined ? undefined : styles.find('character', style)
  return found === undefined ? [] : [`<w:rStyle w:val="${escapeXml(found.id)}"/>`]
}

/** The properties that words stand for; `undefined` where the style is no such words. */
function wordsOf(style: string | undefined): readonly string[] | undefined {
  if (style === undefined) return []
  const given = [...new Set(style.toLowerCase().split(/[\s,]+/))].map((word) => words.get(word))
  return given.every((each) => each !== undefined) ? given.flat() : undefined
}

/** Whether a value wants a character style that the template does not have. */
export const isUnknownStyle = ({ style }: Pick<StyledValue, 'style'>, styles: TemplateStyles): boolean =>
  style !== undefined && wordsOf(style) === undefined && styles.find('character', style) === undefined
