import type { FormField, ImageReference } from '@chancery/core'
import { attributeOf, elementsOf, type HtmlElement, type HtmlNode, isElement, rawText } from '@chancery/formats/html'
import { latexMath } from '../math/latex-math.ts'
import { linearMath } from '../math/linear-math.ts'
import { mathml } from '../math/mathml.ts'
import type { BlockSink, BlockTraits, CellContent } from '../model/block-sink.ts'
import { CellText } from '../model/cell-text.ts'
import { ListNesting } from '../model/list-nesting.ts'
import { listMarker, type ListNumbering } from '../model/list-marker.ts'
import { linkTarget, type RichText } from '../model/rich-text.ts'
import { signsOfLetters, symbolFontOf } from './html-font.ts'
import { lookOfElement } from './html-look.ts'
import { isBackLink } from './html-notes.ts'
import { type InlineMarks, InlineText, lineBreak } from './inline-text.ts'
import { xmlOf } from './html-xml.ts'
import type { PictureAt } from '../pictures.ts'
import type { PairedNote, PairedNotes } from './paired-notes.ts'
import { isWordNumber, wordListItem } from './word-list.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** What is not shown, or is no text. */
const skipped = new Set(['script', 'style', 'template', 'head', 'title', 'object', 'iframe', 'canvas', 'datalist'])

const blockElements = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figure footer form header ' +
    'hgroup hr html legend main menu nav noscript option p search section summary tr td th tbody thead tfoot'
  ).split(' '),
)

interface Found {
  readonly formFields: FormField[]
  readonly images: ImageReference[]
  readonly pictureAt?: PictureAt
}

const noPairs: PairedNotes = { notes: new Map(), marks: new Set(), names: new Map() }

/** Titles of whole documents, as Word and Google Docs mark them. */
const isTitle = (element: HtmlElement): boolean => {
  const names = attributeOf(element, 'class') ?? ''
  return (
    /(?:^|\s)MsoTitle(?:\s|$)/.test(names) ||
    (/(?:^|\s)title$/.test(names) && attributeOf(element, 'id')?.startsWith('h.') === true)
  )
}

/** The header or footer of its pages, as LibreOffice Writer writes them. */
const isWritersEdge = ({ tagName, parentNode, attrs }: HtmlElement): boolean =>
  tagName === 'div' &&
  parentNode?.nodeName === 'body' &&
  attrs.some(({ name, value }) => name === 'title' && /^(?:header|footer)$/.test(value))

/** Walks HTML in document order: gathers inline text and hands it on at the edges of block elements. */
export class HtmlWalker {
  private readonly sink: BlockSink
  private readonly found: Found
  private readonly inline = new InlineText()
  private readonly nesting = new ListNesting()
  private marks: InlineMarks = { look: {} }
  /** Of signs, that the text is set in. */
  private font = ''
  /** Pictures of the text that is being gathered. */
  private readonly pictures: ImageReference[] = []
  private figure: number | undefined
  private quotes = 0
  /** Ids of the elements that are notes. */
  private readonly notes: ReadonlySet<string>
  private readonly paired: PairedNotes
  private type: TextBlock = 'paragraph'
  private traits: BlockTraits = {}
  private depthOfList = 0
  private preformatted = false
  private isWordItem = false
  private hasAnnotationMark = false

  constructor(sink: BlockSink, found: Found, notes: ReadonlySet<string> = new Set(), paired: PairedNotes = noPairs) {
    this.sink = sink
    this.found = found
    this.notes = notes
    this.paired = paired
  }

  walk(node: HtmlNode): void {
    if (node.nodeName === '#text') this.add(this.font === '' ? rawText(node) : signsOfLetters(rawText(node), this.font))
    else if (isElement(node) && !skipped.has(node.tagName)) this.element(node)
  }

  /** Hands on the text that was gathered. */
  flush(): void {
    const rich = this.inline.take(this.preformatted)
    const whole = rich.toString()
    // The first line break in <pre> is none, nor are the last ones.
    const text = this.preformatted ? whole.trimEnd() : whole
    if (text.trim() !== '') this.write(text, rich)
    for (const picture of this.pictures.splice(0))
      this.figure = this.sink.figure(picture, this.quotes === 0 ? {} : { quote: this.quotes })
  }

