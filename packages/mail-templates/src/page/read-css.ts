/** What a declaration says, wherever it stands. */
export interface Meaning {
  /** In small letters. */
  readonly name: string
  readonly value: string
}

/** `name: value` of a style; offsets into the source that it was cut from. */
export interface Declaration extends Meaning {
  /** One object for all of a page that are written alike: an inlined style sheet says the same of a hundred cells. */
  readonly meaning: Meaning
  readonly start: number
  readonly end: number
}

/** What the declarations of a page say, by what is written; nothing for what is none. */
export class Meanings {
  readonly #known = new Map<string, Meaning | undefined>()

  of(words: string): Meaning | undefined {
    const known = this.#known.get(words)
    if (known !== undefined || this.#known.has(words)) return known
    const meaning = meaningIn(words)
    this.#known.set(words, meaning)
    return meaning
  }
}

function meaningIn(words: string): Meaning | undefined {
  const colon = words.indexOf(':')
  const name = words.slice(0, Math.max(0, colon)).trim()
  if (colon === -1 || !/^[*_]?[\w-]+$/.test(name)) return undefined
  return { name: name.toLowerCase(), value: words.slice(colon + 1).trim() }
}

export interface AtRule {
  /** Without `@`, in small letters. */
  readonly name: string
  /** What stands between the name and `{` or `;`. */
  readonly prelude: string
  readonly start: number
  readonly end: number
}

export interface CssRule {
  readonly selector: string
  readonly start: number
  readonly end: number
  /** The at-rules around it, outermost first. */
  readonly within: readonly AtRule[]
  /** Whether it stands in another rule (CSS nesting). */
  readonly isNested: boolean
  readonly declarations: readonly Declaration[]
}

interface CssFault {
  readonly code: 'unclosed_css_block' | 'stray_css_brace' | 'unclosed_css_comment' | 'invalid_css'
  readonly start: number
  readonly end: number
}

export interface StyleSheet {
  readonly rules: readonly CssRule[]
  readonly atRules: readonly AtRule[]
  readonly comments: readonly (readonly [start: number, end: number])[]
  readonly faults: readonly CssFault[]
}

/** Blocks in blocks that are followed. */
const maxDepth = 16

interface Block {
  readonly atRule: AtRule | undefined
  readonly rule: { readonly declarations: Declaration[] } | undefined
  readonly start: number
  readonly end: number
}

/**
 * Reads a style sheet, or with `inline` the declarations of a `style` attribute, as far as mail templates need it: rules,
 * at-rules, declarations, comments, with their places. Goes on after a fault. Linear in the text.
 */
export function readCss(text: string, offset: number, known: Meanings, inline = false): StyleSheet {
  const rules: CssRule[] = []
  const atRules: AtRule[] = []
  const comments: (readonly [number, number])[] = []
  const faults: CssFault[] = []
  const fault = (code: CssFault['code'], start: number, end: number): void => {
    faults.push({ code, start: offset + start, end: offset + end })
  }
  const hasMarks = text.includes('<!--')
  const blocks: Block[] = []
  const base: { declarations: Declaration[] } = { declarations: [] }
  if (inline) rules.push({ selector: '', start: offset, end: offset, within: [], isNested: false, ...base })
  let chunk = 0
  /** A semicolon that ends nothing, which the next selector takes in. */
  let stray = -1
  let parentheses = 0
  let firstComment = 0
  const trimmed = (from: number, to: number): readonly [string, number] => {
    let raw = ''
    let at = from
    for (; firstComment < comments.length; firstComment++) {
      const [start = 0, end = 0] = comments[firstComment] ?? []
      raw += text.slice(at, start - offset) + ' '.repeat(end - start)
      at = end - offset
    }
    raw += text.slice(at, to)
    if (raw.includes('--')) raw = raw.replace(/<!--|-->/g, (found) => ' '.repeat(found.length))
    const words = raw.trimStart()
    return [words.trimEnd(), from + raw.length - words.length]
  }
  const declare = (from: number, to: number): void => {
    const [words, start] = trimmed(from, to)
    if (words === '') return
    const place = { start: offset + start, end: offset + start + words.length }
    if (words.startsWith('@')) {
      const { 1: name = '', 2: prelude = '' } = /^@([\w-]*)\s*([^]*)$/.exec(words) ?? []
      atRules.push({ name: name.toLowerCase(), prelude, ...place })
      return
    }
    // Comments of html may stand around a sheet alone.
    if (hasMarks && blocks.length > 0 && /<!--|-->/.test(text.slice(from, to))) {
      fault('invalid_css', start, start + words.length)
      return
    }
    const into = inline ? base : blocks.at(-1)?.rule
    const meaning = known.of(words)
    if (meaning === undefined || (!inline && blocks.length === 0)) {
      fault('invalid_css', start, start + words.length)
      return
    }
    const { name, value } = meaning
    into?.declarations.push({ name, value, meaning, ...place })
  }
  const open = (at: number): void => {
    const [words, start] = trimmed(chunk, at)
    const place = { start: offset + start, end: offset + start + words.length }
    const within = blocks.slice(0, maxDepth).flatMap(({ atRule }) => atRule ?? [])
    if (words.startsWith('@')) {
      const { 1: name = '', 2: prelude = '' } = /^@([\w-]*)\s*([^]*)$/.exec(words) ?? []
      const atRule = { name: name.toLowerCase(), prelude: prelude.trim(), ...place }
      atRules.push(atRule)
      const declarations: Declaration[] = []
      // Blocks of descriptors (`@font-face`) hold declarations themselves.
      rules.push({ selector: '', ...place, within: [...within, atRule], isNested: false, declarations })
      blocks.push({ atRule, rule: { declarations }, start, end: at })
      return
    }
    if (stray !== -1) fault('invalid_css', stray, stray + 1)
    stray = -1
    const declarations: Declaration[] = []
    const isNested = blocks.some(({ atRule }) => atRule === undefined)
    rules.push({ selector: words, ...place, within, isNested, declarations })
    blocks.push({ atRule: undefined, rule: { declarations }, start, end: at })
  }
  const special = /["'(){};]|\/\*/g
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const at = found.index
    const [sign] = found
    if (sign === '/*') {
      const close = text.indexOf('*/', at + 2)
      const end = close === -1 ? text.length : close + 2
      comments.push([offset + at, offset + end])
      if (close === -1) {
        fault('unclosed_css_comment', at, at + 2)
        chunk = text.length
      }
      special.lastIndex = end
    } else if (sign === '"' || sign === "'") {
      // A string ends with its line (CSS Syntax 3, 4.3.5).
      special.lastIndex = endOfString(text, at + 1, sign)
    } else if (sign === '(') parentheses += 1
    else if (sign === ')') parentheses = Math.max(0, parentheses - 1)
    else if (sign === ';') {
      if (parentheses > 0) continue
      if (!inline && blocks.length === 0 && /^\s*$/.test(text.slice(chunk, at))) stray = at
      declare(chunk, at)
      chunk = at + 1
    } else {
      parentheses = 0
      if (sign === '{') {
        // A style attribute has declarations alone.
        if (inline && blocks.length === 0) fault('invalid_css', chunk, at + 1)
        if (blocks.length < maxDepth) open(at)
        else blocks.push({ atRule: undefined, rule: undefined, start: at, end: at })
      } else {
        declare(chunk, at)
        if (blocks.pop() === undefined) fault('stray_css_brace', at, at + 1)
      }
      chunk = at + 1
    }
  }
  if (inline || blocks.length > 0) declare(chunk, text.length)
  else {
    const [words, start] = trimmed(chunk, text.length)
    if (words.startsWith('@')) declare(chunk, text.length)
    else if (words !== '') fault('invalid_css', start, start + words.length)
  }
  for (const { start, end } of blocks) fault('unclosed_css_block', start, end)
  return { rules, atRules, comments, faults }
}

/** The offset after a string that began before `from`. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === quote || character === '\n') return at + 1
  }
  return text.length
}
