/**
 * Where in HTML a place is, by the states of the HTML standard's tokenizer (section 13.2.5), as far as they differ in
 * what a value could do there.
 */
export interface HtmlState {
  readonly state:
    | 'text'
    | 'tag-open'
    | 'tag-name'
    | 'before-attribute'
    | 'attribute-name'
    | 'after-attribute-name'
    | 'before-value'
    | 'value'
    | 'comment'
    | 'bogus-comment'
    /** Text of `script`, `style` and the like, or of `title` and `textarea`. */
    | 'element-text'
    /** From here on, programs may read the html in two ways. */
    | 'unclear'
  /** Of the open tag, or of the element whose text it is. */
  readonly element: string
  readonly attribute: string
  readonly quote: '"' | "'" | ''
  /** What stands in the attribute's value before this place; a tag before it counts as one `\uFFFC`. */
  readonly before: string
  /** A `script` that holds data for mail programs (schema.org in JSON-LD); `quote` is then that of a JSON string. */
  readonly json: boolean
  /** Whether `svg` or `math` was opened: in them, the text of `title`, `style` and the like does hold tags. */
  readonly foreign: boolean
}

export const textState: HtmlState = {
  state: 'text',
  element: '',
  attribute: '',
  quote: '',
  before: '',
  json: false,
  foreign: false,
}

/** Elements whose text holds no tags. In `title` and `textarea` entities count; in the others nothing does. */
const rawText = new Set('script style xmp iframe noembed noframes plaintext title textarea'.split(' '))
const isSpace = (character: string): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'

/**
 * Whole tags without a value in them, as most are, which do not change how what follows is read, each with the text before it;
 * attributes are quoted or bare. Any other is read sign by sign. Some at once, since a pattern keeps a place for each to go back to.
 */
const plainTags =
  /(?:[^<]*<\/?(?!(?:script|style|xmp|iframe|noembed|noframes|plaintext|title|textarea|svg|math)[\t\n\f\r />])[a-z][^\t\n\f\r "'<>/=]*(?:[\t\n\f\r ]+[^\t\n\f\r "'<>/=]+(?:="[^"]*"|='[^']*')?)*[\t\n\f\r ]*\/?>){1,64}/iy

const tagName = /[^\t\n\f\r />]+/y
const attributeName = /[^\t\n\f\r />=]+/y

/** What a pattern finds at that place of the text; empty where it finds nothing. */
function found(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Whether a place after `text` is inside a JSON string. */
function jsonQuote(quote: HtmlState['quote'], text: string): HtmlState['quote'] {
  let open = quote !== ''
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') open = !open
  }
  return open ? '"' : ''
}

