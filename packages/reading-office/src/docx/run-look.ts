import { isFixedPitch } from '@chancery/reading/model/code-text'
import type { RunLook } from '@chancery/reading/model/run-look'
import type { XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn } from './properties.ts'

/** Elements of `w:rPr` that are on or off. */
const switches: Readonly<Record<string, 'bold' | 'italic' | 'strike'>> = {
  'w:b': 'bold',
  'w:i': 'italic',
  'w:strike': 'strike',
  'w:dstrike': 'strike',
}

/** What one `w:rPr`, of a run or a style, says of the look of text. */
export function lookOf(properties: XmlElement | undefined): RunLook {
  let look: RunLook = {}
  for (const child of properties?.children ?? []) {
    if (typeof child === 'string') continue
    const { name, attributes } = child
    const named = switches[name]
    const value = attributes['w:val'] ?? ''
    if (named !== undefined) look = { ...look, [named]: isOn(child) }
    else if (name === 'w:u') look = { ...look, underline: value !== 'none' }
    else if (name === 'w:vertAlign')
      look = { ...look, script: value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : 'none' }
    else if (name === 'w:rFonts') {
      const font = attributes['w:ascii'] ?? attributes['w:hAnsi']
      if (font !== undefined) look = { ...look, code: isFixedPitch(font) }
    }
  }
  return look
}
