import { html as names, type ParserError, type Token, Tokenizer, TokenizerMode } from 'parse5'

/** A value with its entities read; `start` and `end` are those of `name="value"` in the source. */
export interface HtmlAttribute {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** One tag of the html, with offsets into the source. */
export interface HtmlTag {
  readonly kind: 'start' | 'end'
  readonly name: string
  readonly attributes: ReadonlyMap<string, HtmlAttribute>
  readonly selfClosing: boolean
  /** Whether an attribute is given again; the first counts. */
  readonly repeatsAttribute: boolean
  readonly start: number
  readonly end: number
}

/** Text between tags, its entities read; `element` names the one that it is raw text of (`style`, `title`, `script`). */
export interface HtmlText {
  readonly kind: 'text'
  readonly text: string
  readonly element: string
  readonly start: number
  readonly end: number
}

/** A comment or a doctype; the text of a doctype is its name. */
export interface HtmlMark {
  readonly kind: 'comment' | 'doctype'
  readonly text: string
  readonly start: number
  readonly end: number
}

export type HtmlToken = HtmlTag | HtmlText | HtmlMark

/** What the standard's tokenizer complains of, by its own code (HTML standard, 13.2.2). */
export interface HtmlError {
  readonly code: string
  readonly start: number
  readonly end: number
}

export interface HtmlTokens {
  readonly tokens: readonly HtmlToken[]
  readonly errors: readonly HtmlError[]
}

const rawText = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
const asText = new Set(['title', 'textarea'])

type Growing = { -readonly [K in keyof HtmlText]: HtmlText[K] }

/** Html as the standard's tokenizer sees it, in order, before any tree mends it. */
export function htmlTokens(source: string): HtmlTokens {
  const tokens: HtmlToken[] = []
  const errors: HtmlError[] = []
  let element = ''
  let repeatsAttribute = false
  const placeOf = (location: Token.Location | null | undefined) => ({
    start: location?.startOffset ?? 0,
    end: location?.endOffset ?? 0,
  })
  const tag = (kind: HtmlTag['kind'], token: Token.TagToken): void => {
    const places = token.location?.attrs ?? {}
    const attributes = new Map(
      token.attrs.map(({ name, value }) => [name, { value, ...placeOf(places[name]) }] as const),
    )
    const { tagName: name, selfClosing } = token
    tokens.push({ kind, name, attributes, selfClosing, repeatsAttribute, ...placeOf(token.location) })
    repeatsAttribute = false
  }
  let last: Growing | undefined
  const text = ({ chars, location }: Token.CharacterToken): void => {
    const { start, end } = placeOf(location)
    // The tokenizer gives white space by itself.
    if (last !== undefined && last === tokens.at(-1) && last.end === start) {
      last.text += chars
      last.end = end
    } else tokens.push((last = { kind: 'text', text: chars, element, start, end }))
  }
  const ignore = (): void => {}
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        tag('start', token)
        element = ''
        const name = token.tagName
        if (name === names.TAG_NAMES.SCRIPT) tokenizer.state = TokenizerMode.SCRIPT_DATA
        else if (rawText.has(name)) tokenizer.state = TokenizerMode.RAWTEXT
        else if (asText.has(name)) tokenizer.state = TokenizerMode.RCDATA
        else return
        tokenizer.lastStartTagName = name
        element = name
      },
      onEndTag(token) {
        tag('end', token)
        element = ''
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: ignore,
      onComment({ data, location }) {
        tokens.push({ kind: 'comment', text: data, ...placeOf(location) })
      },
      onDoctype({ name, location }) {
        tokens.push({ kind: 'doctype', text: name ?? '', ...placeOf(location) })
      },
      onEof: ignore,
      onParseError({ code, startOffset, endOffset }: ParserError) {
        // It comes before the tag that it is in.
        repeatsAttribute ||= code === 'duplicate-attribute'
        errors.push({ code, start: startOffset, end: endOffset })
      },
    },
  )
  tokenizer.write(source, true)
  return { tokens, errors }
}

/** What a text may hold that stands in the source otherwise, or that blanks would change. */
const isRead = /[&\r\0]/

/**
 * The tokens of the source with stretches of it blanked, where these are words in the texts of the page and the tokens
 * follow from those known; `undefined` where they do not.
 * @param stretches in their order, apart from each other
 * @param blanked the source with them blanked
 */
export function withoutWords(
  tokens: readonly HtmlToken[],
  stretches: readonly (readonly [start: number, end: number])[],
  blanked: string,
): readonly HtmlToken[] | undefined {
  const changed = [...tokens]
  let index = 0
  for (const [from, to] of stretches) {
    if (from === to) continue
    while ((tokens[index]?.end ?? Infinity) < to) index++
    const token = tokens[index]
    if (token?.kind !== 'text' || token.element !== '' || token.start > from) return undefined
    const text = blanked.slice(token.start, token.end)
    if (isRead.test(text) || token.text.length !== text.length) return undefined
    changed[index] = { ...token, text }
  }
  return changed
}

/** The place of a text without the white space around it. Line breaks of two characters are one in `text`. */
export function wordsPlace(source: string, { start, end }: HtmlText): { readonly start: number; readonly end: number } {
  const text = source.slice(start, end)
  const lead = text.length - text.trimStart().length
  return lead === text.length ? { start, end } : { start: start + lead, end: start + text.trimEnd().length }
}

/** Where an attribute's value stands in the source, without its quotation marks. */
export function valueRange(source: string, { start, end }: HtmlAttribute): readonly [start: number, end: number] {
  let from = source.indexOf('=', start)
  if (from === -1 || from >= end) return [end, end]
  do from += 1
  while (from < end && /\s/.test(source[from] ?? ''))
  const quote = source[from]
  if (quote !== '"' && quote !== "'") return [from, end]
  return [from + 1, Math.max(from + 1, source[end - 1] === quote ? end - 1 : end)]
}
