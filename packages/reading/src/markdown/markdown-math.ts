import type { gfm } from 'micromark-extension-gfm'

type Syntax = ReturnType<typeof gfm>
type Construct = Exclude<NonNullable<NonNullable<Syntax['text']>[number]>, readonly unknown[]>
type State = Parameters<Construct['tokenize']>[1]

/** UTF-16 units: what is longer is no formula. */
const longest = 2000
const [dollar, backslash, space] = [36, 92, 32]
const isLineEnd = (code: number): boolean => code <= -3
const isDigit = (code: number | null): boolean => code !== null && code >= 48 && code <= 57

/** "x", "2n", "f(x)", or with what only formulas have; "5 to " of "$5 to $10" is none, nor are words. */
const formula = /[\\^_=+<>]|^-?\d*\p{L}(?:\(\p{L}\))?$/u
const words = /\p{L}{2,}\s+\p{L}{2,}/u

const isFormula = (content: string): boolean =>
  formula.test(content.trim()) && (content.includes('\\') || !words.test(content))

/** "US$5": of an amount. */
const isOfWord = (code: number | null): boolean =>
  code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))

/**
 * `$LaTeX$` and `$$LaTeX$$`, as GitHub and Pandoc read them: no space inside of single signs, no digit behind them. They
 * become inline code whose source begins with the sign.
 */
const mathText: Construct = {
  name: 'mathText',
  previous: (code) => !isOfWord(code),
  tokenize(effects, ok, nok) {
    let [signs, closing, content] = [0, 0, '']
    const opening: State = (code) => {
      if (code === dollar && signs < 2) {
        effects.consume(code)
        signs++
        return opening
      }
      effects.exit('codeTextSequence')
      return signs === 1 && (code === null || code < 0 || code === space) ? nok(code) : between(code)
    }
    const between: State = (code) => {
      if (code === null || content.length > longest) return nok(code)
      if (code === dollar) {
        effects.enter('codeTextSequence')
        return end(code)
      }
      if (isLineEnd(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        content += ' '
        return between
      }
      effects.enter('codeTextData')
      return inside(code)
    }
    const inside: State = (code) => {
      if (code === null || code === dollar || isLineEnd(code)) {
        effects.exit('codeTextData')
        return between(code)
      }
      effects.consume(code)
      content += code < 0 ? ' ' : String.fromCodePoint(code)
      return code === backslash ? behindBackslash : inside
    }
    const behindBackslash: State = (code) => {
      if (code !== dollar) return inside(code)
      effects.consume(code)
      content += '$'
      return inside
    }
    const end: State = (code) => {
      if (code === dollar && closing < signs) {
        effects.consume(code)
        closing++
        return end
      }
      effects.exit('codeTextSequence')
      const isClosed = closing === signs && (signs === 2 || !(content.endsWith(' ') || isDigit(code)))
      if (!isClosed || !isFormula(content)) return nok(code)
      effects.exit('codeText')
      return ok(code)
    }
    return (code) => {
      effects.enter('codeText')
      effects.enter('codeTextSequence')
      return opening(code)
    }
  },
}

export const markdownMath: Syntax = { text: { [dollar]: mathText } }
