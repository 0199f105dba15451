import { maxTagLength } from '@chancery/tags'

/** What a tag is, by the sign that it begins with; `literal` is what only takes something out of the text around. */
type TagKind =
  | 'value'
  | 'raw'
  | 'open'
  | 'inverted'
  | 'close'
  | 'else'
  | 'comment'
  | 'partial'
  | 'delimiters'
  | 'parent'
  | 'decorator'
  | 'literal'

export interface TagToken {
  readonly kind: TagKind
  /** What stands between the delimiters, after the sign, trimmed. */
  readonly body: string
  /** Offset of `body` in the source. */
  readonly bodyStart: number
  readonly start: number
  readonly end: number
  /** What the tag takes with it from the text around: its line, where it stands alone, or white space at a `~`. */
  readonly cutStart: number
  readonly cutEnd: number
  /** It stands alone on its line. */
  readonly isAlone: boolean
}

export interface TokenFault {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly start: number
  readonly end: number
}

export interface TemplateTokens {
  readonly tags: readonly TagToken[]
  readonly faults: readonly TokenFault[]
}

const signs: Readonly<Record<string, TagKind>> = {
  '#': 'open',
  '^': 'inverted',
  '/': 'close',
  '!': 'comment',
  '&': 'raw',
  '>': 'partial',
  '=': 'delimiters',
  '<': 'parent',
  '*': 'decorator',
}
/** A tag of these kinds that stands alone on its line takes the line with it (Mustache spec, "standalone"). */
const standalone = new Set<TagKind>(['open', 'inverted', 'close', 'else', 'comment', 'partial', 'delimiters'])

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'
const isSpace = (character: string | undefined): boolean =>
  character !== undefined && (character <= ' ' || character > '~') && /\s/.test(character)

/** Where the white space before an offset begins. */
export function spaceBefore(source: string, start: number): number {
  let before = start
  while (before > 0 && isSpace(source[before - 1])) before -= 1
  return before
}

/** Where the line of an offset begins, if nothing but blanks stands before it. */
export function blankBefore(source: string, start: number): number | undefined {
  let before = start
  while (before > 0 && isBlank(source[before - 1])) before -= 1
  return before === 0 || source[before - 1] === '\n' ? before : undefined
}

/** Behind the line break, if nothing but blanks stands before it. */
export function blankAfter(source: string, end: number): number | undefined {
  let after = end
  while (isBlank(source[after])) after += 1
  if (after === source.length) return after
  if (source[after] === '\r' && source[after + 1] === '\n') return after + 2
  return source[after] === '\n' ? after + 1 : undefined
}

/** The line around a tag that stands alone on it, with its line break. */
function aloneOnLine(source: string, start: number, end: number): readonly [number, number] | undefined {
  const before = blankBefore(source, start)
  const after = before === undefined ? undefined : blankAfter(source, end)
  return before === undefined || after === undefined ? undefined : [before, after]
}

/** Finds the next occurrence of a text at or after ever later offsets; each stretch of the source is searched once. */
function finder(source: string, wanted: string): (from: number) => number {
  let known = -2
  return (from) => {
    if (known !== -1 && known < from) known = source.indexOf(wanted, from)
    return known
  }
}

/** The next end of a comment that may hold tags, `--}}` or `--~}}`, at or after ever later offsets. */
function commentFinder(source: string): (from: number) => number {
  const end = /--~?\}\}/g
  let known = -2
  return (from) => {
    if (known === -1 || known >= from) return known
    end.lastIndex = from
    return (known = end.exec(source)?.index ?? -1)
  }
}

/** `=<% %>=`, or nothing where an equals sign begins something else. */
const newDelimiters = /=\s*([^\s=]+)\s+([^\s=]+)\s*=/y

interface Extent {
  readonly inner: readonly [number, number]
  readonly end: number
  readonly delimiters?: readonly [open: string, close: string]
}

/**
 * Cuts a template into its tags; what lies between their cuts is text. Knows Mustache's changed delimiters, and in the
 * usual ones Handlebars' `\{{x}}` (no tag), `{{{{raw}}}}…{{{{/raw}}}}` and `{{!-- }} --}}`. Goes on after a fault, so that
 * all are found. Linear in the source.
 */
export function templateTokens(source: string): TemplateTokens {
  return new Tokenizer(source).all()
}

