import type { SampleLeaf } from '@chancery/induction'
import { type AttachedPlace, purposeOf } from './attached-places.ts'
import { formatBreaks } from './run-formats.ts'
import type { EmbeddedObject, FieldCode, SlotAnchor, TextElement, WordElement } from './word-sample.ts'

/** Fields that show pages, which Word counts itself. */
const computed = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF)\b/i

export const isComputed = (code: string): boolean => computed.test(code)

/** A stretch of the part's XML. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** A field of several elements that has begun: its code comes first, then what it shows. */
interface OpenField {
  readonly code: FieldCode
  isHidden: boolean
  isShown: boolean
}

/** A paragraph while it is read: its text in slots, which objects divide. Offsets are UTF-16 units. */
export class SampleParagraph {
  style = ''
  isList = false
  readonly attached: AttachedPlace[] = []
  private readonly slots = ['']
  private readonly texts: TextElement[] = []
  private readonly anchors: SlotAnchor[]
  private readonly shape: string[] = []
  private readonly fields: OpenField[] = []
  private readonly objects: EmbeddedObject[] = []
  private readonly codes: FieldCode[] = []
  private readonly wrappers: number[] = []

  /** @param openEnd behind the paragraph's start tag */
  constructor(openEnd: number) {
    this.anchors = [{ offset: openEnd, inRun: false }]
  }

  /** @param element the whole element that holds the text */
  append(content: string, isText: boolean, element: Stretch, format: string): void {
    if (content === '') return
    const { slot, end: start } = this.here()
    this.slots[slot] += content
    const wrapper = this.wrappers.at(-1) ?? 0
    this.texts.push({ slot, start, end: start + content.length, isText, ...element, format, wrapper })
  }

  /** A link or another element around runs begins here. */
  openWrapper(start: number): void {
    this.wrappers.push(start)
  }

  closeWrapper(): void {
    this.wrappers.pop()
  }

  /** Something that no placeholder cuts through. @param end behind it, where the text goes on */
  addObject(mark: string, end: number, inRun: boolean): void {
    this.shape.push(mark)
    this.slots.push('')
    this.anchors.push({ offset: end, inRun })
  }

  addContents(object: EmbeddedObject): void {
    this.objects.push(object)
  }

  /** The paragraph's properties end here; text can stand behind them alone. */
  endProperties(end: number): void {
    if (this.anchors.length === 1 && this.texts.length === 0) this.anchors[0] = { offset: end, inRun: false }
  }

  /** A field of one element begins. */
  beginCode(code: string, element: Stretch): FieldCode {
    const { slot, end } = this.here()
    const made = { code, slot, start: end, end, isWhole: false, elements: [element] }
    this.codes.push(made)
    return made
  }

  endCode(code: FieldCode): void {
    const { slot, end } = this.here()
    code.isWhole = true
    code.end = slot === code.slot ? end : Infinity
  }

  beginField(element: Stretch): void {
    this.fields.push({ code: this.beginCode('', element), isHidden: false, isShown: false })
  }

  /** From here a field shows its result. */
  separateField(element: Stretch): void {
    const field = this.fields.at(-1)
    if (!field) return
    field.isHidden = isComputed(field.code.code)
    field.isShown = true
    field.code.elements.push(element)
  }

  endField(element: Stretch): void {
    const field = this.fields.pop()
    if (!field) return
    field.code.elements.push(element)
    this.endCode(field.code)
    if (field.isHidden || isComputed(field.code.code)) this.addObject('field', element.to, true)
  }

  /** An element that holds a part of the code of the innermost field. */
  addCodeElement(element: Stretch): void {
    this.fields.at(-1)?.code.elements.push(element)
  }

  addCodeText(text: string): void {
    const field = this.fields.at(-1)
    if (field && !field.isShown) field.code.code += text
  }

  /** What stands here is shown by a field that Word works out itself. */
  isHidden(): boolean {
    return this.fields.some(({ isHidden }) => isHidden)
  }

  leaf(origin: number): SampleLeaf {
    const { attached, style, texts } = this
    const places = attached.map(({ kind }) => kind.slice(0, 2)).join('')
    const slots = [...this.slots, ...attached.map(({ value }) => value)]
    const breaks = formatBreaks(texts, this.slots)
    return {
      kind: 'leaf',
      shape: `p${this.shape.map((mark) => `|${mark}`).join('')}${places === '' ? '' : `~${places}`}`,
      hint: `${this.isList || /list/i.test(style) ? 'list ' : ''}${style}`,
      slots,
      ...(attached.length === 0
        ? {}
        : { purposes: [...this.slots.map(() => 'text' as const), ...attached.map(purposeOf)] }),
      ...(breaks === undefined ? {} : { breaks }),
      origin,
    }
  }

  places(): Pick<WordElement, 'texts' | 'anchors' | 'attached' | 'objects' | 'codes'> {
    const { texts, anchors, attached, objects } = this
    return { texts, anchors, attached, objects, codes: this.codes.filter(({ code }) => !isComputed(code)) }
  }

  private here(): { readonly slot: number; readonly end: number } {
    const slot = this.slots.length - 1
    return { slot, end: this.slots[slot]!.length }
  }
}
