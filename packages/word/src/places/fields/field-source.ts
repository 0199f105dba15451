import type { Expression } from '@chancery/tags'
import { childOf, textOfElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import type { Place } from '../../template/carried-places.ts'
import { signs } from '../../template/carried-tags.ts'
import type { FieldCode } from './field-code.ts'
import { pathOf } from './field-expression.ts'
import { type Field, propertiesOf } from './read-fields.ts'

/** Where it begins in the XML of its part. */
export const startOf = ({ simple, pieces }: Field): number => simple?.start ?? pieces[0]?.element.start ?? 0

/** A field as Word shows it with its code, in one line. */
export const displayed = ({ code, nested }: Field): string => {
  let index = 0
  return code
    .replaceAll(signs.nested, () => `{${nested[index++]?.code.replaceAll(signs.nested, '…').trim() ?? ''}}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The field of a form that Word had before content controls. */
export function formField({
  pieces,
  code,
}: Field): { readonly place: Place; readonly expression: Expression } | undefined {
  const begin = pieces[0]?.element
  const data = begin === undefined ? undefined : childOf(begin, 'w:ffData')
  const type = data?.children.some(({ name }) => name === 'w:checkBox')
    ? 'checkBox'
    : data?.children.some(({ name }) => name === 'w:ddList')
      ? 'dropDown'
      : 'text'
  const name = data === undefined ? undefined : childOf(data, 'w:name')
  const own = name === undefined ? '' : (attribute(name.attributes, 'w:val') ?? '').trim()
  if (own === '' || !/^\s*FORM/i.test(code)) return undefined
  return { place: { kind: 'formField', type, tag: own }, expression: pathOf(own, signs.absent) }
}

/** What it showed before. */
export function resultText(xml: string, { resultPieces }: Field): string {
  return resultPieces
    .filter(({ element }) => element.name === 'w:t')
    .map(({ element }) => textOfElement(xml, element))
    .join('')
}

/** The format of what the field shows: of its code's first letter (`CHARFORMAT`), else of what it showed before. */
export function formatOf(
  xml: string,
  { runs, code, resultPieces, codePieces }: Field,
  { switches }: FieldCode,
): string {
  const first = runs[code.search(/\S/)] ?? codePieces[0]?.run
  const isByCode = (switches.get('*') ?? []).some((each) => each.toUpperCase() === 'CHARFORMAT')
  const shown = resultPieces.find(({ element }) => element.name === 'w:t')?.run
  return propertiesOf(xml, isByCode ? (first ?? shown) : (shown ?? first))
}

/** The runs of a field where they stand side by side and hold nothing else. */
export function originalOf(xml: string, { simple, pieces }: Field): string | undefined {
  if (simple !== undefined) return xml.slice(simple.start, simple.end)
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first === undefined || last === undefined || first.run.parent !== last.run.parent) return undefined
  const isAlone =
    first.run.children.find(({ name }) => name !== 'w:rPr') === first.element &&
    last.run.children.at(-1) === last.element
  return isAlone ? xml.slice(first.run.start, last.run.end) : undefined
}
