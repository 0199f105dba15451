import { type Expression, maxDepth, type PathExpression } from '@chancery/tags'
import { TagStop } from './tag-stop.ts'

/** `helper a "b" (c d) key=e`; `as |x y|` is that of blocks. */
export interface Call {
  readonly name: string
  readonly params: readonly Expression[]
  readonly named: ReadonlyMap<string, Expression>
  readonly blockParams: readonly string[]
  /** A word that the tag language has for operators stands in it: `a and b` is an expression. */
  readonly hasOperator: boolean
  /** Where it ends in the text. */
  readonly end: number
}

/** An identifier of Handlebars, without the signs that the tag language calculates and asks with. */
const identifier = /[^\s!"#%&'()*+,./:;<=>?@[\\\]^`{|}~]+/y
const number = /-?\d+(?:\.\d+)?(?=[\s)|]|$)/y
const name = /([^\s!"#%&'()*+,./:;<=>?@[\\\]^`{|}~]+)=/y
const params = /as\s+\|\s*([^\s|]+(?:\s+[^\s|]+)*)\s*\|/y
const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
])
const operators = new Set(['and', 'or', 'not'])
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
/** Handlebars' names for what the loop knows, in those of `@chancery/tags`. */
const loopNames: ReadonlyMap<string, string> = new Map([
  ['index', '$index'],
  ['key', '$key'],
  ['first', '$first'],
  ['last', '$last'],
])

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] ?? '')

/**
 * Reads what Handlebars has in a tag: paths, literals, calls. Each method gives nothing, and stays where it is, where
 * something else stands: then it may be an expression of `@chancery/tags`. Linear.
 */
export class TermReader {
  readonly #text: string
  readonly #calls: (call: Call) => Expression | undefined
  #at: number
  #depth = 0

  /** @param calls what a call in brackets stands for */
  constructor(text: string, calls: (call: Call) => Expression | undefined, at = 0) {
    this.#text = text
    this.#calls = calls
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  /**
   * A path: `a.b`, `a.[b c]`, `this.a`, `../a`, `@root.a`, `@../index`.
   * @throws `TagStop`: `forbidden_name`, `unknown_variable`
   */
  path(): PathExpression | undefined {
    const start = this.#at
    const path = this.#path()
    if (path === undefined || !this.#isEnd()) {
      this.#at = start
      return undefined
    }
    return { ...path, start, end: this.#at }
  }

  /** The call that the rest of the text is, or that of a block. */
  call(): Call | undefined {
    const call = this.#call()
    return call !== undefined && this.#at === this.#text.length ? call : undefined
  }

  /** A call in brackets; the place is on the bracket. */
  bracketed(): Call | undefined {
    const start = this.#at
    this.#at++
    const call = this.#call()
    if (call === undefined || this.#text[this.#at] !== ')') {
      this.#at = start
      return undefined
    }
    this.#at++
    return call
  }

  #call(): Call | undefined {
    if (++this.#depth > maxDepth)
      throw new TagStop(
        'bad_expression',
        `Helpers are nested deeper than ${maxDepth}.`,
        'Calculate a part in the data.',
      )
    this.#space()
    const from = this.#at
    const head = this.path()
    if (head === undefined) return undefined
    const written = this.#text.slice(from, this.#at)
    const terms: Expression[] = []
    const named = new Map<string, Expression>()
    let blockParams: readonly string[] = []
    let hasOperator = operators.has(written)
    for (;;) {
      const hasSpace = isSpace(this.#text, this.#at)
      this.#space()
      if (this.#at === this.#text.length || this.#text[this.#at] === ')') break
      if (!hasSpace) return undefined
      const block = this.#match(params)
      if (block !== undefined) {
        blockParams = (block[1] ?? '').split(/\s+/)
        this.#space()
        break
      }
      const key = this.#match(name)?.[1]
      const from = this.#at
      const term = this.#term()
      if (term === undefined) return undefined
      hasOperator ||= operators.has(this.#text.slice(from, this.#at))
      if (key === undefined) terms.push(term)
      else named.set(key, term)
    }
    this.#depth--
    return { name: written, params: terms, named, blockParams, hasOperator, end: this.#at }
  }

  #term(): Expression | undefined {
    const start = this.#at
    const sign = this.#text[start]
    if (sign === '(') {
      const call = this.bracketed()
      return call === undefined ? undefined : this.#calls(call)
    }
    if (sign === '"' || sign === "'") {
      let close = start + 1
      while (close < this.#text.length && this.#text[close] !== sign) close += this.#text[close] === '\\' ? 2 : 1
      if (close >= this.#text.length) return undefined
      this.#at = close + 1
      const value = this.#text.slice(start + 1, close).replaceAll(`\\${sign}`, sign)
      return { kind: 'literal', value, start, end: this.#at }
    }
    const digits = this.#match(number)?.[0]
    if (digits !== undefined) return { kind: 'literal', value: Number(digits), start, end: this.#at }
    const path = this.path()
    if (path === undefined) return undefined
    const word = words.get(this.#text.slice(start, this.#at))
    return word === undefined ? path : { kind: 'literal', value: word, start, end: this.#at }
  }

  #path(): Omit<PathExpression, 'start' | 'end'> | undefined {
    const isData = this.#take('@')
    let up = 0
    while (this.#take('../')) up++
    const upwards = up === 0 ? {} : isData ? { loopsUp: up } : { up }
    let own = false
    if (this.#text.startsWith('..', this.#at)) {
      this.#at += 2
      return isData ? undefined : { kind: 'path', segments: [], own: true, up: up + 1 }
    }
    if (this.#take('./')) own = true
    else if (this.#take('.')) return isData ? undefined : { kind: 'path', segments: [], own: true, ...upwards }
    const segments: string[] = []
    for (let isFirst = true; ; isFirst = false) {
      const isBracketed = this.#text[this.#at] === '['
      const segment = this.#segment()
      if (segment === undefined) return undefined
      if (isFirst && segment === 'this' && !isBracketed && !isData) own = true
      else if (forbidden.has(segment))
        throw new TagStop('forbidden_name', `"${segment}" cannot be read.`, 'Give the field another name.')
      else segments.push(segment)
      const next = this.#text[this.#at + 1]
      // `total/12` is a division, not a path of Handlebars' old spelling.
      if (this.#text[this.#at] === '/' && (own ? next === undefined : !/[^\s\d]/.test(next ?? ''))) return undefined
      if (!this.#take('.') && !this.#take('/')) break
    }
    if (!isData) return { kind: 'path', segments, own, ...upwards }
    const [first = '', ...rest] = segments
    if (first === 'root') return { kind: 'path', segments: rest, own: true, up: Infinity }
    const loopName = loopNames.get(first)
    if (loopName === undefined || rest.length > 0)
      throw new TagStop(
        'unknown_variable',
        `There is no "@${segments.join('.')}".`,
        'There are @root, @index, @key, @first and @last.',
      )
    return { kind: 'path', segments: [loopName], own: false, ...upwards }
  }

  #segment(): string | undefined {
    if (this.#text[this.#at] !== '[') return this.#match(identifier)?.[0]
    const close = this.#text.indexOf(']', this.#at)
    if (close === -1) return undefined
    const segment = this.#text.slice(this.#at + 1, close)
    this.#at = close + 1
    return segment
  }

  /** A term ends at space, at a closing bracket, or with the text. */
  #isEnd(): boolean {
    const next = this.#text[this.#at]
    return next === undefined || next === ')' || /\s/.test(next)
  }

  #space(): void {
    while (isSpace(this.#text, this.#at)) this.#at++
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at += found[0].length
    return found
  }
}