  private write(text: string, rich: RichText): void {
    const isItem = this.type === 'list-item'
    const level = this.traits.level ?? 1
    const parent = isItem ? this.nesting.parentAt(level) : {}
    const figure = this.type === 'caption' && this.figure !== undefined ? { parent: this.figure } : {}
    this.figure = undefined
    const quote = this.quotes === 0 ? {} : { quote: this.quotes }
    // Code is set in its typeface by being code.
    const { runs, ...marks } = rich.marks
    const looks = this.type === 'code' || runs === undefined ? {} : { runs }
    const traits = { ...this.traits, ...parent, ...figure, ...quote, ...marks, ...looks }
    const index = this.sink.block(this.type, text, traits)
    if (isItem) this.nesting.add(level, index)
    else if (this.depthOfList === 0) this.nesting.end()
    // A list item's marker stands before its first paragraph only; the others belong to it.
    if (isItem) [this.type, this.traits] = ['paragraph', index === undefined ? {} : { parent: index }]
    // Further paragraphs of a note belong to its first.
    const { note, marker: _marker, ...rest } = this.traits
    if (note !== undefined) this.traits = { ...rest, ...(index === undefined ? {} : { parent: index }) }
  }

  private add(text: string): void {
    this.inline.add(text, this.marks)
  }

  private element(element: HtmlElement): void {
    const name = element.tagName
    if (isHidden(element)) return
    if (this.isWordItem && isWordNumber(element)) return
    const item = wordListItem(element)
    if (item !== undefined) return this.wordItem(item, element)
    const look = lookOfElement(element)
    const outer = [this.marks, this.font] as const
    this.font = symbolFontOf(element) ?? this.font
    if (look !== undefined) this.marks = { ...this.marks, look: { ...this.marks.look, ...look } }
    this.named(element, name)
    ;[this.marks, this.font] = outer
  }

  private named(element: HtmlElement, name: string): void {
    const pair = this.paired.notes.get(element)
    if (pair !== undefined) return this.note(pair.name, { marker: pair.marker }, element, pair.type)
    if (this.paired.marks.has(element)) return
    const id = this.notes.size === 0 ? undefined : attributeOf(element, 'id')
    if (id !== undefined && this.notes.has(id)) return this.note(id, {}, element)
    if (name === 'br') this.add(this.preformatted ? '\n' : lineBreak)
    else if (name === 'a') this.anchor(element)
    else if (name === 'img') this.image(element)
    else if (name === 'math') this.formula(element)
    else if (name === 'input' || name === 'select' || name === 'textarea') this.formField(element)
    else if (name === 'table' && !isLayout(element)) this.table(element)
    else if (name === 'p' && isTitle(element)) this.within('title', {}, element)
    else if (isWritersEdge(element)) this.within(attributeOf(element, 'title') as 'header' | 'footer', {}, element)
    else if (name === 'q') this.quoted(element)
    else if (name === 'ruby') this.annotated(element)
    else if (name === 'rt') this.annotation(element)
    else if (name === 'rp') this.annotationMark(element)
    else if (/^h[1-6]$/.test(name)) this.within('heading', { level: Number(name[1]) }, element)
    else if (name === 'pre' || name === 'listing' || name === 'xmp') this.code(element)
    else if (name === 'caption' || name === 'figcaption') this.within('caption', {}, element)
    else if (name === 'ul' || name === 'ol') this.list(element)
    else if (name === 'li') this.within('list-item', { level: Math.max(this.depthOfList, 1), marker: '•' }, element)
    else if (name === 'dt') this.within('term', {}, element)
    else if (name === 'dd') this.within('definition', {}, element)
    else if (name === 'blockquote') this.quote(element)
    else if (blockElements.has(name)) this.within('paragraph', {}, element)
    else this.children(element)
  }

  /** Browsers set the marks around it. */
  private quoted(element: HtmlElement): void {
    this.add('“')
    this.children(element)
    this.add('”')
  }

  private annotated(element: HtmlElement): void {
    this.hasAnnotationMark = false
    this.children(element)
  }

  /** How the words before it are read; browsers set it above them. */
  private annotation(element: HtmlElement): void {
    if (!this.hasAnnotationMark) this.add('(')
    this.children(element)
    if (!this.hasAnnotationMark) this.add(')')
  }

