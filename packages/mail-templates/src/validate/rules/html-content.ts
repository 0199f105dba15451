import { suggest } from '@chancery/core'
import { knownElements, paragraphEnds } from '../../page/element-kinds.ts'
import { around, type HtmlPage, type PageElement } from '../../page/html-page.ts'
import { type HtmlTag, wordsPlace } from '../../parse/html-tokens.ts'
import { htmlRule, holdsTag, type Words } from '../rule.ts'

/** Elements that only stand in certain others; what may lie between them is left out of account. */
const homes: Readonly<Record<string, readonly string[]>> = {
  td: ['tr'],
  th: ['tr'],
  tr: ['table', 'tbody', 'thead', 'tfoot'],
  tbody: ['table'],
  thead: ['table'],
  tfoot: ['table'],
  caption: ['table'],
  li: ['ul', 'ol', 'menu', 'dir'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
  source: ['picture', 'audio', 'video'],
  track: ['audio', 'video'],
  legend: ['fieldset'],
  figcaption: ['figure'],
  summary: ['details'],
  optgroup: ['select'],
  area: ['map'],
  param: ['object'],
  option: ['select', 'datalist', 'optgroup'],
  title: ['head', 'html', 'svg', ''],
  meta: ['head', 'html', 'body', ''],
}
/** What may stand in the rows of a table beside cells. */
const inTables = new Set('table tbody thead tfoot tr'.split(' '))
const mayStandInTables = new Set(
  'caption colgroup col tbody thead tfoot tr td th script template style form input'.split(' '),
)

/** What may stand right in a list. */
const inLists: ReadonlyMap<string, readonly [names: ReadonlySet<string>, item: string]> = new Map([
  ['ul', [new Set(['li', 'script', 'template']), 'li']],
  ['ol', [new Set(['li', 'script', 'template']), 'li']],
  ['dl', [new Set(['dt', 'dd', 'div', 'script', 'template']), 'dd']],
])
/** What may follow the head in a page. */
const ofPage = new Set(['head', 'body', 'frameset', 'noframes', 'xml'])
/** What stands in the head (HTML standard, 4.2.1). */
const ofHead = new Set('title meta base link style script noscript template object xml'.split(' '))
/** Elements of words, in which no blocks may stand. */
const ofWords = new Set('span b strong em i u small label h1 h2 h3 h4 h5 h6'.split(' '))
const blocks = new Set('div p table ul ol h1 h2 h3 h4 h5 h6'.split(' '))
/** What readers press: none may stand in another. */
const pressed = new Set(['a', 'button', 'label'])
const inThemselves = new Set(['button', 'label'])

const obsolete = new Set(
  'font marquee blink big tt strike acronym applet basefont bgsound dir isindex nobr spacer'.split(' '),
)
const onceOnly = new Set(['html', 'head', 'body', 'title', 'base'])

/** Slips in names are looked for so often. */
const maxSuggestions = 100

/** What is wrong about an element that has no home of its own, in the one around it. */
function oddHome(name: string, parent: string): Words | undefined {
  const message = `<${name}> stands in <${parent}>.`
  const list = inLists.get(parent)
  if (list !== undefined && !list[0].has(name)) return { message, hint: `Put it into <${list[1]}>.` }
  if (parent === 'html' && knownElements.has(name) && !ofPage.has(name) && !ofHead.has(name))
    return { message, hint: 'Put it into the body.' }
  if (parent === 'head' && knownElements.has(name) && !ofHead.has(name) && name !== 'body')
    return { message, hint: 'Put it into the body.' }
  if (
    pressed.has(name) &&
    pressed.has(parent) &&
    (name === parent ? inThemselves.has(name) : name !== 'label' && parent !== 'label')
  )
    return { message, hint: 'Style the link itself as a button, or close one before the other.' }
  return ofWords.has(parent) && blocks.has(name)
    ? {
        message: `${message} Programs differ in what they make of it.`,
        hint: 'Put it the other way round.',
        severity: 'info',
      }
    : undefined
}

/** Whether an element has an end tag: what follows an open one stands in it by mistake, which is told of that. */
function isClosed({ elements, tokens }: HtmlPage, index: number): boolean {
  const element = elements[index]
  const last = tokens[element?.to ?? -1]
  return last?.kind === 'end' && last.name === element?.tag.name
}

const parentOf = ({ elements }: HtmlPage, { parent }: PageElement): string => elements[parent]?.tag.name ?? ''

/** Text where it may not stand. */
export const misplacedTexts = htmlRule(({ page, parsed, straight }, tell) => {
  const endOfHtml = page.elements.find(({ tag }) => tag.name === 'html')?.end ?? Infinity
  for (const text of page.texts) {
    const parent = page.elements[text.parent]?.tag.name ?? ''
    // A value or comment of the template is no text of the page.
    if (!/[^\s\uFEFF]/.test(text.text)) continue
    if (inTables.has(parent)) tell('text_in_table', wordsPlace(straight, text))
    if (parent === 'head' && text.element === '' && !holdsTag(parsed, text.start, text.end))
      tell('misplaced_element', wordsPlace(straight, text), {
        message: 'Text stands in the head; programs show it before all else.',
        hint: 'Put it into the body.',
      })
    if (inLists.has(parent))
      tell('misplaced_element', wordsPlace(straight, text), {
        message: `Text stands in <${parent}>, but in no item.`,
        hint: 'Put it into <li>.',
      })
    if (text.parent === -1 && text.start >= endOfHtml)
      tell('misplaced_element', wordsPlace(straight, text), {
        message: 'Text stands behind the end of the html.',
        hint: 'Put it before </body>.',
      })
    if (text.element === 'title' && /<\/?[a-z][^<>]*>/i.test(text.text))
      tell('misplaced_element', wordsPlace(straight, text), {
        message: 'A title holds no tags; they are shown as they are written.',
        hint: 'Take them out.',
      })
  }
})

/** Elements where they may not stand, and names that there are not. */
export const htmlContent = htmlRule(({ page, starts }, tell) => {
  const seen = new Set<string>()
  /** Tables in which a row has begun. */
  const withRows = new Set<number>()
  const withCaption = new Set<number>()
  /** Where the body of a table begins, by the table. */
  const lastBody = new Map<number, number>()
  page.elements.forEach((element) => {
    const { tag } = element
    const parent = parentOf(page, element)
    if (onceOnly.has(tag.name)) {
      const isInPicture = tag.name === 'title' && parent === 'svg'
      if (seen.has(tag.name) && !isInPicture)
        tell('repeated_element', tag, { message: `<${tag.name}> is there twice.` })
      seen.add(tag.name)
    }
    // Microdata stand anywhere.
    const home = tag.name === 'meta' && tag.attributes.has('itemprop') ? undefined : homes[tag.name]
    const isLost = /^d[td]$/.test(tag.name) && parent === 'div' && !isInList(page, element.parent)
    if (isLost) tell('misplaced_element', tag, { message: `<${tag.name}> stands in no <dl>.` })
    else if (home !== undefined && !home.includes(parent) && !(parent === '' && tag.name !== 'td' && tag.name !== 'tr'))
      tell('misplaced_element', tag, {
        message: `<${tag.name}> stands in ${parent === '' ? 'no element' : `<${parent}>`}.`,
      })
    else if (inTables.has(parent) && !mayStandInTables.has(tag.name))
      tell('text_in_table', tag, {
        message: `<${tag.name}> stands in <${parent}>, but in no cell; programs move it before the table.`,
      })
    if (tag.name === 'tr' || tag.name === 'tbody') withRows.add(element.parent)
    if (tag.name === 'caption' && withRows.has(element.parent))
      tell('misplaced_element', tag, { message: '<caption> stands behind a row.', hint: 'Put it first.' })
    if (tag.name === 'caption') {
      if (withCaption.has(element.parent))
        tell('repeated_element', tag, { message: 'The table has a caption already.' })
      withCaption.add(element.parent)
    }
    if (
      /^h[1-6]$/.test(tag.name) &&
      !/^h[1-6]$/.test(parent) &&
      Array.from(around(page, element.parent, 8)).some(({ tag: outer }) => /^h[1-6]$/.test(outer.name))
    )
      tell('misplaced_element', tag, { message: 'A heading stands in a heading.', hint: 'Close the first before.' })
    if (tag.name === 'thead' && (lastBody.get(element.parent) ?? Infinity) < tag.start)
      tell('misplaced_element', tag, {
        message: '<thead> stands behind <tbody>.',
        hint: 'Put it first.',
        severity: 'info',
      })
    if (tag.name === 'tbody') lastBody.set(element.parent, tag.start)
    const odd = isClosed(page, element.parent) ? oddHome(tag.name, parent) : undefined
    if (odd !== undefined) tell('misplaced_element', tag, odd)
    if (tag.name === 'form' && Array.from(around(page, element.parent)).some(({ tag: outer }) => outer.name === 'form'))
      tell('nested_form', tag)
  })
  checkOrder(page, tell)
  checkCells(page, tell)
  let left = maxSuggestions
  const hasPicture = isInPicture(page)
  for (const tag of starts) {
    if (!tag.name.includes(':') && !/^(?:mj|amp)-/.test(tag.name) && !knownElements.has(tag.name) && !hasPicture) {
      left -= 1
      const near = left > 0 ? suggest(tag.name, knownElements) : undefined
      tell('unknown_element', tag, {
        message: `There is no element <${tag.name.slice(0, 40)}>.`,
        ...(near === undefined ? {} : { hint: `Did you mean <${near}>?` }),
      })
    }
    if (tag.name.startsWith('mj-'))
      tell('unknown_element', tag, {
        message: `<${tag.name.slice(0, 40)}> is an element of MJML, which no mail program knows.`,
        hint: 'Give the source as `mjml`: it is made into html.',
      })
    if (obsolete.has(tag.name)) tell('obsolete_element', tag, { message: `<${tag.name}> is obsolete.` })
  }
})

/** Whether what groups terms stands in a list of them. */
const isInList = ({ elements }: HtmlPage, group: number): boolean =>
  elements[elements[group]?.parent ?? -1]?.tag.name === 'dl'

/** Names of SVG and MathML are not known here. */
const isInPicture = ({ elements }: HtmlPage): boolean =>
  elements.some(({ tag }) => tag.name === 'svg' || tag.name === 'math')

type Tell = Parameters<Parameters<typeof htmlRule>[0]>[1]

/** Cells and rows that begin and end in a cell of the same table. */
function checkCells({ tokens }: HtmlPage, tell: Tell): void {
  /** The open cells of each open table, the last that ended in another, and a row that began in one. */
  const tables: { open: HtmlTag[]; inner?: HtmlTag | undefined; row?: HtmlTag | undefined }[] = [{ open: [] }]
  for (const token of tokens) {
    const table = tables.at(-1)
    if ((token.kind !== 'start' && token.kind !== 'end') || table === undefined) continue
    if (token.name === 'table') {
      if (token.kind === 'start') tables.push({ open: [] })
      else if (tables.length > 1) tables.pop()
    } else if (token.name === 'tr') {
      if (token.kind === 'start') table.row = table.open.length > 0 ? token : undefined
      table.open = []
      table.inner = undefined
    } else if (token.name !== 'td' && token.name !== 'th') continue
    else if (token.kind === 'start') table.open.push(token)
    else {
      const ended = table.open.pop()
      if (ended === undefined && table.row !== undefined) {
        tell('misplaced_element', table.row, { message: 'A row stands in a cell.', hint: 'Put a table around it.' })
        table.row = undefined
      }
      if (table.open.length > 0) table.inner = ended
      else if (table.inner !== undefined) {
        tell('misplaced_element', table.inner, { message: 'A cell stands in a cell.', hint: 'Close the first before.' })
        table.inner = undefined
      }
    }
  }
}

/** Links in links, and blocks that end a paragraph, in the order of the tags as they are written. */
function checkOrder({ tokens }: HtmlPage, tell: Tell): void {
  let link = false
  let paragraph = false
  /** Whether the link began in the paragraph. */
  let isLinkInside = false
  let isRowBegun = false
  for (const token of tokens) {
    if (token.kind !== 'start' && token.kind !== 'end') continue
    const starts = token.kind === 'start'
    if (starts && isRowBegun && token.name === 'tr')
      tell('misplaced_element', token, { message: 'A row begins in a row that has no cell yet.' })
    isRowBegun = starts && token.name === 'tr'
    if (token.name === 'a') {
      if (starts && link) tell('nested_link', token)
      link = starts
      isLinkInside = paragraph
    } else if (token.name === 'p') {
      if (starts && paragraph && link && isLinkInside)
        tell('block_in_paragraph', token, { message: 'A paragraph begins in a link of the one before, which it ends.' })
      isLinkInside = false
      paragraph = starts
    } else if (/^(?:td|th|table|li)$/.test(token.name)) {
      if (starts && paragraph && token.name === 'table')
        tell('block_in_paragraph', token, { message: 'The paragraph ends where this table begins.' })
      paragraph = false
      if (token.name !== 'table') link = false
    } else if (starts && paragraph && paragraphEnds.has(token.name) && token.name !== 'hr') {
      tell('block_in_paragraph', token, { message: `The paragraph ends where <${token.name}> begins.` })
      paragraph = false
    } else if (!starts && paragraphEnds.has(token.name)) paragraph = false
  }
}
