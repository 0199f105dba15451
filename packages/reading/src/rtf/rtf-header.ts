import type { ListNumbering } from '../model/list-marker.ts'
import { isFixedPitch } from '../model/code-text.ts'
import type { RunLook } from '../model/run-look.ts'
import { codePageOf, decoderOf, symbolCharset, symbolDecoder, type RunDecoder } from '../text/code-pages.ts'
import { RtfLists, type ListLevel } from './rtf-lists.ts'
import type { RtfStyle } from './rtf-styles.ts'

interface RtfFont {
  name: string
  charset?: number
  codePage?: number
}

/** More fonts and styles than any program writes. */
const maxEntries = 10_000
const maxName = 200

/** What stands before the text: fonts, styles, lists, authors of changes. */
export class RtfHeader {
  codePage = 1252
  defaultFont = 0
  footnoteNumbering: ListNumbering = 'decimal'
  endnoteNumbering: ListNumbering = 'decimal'
  readonly styles = new Map<number, RtfStyle>()
  readonly lists = new RtfLists()
  /** By their numbers in `\revauth`. */
  authors: readonly string[] = []
  private readonly fonts = new Map<number, RtfFont>()
  private readonly decoders = new Map<number, RunDecoder>()
  private font: RtfFont | undefined
  private style: RtfStyle | undefined
  private levels: ListLevel[] = []
  private overridden = 0

  /** A control word of the font table, or of a group in it. */
  fontWord(name: string, value: number): void {
    if (name === 'f' && this.fonts.size < maxEntries) {
      this.font = { name: '' }
      this.fonts.set(value, this.font)
    } else if (this.font !== undefined && name === 'fcharset') this.font.charset = value
    else if (this.font !== undefined && name === 'cpg') this.font.codePage = value
  }

  fontText(text: string): void {
    if (this.font !== undefined) this.font.name = named(this.font.name, text)
  }

  /** The first paragraph style, "Normal", may go without its number. */
  beginStyle(): void {
    this.style = { name: '' }
    if (!this.styles.has(0)) this.styles.set(0, this.style)
  }

  styleWord(name: string, value: number): void {
    if (name === 's' && this.styles.size < maxEntries) {
      if (this.style !== undefined && this.styles.get(0) === this.style && value !== 0) this.styles.delete(0)
      this.style ??= { name: '' }
      this.styles.set(value, this.style)
    } else if (name === 'cs' || name === 'ds' || name === 'ts' || name === 'tsrowd') {
      // Styles of characters, sections and tables have numbers of their own.
      if (this.styles.get(0) === this.style) this.styles.delete(0)
      this.style = undefined
    } else if (this.style !== undefined && name === 'outlinelevel') this.style.outlineLevel = value
    else if (this.style !== undefined && name === 'sbasedon') this.style.basedOn = value
    else if (this.style !== undefined && name === 'f') this.style.font = value
  }

  /** What is said of the look of text in the style that is being read. */
  styleLook(look: RunLook): void {
    if (this.style !== undefined) this.style.look = { ...this.style.look, ...look }
  }

  /** What a paragraph's style does to all of its text; its words are written again with the text. */
  lookOf(style: number): RunLook {
    const { look, font } = this.styles.get(style) ?? {}
    return { ...look, code: this.isFixedPitch(font ?? this.defaultFont) }
  }

  isFixedPitch(font: number): boolean {
    return isFixedPitch(this.fonts.get(font)?.name ?? '')
  }

  styleText(text: string): void {
    if (this.style !== undefined) this.style.name = named(this.style.name, text)
  }

  listWord(name: string, value: number): void {
    const level = this.levels.at(-1)
    if (name === 'list') this.levels = []
    else if (name === 'listlevel') this.levels.push({ numbering: 0, start: 1, text: '' })
    else if ((name === 'levelnfc' || name === 'levelnfcn') && level !== undefined) level.numbering = value
    else if (name === 'levelstartat' && level !== undefined) level.start = value
    else if (name === 'listid') {
      if (this.levels.length > 0) this.lists.define(value, this.levels)
      this.levels = []
      this.overridden = value
    } else if (name === 'ls') this.lists.override(value, this.overridden)
  }

  /** `\leveltext`: its first character is its length. */
  levelText(text: string): void {
    const level = this.levels.at(-1)
    if (level !== undefined) level.text = text.slice(1, 1 + text.charCodeAt(0))
  }

  decoder(font: number): RunDecoder {
    const known = this.decoders.get(font)
    if (known !== undefined) return known
    const made = this.makeDecoder(this.fonts.get(font))
    if (this.fonts.has(font)) this.decoders.set(font, made)
    return made
  }

  private makeDecoder(font: RtfFont | undefined): RunDecoder {
    const charset = font?.charset
    if (font !== undefined && charset === symbolCharset) return symbolDecoder(font.name)
    const own = charset === undefined ? undefined : codePageOf(charset)
    return decoderOf(font?.codePage || (own ?? this.codePage))
  }
}

const named = (name: string, text: string): string => (name + text).replace(/;.*$/s, '').slice(0, maxName)