class Tokenizer {
  readonly #source: string
  readonly #tags: TagToken[] = []
  readonly #faults: TokenFault[] = []
  readonly #lineEnds: (from: number) => number
  readonly #commentEnds: (from: number) => number
  #open = '{{'
  #close = '}}'
  #closes: (from: number) => number

  constructor(source: string) {
    this.#source = source
    this.#lineEnds = finder(source, '\n')
    this.#commentEnds = commentFinder(source)
    this.#closes = finder(source, '}}')
  }

  all(): TemplateTokens {
    let at = this.#source.indexOf(this.#open)
    while (at !== -1) {
      const from = this.#next(at)
      at = this.#source.indexOf(this.#open, from)
    }
    return { tags: this.#tags, faults: this.#faults }
  }

  get #isUsual(): boolean {
    return this.#open === '{{' && this.#close === '}}'
  }

  /** Reads the tag at an offset, and tells where to look for the next. */
  #next(at: number): number {
    if (this.#isUsual) {
      const after = this.#escaped(at) ?? this.#rawBlock(at)
      if (after !== undefined) return after
    }
    const source = this.#source
    const extent = this.#extentOf(at)
    const next = source.indexOf(this.#open, at + (this.#isTriple(at) ? 3 : this.#open.length))
    const isComment = source[at + this.#open.length] === '!' || source.startsWith('~!', at + this.#open.length)
    const cutShort =
      extent !== undefined &&
      next !== -1 &&
      next < extent.end - this.#close.length &&
      !isComment &&
      extent.delimiters === undefined
    if (extent === undefined || cutShort || (extent.end - at > maxTagLength + 8 && !isComment)) {
      const lineEnd = this.#lineEnds(at)
      const end = Math.min(lineEnd === -1 ? source.length : lineEnd, next === -1 ? source.length : next)
      const [open, close] = this.#isTriple(at) ? ['{{{', '}}}'] : [this.#open, this.#close]
      this.#faults.push({
        code: 'unclosed_tag',
        message: 'A tag is not closed.',
        hint: `A tag that begins with ${open} ends with ${close}.`,
        start: at,
        end: Math.max(end, at + this.#open.length),
      })
      return next === -1 ? source.length : next
    }
    this.#tags.push(this.#token(at, extent))
    if (extent.delimiters !== undefined) {
      const [open, close] = extent.delimiters
      this.#open = open
      this.#close = close
      this.#closes = finder(source, close)
    }
    return extent.end
  }

