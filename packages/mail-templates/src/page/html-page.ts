import { optionalEnds, paragraphEnds, voidElements } from './element-kinds.ts'
import type { HtmlTag, HtmlText, HtmlToken } from '../parse/html-tokens.ts'

/** One element of the tree. */
export interface PageElement {
  readonly tag: HtmlTag
  /** Index of the element around it, or -1. */
  readonly parent: number
  /** Index of the first token inside, and of the one after the last. */
  readonly from: number
  readonly to: number
  /** Offset at which it ends. */
  readonly end: number
}

/** Text that readers may see, with the element that it stands in, or -1. */
export interface PageText extends HtmlText {
  readonly parent: number
}

/** The tree of a page, as far as mail templates need it: in the order of the source. */
export interface HtmlPage {
  readonly tokens: readonly HtmlToken[]
  readonly elements: readonly PageElement[]
  /** Those that hold more than white space, which is most of what stands between tags. */
  readonly texts: readonly PageText[]
  /** The element that each token of text stands in, of white space too, or -1. */
  readonly parents: readonly number[]
}

type Growing = { -readonly [K in keyof PageElement]: PageElement[K] }

interface Ending {
  readonly ends: ReadonlySet<string>
  readonly within: ReadonlySet<string>
  readonly cutsNothing: boolean
}

/** What an element ends that was left open before it, up to the element that may hold both. */
const endedBy = (name: string): Ending | undefined => {
  if (name === 'li') return lists
  if (name === 'td' || name === 'th') return cells
  if (name === 'tr') return rows
  if (name === 'tbody' || name === 'thead' || name === 'tfoot') return rowGroups
  if (name === 'a') return links
  return paragraphEnds.has(name) ? paragraphs : undefined
}
const setOf = (...names: readonly string[]): ReadonlySet<string> => new Set(names)
const lists: Ending = { cutsNothing: true, ends: setOf('li'), within: setOf('ul', 'ol', 'table', 'td', 'th') }
const cells: Ending = { cutsNothing: true, ends: setOf('td', 'th'), within: setOf('tr', 'table') }
const rows: Ending = {
  cutsNothing: true,
  ends: setOf('tr', 'td', 'th'),
  within: setOf('table', 'tbody', 'thead', 'tfoot'),
}
const rowGroups: Ending = {
  cutsNothing: true,
  ends: setOf('tbody', 'thead', 'tfoot', 'tr', 'td', 'th'),
  within: setOf('table'),
}
const links: Ending = { cutsNothing: false, ends: setOf('a'), within: setOf('table', 'td', 'th') }
const paragraphs: Ending = { cutsNothing: false, ends: setOf('p'), within: setOf('table', 'td', 'th', 'button') }

/** How far up it is looked for what an element ends. */
const reach = 8

/** Builds the tree: what is left open ends with what is around it, stray end tags are passed over. Linear. */
export function htmlPage(tokens: readonly HtmlToken[]): HtmlPage {
  const elements: Growing[] = []
  const parents: number[] = []
  const open: number[] = []
  const count = new Map<string, number>()
  const nameAt = (index: number | undefined): string => elements[index ?? -1]?.tag.name ?? ''
  const close = (token: number, offset: number): string => {
    const index = open.pop()
    const element = elements[index ?? -1]
    if (element === undefined) return ''
    element.to = token
    element.end = offset
    const { name } = element.tag
    count.set(name, (count.get(name) ?? 0) - 1)
    return name
  }
  const closeUpTo = (name: string, token: number, offset: number): void => {
    while (open.length > 0 && close(token, offset) !== name);
  }
  tokens.forEach((token, index) => {
    switch (token.kind) {
      case 'text':
        parents.push(open.at(-1) ?? -1)
        return
      case 'start': {
        const rule = endedBy(token.name)
        if (rule !== undefined) {
          let last = -1
          for (let depth = 1; depth <= Math.min(reach, open.length); depth += 1) {
            const name = nameAt(open.at(-depth))
            // What needs an end tag of its own is not cut by a misplaced cell, row or item.
            if (rule.within.has(name) || (rule.cutsNothing && !rule.ends.has(name) && !optionalEnds.has(name))) break
            if (rule.ends.has(name)) last = depth
          }
          for (; last > 0; last -= 1) close(index, token.start)
        }
        elements.push({ tag: token, parent: open.at(-1) ?? -1, from: index + 1, to: index + 1, end: token.end })
        if (voidElements.has(token.name) || token.selfClosing) return
        open.push(elements.length - 1)
        count.set(token.name, (count.get(token.name) ?? 0) + 1)
        return
      }
      case 'end':
        if ((count.get(token.name) ?? 0) > 0) closeUpTo(token.name, index, token.end)
        return
      default:
    }
  })
  const last = tokens.at(-1)
  while (open.length > 0) close(tokens.length, last?.end ?? 0)
  return { tokens, elements, texts: textsIn(tokens, parents), parents }
}

/** The same tree with other words in its texts: of tokens that differ from those it was built of in nothing else. */
export const withTexts = (page: HtmlPage, tokens: readonly HtmlToken[]): HtmlPage => ({
  ...page,
  tokens,
  texts: textsIn(tokens, page.parents),
})

function textsIn(tokens: readonly HtmlToken[], parents: readonly number[]): readonly PageText[] {
  const texts: PageText[] = []
  let index = 0
  for (const token of tokens) {
    if (token.kind !== 'text') continue
    if (/[^ \t\n\f\r]/.test(token.text)) texts.push({ ...token, parent: parents[index] ?? -1 })
    index += 1
  }
  return texts
}

/** The elements around one, itself first; at most so many. */
export function* around({ elements }: HtmlPage, index: number, most = 200): Generator<PageElement> {
  let element = elements[index]
  for (let count = 0; element !== undefined && count < most; count += 1) {
    yield element
    element = elements[element.parent]
  }
}

/** The text inside an element, joined; of its first tokens alone. */
export const textOf = ({ tokens }: HtmlPage, { from, to }: PageElement, most = 400): string => {
  let text = ''
  for (let index = from; index < Math.min(to, from + most); index += 1) {
    const token = tokens[index]
    if (token?.kind === 'text' && token.element === '') text += token.text
  }
  return text.replace(/\s+/g, ' ').trim()
}
