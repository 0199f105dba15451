import { tagFault, type TagFault } from './fault.ts'
import { unseenSigns } from './unseen.ts'

export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'symbol' | 'end'
  readonly text: string
  readonly start: number
  readonly end: number
}

const space = new RegExp(String.raw`[\s${unseenSigns}]+`, 'uy')
/**
 * Signs that nobody sees are no part of a name, but for the two that join and part letters, which scripts need; an
 * apostrophe behind a letter is one (`Client's name`, `Parties' names`).
 */
const part = String.raw`[\p{L}\p{M}\p{N}_$\u200c\u200d${unseenSigns}]*`
const name = new RegExp(String.raw`[\p{L}_$]${part}(?:(?:-[\p{L}\p{N}_]|['’ʼ]\p{L}|['’](?=\s+\p{L}))${part})*`, 'uy')
const unseen = new RegExp(`[${unseenSigns}]+`, 'gu')
const number = /\d+(?:\.\d+)?/y
const symbol = /\?\?|\.\.\/?|\|\||&&|===|!==|==|!=|<=|>=|[|:?()[\].<>!=,≤≥≠+*/×÷−–-]/uy

/** What Word's autocorrect makes of signs. */
const signs: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '===': '==',
  '!==': '!=',
  '||': 'or',
  '&&': 'and',
  '×': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
}

/** Signs that stand beside others on keyboards, or do the same elsewhere, and what is written here. */
const meant: Readonly<Record<string, string>> = {
  '¦': 'A formatter stands behind "|".',
  '｜': 'A formatter stands behind "|".',
  '│': 'A formatter stands behind "|".',
  '∣': 'A formatter stands behind "|".',
  ǀ: 'A formatter stands behind "|".',
  '．': 'The names of a path stand behind plain dots: {client.name}.',
  '。': 'The names of a path stand behind plain dots: {client.name}.',
  '·': 'The names of a path stand behind plain dots: {client.name}.',
  '：': 'What a formatter takes stands behind ":".',
  '＝': 'Write == to compare.',
  '\\': 'A formatter stands behind "|", the names of a path behind dots, and the end of a section is {/x}.',
  ';': 'What a formatter takes stands behind ":".',
  '`': 'Write " around a text.',
  '´': 'Write " around a text.',
  '#': 'A section begins with one "#", as the first sign of its tag.',
  '@': 'A path is written with dots: {client.name}.',
  '%': 'Write a share as a number: 5 % is 0.05.',
  '&': 'Write "and" between conditions, and "+" between texts.',
}

const doubleQuotes = '"“”„‟«»'
const singleQuotes = "'‘’‚‛‹›"

/** Operators that other languages have, or that were written the wrong way round. */
const foreignOperator = /<>|=>|=<|=!|~=|:=|->|::/y
const operatorHint: Readonly<Record<string, string>> = {
  '<>': 'Write !=.',
  '=!': 'Write !=.',
  '~=': 'Write ==, or | like:"*…*" for texts that hold another.',
  '=>': 'Write >=.',
  '=<': 'Write <=.',
  ':=': 'Write {= name: value}, or == to compare.',
  '->': 'The names of a path stand behind dots: {client.name}.',
  '::': 'The names of a path stand behind dots: {client.name}.',
}

/** Cuts an expression into tokens; typographic quotes count as plain ones. Linear. */
export function tokenize(source: string): { readonly tokens: readonly Token[]; readonly fault?: TagFault } {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const push = (kind: Token['kind'], text: string, length: number): void => {
    tokens.push({ kind, text, start: at, end: at + length })
    at += length
  }
  while (at < source.length) {
    const blank = match(space)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const char = source[at] ?? ''
    if (doubleQuotes.includes(char) || singleQuotes.includes(char)) {
      const end = closingQuote(source, at)
      if (end === -1) {
        const fault = tagFault(
          'unclosed_text',
          'A text is not closed.',
          at,
          source.length,
          'Close it with a quotation mark.',
        )
        return { tokens, fault }
      }
      push('string', unescaped(source.slice(at + 1, end)), end + 1 - at)
      continue
    }
    // A number after a dot is an index: `items.0.name` holds no `0.` number.
    const before = tokens.at(-1)
    const digits = before?.text === '.' && before.kind === 'symbol' ? match(/\d+/y) : match(number)
    if (digits !== undefined) {
      push('number', digits, digits.length)
      continue
    }
    const word = match(name)
    if (word !== undefined) {
      push('name', nameOf(word), word.length)
      continue
    }
    const operator = match(foreignOperator)
    if (operator !== undefined) {
      const message = `There is no operator "${operator}".`
      return { tokens, fault: tagFault('bad_expression', message, at, at + operator.length, operatorHint[operator]) }
    }
    const sign = match(symbol)
    if (sign === undefined) {
      const length = source.codePointAt(at)! > 0xffff ? 2 : 1
      return {
        tokens,
        fault: tagFault(
          'unexpected_character',
          'A character has no meaning in a tag.',
          at,
          at + length,
          meant[char] ?? 'Take it out; in a name of the data write {this["…"]}, in a text quotation marks around it.',
        ),
      }
    }
    push('symbol', signs[sign] ?? sign, sign.length)
  }
  tokens.push({ kind: 'end', text: '', start: at, end: at })
  return { tokens }
}

/** A name with nothing unseen in it, and plain apostrophes. */
const nameOf = (word: string): string => word.replaceAll(unseen, '').replaceAll(/[’ʼ]/g, "'")

/** A plain quote is closed by the same; a typographic one, or a plain one without a partner, by any of its family. */
function closingQuote(source: string, open: number): number {
  const quote = source[open] ?? ''
  const family = doubleQuotes.includes(quote) ? doubleQuotes : singleQuotes
  const find = (isEnd: (char: string) => boolean): number => {
    for (let at = open + 1; at < source.length; at++) {
      if (source[at] === '\\') at++
      else if (isEnd(source[at] ?? '')) return at
    }
    return -1
  }
  const same = quote === '"' || quote === "'" ? find((char) => char === quote) : -1
  return same === -1 ? find((char) => family.includes(char)) : same
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/gsu, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char))
