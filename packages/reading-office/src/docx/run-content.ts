import type { RunLook } from '@chancery/reading/model/run-look'
import { isSymbolFont, signOf } from '@chancery/reading/model/symbol-fonts'
import { descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { isOn } from './properties.ts'
import { lookOf, plainLook } from './run-look.ts'
import type { StyleSheet } from './style-sheet.ts'
import { changeOf, type RevisionView, type TrackedChange } from '@chancery/reading/office-math/tracked-change'

/** What of a run's properties (`w:rPr`) matters to its text. */
export interface RunTraits {
  /** `undefined` where the run says nothing of it. */
  readonly hidden?: boolean
  /** The font of its signs, where it is one whose codes stand for signs. */
  readonly symbolFont?: string
  /** What it says of its look; what it says nothing of is as in the paragraph. */
  readonly look?: RunLook
  /** How its look was changed. */
  readonly change?: TrackedChange
}

const plain: RunTraits = {}

export function runTraits(run: XmlElement, styles: StyleSheet, view: RevisionView): RunTraits {
  const properties = descend(run, 'w:rPr')
  if (properties === undefined) return plain
  let hidden: boolean | undefined
  let ofStyle: boolean | undefined
  let symbolFont: string | undefined
  let change: TrackedChange | undefined
  let styleLook = plainLook
  const read = (from: XmlElement): void => {
    for (const child of from.children) {
      if (typeof child === 'string') continue
      const { name } = child
      if (name === 'w:vanish') hidden = isOn(child)
      else if (name === 'w:rStyle') {
        const style = child.attributes['w:val'] ?? ''
        ofStyle = styles.hides(style)
        styleLook = styles.lookOf(style)
      } else if (name === 'w:rFonts') {
        const font = child.attributes['w:ascii'] ?? child.attributes['w:hAnsi'] ?? ''
        if (isSymbolFont(font)) symbolFont = font
      } else if (name === 'w:rPrChange') change = changeOf(child)
    }
  }
  read(properties)
  const old = view === 'reject' && change !== undefined ? descend(properties, 'w:rPrChange', 'w:rPr') : undefined
  if (old !== undefined) {
    ;[hidden, ofStyle, styleLook] = [undefined, undefined, plainLook]
    read(old)
  }
  const own = lookOf(old ?? properties)
  const look = styleLook === plainLook ? own : own === plainLook ? styleLook : { ...styleLook, ...own }
  const hides = hidden ?? ofStyle
  return {
    ...(hides === undefined ? {} : { hidden: hides }),
    ...(symbolFont === undefined ? {} : { symbolFont }),
    ...(look === plainLook ? {} : { look }),
    ...(change === undefined ? {} : { change }),
  }
}

/** A character of a symbol font (`w:sym`); those at F000 and above are the font's own, moved up. */
export function symbolText({ name, attributes }: XmlElement): string {
  const written = attributes[name === 'w:sym' ? 'w:char' : 'w16se:char'] ?? ''
  const code = /^[\da-f]{1,6}$/i.test(written) ? Number.parseInt(written, 16) : 0
  if (code <= 0x1f || code > 0x10ffff) return ''
  const font = attributes[name === 'w:sym' ? 'w:font' : 'w16se:font'] ?? ''
  return signOf(code, font) ?? String.fromCodePoint(code)
}

/** Text in a symbol font, whose signs Word keeps in the private use area. */
export const signsOf = (text: string, font: string): string =>
  text.replaceAll(/[!-\u00FF\uF020-\uF0FF]/g, (sign) => signOf(sign.codePointAt(0) ?? 0, font) ?? sign)
