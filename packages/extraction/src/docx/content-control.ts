import type { FormField } from '@chancery/core'
import { childrenOf, descend, isOn, valueOf, type XmlElement } from './xml-tree.ts'

/** A content control as a form field; `undefined` for one that has no name or only groups content. */
export function controlOf(control: XmlElement, text: string): FormField | undefined {
  const properties = descend(control, 'w:sdtPr')
  const name = valueOf(properties, 'w:alias') || valueOf(properties, 'w:tag')
  if (name === undefined || name === '') return undefined
  const checkbox = descend(properties, 'w14:checkbox')
  if (checkbox !== undefined) return { name, type: 'checkbox', value: isChecked(checkbox) }
  const value = isOn(descend(properties, 'w:showingPlcHdr')) ? null : text.trim()
  const choices = descend(properties, 'w:dropDownList') ?? descend(properties, 'w:comboBox')
  if (choices !== undefined) {
    const options = childrenOf(choices, 'w:listItem').map(
      ({ attributes }) => attributes['w:displayText'] ?? attributes['w:value'] ?? '',
    )
    return { name, type: 'choice', value, options }
  }
  return { name, type: descend(properties, 'w:date') === undefined ? 'text' : 'date', value }
}

const isChecked = (checkbox: XmlElement): boolean => {
  const checked = descend(checkbox, 'w14:checked')
  return checked !== undefined && isOn(checked)
}
