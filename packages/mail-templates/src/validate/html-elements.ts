import { html as names, type ParserError, type Token, Tokenizer, TokenizerMode } from 'parse5'

interface HtmlAttribute {
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
  readonly start: number
  readonly end: number
}

export interface HtmlElements {
  readonly tags: readonly HtmlTag[]
  /** Content of `style` and `title` elements. */
  readonly texts: readonly { readonly element: string; readonly text: string; readonly start: number }[]
  readonly errors: readonly { readonly code: string; readonly start: number; readonly end: number }[]
}

const rawText = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
const asText = new Set(['title', 'textarea'])

/** The tags of html as the standard's tokenizer sees them, in order, before any tree mends them. */
export function htmlElements(source: string): HtmlElements {
  const tags: HtmlTag[] = []
  const texts: { element: string; text: string; start: number }[] = []
  const errors: HtmlElements['errors'][number][] = []
  let element = ''
  const tag = (kind: HtmlTag['kind'], token: Token.TagToken): void => {
    const places = token.location?.attrs ?? {}
    const attributes = new Map(
      token.attrs.map(({ name, value }) => {
        const { startOffset: start = 0, endOffset: end = 0 } = places[name] ?? {}
        return [name, { value, start, end }] as const
      }),
    )
    const { startOffset: start = 0, endOffset: end = 0 } = token.location ?? {}
    tags.push({ kind, name: token.tagName, attributes, selfClosing: token.selfClosing, start, end })
  }
  const text = ({ chars, location }: Token.CharacterToken): void => {
    if (element !== '') texts.push({ element, text: chars, start: location?.startOffset ?? 0 })
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
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onParseError({ code, startOffset, endOffset }: ParserError) {
        errors.push({ code, start: startOffset, end: endOffset })
      },
    },
  )
  tokenizer.write(source, true)
  return { tags, texts, errors }
}
