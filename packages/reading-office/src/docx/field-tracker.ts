import type { FormField, Link } from '@chancery/core'
import { computedResult } from '@chancery/reading/model/computed-field'
import { linkTarget, type RichText } from '@chancery/reading/model/rich-text'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn, valueOf } from './properties.ts'

type Target = Omit<Link, 'span'>

interface OpenField {
  readonly formData: XmlElement | undefined
  instruction: string
  /** What follows is the result, and no argument of the instruction. */
  inResult: boolean
  result: string
  target: Target | undefined
  /** Where the result begins in the paragraph that is being read. */
  text: RichText
  start: number
}

/** More fields open in each other than any program writes. */
const maxOpen = 50
const maxInstruction = 4096

/** Follows the begin, separate and end marks of complex fields: what they link to, and what old form fields show. */
export class FieldTracker {
  private readonly open: OpenField[] = []
  /** Fields beyond the bound, of which only the ends are counted. */
  private beyond = 0

  /** @returns the form field that ended here */
  mark(element: XmlElement, text: RichText, inHyperlink: boolean): FormField | undefined {
    const kind = element.attributes['w:fldCharType']
    if (kind === 'begin') {
      if (this.open.length >= maxOpen) this.beyond++
      else this.open.push(begun(element, text))
    } else if (kind === 'separate' && this.beyond === 0) {
      const field = this.open.at(-1)
      if (field !== undefined) {
        Object.assign(field, { inResult: true, text, start: text.length })
        if (!inHyperlink) field.target = fieldTarget(field.instruction)
      }
    } else if (kind === 'end') {
      if (this.beyond > 0) this.beyond--
      else return this.end(text)
    }
    return undefined
  }

  instruction(text: string): void {
    const field = this.open.at(-1)
    if (field !== undefined && !field.inResult && field.instruction.length < maxInstruction) field.instruction += text
  }

  /** Whether text here is shown: what an inner field gives to the instruction of an outer one is not. */
  get shows(): boolean {
    return this.open.length < 2 || this.open.every(({ inResult }, index) => inResult || index === this.open.length - 1)
  }

  shown(text: string): void {
    for (const field of this.open) if (field.inResult && field.formData !== undefined) field.result += text
  }

  /** Fields may go on in the next paragraph; the part of their link that stands in this one ends here. */
  endParagraph(text: RichText, next: RichText): void {
    for (const field of this.open) {
      // One that never comes to its result is broken, and hides nothing.
      field.inResult = true
      if (field.text === text) text.link(field.start, field.target)
      Object.assign(field, { text: next, start: 0 })
    }
  }

  private end(text: RichText): FormField | undefined {
    const field = this.open.pop()
    if (field === undefined) return undefined
    if (field.text === text && text.length === field.start)
      text.add(computedResult(field.instruction) ?? drawnBy(field.formData))
    if (field.text === text && field.inResult) text.link(field.start, field.target)
    return formFieldOf(field)
  }
}

/** What Word draws of a form's field without a result: a box, or what was chosen. */
function drawnBy(formData: XmlElement | undefined): string {
  if (descend(formData, 'w:checkBox') !== undefined) return isTicked(formData) ? '☒' : '☐'
  const list = descend(formData, 'w:ddList')
  return list === undefined ? '' : (choiceOf(list).value ?? '')
}

function isTicked(formData: XmlElement | undefined): boolean {
  const checked = descend(formData, 'w:checkBox', 'w:checked') ?? descend(formData, 'w:checkBox', 'w:default')
  return checked !== undefined && isOn(checked)
}

function choiceOf(list: XmlElement): { readonly value: string | null; readonly options: readonly string[] } {
  const options = childrenOf(list, 'w:listEntry').map(({ attributes }) => (attributes['w:val'] ?? '').toWellFormed())
  const chosen = Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0)
  return { value: options[chosen] ?? null, options }
}

const begun = (element: XmlElement, text: RichText): OpenField => ({
  formData: descend(element, 'w:ffData'),
  instruction: '',
  inResult: false,
  result: '',
  target: undefined,
  text,
  start: text.length,
})

/** Where HYPERLINK, and references that are made to be followed (`\h`), lead (ECMA-376 part 1, 17.16.5). */
export function fieldTarget(instruction: string): Target | undefined {
  const [name = '', ...words] = [...instruction.slice(0, maxInstruction).matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  const command = name.toUpperCase()
  if (command === 'PAGEREF' || command === 'REF' || command === 'NOTEREF') {
    const [anchor = ''] = words
    return anchor !== '' && words.some((word) => word.toLowerCase() === '\\h') ? { anchor } : undefined
  }
  if (command !== 'HYPERLINK') return undefined
  let address: string | undefined
  let anchor: string | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word.toLowerCase() === '\\l') anchor = words[++index]
    else if (/^\\[ot]$/i.test(word)) index++
    else if (!word.startsWith('\\')) address ??= word
    else if (!/^\\[a-z]$/i.test(word)) address ??= word
  }
  return targetOf(address, anchor)
}

/** A link to an address, to a bookmark of this document, or to a place in another one. */
export function targetOf(address: string | undefined, anchor: string | undefined): Target | undefined {
  const target = linkTarget(address)
  if (address !== undefined && address.trim() !== '') {
    if (target?.url === undefined || anchor === undefined || anchor === '' || target.url.includes('#')) return target
    return { url: `${target.url}#${anchor}` }
  }
  return anchor === undefined || anchor === '' ? undefined : { anchor }
}

function formFieldOf({ formData, result }: OpenField): FormField | undefined {
  const name = valueOf(formData, 'w:name')?.toWellFormed()
  if (name === undefined || name === '') return undefined
  if (descend(formData, 'w:checkBox') !== undefined) return { name, type: 'checkbox', value: isTicked(formData) }
  const list = descend(formData, 'w:ddList')
  if (list !== undefined) return { name, type: 'choice', ...choiceOf(list) }
  const type = valueOf(formData, 'w:textInput', 'w:type') === 'date' ? 'date' : 'text'
  // Word fills an empty text field with en spaces.
  return { name, type, value: result.replaceAll('\u2002', ' ').trim().toWellFormed() }
}
