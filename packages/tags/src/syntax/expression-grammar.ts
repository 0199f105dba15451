import type { Calculation, Expression, LiteralExpression, Operator, PathExpression } from './expression.ts'
import { maxDepth, tagFault, type TagFault } from './fault.ts'
import { type Token, tokenize } from './tokens.ts'

/** The first fault alone, with UTF-16 offsets into the text that was parsed: parsing stops there. */
export type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly fault: TagFault }

/** Signs that a path can begin with: the item, and what is around it. */
const pathStarts = new Set(['.', '..', '../'])

/** Names that no data has of its own, and that no template may read. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

const words: Readonly<Record<string, string | number | boolean | null>> = { true: true, false: false, null: null }
const operators = new Set(['and', 'or', 'not'])
const calculations: readonly (readonly Calculation[])[] = [
  ['+', '-'],
  ['*', '/'],
]
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>='])

/**
 * Parses a text by the grammar of expressions alone.
 * @param head a name that the text has blanks for, which only formatters may follow
 */
export function parseGrammar(source: string, head?: Expression): ParsedExpression {
  const { tokens, fault } = tokenize(source)
  if (fault !== undefined) return { ok: false, fault }
  try {
    return { ok: true, expression: new Parser(tokens, source).whole(head) }
  } catch (error) {
    if (error instanceof ParseStop) return { ok: false, fault: error.fault }
    throw error
  }
}

