import { isFixedPitch } from '@chancery/reading/model/code-text'
import type { RunLook } from '@chancery/reading/model/run-look'
import type { XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn } from './properties.ts'

/** Elements of `w:rPr` that are on or off. */
const switches = new Map<string, 'bold' | 'italic' | 'strike'>([
  ['w:b', 'bold'],
  ['w:i', 'italic'],
  ['w:strike', 'strike'],
  ['w:dstrike', 'strike'],
])

type OpenLook = { -readonly [Name in keyof RunLook]: RunLook[Name] }

/** What one `w:rPr`, of a run or a style, says of the look of text. */
export function lookOf(properties: XmlElement | undefined): RunLook {
  if (properties === undefined) return plainLook
  let look: OpenLook | undefined
  let [raised, isSized] = [0, false]
  for (const child of properties.children) {
    if (typeof child === 'string') continue
    const { name, attributes } = child
    const named = switches.get(name)
    if (named !== undefined) (look ??= {})[named] = isOn(child)
    else if (name === 'w:rFonts') {
      const font = attributes['w:ascii'] ?? attributes['w:hAnsi']
      if (font !== undefined) (look ??= {}).code = isFixedPitch(font)
    } else if (name === 'w:u') (look ??= {}).underline = attributes['w:val'] !== 'none'
    else if (name === 'w:vertAlign') (look ??= {}).script = scripts.get(attributes['w:val'] ?? '') ?? 'none'
    else if (name === 'w:position') raised = Number(attributes['w:val'] ?? 0)
    else if (name === 'w:sz') isSized = true
  }
  // LibreOffice writes raised and lowered text as smaller text that is moved.
  if (raised !== 0 && isSized && look?.script === undefined) (look ??= {}).script = raised > 0 ? 'super' : 'sub'
  return look ?? plainLook
}

/** It says nothing. */
export const plainLook: RunLook = {}

const scripts = new Map<string, 'super' | 'sub'>([
  ['superscript', 'super'],
  ['subscript', 'sub'],
])
