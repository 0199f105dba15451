import type { FormField } from '@chancery/core'
import { childrenOf, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

const controlTypes: Readonly<Record<string, FormField['type']>> = {
  'form:text': 'text',
  'form:textarea': 'text',
  'form:formatted-text': 'text',
  'form:number': 'text',
  'form:password': 'text',
  'form:checkbox': 'checkbox',
  'form:radio': 'radio',
  'form:combobox': 'choice',
  'form:listbox': 'choice',
  'form:date': 'date',
  'form:button': 'button',
}

/** The controls of the forms of a document (ISO/IEC 26300, 13). */
export function formControlsOf(body: XmlElement | undefined): FormField[] {
  const fields: FormField[] = []
  for (const forms of findAll(body, 'office:forms')) {
    for (const control of findAll(forms, ...Object.keys(controlTypes))) {
      const type = controlTypes[control.name]
      const name = control.attributes['form:name'] || control.attributes['form:label'] || ''
      if (type !== undefined && name !== '') fields.push(controlOf(control, type, name))
    }
  }
  return fields
}

function controlOf(control: XmlElement, type: FormField['type'], name: string): FormField {
  const { attributes } = control
  const text = attributes['form:current-value'] ?? attributes['form:value'] ?? null
  if (type === 'checkbox' || type === 'radio') {
    const state = attributes['form:current-state'] ?? attributes['form:state']
    return {
      name,
      type,
      value: state === 'checked' || (attributes['form:current-selected'] ?? attributes['form:selected']) === 'true',
    }
  }
  if (type === 'button') return { name, type, value: null }
  if (type !== 'choice') return { name, type, value: text }
  const choices = childrenOf(control).filter((each) => each.name === 'form:option' || each.name === 'form:item')
  const labelOf = (choice: XmlElement): string => choice.attributes['form:label'] ?? textOf(choice)
  const chosen = choices.find(
    (choice) => (choice.attributes['form:current-selected'] ?? choice.attributes['form:selected']) === 'true',
  )
  return { name, type, value: chosen === undefined ? text : labelOf(chosen), options: choices.map(labelOf) }
}

/** A place in the text that is filled in: a drop-down, an input field, a content control. */
export function inlineFieldOf({ name, attributes, ...element }: XmlElement, shown: string): FormField | undefined {
  if (name === 'text:drop-down' || name === 'text:text-input') {
    const label = attributes['text:name'] ?? attributes['text:description'] ?? ''
    if (label === '') return undefined
    if (name === 'text:text-input') return { name: label, type: 'text', value: shown }
    const options = childrenOf({ name, attributes, ...element }, 'text:label').map(
      (each) => each.attributes['text:value'] ?? '',
    )
    return { name: label, type: 'choice', value: shown, options }
  }
  const label = attributes['loext:alias'] || attributes['loext:tag'] || ''
  if (name !== 'loext:content-control' || label === '') return undefined
  if (attributes['loext:checkbox'] === 'true') {
    return { name: label, type: 'checkbox', value: attributes['loext:checked'] === 'true' }
  }
  const value = attributes['loext:showing-place-holder'] === 'true' ? null : shown
  const items = childrenOf({ name, attributes, ...element }, 'loext:list-item')
  if (items.length > 0) {
    const options = items.map((each) => each.attributes['loext:display-text'] ?? each.attributes['loext:value'] ?? '')
    return { name: label, type: 'choice', value, options }
  }
  return { name: label, type: attributes['loext:date'] === 'true' ? 'date' : 'text', value }
}