class ParseStop extends Error {
  readonly fault: TagFault
  constructor(fault: TagFault) {
    super(fault.message)
    this.fault = fault
  }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], source: string) {
    this.#tokens = tokens
    this.#source = source
  }

  whole(head?: Expression): Expression {
    const expression = this.#pipe(head)
    const rest = this.#peek()
    if (rest.kind === 'end') return expression
    if (rest.text === ':')
      throw this.#stop(
        rest,
        'A colon stands where none belongs.',
        'Formatters are written {value | formatter:argument}.',
      )
    if (rest.text === '=')
      throw this.#stop(
        rest,
        'A single "=" compares nothing.',
        expression.kind === 'pipe' ? 'Write ":" before what a formatter takes, and "==" to compare.' : 'Write "==".',
      )
    if (rest.text === '(' && expression.kind === 'pipe')
      throw this.#stop(
        rest,
        'A formatter takes no brackets.',
        `Write what it takes behind a colon: | ${expression.formatter.name}:argument, and more behind commas.`,
      )
    throw this.#stop(
      rest,
      'The tag goes on where it should end.',
      'Combine values with and, or, ==, ??, or a formatter after "|".',
    )
  }

  #pipe(head?: Expression): Expression {
    let input = head ?? this.#conditional()
    while (this.#take('|')) {
      const word = this.#peek()
      if (word.kind !== 'name')
        throw this.#stop(word, 'The name of a formatter is missing after "|".', 'Such as {date | date:"long"}.')
      this.#at++
      const args: (LiteralExpression | PathExpression)[] = []
      while (this.#take(':') || this.#take(',')) args.push(this.#argument())
      const formatter = { name: word.text, start: word.start, end: word.end }
      input = { kind: 'pipe', input, formatter, args, start: input.start, end: args.at(-1)?.end ?? word.end }
    }
    return input
  }

  #argument(): LiteralExpression | PathExpression {
    const value = this.#peek().kind === 'number' ? this.#number() : this.#primary()
    if (value.kind === 'literal' || value.kind === 'path') return value
    throw new ParseStop(
      tagFault(
        'bad_expression',
        'An argument is a value or a data path.',
        value.start,
        value.end,
        'Give it a name first: {= wanted: …}, and write that.',
      ),
    )
  }

  #conditional(): Expression {
    const test = this.#coalesce()
    if (!this.#take('?')) return test
    const consequent = this.#nested(() => this.#conditional())
    const colon = this.#peek()
    if (!this.#take(':')) throw this.#stop(colon, 'The ":" of a condition is missing.', 'Write {test ? value : other}.')
    const alternate = this.#nested(() => this.#conditional())
    return { kind: 'conditional', test, consequent, alternate, start: test.start, end: alternate.end }
  }

  readonly #coalesce = (): Expression => this.#chain('??', this.#or)
  readonly #or = (): Expression => this.#chain('or', this.#and)
  readonly #and = (): Expression => this.#chain('and', this.#not)

  #chain(operator: Operator, next: () => Expression): Expression {
    let left = next()
    while (this.#take(operator)) {
      const right = next()
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end }
    }
    return left
  }

  readonly #not = (): Expression => {
    const { start } = this.#peek()
    if (!this.#take('!') && !this.#take('not')) return this.#comparison()
    const operand = this.#nested(this.#not)
    return { kind: 'not', operand, start, end: operand.end }
  }

  #comparison(): Expression {
    const left = this.#calculation()
    const sign = this.#peek()
    if (sign.kind !== 'symbol' || !comparisons.has(sign.text)) return left
    this.#at++
    const right = this.#calculation()
    return { kind: 'binary', operator: sign.text as Operator, left, right, start: left.start, end: right.end }
  }

  /** `a + b * c`. A hyphen belongs to a name unless space stands around it. */
  #calculation(level = 0): Expression {
    const next = (): Expression => (level === 0 ? this.#calculation(1) : this.#negated())
    let left = next()
    for (;;) {
      const operator = calculations[level]?.find((each) => this.#take(each))
      if (operator === undefined) return left
      const right = next()
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end }
    }
  }

  #negated(): Expression {
    const sign = this.#peek()
    if (sign.text !== '-' || sign.kind !== 'symbol' || this.#tokens[this.#at + 1]?.kind === 'number')
      return this.#primary()
    this.#at++
    const right = this.#nested(() => this.#negated())
    const { start } = sign
    const left: LiteralExpression = { kind: 'literal', value: 0, start, end: start }
    return { kind: 'binary', operator: '-', left, right, start, end: right.end }
  }

  #primary(): Expression {
    const token = this.#peek()
    if (this.#take('(')) {
      const inner = this.#nested(() => this.#pipe())
      const close = this.#peek()
      if (!this.#take(')')) throw this.#stop(close, 'A bracket is not closed.', 'Write ")".')
      return { ...inner, start: token.start, end: close.end }
    }
    if (token.kind === 'string') {
      this.#at++
      return { kind: 'literal', value: token.text, start: token.start, end: token.end }
    }
    if (token.kind === 'number' && this.#isNameAfter()) return this.#path()
    if (token.kind === 'number' || token.text === '-') return this.#number()
    if (token.kind === 'name' && token.text === 't' && this.#tokens[this.#at + 1]?.kind === 'string')
      return this.#translation()
    if (token.kind === 'name' && Object.hasOwn(words, token.text) && !this.#isPathAfter()) {
      this.#at++
      return { kind: 'literal', value: words[token.text] ?? null, start: token.start, end: token.end }
    }
    if ((token.kind === 'name' && !operators.has(token.text)) || pathStarts.has(token.text)) return this.#path()
    throw this.#stop(
      token,
      token.kind === 'end' ? 'The tag ends where a value should stand.' : 'A value is missing here.',
      'Write a data path, a number, or a text in quotation marks.',
    )
  }

  /** `t "key"`: the text that the call's dictionary has for it. */
  #translation(): Expression {
    const { text: name, start, end } = this.#peek()
    this.#at++
    const input = this.#primary()
    return { kind: 'pipe', input, formatter: { name, start, end }, args: [], start, end: input.end }
  }

  /** A number is the first word of a name: `2nd`, `30 Day Rate`. */
  #isNameAfter(isJoined = false): boolean {
    const next = this.#tokens[this.#at + 1]
    return next?.kind === 'name' && !operators.has(next.text) && (!isJoined || next.start === this.#peek().end)
  }

  #isPathAfter(): boolean {
    const next = this.#tokens[this.#at + 1]
    return next?.text === '.' || next?.text === '['
  }

  #number(): LiteralExpression {
    const { start } = this.#peek()
    const sign = this.#take('-') ? -1 : 1
    const digits = this.#peek()
    if (digits.kind !== 'number') throw this.#stop(digits, 'A number is missing after "-".', 'Such as -5.')
    this.#at++
    return { kind: 'literal', value: sign * Number(digits.text), start, end: digits.end }
  }

  #path(): Expression {
    const first = this.#peek()
    const segments: string[] = []
    let own = false
    const up = this.#outwards()
    if (up > 0) {
      const token = this.#peek()
      if (up === Infinity) own = true
      if (token.kind === 'name' && token.text !== 'this' && !operators.has(token.text)) segments.push(this.#name())
      else {
        own = true
        if (token.text === 'this') this.#at++
      }
    } else if (first.text === '.' || (first.kind === 'name' && first.text === 'this')) {
      own = true
      this.#at++
      if (first.text === '.' && this.#peek().kind === 'name') segments.push(this.#name())
    } else {
      segments.push(this.#name())
    }
    const { start } = first
    const key = this.#below(segments)
    this.#refuseDeep(segments, start)
    const path: PathExpression = { kind: 'path', segments, own, start, end: this.#end, ...(up === 0 ? {} : { up }) }
    return key === undefined ? path : this.#item(path, key)
  }

  /** `[key]` behind what it is read from, and what is read below. */
  #item(of: Expression, key: Expression): Expression {
    const segments: string[] = []
    const next = this.#below(segments)
    this.#refuseDeep(segments, of.start)
    const item: Expression = { kind: 'item', of, key, segments, start: of.start, end: this.#end }
    return next === undefined ? item : this.#nested(() => this.#item(item, next))
  }

  /** Schemas and sample data are as deep as the paths of a template. */
  #refuseDeep({ length }: readonly string[], start: number): void {
    if (length <= maxDepth) return
    const message = `A path has more than ${maxDepth} names.`
    throw new ParseStop(tagFault('path_too_deep', message, start, this.#end, 'Flatten the data.'))
  }

  /** Where the last token ended. */
  get #end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  /** Reads what stands behind a path (`.name`, `[0]`, `["x y"]`) into `segments`, up to a key that the data decides. */
  #below(segments: string[]): Expression | undefined {
    for (;;) {
      if (this.#take('.')) {
        const token = this.#peek()
        if (token.kind === 'name' || (token.kind === 'number' && this.#isNameAfter(true))) segments.push(this.#name())
        else if (token.kind === 'number') {
          this.#at++
          segments.push(token.text)
        } else throw this.#stop(token, 'A name is missing after ".".', 'Such as {client.name}.')
      } else if (this.#take('[')) {
        const token = this.#peek()
        const isWritten = token.kind === 'string' || (token.kind === 'number' && !token.text.includes('.'))
        const isKey = !isWritten || this.#tokens[this.#at + 1]?.text !== ']'
        if (token.text === ']' || token.kind === 'end')
          throw this.#stop(
            token,
            'What stands in the brackets is missing.',
            'Such as {items[0]}, {a["x y"]}, {prices[code]}.',
          )
        const key = isKey ? this.#nested(() => this.#calculation()) : undefined
        if (!isKey) {
          this.#at++
          segments.push(this.#allowed(token, token.text))
        }
        if (!this.#take(']')) throw this.#stop(this.#peek(), 'A "]" is missing.', 'Write it behind the key: {a[key]}.')
        if (key !== undefined) return key
      } else return undefined
    }
  }

  /** How many scopes the start of a path leads outwards: `../`, `$parent`, `$root`. */
  #outwards(): number {
    let up = 0
    for (;;) {
      const { text } = this.#peek()
      if (this.#take('../')) up++
      else if (this.#take('..')) return up + 1
      else if (text === '$root' && this.#isNameAlone()) {
        this.#at++
        this.#takePointBeforeName()
        return Infinity
      } else if (text === '$parent' && this.#isNameAlone()) {
        up++
        this.#at++
        if (!this.#takePointBeforeName()) return up
      } else return up
    }
  }

  #takePointBeforeName(): boolean {
    if (this.#peek().text !== '.' || this.#tokens[this.#at + 1]?.kind !== 'name') return false
    this.#at++
    return true
  }

  /** Not the first of several words that are one name. */
  #isNameAlone(): boolean {
    const next = this.#tokens[this.#at + 1]
    return this.#peek().kind === 'name' && (next?.kind !== 'name' || operators.has(next.text))
  }

  /** One name: words and numbers with nothing but space between, which become single spaces (`2nd`, `Line 2 Text`). */
  #name(): string {
    const first = this.#peek()
    let text = this.#allowed(first, first.text)
    let { end } = first
    this.#at++
    const goesOn = ({ kind, text: word }: Token): boolean =>
      kind === 'number' || (kind === 'name' && !operators.has(word))
    for (let next = this.#peek(); goesOn(next); next = this.#peek()) {
      text += next.start === end ? next.text : ` ${next.text}`
      end = next.end
      this.#at++
    }
    return text
  }

  #allowed(token: Token, text: string): string {
    if (!forbidden.has(text)) return text
    throw new ParseStop(
      tagFault('forbidden_name', `"${text}" cannot be read.`, token.start, token.end, 'Give the field another name.'),
    )
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > maxDepth)
      throw this.#stop(this.#peek(), `A tag is nested deeper than ${maxDepth}.`, 'Calculate a part of it in the data.')
    const result = parse()
    this.#depth--
    return result
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', start: this.#source.length, end: this.#source.length }
  }

  #take(text: string): boolean {
    const token = this.#peek()
    if (token.text !== text || token.kind === 'string' || token.kind === 'end') return false
    this.#at++
    return true
  }

  #stop(token: Token, message: string, hint?: string): ParseStop {
    return new ParseStop(tagFault('bad_expression', message, token.start, Math.max(token.end, token.start), hint))
  }
}