  #isTriple(at: number): boolean {
    return this.#isUsual && (this.#source[at + 2] === '{' || this.#source.startsWith('~{', at + 2))
  }

  /** `\{{x}}` is text without its backslash, up to the next tag; before `\\{{x}}` one backslash stays. */
  #escaped(at: number): number | undefined {
    const source = this.#source
    if (source[at - 1] !== '\\' || (this.#tags.at(-1)?.cutEnd ?? 0) > at - 1) return undefined
    const isTag = source[at - 2] === '\\' && (this.#tags.at(-1)?.cutEnd ?? 0) <= at - 2
    if (isTag) {
      this.#cut(at - 1, at, at)
      return undefined
    }
    const next = source.indexOf('{{', at + (source[at + 2] === '{' ? 3 : 2))
    const end = next === -1 ? source.length : next
    const close = source.indexOf('}}', at)
    this.#cut(at - 1, at, close === -1 || close > end ? at : close + 2)
    return next === -1 ? source.length : next
  }

  /** Takes out a stretch of the text; up to `end` no rule looks for tags. */
  #cut(cutStart: number, cutEnd: number, end: number): void {
    const token = { kind: 'literal', body: '', bodyStart: cutEnd, start: cutStart, end, cutStart, cutEnd } as const
    this.#tags.push({ ...token, isAlone: false })
  }

  /** `{{{{raw}}}} … {{{{/raw}}}}`: what stands between is text. */
  #rawBlock(at: number): number | undefined {
    const source = this.#source
    if (!source.startsWith('{{{{', at)) return undefined
    const open = /\{\{\{\{\s*([\w-]{1,40})\s*\}\}\}\}/y
    open.lastIndex = at
    const [head = '', name = ''] = open.exec(source) ?? []
    const closing = `{{{{/${name}}}}}`
    const close = head === '' ? -1 : source.indexOf(closing, at)
    if (close === -1 || !name.startsWith('raw')) {
      const isOther = close !== -1
      this.#faults.push({
        code: isOther ? 'unknown_helper' : 'unclosed_tag',
        message: isOther ? `There is no raw block "${name}".` : 'A raw block is not closed.',
        hint: 'Write {{{{raw}}}}…{{{{/raw}}}}.',
        start: at,
        end: at + Math.max(head.length, 4),
      })
      return isOther ? close + closing.length : at + 4
    }
    const [openStart, openEnd] = aloneOnLine(source, at, at + head.length) ?? [at, at + head.length]
    const [closeStart, closeEnd] = aloneOnLine(source, close, close + closing.length) ?? [close, close + closing.length]
    this.#cut(openStart, openEnd, closeStart)
    this.#cut(Math.max(closeStart, openEnd), closeEnd, closeEnd)
    return closeEnd
  }

  /** Where the tag that begins at `start` ends, and what is between; a comment may hold `}}` between its `--`. */
  #extentOf(start: number): Extent | undefined {
    const source = this.#source
    const from = start + this.#open.length
    if (this.#isUsual && source.startsWith('!--', source[from] === '~' ? from + 1 : from)) {
      const end = this.#commentEnd(from + 3)
      if (end !== undefined) return end
    }
    if (source[from] === '=') {
      newDelimiters.lastIndex = from
      const [all = '', open = '', close = ''] = newDelimiters.exec(source) ?? []
      if (all !== '' && all.length < 60 && source.startsWith(this.#close, from + all.length)) {
        const end = from + all.length
        return { inner: [from, end], end: end + this.#close.length, delimiters: [open, close] }
      }
    }
    const close = this.#closes(from)
    if (close === -1) return undefined
    if (!this.#isTriple(start)) return { inner: [from, close], end: close + this.#close.length }
    if (source[from] === '{')
      return source[close + 2] === '}' ? { inner: [from + 1, close], end: close + 3 } : undefined
    // `{{~{x}~}}`: the third brace stands inside the signs for white space.
    const inside = source[close - 1] === '~' ? close - 1 : close
    if (source[inside - 1] === '}') return { inner: [from, close], end: close + 2 }
    return source[close + 2] === '}' ? { inner: [from, close + 1], end: close + 3 } : undefined
  }

  /** A comment without an end of its own ends as any other tag. */
  #commentEnd(from: number): Extent | undefined {
    const dashes = this.#commentEnds(from)
    if (dashes === -1) return undefined
    const close = this.#source[dashes + 2] === '~' ? dashes + 3 : dashes + 2
    return { inner: [from - 3, close], end: close + 2 }
  }

  #token(start: number, { inner, end, delimiters }: Extent): TagToken {
    const source = this.#source
    let [from, to] = inner
    const triple = this.#isTriple(start)
    const trimBefore = source[from] === '~'
    if (trimBefore) from += 1
    const trimAfter = to > from && source[to - 1] === '~'
    if (trimAfter) to -= 1
    if (triple && source[from] === '{') from += 1
    if (triple && source[to - 1] === '}') to -= 1
    while (from < to && isSpace(source[from])) from += 1
    const sign = triple ? undefined : signs[source[from] ?? '']
    if (sign !== undefined) from += 1
    while (from < to && isSpace(source[from])) from += 1
    while (to > from && isSpace(source[to - 1])) to -= 1
    const body = source.slice(from, to)
    let kind: TagKind = triple ? 'raw' : (sign ?? 'value')
    if (kind === 'delimiters' && delimiters === undefined) kind = 'value'
    const bodyStart = kind === 'value' && sign === 'delimiters' ? from - 1 : from
    // Handlebars: `{{else}}`, `{{else if x}}`, and `{{^}}` for it.
    if ((kind === 'value' && /^else(?:\s|$)/.test(body)) || (kind === 'inverted' && body === '')) kind = 'else'

    const alone = standalone.has(kind) ? aloneOnLine(source, start, end) : undefined
    let [cutStart, cutEnd] = alone ?? [start, end]
    if (trimBefore) cutStart = spaceBefore(source, cutStart)
    if (trimAfter) while (isSpace(source[cutEnd])) cutEnd += 1
    const text = bodyStart === from ? body : `=${body}`
    return { kind, body: text, bodyStart, start, end, cutStart, cutEnd, isAlone: alone !== undefined }
  }
}
