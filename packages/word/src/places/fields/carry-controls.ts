import type { Expression, Tag } from '@chancery/tags'
import { childOf, elementsOf, replaceStretches, type XmlElement } from '../../xml/element-tree.ts'
import type { CarryContext } from './carry-context.ts'
import { carrierStart, signs } from '../../template/carried-tags.ts'
import { faultsOf, namesOf, pictureValue, typedValue, valueOf } from './control-value.ts'

/** Kinds of controls that hold more than a value: building blocks, citations, groups. */
const notFilled = ['w:docPartObj', 'w:docPartList', 'w:citation', 'w:bibliography', 'w:equation', 'w:group']
const repeating = ['w15:repeatingSection', 'w15:repeatingSectionItem']

export const holdsControls = (xml: string): boolean => xml.includes('<w:sdt>') || xml.includes('<w:sdt ')

/** Puts a run into every content control that a value of its name fills; a repeating section becomes a section. */
export function carryControls(xml: string, root: XmlElement, context: CarryContext): string {
  const edits: { from: number; until: number; text: string }[] = []
  const put = (control: XmlElement, run: string, atEnd = false): boolean => {
    const edit = placeIn(control, run, atEnd)
    if (edit !== undefined) edits.push(edit)
    return edit !== undefined
  }
  const sections: XmlElement[] = []
  for (const control of elementsOf(root)) {
    if (control.name !== 'w:sdt') continue
    const properties = childOf(control, 'w:sdtPr')
    const content = childOf(control, 'w:sdtContent')
    const names = properties === undefined ? [] : namesOf(properties)
    const first = names[0]
    if (properties === undefined || content === undefined || first === undefined) continue
    const written = names.map(({ written: own }) => own).join(' ')
    // A control around paragraphs stands where the first of them does.
    const place = hasAncestor(control, 'w:p') ? control.start : (ownParagraph(content, false) ?? control).contentStart
    for (const { code, message, hint } of faultsOf(properties))
      context.note({ code, message, ...(hint === undefined ? {} : { hint }) }, written, place)
    if (childOf(properties, 'w15:repeatingSection') !== undefined) {
      sections.push(control)
      const items = content.children.filter((child) => isItem(child))
      for (const [index, item] of items.entries()) {
        const section = sectionMarks(valueOf(names, index === 0 ? true : signs.absent), written, index > 0, context)
        edits.push(placeIn(item, section.open, false) ?? carrierIn(item, section.open, false))
        edits.push(placeIn(item, section.close, true) ?? carrierIn(item, section.close, true))
      }
      continue
    }
    if (notFilled.some((kind) => childOf(properties, kind) !== undefined)) continue
    if (childOf(properties, 'w15:repeatingSectionItem') !== undefined) continue
    const text = xml.slice(content.contentStart, content.contentEnd)
    if (/[{}\ufdd0-\ufdef]/.test(text) || holdsNamed(content)) continue
    const mark =
      childOf(properties, 'w:picture') === undefined
        ? context.tags.add({ parsed: { kind: 'value', expression: typedValue(names, properties) }, tag: written })
        : pictureMarks(pictureValue(names, content), written, context)
    const { run } = context.places.add({ kind: 'control', tag: written }, mark)
    put(control, run)
  }
  return edits.length === 0 ? xml : replaceStretches(xml, edits)
}

function pictureMarks(expression: Expression, tag: string, { tags }: CarryContext): string {
  const name = signs.nested
  const open: Tag = { kind: 'open', expression, inverted: false, mode: 'if', name }
  return (
    tags.add({ parsed: open, tag }) +
    tags.add({ parsed: { kind: 'image', expression }, tag }) +
    tags.add({ parsed: { kind: 'close', name }, tag })
  )
}

/**
 * The first item turns once for each item of the list, and stays where the data has none; the others stay only then.
 */
function sectionMarks(expression: Expression, tag: string, isSpare: boolean, { tags, places }: CarryContext) {
  const name = signs.nested
  const spare: Expression = {
    kind: 'binary',
    operator: '==',
    left: expression,
    right: { kind: 'literal', value: signs.absent, start: 0, end: 0 },
    start: 0,
    end: 0,
  }
  const open: Tag = isSpare
    ? { kind: 'open', expression: spare, inverted: false, mode: 'if', name }
    : { kind: 'open', expression, inverted: false, mode: 'auto', name }
  return {
    open: places.add({ kind: 'none' }, tags.add({ parsed: open, tag, repeats: 'w:sdt' })).run,
    close: places.add({ kind: 'none' }, tags.add({ parsed: { kind: 'close', name }, tag })).run,
  }
}

const isItem = (element: XmlElement): boolean => {
  const properties = element.name === 'w:sdt' ? childOf(element, 'w:sdtPr') : undefined
  return properties !== undefined && repeating.some((kind) => childOf(properties, kind) !== undefined)
}

/** A control within it has a name of its own: then that one is filled, not all around it. */
function holdsNamed(content: XmlElement): boolean {
  for (const element of elementsOf(content)) {
    if (element.name === 'w:sdtPr' && namesOf(element).length > 0) return true
  }
  return false
}

/** Where a run can stand in a control that belongs to no control within it. */
function placeIn(
  control: XmlElement,
  run: string,
  atEnd: boolean,
): { readonly from: number; readonly until: number; readonly text: string } | undefined {
  const content = childOf(control, 'w:sdtContent')
  if (content === undefined) return undefined
  const isInline = hasAncestor(control, 'w:p')
  if (content.contentStart === content.end) {
    const inner = isInline ? run : `<w:p>${run}</w:p>`
    return { from: content.start, until: content.end, text: `<w:sdtContent>${inner}</w:sdtContent>` }
  }
  if (isInline) {
    const at = atEnd ? content.contentEnd : content.contentStart
    return { from: at, until: at, text: run }
  }
  const paragraph = ownParagraph(content, atEnd)
  if (paragraph === undefined) {
    const at = content.contentEnd
    return content.children.length === 0 ? { from: at, until: at, text: `<w:p>${run}</w:p>` } : undefined
  }
  if (paragraph.contentStart === paragraph.end)
    return { from: paragraph.start, until: paragraph.end, text: `<w:p${paragraph.attributes}>${run}</w:p>` }
  const at = atEnd ? paragraph.contentEnd : (childOf(paragraph, 'w:pPr')?.end ?? paragraph.contentStart)
  return { from: at, until: at, text: run }
}

/** A paragraph of its own for a run, in a control that has others alone; it goes once the part is rendered. */
function carrierIn(control: XmlElement, run: string, atEnd: boolean) {
  const content = childOf(control, 'w:sdtContent') ?? control
  const at = atEnd ? content.contentEnd : content.contentStart
  return { from: at, until: at, text: `${carrierStart}${run}</w:p>` }
}

function hasAncestor(element: XmlElement, name: string): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (at.name === name) return true
    if (at.name === 'w:txbxContent') return false
  }
  return false
}

/** The first or last paragraph in it that stands in no control of its own, and in no text box. */
function ownParagraph(content: XmlElement, last: boolean): XmlElement | undefined {
  let found: XmlElement | undefined
  const rest = content.children.toReversed()
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.name === 'w:p') {
      found = next
      if (!last) return found
      continue
    }
    if (next.name !== 'w:sdt')
      for (let index = next.children.length - 1; index >= 0; index--) rest.push(next.children[index] as XmlElement)
  }
  return found
}