  /** Parentheses of the page's own, for what cannot set annotations above. */
  private annotationMark(element: HtmlElement): void {
    this.children(element)
    this.hasAnnotationMark = !this.hasAnnotationMark
  }

  private children(element: HtmlElement): void {
    for (const child of element.childNodes) this.walk(child)
  }

  private anchor(element: HtmlElement): void {
    if (this.notes.size > 0 && isBackLink(element)) return
    const outer = this.marks
    const link = linkTarget(attributeOf(element, 'href'))
    const anchor = link?.anchor
    // The sign of a comment is the comment's, and no part of the text.
    if (anchor !== undefined && this.paired.names.get(anchor) === 'comment') return this.inline.refer(anchor)
    if (anchor !== undefined && (this.notes.has(anchor) || this.paired.names.has(anchor)))
      this.marks = { look: {}, note: anchor }
    else if (link !== undefined) this.marks = { ...outer, link }
    this.children(element)
    this.marks = outer
  }

  private note(
    id: string,
    traits: Pick<BlockTraits, 'marker'>,
    element: HtmlElement,
    type: PairedNote['type'] = 'footnote',
  ): void {
    this.flush()
    const outer = [this.type, this.traits] as const
    ;[this.type, this.traits] = [type, { ...traits, note: id }]
    this.children(element)
    this.flush()
    ;[this.type, this.traits] = outer
  }

  private quote(element: HtmlElement): void {
    this.flush()
    this.quotes++
    this.within('paragraph', {}, element)
    this.flush()
    this.quotes--
  }

  private within(type: TextBlock, traits: BlockTraits, element: HtmlElement): void {
    // A plain wrapper inside a heading, list item or caption changes nothing of what the text is.
    const goesOn = this.type === 'paragraph' && this.traits.parent !== undefined
    const inherits = type === 'paragraph' && (this.type !== 'paragraph' || goesOn)
    if (inherits && (this.type === 'footnote' || this.type === 'comment')) {
      this.flush()
      this.children(element)
      this.flush()
      return
    }
    if (inherits && this.type !== 'list-item' && !goesOn) {
      this.add(' ')
      this.children(element)
      this.add(' ')
      return
    }
    this.flush()
    const outer = [this.type, this.traits] as const
    if (!inherits) [this.type, this.traits] = [type, traits]
    this.children(element)
    this.flush()
    if (!inherits) [this.type, this.traits] = outer
  }

  /** What Word wrote out of its number is left out. */
  private wordItem(item: BlockTraits, element: HtmlElement): void {
    const outer = this.isWordItem
    this.isWordItem = true
    this.within('list-item', item, element)
    this.isWordItem = outer
  }

  private code(element: HtmlElement): void {
    this.flush()
    const outer = [this.type, this.traits] as const
    const { parent } = this.traits
    const item = this.type === 'paragraph' && parent !== undefined ? { parent } : {}
    ;[this.type, this.traits, this.preformatted] = ['code', item, true]
    this.children(element)
    this.flush()
    ;[this.type, this.traits] = outer
    this.preformatted = false
  }

  private list(element: HtmlElement): void {
    this.flush()
    this.depthOfList++
    const level = this.depthOfList + flatLevel(element)
    const items = elementsOf(element, 'li')
    const ordered = element.tagName === 'ol'
    const step = attributeOf(element, 'reversed') === undefined ? 1 : -1
    let number = integer(attributeOf(element, 'start')) ?? (step === 1 ? 1 : items.length)
    for (const child of element.childNodes) {
      if (isElement(child) && child.tagName === 'li') {
        number = integer(attributeOf(child, 'value')) ?? number
        const marker = ordered
          ? `${listMarker(number, numberings[attributeOf(element, 'type') ?? '1'] ?? 'decimal')}.`
          : '•'
        const id = attributeOf(child, 'id') ?? ''
        const checked = taskOf(child)
        if (this.notes.has(id)) this.note(id, { marker }, child)
        else if (checked === undefined) this.within('list-item', { level, marker }, child)
        else this.within('list-item', { level, marker: checked ? '☒' : '☐', checked }, child)
        number += step
      } else this.walk(child)
    }
    this.flush()
    this.depthOfList--
  }

