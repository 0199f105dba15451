import { isSymbolFont, signOf } from './symbol-fonts.ts'

/** Instructions are never longer. */
const maxInstruction = 4096
/** Arguments inside each other. */
const maxDepth = 20

/**
 * What a field of Word shows whose result is left empty because it is drawn from its instruction: the sign of SYMBOL,
 * the text of MACROBUTTON, the formula of EQ on one line; of signs with their reading above, both.
 */
export function computedResult(instruction: string): string | undefined {
  const written = instruction.slice(0, maxInstruction).trimStart()
  if (/^SYMBOL\s/i.test(written)) return symbolOf(written)
  const button = /^MACROBUTTON\s{1,20}\S{1,255}\s{1,20}(\S[^]*)$/i.exec(written)?.[1]
  if (button !== undefined) return button.trim()
  if (!/^EQ\s/i.test(written)) return undefined
  // `\* jc2 \* "Font:MS Mincho" \* hps10` say how it looks.
  const formula = written.slice(2).replaceAll(/\\\*\s{0,20}(?:"[^"]*"|[^\s"]+)/g, '')
  const text = new EquationField(formula).sequence(0).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

function symbolOf(instruction: string): string | undefined {
  const [, hex, decimal] = /^SYMBOL\s{1,20}(?:0x([\da-f]{1,4})|(\d{1,5}))/i.exec(instruction) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (!(code >= 0x20 && code <= 0xffff)) return undefined
  const font = /\\f\s{0,20}"?([\w ]{1,40})/i.exec(instruction)?.[1] ?? 'Symbol'
  return isSymbolFont(font) ? (signOf(code, font) ?? '•') : String.fromCharCode(code)
}

/** Reads the switches of an EQ field (ECMA-376 part 1, 17.16.5.22) once, from left to right. */
class EquationField {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Up to the end, or to what ends an argument. */
  sequence(depth: number): string {
    let text = ''
    while (this.at < this.source.length) {
      const character = this.source[this.at] as string
      if (depth > 0 && /[,;)]/.test(character)) break
      this.at++
      if (character !== '\\') text += character
      else if (/[a-z]/i.test(this.source[this.at] ?? '')) text += this.element(depth)
      else text += this.source[this.at++] ?? ''
    }
    return text
  }

  private element(depth: number): string {
    const kind = (this.source[this.at++] ?? '').toLowerCase()
    // Options such as `\al` or `\up 9` stand before the arguments; a new element begins where there are none.
    const options = /(?:\s{0,9}\\[a-z]{2}\s{0,9}\d{0,5})*/iy
    options.lastIndex = this.at
    this.at += options.exec(this.source)?.[0].length ?? 0
    while (this.source[this.at] === ' ') this.at++
    if (this.source[this.at] !== '(' || depth >= maxDepth) return ''
    const parts: string[] = []
    const raised = /^\(\s{0,9}\\s\s{0,9}\\up/i.test(this.source.slice(this.at, this.at + 40))
    do {
      this.at++
      parts.push(this.sequence(depth + 1).trim())
    } while (this.at < this.source.length && this.source[this.at] !== ')')
    this.at++
    const [first = '', second = ''] = parts
    if (kind === 'f') return `(${first})/(${second})`
    if (kind === 'r') return parts.length > 1 ? `√[${first}](${second})` : `√(${first})`
    if (kind === 'b') return `(${parts.join(', ')})`
    if (kind === 'o' && raised && second !== '') return `${second}(${first})`
    return parts.join(kind === 'o' || kind === 's' ? '' : ' ')
  }
}