/** The state after `text`. Linear in it. */
export function afterText(from: HtmlState, text: string): HtmlState {
  let { state, element, attribute, quote, before, json, foreign } = from
  let at = 0
  const to = (next: HtmlState['state']): void => {
    state = next
  }
  const betweenAttributes = (): void => {
    attribute = ''
    before = ''
    to('before-attribute')
  }
  const endValue = (): void => {
    if (element.toLowerCase() === 'script' && attribute === 'type')
      json = /^application\/(?:ld\+)?json$/i.test(before.trim())
    quote = ''
    betweenAttributes()
  }
  const endTag = (): void => {
    const name = element.toLowerCase()
    // It is not looked for their ends: which end tag counts depends on all that is open.
    if (name === 'svg' || name === 'math') foreign = true
    element = rawText.has(name) ? name : ''
    to(element === '' ? 'text' : 'element-text')
    if (element !== 'script') json = false
    attribute = ''
    before = ''
  }
  while (at < text.length) {
    const character = text[at] ?? ''
    switch (state) {
      case 'text': {
        plainTags.lastIndex = at
        if (plainTags.test(text)) {
          at = plainTags.lastIndex
          element = ''
          json = false
          break
        }
        const open = text.indexOf('<', at)
        if (open === -1) return { ...textState, foreign }
        at = open
        if (text.startsWith('<!--', at)) {
          // Outlook reads what is in a conditional comment, so it counts as html.
          const condition = /^<!--\[if[^\]<>]{0,200}\]>/.exec(text.slice(at, at + 220))
          at += condition?.[0].length ?? 4
          if (condition !== null) break
          // The standard ends a comment at once where it begins with `>` or `->`.
          const abrupt = /^-?>/.exec(text.slice(at, at + 2))
          if (abrupt === null) to('comment')
          at += abrupt?.[0].length ?? 0
          break
        }
        at += 1
        to('tag-open')
        element = ''
        break
      }
      case 'tag-open':
        if (/[a-zA-Z]/.test(character)) to('tag-name')
        else if (character === '/' && element === '') {
          element = '/'
          at += 1
        } else if (character === '!' || character === '?' || element === '/') to('bogus-comment')
        else to('text')
        break
      case 'tag-name':
        if (isSpace(character) || character === '/') to('before-attribute')
        else if (character === '>') endTag()
        else {
          const name = found(tagName, text, at)
          element += name
          at += name.length
          break
        }
        at += 1
        break
      case 'before-attribute':
        if (character === '>') endTag()
        else if (!isSpace(character) && character !== '/') {
          attribute = ''
          to('attribute-name')
          break
        }
        at += 1
        break
      case 'attribute-name':
        if (isSpace(character)) to('after-attribute-name')
        else if (character === '/') betweenAttributes()
        else if (character === '=' && attribute !== '') to('before-value')
        else if (character === '>') endTag()
        else {
          // An equals sign at its beginning is part of the name.
          const name = attribute === '' && character === '=' ? '=' : found(attributeName, text, at)
          attribute += name.toLowerCase()
          at += name.length
          break
        }
        at += 1
        break
      case 'after-attribute-name':
        if (character === '=') to('before-value')
        else if (character === '>') endTag()
        else if (!isSpace(character)) {
          betweenAttributes()
          break
        }
        at += 1
        break
      case 'before-value':
        if (isSpace(character)) at += 1
        else if (character === '>') {
          endTag()
          at += 1
        } else {
          quote = character === '"' || character === "'" ? character : ''
          if (quote !== '') at += 1
          before = ''
          to('value')
        }
        break
      case 'value': {
        if (quote === '') {
          if (isSpace(character)) endValue()
          else if (character === '>') {
            endValue()
            endTag()
          } else before += character
          at += 1
          break
        }
        const close = text.indexOf(quote, at)
        before += text.slice(at, close === -1 ? undefined : close)
        if (close === -1) return { state, element, attribute, quote, before, json, foreign }
        at = close + 1
        endValue()
        break
      }
      case 'comment': {
        const close = /--!?>/g
        close.lastIndex = at
        const found = close.exec(text)
        if (found === null) return { ...textState, state, foreign }
        at = close.lastIndex
        to('text')
        break
      }
      case 'bogus-comment': {
        const close = text.indexOf('>', at)
        if (close === -1) return { ...textState, state, foreign }
        at = close + 1
        to('text')
        break
      }
      case 'element-text': {
        const close = new RegExp(`</${element}(?=[\\t\\n\\f\\r />])`, 'gi')
        close.lastIndex = at
        const found = element === 'plaintext' ? null : close.exec(text)
        if (foreign && text.slice(at, found?.index).includes('<')) return { ...textState, state: 'unclear', foreign }
        if (json) quote = jsonQuote(quote, text.slice(at, found?.index))
        if (found === null) return { ...textState, state, element, quote, json, foreign }
        at = close.lastIndex
        quote = ''
        element = `/${element}`
        to('tag-name')
        break
      }
      case 'unclear':
        return { ...textState, state, foreign }
    }
  }
  return { state, element, attribute, quote, before, json, foreign }
}

/** The state after a value: escaped, it can leave no state that values are allowed in. */
export const afterValue = (state: HtmlState): HtmlState =>
  state.state === 'value' ? { ...state, before: `${state.before}\uFFFC` } : state

/** Two ways through a template must end in the same place of the html. */
export const sameState = (a: HtmlState, b: HtmlState): boolean =>
  a.state === b.state &&
  a.element === b.element &&
  a.attribute === b.attribute &&
  a.quote === b.quote &&
  a.json === b.json

/** Places in a start tag where an attribute may have ended, or none have begun. */
const inTag = new Set<HtmlState['state']>([
  'tag-name',
  'before-attribute',
  'attribute-name',
  'after-attribute-name',
  'value',
])

/**
 * Whether two ways that end in different places of one tag (`<td{{#if a}} nowrap{{/if}} width="1">`) are in the same again behind
 * the next character of the template that is no white space, and know the same of it.
 */
export function meetAgain(a: HtmlState, b: HtmlState, next: string): boolean {
  if (a.element !== b.element || !inTag.has(a.state) || !inTag.has(b.state)) return false
  const beginning = /^[\t\n\f\r ]*[^\t\n\f\r ]/.exec(next)?.[0]
  if (beginning === undefined) return false
  const [afterA, afterB] = [afterText(a, beginning), afterText(b, beginning)]
  return afterA.state !== 'value' && afterA.foreign === afterB.foreign && sameState(afterA, afterB)
}

/** How much of a URL is surely there already. */
const knownUrl = ({ before }: HtmlState): number => {
  const url = before.trim()
  if (url === '' || /^[\w\s]+script\s*:|^data:/i.test(url)) return 0
  if (/[?#]/.test(url)) return 3
  return /[:/]/.test(url) ? 2 : 1
}

/** Of two ways to the same place, the one after which less is known of the URL that is being written. */
export const lessKnown = (a: HtmlState, b: HtmlState): HtmlState => ({
  ...(knownUrl(b) < knownUrl(a) ? b : a),
  foreign: a.foreign || b.foreign,
})
