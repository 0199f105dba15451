import type { Attributes, XmlHandler } from '@chancery/reading/xml/xml-walk'

/** Gathers the text of `x:si` or `x:is`: plain or in runs, without the phonetic hints (ECMA-376 part 1, 18.4). */
export class StringItemText {
  private text = ''
  private inText = false
  private phonetic = 0

  open(name: string): void {
    if (name === 'x:rPh') this.phonetic++
    else if (name === 'x:t') this.inText = this.phonetic === 0
  }

  close(name: string): void {
    if (name === 'x:rPh') this.phonetic--
    else if (name === 'x:t') this.inText = false
  }

  add(text: string): void {
    if (this.inText) this.text += text
  }

  /** What was gathered; the next one begins. */
  take(): string {
    const text = unescaped(this.text)
    this.text = ''
    return text
  }
}

/** The strings that cells refer to by number. */
export class SharedStrings implements XmlHandler {
  readonly strings: string[] = []
  private readonly item = new StringItemText()

  open(name: string, _attributes: Attributes): void {
    this.item.open(name)
  }

  close(name: string): void {
    this.item.close(name)
    if (name === 'x:si') this.strings.push(this.item.take())
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
