import type { FormField } from '@chancery/core'
import { childrenOf, descend, isOn, valueOf, type XmlElement } from './xml-tree.ts'

interface OpenField {
  readonly formData: XmlElement | undefined
  inResult: boolean
  result: string
}

/** More fields open in each other than any program writes. */
const maxOpen = 50

/** Follows the begin, separate and end marks of complex fields, and keeps what the old form fields show. */
export class FieldTracker {
  private readonly formFields: FormField[]
  private readonly open: OpenField[] = []

  constructor(formFields: FormField[]) {
    this.formFields = formFields
  }

  mark(element: XmlElement): void {
    const kind = element.attributes['w:fldCharType']
    if (kind === 'begin' && this.open.length < maxOpen) {
      this.open.push({ formData: descend(element, 'w:ffData'), inResult: false, result: '' })
    } else if (kind === 'separate') {
      const field = this.open.at(-1)
      if (field !== undefined) field.inResult = true
    } else if (kind === 'end') {
      const field = this.open.pop()
      const formField = field === undefined ? undefined : formFieldOf(field)
      if (formField !== undefined) this.formFields.push(formField)
    }
  }

  text(text: string): void {
    for (const field of this.open) if (field.inResult && field.formData !== undefined) field.result += text
  }
}

function formFieldOf({ formData, result }: OpenField): FormField | undefined {
  const name = valueOf(formData, 'w:name')
  if (name === undefined || name === '') return undefined
  const checkbox = descend(formData, 'w:checkBox')
  if (checkbox !== undefined) {
    const checked = descend(checkbox, 'w:checked') ?? descend(checkbox, 'w:default')
    return { name, type: 'checkbox', value: checked !== undefined && isOn(checked) }
  }
  const list = descend(formData, 'w:ddList')
  if (list !== undefined) {
    const options = childrenOf(list, 'w:listEntry').map(({ attributes }) => attributes['w:val'] ?? '')
    const chosen = Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0)
    return { name, type: 'choice', value: options[chosen] ?? null, options }
  }
  // Word fills an empty text field with en spaces.
  return { name, type: 'text', value: result.replaceAll('\u2002', ' ').trim() }
}
