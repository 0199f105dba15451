import type { FormField } from '@chancery/core'
import { childrenOf, descend, ownText, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn, valueOf } from './properties.ts'
import { changeOf, isChange, isShown, type RevisionView } from '@chancery/reading/office-math/tracked-change'

/** A content control (`w:sdt`) as a form field; `undefined` for one that only groups content. */
export function controlOf(control: XmlElement, view: RevisionView): FormField | undefined {
  const properties = descend(control, 'w:sdtPr')
  const name = nameOf(properties)
  if (name === undefined) return undefined
  const checkbox = descend(properties, 'w14:checkbox')
  if (checkbox !== undefined) return { name, type: 'checkbox', value: isChecked(checkbox) }
  const value = isOn(descend(properties, 'w:showingPlcHdr'))
    ? null
    : shownText(descend(control, 'w:sdtContent'), view).trim().toWellFormed()
  const choices = descend(properties, 'w:dropDownList') ?? descend(properties, 'w:comboBox')
  if (choices !== undefined) {
    const options = childrenOf(choices, 'w:listItem')
      .map(({ attributes }) => (attributes['w:displayText'] ?? attributes['w:value'] ?? '').toWellFormed())
      .filter((option) => option !== '')
    return { name, type: 'choice', value, options }
  }
  return { name, type: descend(properties, 'w:date') === undefined ? 'text' : 'date', value }
}

const filledIn = new Set(['w14:checkbox', 'w:dropDownList', 'w:comboBox', 'w:date', 'w:text'])

/** What Google Docs tags remarks, suggestions and the like with, which are no fields. */
const isGoogleTag = /^goog_rdk_\d+$/

/** Its title or tag; one that is made to be filled in has its number, where it has neither. */
function nameOf(properties: XmlElement | undefined): string | undefined {
  const name = (valueOf(properties, 'w:alias') || valueOf(properties, 'w:tag'))?.toWellFormed()
  if (name !== undefined && name !== '' && !isGoogleTag.test(name)) return name
  return childrenOf(properties).some((each) => filledIn.has(each.name)) ? valueOf(properties, 'w:id') : undefined
}

const isChecked = (checkbox: XmlElement): boolean => {
  const checked = descend(checkbox, 'w14:checked')
  return checked !== undefined && isOn(checked)
}

const maxValue = 10_000

/** What a control shows, a line a paragraph, cut at a bound: controls may stand in one another. */
function shownText(content: XmlElement | undefined, view: RevisionView): string {
  let text = ''
  const read = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (text.length > maxValue) return
      const { name } = child
      if (name === 'w:t' || name === 'm:t' || (name === 'w:delText' && view !== 'accept')) text += ownText(child)
      else if (name === 'w:tab') text += '\t'
      else if (name === 'w:br' || name === 'w:cr') text += '\n'
      else if (
        !/Pr$|^(?:w:instrText|mc:Fallback)$/.test(name) &&
        (!isChange(child) || isShown(changeOf(child), view))
      ) {
        read(child)
        if (name === 'w:p') text += '\n'
      }
    }
  }
  if (content !== undefined) read(content)
  return text.slice(0, maxValue)
}
