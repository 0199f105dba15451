import { colorNames, everywhere } from './css-keywords-data.ts'
import { cssGrammars, cssTypes } from './css-grammar-data.ts'

/** A grammar as it is matched (CSS Values 4, 2). */
type Grammar =
  | { readonly kind: 'word' | 'sign' | 'type'; readonly name: string }
  /** In this order; one of them; all in any order; some in any order. */
  | { readonly kind: 'row' | 'choice' | 'all' | 'some'; readonly parts: readonly Grammar[] }
  | {
      readonly kind: 'repeat'
      readonly of: Grammar
      readonly least: number
      readonly most: number
      readonly comma: boolean
    }

/** One part of a value: a word, a function with all in its brackets, a string or a sign. */
export interface ValueToken {
  readonly kind: 'word' | 'function' | 'string' | 'sign'
  /** In small letters; the name alone of a function. */
  readonly name: string
}

/** Tokens of a value that are matched; longer ones are taken as right. */
const mostTokens = 60
/** How often a part without a bound may be repeated. */
const mostRepeats = 40

const plainToken = /\s+|"[^"]*"|'[^']*'|[,/]|[^\s,/"'()]+/y

/** The parts of a value; nothing where it cannot be read or is too long. */
export function valueTokens(value: string): readonly ValueToken[] | undefined {
  const tokens: ValueToken[] = []
  for (let at = 0; at < value.length;) {
    if (tokens.length === mostTokens) return undefined
    plainToken.lastIndex = at
    const all = value[at] === '(' ? '' : plainToken.exec(value)?.[0]
    if (all === undefined) return undefined
    at += all.length
    if (value[at] === '(' && /^[a-z-]*$/i.test(all)) {
      const end = endOfBracket(value, at)
      if (end === undefined) return undefined
      tokens.push({ kind: 'function', name: all.toLowerCase() })
      at = end
    } else if (/^["']/.test(all)) tokens.push({ kind: 'string', name: all })
    else if (all.trim() !== '') tokens.push({ kind: /^[,/]$/.test(all) ? 'sign' : 'word', name: all.toLowerCase() })
  }
  return tokens
}

/** The offset behind the bracket that closes the one at an offset. */
function endOfBracket(value: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < value.length; at += 1) {
    if (value[at] === '(') depth += 1
    else if (value[at] === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

/** Binds looser from left to right (CSS Values 4, 2.2). */
const operators = [
  [' | ', 'choice'],
  [' || ', 'some'],
  [' && ', 'all'],
] as const

const read = new Map<string, Grammar>()

function grammarOf(source: string): Grammar {
  const known = read.get(source)
  if (known !== undefined) return known
  const words = source.split(' ')
  let at = 0
  const row = (): Grammar => {
    const parts: Grammar[] = []
    for (let word = words[at]; word !== undefined && !/^(?:\|{1,2}|&&|\][?*+#{}\d,]*)$/.test(word); word = words[at]) {
      at += 1
      parts.push(word === '[' ? group() : multiplied(word))
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { kind: 'row', parts }
  }
  const level = (depth: number): Grammar => {
    const [operator, kind] = operators[depth] ?? []
    if (operator === undefined || kind === undefined) return row()
    const parts = [level(depth + 1)]
    while (words[at] === operator.trim()) {
      at += 1
      parts.push(level(depth + 1))
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { kind, parts }
  }
  const group = (): Grammar => {
    const inner = level(0)
    const end = words[at] ?? ']'
    at += 1
    return repeated(inner, end.slice(1))
  }
  const grammar = level(0)
  read.set(source, grammar)
  return grammar
}

function multiplied(word: string): Grammar {
  const { 1: name = '', 2: how = '' } = /^(<[a-z-]+>|[a-z-]+|[,/])(.*)$/.exec(word) ?? []
  const kind = name.startsWith('<') ? 'type' : /^[,/]$/.test(name) ? 'sign' : 'word'
  return repeated({ kind, name: name.replace(/[<>]/g, '') }, how)
}

function repeated(of: Grammar, how: string): Grammar {
  if (how === '') return of
  const { 1: least = '', 2: most = '' } = /^\{(\d+)(?:,(\d+))?\}$/.exec(how) ?? []
  if (least !== '') return { kind: 'repeat', of, least: Number(least), most: Number(most || least), comma: false }
  return {
    kind: 'repeat',
    of,
    least: how === '?' || how === '*' ? 0 : 1,
    most: how === '?' ? 1 : mostRepeats,
    comma: how === '#',
  }
}

const numeric = /^[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?([a-z]{1,10}|%)?$/
/** Functions whose result may be of any kind. */
const ofAnyKind = new Set(['var', 'env', 'attr', 'constant'])
const ofNumbers = new Set('calc min max clamp round mod rem abs sign sin cos tan pow sqrt hypot log exp'.split(' '))
const ofColors = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk|contrast-color)$/
const angles = /^(?:deg|rad|grad|turn)$/
/** Units of times, resolutions and parts of a grid. */
const ofOtherKinds = /^(?:m?s|k?hz|dpi|dpcm|dppx|fr)$/

/** Whether a part of a value is of a kind. Of a length, the unit is another matter. */
function isOf(type: string, { kind, name }: ValueToken): boolean {
  const unit = kind === 'word' ? (numeric.exec(name)?.[1] ?? (numeric.test(name) ? '' : undefined)) : undefined
  if (kind === 'function' && ofNumbers.has(name)) return /^(?:length|percentage|number|angle)$/.test(type)
  switch (type) {
    case 'length':
      return unit !== undefined && unit !== '%' && !angles.test(unit) && !ofOtherKinds.test(unit)
    case 'percentage':
      return unit === '%'
    case 'number':
      return unit === ''
    case 'angle':
      return unit !== undefined && angles.test(unit)
    case 'color':
      return kind === 'function' ? ofColors.test(name) : name.startsWith('#') || colorNames.has(name)
    case 'image':
      return kind === 'function' && /^url$|gradient$|^(?:image|image-set|cross-fade|element|paint)$/.test(name)
    case 'string':
      return kind === 'string'
    case 'function':
      return kind === 'function'
    case 'name':
      return kind === 'word' && /^[^\d#+.%][^#%]*$/.test(name)
    default:
      return false
  }
}

const typeGrammar = (name: string): Grammar | undefined => {
  const source = Object.hasOwn(cssTypes, name) ? cssTypes[name] : undefined
  return source === undefined ? undefined : grammarOf(source)
}

/** Where the part of a value can end that begins at one of these places. */
function endsOf(grammar: Grammar, tokens: readonly ValueToken[], from: ReadonlySet<number>): ReadonlySet<number> {
  if (from.size === 0) return from
  switch (grammar.kind) {
    case 'word':
    case 'sign':
      return stepped(from, tokens, (each) => each.kind === grammar.kind && each.name === grammar.name)
    case 'type': {
      const inner = typeGrammar(grammar.name)
      return inner === undefined
        ? stepped(from, tokens, (each) => isOf(grammar.name, each))
        : endsOf(inner, tokens, from)
    }
    case 'row':
      return grammar.parts.reduce((at, part) => endsOf(part, tokens, at), from)
    case 'choice':
      return joined(grammar.parts.map((part) => endsOf(part, tokens, from)))
    case 'repeat': {
      const ends = new Set(grammar.least === 0 ? from : [])
      let at = from
      for (let count = 1; count <= grammar.most && at.size > 0; count += 1) {
        if (count > 1 && grammar.comma) at = stepped(at, tokens, ({ name }) => name === ',')
        at = endsOf(grammar.of, tokens, at)
        if (count >= grammar.least) for (const end of at) ends.add(end)
      }
      return ends
    }
    case 'all':
    case 'some':
      return inAnyOrder(grammar.parts, grammar.kind === 'all', tokens, from)
  }
}

/** Each part once, in any order: by the places reached with each set of parts. */
function inAnyOrder(
  parts: readonly Grammar[],
  needsAll: boolean,
  tokens: readonly ValueToken[],
  from: ReadonlySet<number>,
): ReadonlySet<number> {
  const ends = new Set<number>()
  const whole = (1 << parts.length) - 1
  const reached = new Map<number, ReadonlySet<number>>([[0, from]])
  // A set of parts is a number that is greater than those it was made of.
  for (let mask = 0; mask <= whole; mask += 1) {
    const at = reached.get(mask)
    if (at === undefined || at.size === 0) continue
    if (mask === whole || (!needsAll && mask > 0)) for (const end of at) ends.add(end)
    parts.forEach((part, index) => {
      const next = mask | (1 << index)
      if (next === mask) return
      const found = endsOf(part, tokens, at)
      if (found.size > 0) reached.set(next, new Set([...(reached.get(next) ?? []), ...found]))
    })
  }
  return ends
}

/** All places of several sets. */
function joined(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [first = nowhere, ...others] = sets.filter(({ size }) => size > 0)
  if (others.length === 0) return first
  const all = new Set(first)
  for (const each of others) for (const at of each) all.add(at)
  return all
}

const nowhere: ReadonlySet<number> = new Set()

/** The places behind the parts that fit. */
function stepped(
  from: ReadonlySet<number>,
  tokens: readonly ValueToken[],
  fits: (token: ValueToken) => boolean,
): ReadonlySet<number> {
  let ends: Set<number> | undefined
  for (const at of from) {
    const each = tokens[at]
    if (each !== undefined && fits(each)) (ends ??= new Set()).add(at + 1)
  }
  return ends ?? nowhere
}

/** What a value is that its property cannot be; nothing where it fits, or where neither is known. */
export function misfit(
  property: string,
  value: string,
): { readonly word: string; readonly words: readonly string[] } | undefined {
  const source = cssGrammars.get(property)
  const tokens = source === undefined ? undefined : valueTokens(value)
  if (source === undefined || tokens === undefined || tokens.length === 0) return undefined
  if (
    tokens.some(({ kind, name }) =>
      kind === 'function' ? ofAnyKind.has(name) || name.startsWith('-') : /^-[a-z]/.test(name),
    )
  )
    return undefined
  const [first] = tokens
  if (tokens.length === 1 && first?.kind === 'word' && everywhere.has(first.name)) return undefined
  if (endsOf(grammarOf(source), tokens, new Set([0])).has(tokens.length)) return undefined
  const words = wordsIn(grammarOf(source))
  const odd = tokens.find(
    ({ kind, name }) =>
      kind === 'word' &&
      !words.has(name) &&
      !colorNames.has(name) &&
      !numeric.test(name) &&
      !/^#[\da-f]{3,8}$/.test(name),
  )
  return { word: odd?.name ?? value, words: [...words] }
}

/** The words of a grammar, for what a slip was meant to be. */
function wordsIn(grammar: Grammar, into = new Set<string>()): ReadonlySet<string> {
  if (grammar.kind === 'word') into.add(grammar.name)
  else if (grammar.kind === 'type') {
    const inner = typeGrammar(grammar.name)
    if (inner !== undefined) wordsIn(inner, into)
  } else if (grammar.kind === 'repeat') wordsIn(grammar.of, into)
  else if ('parts' in grammar) for (const part of grammar.parts) wordsIn(part, into)
  return into
}
