import type { TextMarks } from '@chancery/reading/model/block-sink'
import { RichText } from '@chancery/reading/model/rich-text'
import type { Attributes, XmlHandler } from '@chancery/reading/xml/xml-walk'

type Runs = NonNullable<TextMarks['runs']>

/** A property without a value is on (ECMA-376 part 1, 22.9.2.1). */
export const isSwitchedOn = (attributes: Attributes): boolean => !['0', 'false'].includes(attributes['val'] ?? '1')

/** A text that is struck out from its first character to its last. */
export function struckThroughout(text: string): Runs {
  const whole = new RichText()
  whole.add(text)
  whole.format(0, { strike: true })
  return whole.runs
}

/** Gathers the text of `x:si` or `x:is`: plain or in runs, without the phonetic hints (ECMA-376 part 1, 18.4). */
export class StringItemText {
  private text = ''
  private inText = false
  private phonetic = 0
  /** The runs so far, from the first that is struck out on. */
  private marked: RichText | undefined
  private runStart = 0
  private isStruck = false

  open(name: string, attributes: Attributes): void {
    if (name === 'x:rPh') this.phonetic++
    else if (name === 'x:t') this.inText = this.phonetic === 0
    else if (name === 'x:r') {
      this.runStart = this.text.length
      this.isStruck = false
    } else if (name === 'x:strike' && isSwitchedOn(attributes)) {
      this.isStruck = true
      if (this.marked !== undefined) return
      this.marked = new RichText()
      this.marked.add(unescaped(this.text))
    }
  }

  close(name: string): void {
    if (name === 'x:rPh') this.phonetic--
    else if (name === 'x:t') this.inText = false
    else if (name === 'x:r' && this.marked !== undefined) {
      const start = this.marked.length
      this.marked.add(unescaped(this.text.slice(this.runStart)))
      if (this.isStruck) this.marked.format(start, { strike: true })
    }
  }

  add(text: string): void {
    if (this.inText) this.text += text
  }

  /** What was gathered, and which of it is struck out; the next one begins. */
  take(): { readonly text: string; readonly struck: Runs | undefined } {
    const taken = { text: unescaped(this.text), struck: this.marked?.runs }
    this.text = ''
    this.marked = undefined
    return taken
  }
}

/** The strings that cells refer to by number. */
export class SharedStrings implements XmlHandler {
  readonly strings: string[] = []
  /** What is struck out of them, by their numbers. */
  readonly struck: Map<number, Runs> = new Map()
  private readonly item = new StringItemText()

  open(name: string, attributes: Attributes): void {
    this.item.open(name, attributes)
  }

  close(name: string): void {
    this.item.close(name)
    if (name !== 'x:si') return
    const { text, struck } = this.item.take()
    if (struck !== undefined) this.struck.set(this.strings.length, struck)
    this.strings.push(text)
  }

  text(text: string): void {
    this.item.add(text)
  }
}

/** `_x000D_` stands for a character that XML cannot hold, `_x005F_` for an underscore before such (22.4.2.4). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
