import type { Look } from '@chancery/core'
import { codeRunStyles } from '@chancery/reading/model/code-text'
import type { RtfStyle } from '@chancery/reading/rtf/rtf-styles'
import { paragraphProperties, type ParagraphProperties } from './word-properties.ts'
import { utf16Text } from '@chancery/formats/text'
import { runLook } from './word-runs.ts'

/** Word's own styles, whose names are written in its language, by their numbers (MS-DOC 2.9.260, sti). */
const ownNames: ReadonlyMap<number, string> = new Map([
  ...Array.from({ length: 9 }, (_, index) => [index + 1, `heading ${index + 1}`] as const),
  [34, 'caption'],
  [45, 'macro text'],
  [62, 'title'],
  [84, 'block text'],
  [98, 'html code'],
  [101, 'html preformatted'],
  [180, 'quote'],
  [181, 'intense quote'],
])
const ofParagraphs = 1
const ofCharacters = 2
/** Styles have numbers of 12 bits, the last of which is none. */
const noStyle = 0xfff
/** Styles that are based on each other are followed no further than this. */
const maxAncestors = 10

/** The styles of a Word document (MS-DOC 2.9.271, STSH). */
export class WordStyles {
  /** Of paragraphs, as RTF has them. */
  readonly paragraphs = new Map<number, RtfStyle>()
  /** Names as they are written. */
  readonly names = new Map<number, string>()
  /** How the styles of characters look. */
  readonly looks = new Map<number, Look>()
  private readonly own = new Map<number, ParagraphProperties>()
  private readonly whole = new Map<number, ParagraphProperties>()

  constructor(sheet: Buffer) {
    if (sheet.length < 6) return
    const start = 2 + sheet.readUInt16LE(0)
    const [count, baseBytes] = [sheet.readUInt16LE(2), sheet.readUInt16LE(4)]
    let at = start
    for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
      const size = sheet.readUInt16LE(at)
      this.add(index, sheet.subarray(at + 2, at + 2 + size), baseBytes)
      at += 2 + size + (size % 2)
    }
  }

  /** What a style and those that it is based on say. */
  propertiesOf(style: number): ParagraphProperties {
    const known = this.whole.get(style)
    if (known !== undefined) return known
    const chain: ParagraphProperties[] = []
    for (let next: number | undefined = style; next !== undefined && chain.length < maxAncestors;) {
      const own = this.own.get(next)
      if (own === undefined) break
      chain.push(own)
      next = this.paragraphs.get(next)?.basedOn
    }
    const whole = Object.assign({}, ...chain.toReversed()) as ParagraphProperties
    this.whole.set(style, whole)
    return whole
  }

  /** @param style its description (MS-DOC 2.9.258, STD) */
  private add(index: number, style: Buffer, baseBytes: number): void {
    if (baseBytes < 8 || style.length < baseBytes + 2) return
    const kind = style.readUInt16LE(2) & 0xf
    const basedOn = style.readUInt16LE(2) >> 4
    const nameEnd = baseBytes + 2 + style.readUInt16LE(baseBytes) * 2
    const written = utf16Text(style, baseBytes + 2, nameEnd).toWellFormed()
    const name = ownNames.get(style.readUInt16LE(0) & noStyle) ?? written
    let at = nameEnd + 2
    const part = (): Buffer => {
      if (at + 2 > style.length) return Buffer.alloc(0)
      const size = style.readUInt16LE(at)
      const bytes = style.subarray(at + 2, at + 2 + size)
      at += 2 + size + (size % 2)
      return bytes
    }
    if (kind === ofParagraphs) {
      const bytes = part()
      const properties = paragraphProperties(bytes, 2, bytes.length)
      const { outlineLevel } = properties
      this.names.set(index, written)
      this.own.set(index, properties)
      this.paragraphs.set(index, {
        name,
        ...(basedOn === noStyle ? {} : { basedOn }),
        ...(outlineLevel === undefined ? {} : { outlineLevel }),
      })
    } else if (kind === ofCharacters) {
      const bytes = part()
      const look = runLook(bytes, 0, bytes.length)
      const isCode = codeRunStyles.has(name.toLowerCase())
      if (look !== undefined || isCode) this.looks.set(index, { ...look, ...(isCode ? { code: true } : {}) })
    }
  }
}
