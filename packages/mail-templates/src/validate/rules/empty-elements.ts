import { around, type HtmlPage, type PageElement } from '../../page/html-page.ts'
import { type Html, holdsTag, htmlRule } from '../rule.ts'

/** What elements are made of: without it they show nothing, or a bar of their own colour. */
const madeOf: ReadonlyMap<string, readonly [parts: ReadonlySet<string>, one: string]> = new Map([
  ['ul', [new Set(['li']), 'item']],
  ['ol', [new Set(['li']), 'item']],
  ['dl', [new Set(['dt', 'dd', 'div']), 'term']],
  ['table', [new Set(['tr', 'tbody', 'thead', 'tfoot', 'caption']), 'row']],
  ['tr', [new Set(['td', 'th']), 'cell']],
  ['select', [new Set(['option', 'optgroup']), 'option']],
])
/** Elements that are nothing but their words. */
const ofWords = /^(?:label|button|caption|legend|summary|figcaption|option)$/
/** Elements that stand in words. */
const inWords = /^(?:b|i|u|s|em|strong|small|big|span|font|sub|sup|code)$/
/** Breaks in a row, and hard spaces, that make room. */
const mostBreaks = 3
const hardSpaces = /(?:&nbsp;|&#160;|\u00A0){6,}/g

/** How far up it is looked for what an element is a part of. */
const reach = 4

/** The elements that hold a part of what they are made of. */
function filled({ elements }: HtmlPage): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { tag, parent } of elements) {
    let at = parent
    for (let up = 0; up < reach && at !== -1; up += 1) {
      const outer = elements[at]
      if (madeOf.get(outer?.tag.name ?? '')?.[0].has(tag.name) === true) {
        found.add(at)
        break
      }
      at = outer?.parent ?? -1
    }
  }
  return found
}

/** Elements with nothing in them, and what is there only to make room. */
export const emptyElements = htmlRule((html, tell) => {
  const { page, parsed } = html
  const withParts = filled(page)
  for (const [index, element] of page.elements.entries()) {
    const { tag, end } = element
    const made = madeOf.get(tag.name)
    if (made !== undefined && !withParts.has(index) && !holdsTag(parsed, tag.end, end))
      tell('empty_element', tag, { message: `<${tag.name}> has no ${made[1]}.` })
    else if (
      ofWords.test(tag.name) &&
      isBlank(html, element) &&
      !tag.attributes.has('aria-label') &&
      !tag.attributes.has('label')
    )
      tell('empty_element', tag, { message: `<${tag.name}> has no words.` })
    else if (tag.name === 'th' && isBlank(html, element) && !isOfLayout(page, index))
      tell('empty_element', tag, { message: 'The head of a column has no words.', severity: 'info' })
    else if (inWords.test(tag.name) && isBlank(html, element) && isInWord(html.straight, tag.start, end))
      tell('empty_element', tag, {
        message: `An empty <${tag.name}> parts a word; filters take that for deceit.`,
        hint: 'Take it out.',
      })
    else if (tag.name === 'p' && isBlank(html, element))
      tell('empty_element', tag, {
        message: 'A paragraph is empty; programs differ in the room that they give it.',
        hint: 'Write padding.',
        severity: 'info',
      })
  }
  let breaks = 0
  for (const token of page.tokens) {
    if (token.kind === 'text' && token.text.trim() === '' && !holdsTag(parsed, token.start, token.end)) continue
    if (token.kind === 'comment' && isInWord(html.straight, token.start, token.end))
      tell('empty_element', token, {
        message: 'A comment parts a word; filters take that for deceit.',
        hint: 'Take it out.',
      })
    breaks = token.kind === 'start' && token.name === 'br' ? breaks + 1 : 0
    if (breaks === mostBreaks + 1 && token.kind === 'start')
      tell('empty_element', token, {
        message: 'Breaks in a row make room; programs and telephones differ in how much.',
        hint: 'Write padding.',
        severity: 'info',
      })
  }
  for (const text of page.texts) {
    if (text.element !== '' || !/\u00A0{6}/.test(text.text)) continue
    // Preheaders are filled up so.
    if ((html.looks?.[text.parent]?.hiddenBy ?? '') !== '') continue
    for (const { 0: spaces, index } of html.straight.slice(text.start, text.end).matchAll(hardSpaces))
      tell(
        'empty_element',
        { start: text.start + index, end: text.start + index + spaces.length },
        { message: 'Hard spaces in a row make room.', hint: 'Write padding, or a table.', severity: 'info' },
      )
  }
})

/** Elements of a row that are looked at. */
const mostOfRow = 30
/** Elements around it that are looked at. */
const mostAround = 6

/** Whether a cell is the first of several, above the heads of rows, or makes room beside tables. */
function isOfLayout(page: HtmlPage, index: number): boolean {
  const { elements } = page
  const row = elements[index]?.parent ?? -1
  const inRow = elements.slice(row + 1, row + mostOfRow).filter(({ tag }) => tag.start < (elements[row]?.end ?? 0))
  return (
    (row === index - 1 && inRow.length > 1) ||
    inRow.some(({ tag }) => tag.name === 'table') ||
    Array.from(around(page, row, mostAround)).some(({ tag }) => tag.name === 'th')
  )
}

/** Whether letters stand right before and behind a stretch. */
const isInWord = (source: string, start: number, end: number): boolean =>
  /\p{L}/u.test(source[start - 1] ?? '') && /\p{L}/u.test(source[end] ?? '')

const isBlank = ({ page, parsed }: Html, { tag, from, to, end }: PageElement): boolean =>
  page.tokens
    .slice(from, Math.min(to, from + 3))
    .every((token) => token.kind === 'end' || (token.kind === 'text' && /^\s*$/.test(token.text))) &&
  to - from <= 2 &&
  !holdsTag(parsed, tag.end, end)
