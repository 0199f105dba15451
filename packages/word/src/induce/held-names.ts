import type { HeldName } from '@chancery/induction'
import { childOf, elementsOf, elementTree, textOfElement, type XmlElement } from '../xml/element-tree.ts'
import { holdsControls } from '../places/fields/carry-controls.ts'
import { holdsWordFields } from '../places/fields/carry-fields.ts'
import { namesOf } from '../places/fields/control-value.ts'
import { parseFieldCode } from '../places/fields/field-code.ts'
import { formField, resultText } from '../places/fields/field-source.ts'
import { readFields } from '../places/fields/read-fields.ts'
import type { WordSample } from './word-sample.ts'

/** Fields that the data fills by their first argument. */
const filledByName = ['MERGEFIELD', 'DOCVARIABLE', 'DOCPROPERTY']

/**
 * Names by which a fill finds places of the template that have no tag: fields of forms, content controls, fields of a
 * merge. A field of the same name would fill them too. Where the samples show different texts, a tag is in the place.
 */
export function heldNames(samples: readonly WordSample[]): readonly HeldName[] {
  const shown = new Map<string, Set<string | undefined>>()
  for (const sample of samples) {
    const own = new Map<string, (string | undefined)[]>()
    for (const place of namedPlaces(sample)) {
      const texts = own.get(place.name) ?? []
      texts.push(place.shown)
      own.set(place.name, texts)
    }
    for (const [name, texts] of own) {
      const all = shown.get(name) ?? new Set()
      shown.set(name, all.add(texts.includes(undefined) ? undefined : texts.join('\n')))
    }
  }
  return [...shown].flatMap(([name, texts]) => {
    if (texts.has(undefined)) return [{ name }]
    const [text = '', ...others] = texts
    return others.length === 0 ? [{ name, shown: text }] : []
  })
}

const namedPlaces = ({ file, parts }: WordSample): readonly HeldName[] =>
  parts.flatMap((part) => {
    const xml = file.xml(part.name)
    const [hasFields, hasControls] = [holdsWordFields(xml), holdsControls(xml)]
    const root = hasFields || hasControls ? elementTree(xml) : undefined
    if (root === undefined) return []
    return [...(hasFields ? namedFields(xml, root) : []), ...(hasControls ? namedControls(xml, root) : [])]
  })

const namedFields = (xml: string, root: XmlElement): readonly HeldName[] =>
  readFields(xml, root).flatMap((field): readonly HeldName[] => {
    const form = formField(field)
    if (form?.place.kind === 'formField') {
      const { tag: name, type } = form.place
      return [type === 'text' ? { name, shown: resultText(xml, field) } : { name }]
    }
    const code = parseFieldCode(field.code)
    const name = code !== undefined && filledByName.includes(code.type) ? code.args[0]?.text : undefined
    return name === undefined ? [] : [{ name }]
  })

const namedControls = (xml: string, root: XmlElement): readonly HeldName[] =>
  [...elementsOf(root)].flatMap((element) => {
    const properties = element.name === 'w:sdt' ? childOf(element, 'w:sdtPr') : undefined
    const content = childOf(element, 'w:sdtContent')
    if (properties === undefined || content === undefined) return []
    const shown = textIn(xml, content)
    return namesOf(properties).map(({ name }) => ({ name, shown }))
  })

const textIn = (xml: string, content: XmlElement): string =>
  [...elementsOf(content)]
    .filter(({ name }) => name === 'w:t')
    .map((element) => textOfElement(xml, element))
    .join('')
