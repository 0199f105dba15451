import type { FillRequest, Finding } from '@chancery/core'
import type { Inserts } from '../../runs/inserts.ts'
import { childOf, elementTree, replaceStretches, type XmlElement } from '../../xml/element-tree.ts'
import { type Place, runEnd, runStart } from '../../template/carried-places.ts'
import { placeText } from '../fill-places.ts'
import { signs } from '../../template/carried-tags.ts'
import { type BoundValue, fillControl } from './fill-control.ts'
import { fillFormField } from './fill-form-field.ts'
import { type GivenValue, type Stretch, withoutPieces } from './given-value.ts'
import { type Field, propertiesOf, readFields } from './read-fields.ts'

export interface FieldsContext {
  readonly places: readonly Place[]
  readonly inserts: Inserts
  readonly request: Pick<FillRequest, 'locale' | 'timeZone' | 'currency' | 'now'>
  readonly findings: Finding[]
  /** Values of controls that are bound to other parts. */
  readonly bound: BoundValue[]
}

const pattern = new RegExp(`${signs.place}(\\d{1,9})${signs.text}([^${signs.end}]*)${signs.end}`, 'g')

/** Fills the fields of forms and the content controls of a rendered part whose values stand in runs within them. */
export function fillFields(xml: string, label: string, context: FieldsContext): string {
  if (!xml.includes(signs.place)) return xml
  const root = elementTree(xml)
  if (root === undefined) return xml.replaceAll(pattern, '')
  const edits: Stretch[] = []
  const fields = xml.includes('w:fldChar') || xml.includes('w:fldSimple') ? readFields(xml, root) : []
  const fieldOf = new Map<XmlElement, Field>()
  // Inner fields come first, and are the ones that a run belongs to.
  for (const field of fields)
    for (const { run } of field.pieces.length > 0 ? field.pieces : field.resultPieces)
      if (!fieldOf.has(run)) fieldOf.set(run, field)
  for (const { 0: whole, 1: number, 2: value = '', index } of xml.matchAll(pattern)) {
    const place = context.places[Number(number)]
    const run = runAt(root, index)
    if (place === undefined || run === undefined) {
      edits.push({ from: index, until: index + whole.length, text: '' })
      continue
    }
    const isOwn = index - runStart.length === run.start && run.end === index + whole.length + runEnd.length
    const carrier = isOwn ? { from: run.start, until: run.end } : { from: index, until: index + whole.length }
    const given: GivenValue = {
      xml: value,
      text: placeText(value, context.inserts),
      place,
      note(code, message, hint) {
        const tag = place.kind === 'control' || place.kind === 'formField' ? place.tag : undefined
        context.findings.push({
          code,
          severity: 'warning',
          message,
          ...(hint === undefined ? {} : { hint }),
          location: { part: label, ...(tag === undefined ? {} : { tag }) },
        })
      },
    }
    const isAbsent = value === '' ? place.kind === 'control' && isEmptyPicture(run) : given.text === signs.absent
    const made = isAbsent
      ? undefined
      : place.kind === 'control'
        ? controlEdits(xml, run, given, context)
        : fieldEdits(xml, fieldOf.get(run), run, given, context)
    for (const item of made ?? []) edits.push(item)
    if (made === undefined || made.every(({ from, until }) => from > carrier.from || until < carrier.until))
      edits.push({ ...carrier, text: '' })
  }
  return replaceStretches(xml, edits)
}

function runAt(root: XmlElement, offset: number): XmlElement | undefined {
  let found: XmlElement | undefined
  let at: XmlElement | undefined = root
  while (at !== undefined) {
    if (at.name === 'w:r') found = at
    at = childAt(at.children, offset)
  }
  return found
}

/** The child that an offset is in, found by halves: parts have many paragraphs. */
function childAt(children: readonly XmlElement[], offset: number): XmlElement | undefined {
  let [low, high] = [0, children.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const child = children[middle] as XmlElement
    if (child.end <= offset) low = middle + 1
    else if (child.start > offset) high = middle - 1
    else return child
  }
  return undefined
}

const controlOf = (run: XmlElement): XmlElement | undefined => {
  let at: XmlElement | undefined = run
  while (at !== undefined && at.name !== 'w:sdt') at = at.parent
  return at
}

const isEmptyPicture = (run: XmlElement): boolean => {
  const properties = childOf(controlOf(run) ?? run, 'w:sdtPr')
  return properties !== undefined && childOf(properties, 'w:picture') !== undefined
}

function controlEdits(
  xml: string,
  run: XmlElement,
  given: GivenValue,
  { request, bound }: FieldsContext,
): readonly Stretch[] | undefined {
  const control = controlOf(run)
  return control === undefined ? undefined : fillControl(xml, control, run, given, request, bound)
}

function fieldEdits(
  xml: string,
  field: Field | undefined,
  carrier: XmlElement,
  given: GivenValue,
  { request }: FieldsContext,
): readonly Stretch[] | undefined {
  if (field === undefined) return undefined
  if (given.place.kind === 'formField') return fillFormField(xml, field, carrier, given, request)
  const shown = field.resultPieces.find(({ element, run }) => element.name === 'w:t' && run !== carrier)
  const properties = propertiesOf(xml, shown?.run ?? field.codePieces[0]?.run)
  const text = `<w:r>${properties}<w:t xml:space="preserve">${given.xml}</w:t></w:r>`
  if (field.simple !== undefined) return [{ from: field.simple.start, until: field.simple.end, text }]
  const begin = field.pieces[0]
  if (begin === undefined) return undefined
  return withoutPieces(field.pieces, begin.run, text)
}