  private table(element: HtmlElement): void {
    this.flush()
    const rows: CellContent[][] = []
    let headerRows = 0
    for (const { row, inHead } of rowsOf(element)) {
      const cells = elementsOf(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th')
      const heads = inHead || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'th'))
      if (heads && headerRows === rows.length) headerRows++
      rows.push(cells.map((cell) => this.cell(cell)))
    }
    for (const caption of elementsOf(element, 'caption')) this.walk(caption)
    this.figure = undefined
    this.sink.table(rows, headerRows, this.quotes === 0 ? {} : { quote: this.quotes })
  }

  private cell(element: HtmlElement): CellContent {
    const text = new CellText()
    const walker = new HtmlWalker(text, this.found, this.notes, this.paired)
    walker.marks = this.marks
    for (const child of element.childNodes) walker.walk(child)
    walker.flush()
    return {
      ...text.content(),
      rowSpan: integer(attributeOf(element, 'rowspan')) ?? 1,
      columnSpan: integer(attributeOf(element, 'colspan')) ?? 1,
    }
  }

  private image(element: HtmlElement): void {
    const source = attributeOf(element, 'src') ?? ''
    const altText = attributeOf(element, 'alt')?.trim()
    const width = integer(attributeOf(element, 'width'))
    const height = integer(attributeOf(element, 'height'))
    // A picture of a dot or a line keeps a place, or counts readers.
    const isShown = (width ?? 9) > 2 && (height ?? 9) > 2
    const pictures = isShown ? this.pictures : this.found.images
    pictures.push({
      contentType: imageTypeOf(source),
      ...this.found.pictureAt?.(source),
      ...(altText === undefined || altText === '' ? {} : { altText }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    })
  }

  private formula(element: HtmlElement): void {
    const isDisplayed = attributeOf(element, 'display') === 'block' && this.type === 'paragraph'
    if (isDisplayed) {
      this.flush()
      this.type = 'formula'
    }
    const formula = mathml(xmlOf(element))
    this.inline.formula(linearMath(formula), latexMath(formula), this.marks)
    if (!isDisplayed) return
    this.flush()
    this.type = 'paragraph'
  }

  private formField(element: HtmlElement): void {
    const kind = (attributeOf(element, 'type') ?? 'text').toLowerCase()
    // The box of a task is its item's.
    if (kind === 'checkbox' && attributeOf(element, 'name') === undefined && this.traits.checked !== undefined) return
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? ''
    const value = attributeOf(element, 'value') ?? ''
    if (element.tagName === 'select') {
      const options = optionsOf(element)
      const chosen = options.filter((option) => attributeOf(option, 'selected') !== undefined).map(labelOf)
      this.found.formFields.push({ name, type: 'choice', value: chosen[0] ?? null, options: options.map(labelOf) })
    } else if (element.tagName === 'textarea') {
      this.found.formFields.push({ name, type: 'text', value: rawText(element) })
    } else if (kind === 'checkbox' || kind === 'radio') {
      const isTicked = attributeOf(element, 'checked') !== undefined
      this.found.formFields.push({ name, type: kind, value: isTicked })
      // The marker of a task shows its box already.
      if (this.traits.checked === undefined) this.add(` ${boxSigns[kind][isTicked ? 1 : 0]} `)
    } else if (kind === 'submit' || kind === 'button' || kind === 'reset' || kind === 'image') {
      this.found.formFields.push({ name, type: 'button', value })
    } else if (kind !== 'hidden' && kind !== 'password') {
      this.found.formFields.push({ name, type: kind === 'date' ? 'date' : 'text', value })
    }
  }
}

/** Empty and ticked, as they are seen. */
const boxSigns = { checkbox: ['☐', '☒'], radio: ['○', '◉'] } as const

/** Whether the task of an item is done, as it says itself (ARIA; Confluence). */
function statedTask(item: HtmlElement): boolean | undefined {
  if (attributeOf(item, 'role') === 'checkbox') return attributeOf(item, 'aria-checked') === 'true'
  if (attributeOf(item, 'data-inline-task-id') === undefined) return undefined
  return /(?:^|\s)checked(?:\s|$)/.test(attributeOf(item, 'class') ?? '')
}

/** Whether the task of an item is done: a box stands before its text (Notion draws it), or it says so. */
function taskOf(item: HtmlElement): boolean | undefined {
  const stated = statedTask(item)
  if (stated !== undefined) return stated
  let first: HtmlNode | undefined = item
  for (let depth = 0; depth < 4 && first !== undefined && isElement(first); depth++) {
    const element: HtmlElement = first
    if (element.tagName === 'input')
      return attributeOf(element, 'type')?.toLowerCase() === 'checkbox'
        ? attributeOf(element, 'checked') !== undefined
        : undefined
    const [, drawn] = /(?:^|\s)checkbox-(on|off)(?:\s|$)/.exec(attributeOf(element, 'class') ?? '') ?? []
    if (drawn !== undefined) return drawn === 'on'
    first = element.childNodes.find((child) => child.nodeName !== '#text' || rawText(child).trim() !== '')
  }
  return undefined
}

const collapse = (text: string): string => text.replaceAll(/[ \t\n\r\f]+/g, ' ').trim()

const numberings: Readonly<Record<string, ListNumbering>> = {
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}

const integer = (text: string | undefined): number | undefined => {
  const digits = /^\s*(-?\d{1,6})/.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Taken out of the page by its attributes; style sheets are not looked at. */
const isHidden = (element: HtmlElement): boolean =>
  attributeOf(element, 'hidden') !== undefined ||
  /(?:^|;)\s{0,20}(?:display\s{0,20}:\s{0,20}none|visibility\s{0,20}:\s{0,20}hidden)/i.test(
    (attributeOf(element, 'style') ?? '').slice(0, 2000),
  )

/**
 * A table that only places things: by its role, as e-mails mark it, because it has a single cell, or because it has a
 * table or heading inside where it is one column or says that it has no border.
 */
function isLayout(table: HtmlElement): boolean {
  const role = attributeOf(table, 'role')
  if (role === 'presentation' || role === 'none') return true
  const rows = rowsOf(table)
  if (rows.length <= 1 && elementsOf(rows[0]?.row ?? table).length <= 1) return true
  const hasHead = rows.some(({ row, inHead }) => inHead || elementsOf(row, 'th').length > 0)
  if (hasHead || elementsOf(table, 'caption').length > 0) return false
  const mayPlace = attributeOf(table, 'border') === '0' || rows.every(({ row }) => elementsOf(row).length <= 1)
  return mayPlace && rows.some(({ row }) => hasBlock(row))
}

/** Looks no further than the first: tables in each other are looked through once. */
const hasBlock = (element: HtmlElement): boolean =>
  element.childNodes.some((child) => isElement(child) && (/^(?:table|h[1-6])$/.test(child.tagName) || hasBlock(child)))

/** As they are shown: the foot stands last, wherever it is written. */
function rowsOf(table: HtmlElement): { readonly row: HtmlElement; readonly inHead: boolean }[] {
  const parts = elementsOf(table)
  const isFoot = ({ tagName }: HtmlElement): boolean => tagName === 'tfoot'
  return [...parts.filter((part) => !isFoot(part)), ...parts.filter(isFoot)].flatMap((part) =>
    part.tagName === 'tr'
      ? [{ row: part, inHead: false }]
      : elementsOf(part, 'tr').map((row) => ({ row, inHead: part.tagName === 'thead' })),
  )
}

/** How much deeper a list is than it stands: Google Docs writes lists in lists one after the other. */
const flatLevel = (list: HtmlElement): number =>
  Number(/(?:^|\s)lst-kix_\w{1,60}-([1-8])(?:\s|$)/.exec(attributeOf(list, 'class') ?? '')?.[1] ?? 0)

const optionsOf = (select: HtmlElement): HtmlElement[] =>
  elementsOf(select).flatMap((child) => (child.tagName === 'optgroup' ? elementsOf(child, 'option') : [child]))

const labelOf = (option: HtmlElement): string => collapse(rawText(option))

function imageTypeOf(source: string): string {
  const data = /^data:(image\/[a-z0-9.+-]{1,40})[;,]/i.exec(source)?.[1]
  if (data !== undefined) return data.toLowerCase()
  const ending = /\.(png|jpe?g|gif|webp|svg|bmp|tiff?)(?:[?#]|$)/i.exec(source)?.[1]?.toLowerCase()
  const known: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml', tif: 'tiff' }
  return ending === undefined ? 'image/*' : `image/${known[ending] ?? ending}`
}
