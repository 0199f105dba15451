import type { Link, Look } from '@chancery/core'
import type { BlockSink, BlockTraits, CellContent } from '@chancery/reading/model/block-sink'
import { isFixedPitch } from '@chancery/reading/model/code-text'
import { CellText } from '@chancery/reading/model/cell-text'
import { ListNesting } from '@chancery/reading/model/list-nesting'
import { latexMath } from '@chancery/reading/math/latex-math'
import { linearMath } from '@chancery/reading/math/linear-math'
import { officeMath } from '@chancery/reading/math/office-math'
import { RichText } from '@chancery/reading/model/rich-text'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { autoNumber } from './auto-number.ts'

type TextBlock = Parameters<BlockSink['block']>[0]
type LinkOf = (relationship: string) => Omit<Link, 'span'> | undefined

interface DrawingTextSettings {
  /** What paragraphs without a bullet are. */
  readonly type: TextBlock
  readonly traits?: BlockTraits
  readonly linkOf: LinkOf
  /** List styles that hold for the shape, nearest first: its own, those of its layout and its master. */
  readonly listStyles: readonly (XmlElement | undefined)[]
  /** Whether bullets are read at all; titles and footers have none. */
  readonly bullets: boolean
}

interface Bullet {
  readonly character?: string
  readonly autoNumber?: string
  readonly startAt?: number
}

/** The paragraphs of a DrawingML text body (ECMA-376 part 1, 21.1.2): a block each, list items with their markers. */
export function writeTextBody(body: XmlElement, sink: BlockSink, settings: DrawingTextSettings): void {
  const counts: { readonly numbering: string; readonly number: number }[] = []
  const nesting = new ListNesting()
  const own = descend(body, 'a:lstStyle')
  for (const paragraph of childrenOf(body, 'a:p')) {
    const text = new RichText()
    runs(paragraph, text, settings.linkOf)
    const properties = descend(paragraph, 'a:pPr')
    const level = Math.min(Math.max(Math.trunc(Number(properties?.attributes['lvl'])) || 0, 0), 8)
    const bullet = settings.bullets ? bulletOf(properties, level, [own, ...settings.listStyles]) : undefined
    const written = text.toString()
    if (written.trim() === '') continue
    counts.length = Math.min(counts.length, level + 1)
    if (bullet === undefined) {
      counts.length = Math.min(counts.length, level)
      // Set in as far as what hangs from an item, it goes on with that.
      const item = nesting.parentAt(level + 1)
      if (item.parent === undefined) nesting.end()
      sink.block(standsFree.has(settings.type) && text.isFormula ? 'formula' : settings.type, written, {
        ...text.marks,
        ...settings.traits,
        ...item,
      })
      continue
    }
    const numbering = `${bullet.autoNumber ?? ''} ${bullet.startAt ?? ''}`
    const last = counts[level]
    const number = last?.numbering === numbering ? last.number + 1 : (bullet.startAt ?? 1)
    counts[level] = { numbering, number }
    const marker = bullet.autoNumber === undefined ? (bullet.character ?? '•') : autoNumber(bullet.autoNumber, number)
    const parent = nesting.parentAt(level + 1)
    const traits = { ...text.marks, ...settings.traits, ...parent, level: level + 1, marker }
    nesting.add(level + 1, sink.block('list-item', written, traits))
  }
}

/** What may be a formula instead. */
const standsFree: ReadonlySet<TextBlock> = new Set(['paragraph', 'text-box'])

function runs(element: XmlElement, text: RichText, linkOf: LinkOf): void {
  for (const child of childrenOf(element)) {
    const { name } = child
    if (name === 'a:r' || name === 'a:fld') {
      const start = text.length
      text.add(childrenOf(child, 'a:t').map(textOf).join(''))
      const properties = descend(child, 'a:rPr')
      text.format(start, lookOf(properties))
      const click = descend(properties, 'a:hlinkClick')
      if (click !== undefined) text.link(start, linkOf(click.attributes['r:id'] ?? ''))
    } else if (name === 'a:br') text.add('\n')
    else if (name === 'mc:AlternateContent') {
      const chosen = childrenOf(child, 'mc:Choice').find((choice) => textOf(choice).trim() !== '')
      const fallback = chosen ?? descend(child, 'mc:Fallback')
      if (fallback !== undefined) runs(fallback, text, linkOf)
    } else if (name === 'm:oMath') writeFormula(child, text)
    else if (name === 'm:t') text.add(textOf(child))
    else if (!name.startsWith('a:')) runs(child, text, linkOf)
  }
}

function writeFormula(element: XmlElement, text: RichText): void {
  // Slides have no tracked changes.
  const formula = officeMath(element, 'accept', () => {})
  const start = text.length
  text.add(linearMath(formula))
  text.formula(start, latexMath(formula))
}

/** What a run says of its look (21.1.2.3.9); what layouts and masters say holds for whole paragraphs. */
function lookOf(properties: XmlElement | undefined): Look {
  const { b, i, u = 'none', strike = 'noStrike', baseline = '0' } = properties?.attributes ?? {}
  const raised = Number.parseFloat(baseline)
  const font = descend(properties, 'a:latin')?.attributes['typeface'] ?? ''
  return {
    ...(isOn(b) ? { bold: true } : {}),
    ...(isOn(i) ? { italic: true } : {}),
    ...(u === 'none' ? {} : { underline: true }),
    ...(strike === 'noStrike' ? {} : { strike: true }),
    ...(isFixedPitch(font) ? { code: true } : {}),
    ...(raised > 0 ? { script: 'super' } : raised < 0 ? { script: 'sub' } : {}),
  }
}

const isOn = (text: string | undefined): boolean => text === '1' || text === 'true'

/** The bullet that the nearest of the styles speaks of; none for `a:buNone` and where none speaks. */
function bulletOf(
  properties: XmlElement | undefined,
  level: number,
  styles: readonly (XmlElement | undefined)[],
): Bullet | undefined {
  for (const source of [properties, ...styles.map((style) => descend(style, `a:lvl${level + 1}pPr`))]) {
    const told = childrenOf(source).find(({ name }) => /^a:bu(?:None|Char|AutoNum|Blip)$/.test(name))
    if (told === undefined) continue
    if (told.name === 'a:buNone') return undefined
    if (told.name === 'a:buAutoNum') {
      const startAt = Number(told.attributes['startAt'])
      return {
        autoNumber: told.attributes['type'] ?? 'arabicPeriod',
        ...(startAt > 0 && startAt < 32_768 ? { startAt } : {}),
      }
    }
    const character = told.attributes['char'] ?? ''
    // Symbol fonts put their bullets where letters are, or into the private use area.
    return /^[\p{P}\p{S}]$/u.test(character) ? { character } : {}
  }
  return undefined
}

/** An `a:tbl` as rows of cells; what merged cells hide is left out (21.1.3). */
export function tableRowsOf(
  table: XmlElement,
  linkOf: LinkOf,
): { readonly rows: readonly (readonly CellContent[])[]; readonly headerRows: number } {
  const rows = childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc')
      .filter(({ attributes }) => !isOn(attributes['hMerge']) && !isOn(attributes['vMerge']))
      .map((cell): CellContent => {
        const text = new CellText()
        const body = descend(cell, 'a:txBody')
        if (body !== undefined) writeTextBody(body, text, { type: 'paragraph', linkOf, listStyles: [], bullets: true })
        return {
          ...text.content(),
          rowSpan: spanOf(cell.attributes['rowSpan']),
          columnSpan: spanOf(cell.attributes['gridSpan']),
        }
      }),
  )
  const headerRows = rows.length > 1 && isOn(descend(table, 'a:tblPr')?.attributes['firstRow']) ? 1 : 0
  return { rows, headerRows }
}

const spanOf = (text: string | undefined): number => (/^\d{1,4}$/.test(text ?? '') ? Math.max(Number(text), 1) : 1)

/** SmartArt: its points as list items, nested as they are connected (21.4). */
export function writeDiagram(data: XmlElement | undefined, sink: BlockSink): void {
  const texts = new Map<string, string>()
  let root: string | undefined
  for (const point of childrenOf(descend(data, 'dgm:ptLst'), 'dgm:pt')) {
    const id = point.attributes['modelId'] ?? ''
    const type = point.attributes['type'] ?? 'node'
    if (type === 'doc') root = id
    if (type !== 'node' && type !== 'asst') continue
    const paragraphs = [...findAll(descend(point, 'dgm:t'), 'a:p')]
    texts.set(id, paragraphs.map((each) => [...findAll(each, 'a:t')].map(textOf).join('')).join('\n'))
  }
  const below = new Map<string, { readonly id: string; readonly order: number }[]>()
  for (const { attributes } of childrenOf(descend(data, 'dgm:cxnLst'), 'dgm:cxn')) {
    if ((attributes['type'] ?? 'parOf') !== 'parOf') continue
    const from = attributes['srcId'] ?? ''
    const children = below.get(from) ?? []
    children.push({ id: attributes['destId'] ?? '', order: Number(attributes['srcOrd']) || 0 })
    below.set(from, children)
  }
  const write = (from: string, at: number): void => {
    const open = [{ id: from, level: at }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { id, level } = next
      const text = texts.get(id)
      if (text !== undefined) sink.block('list-item', text, { level: Math.max(level, 1), marker: '•' })
      // Each point once, also where the connections go in a circle.
      texts.delete(id)
      const children = (below.get(id) ?? []).sort((a, b) => b.order - a.order)
      below.delete(id)
      for (const child of children) open.push({ id: child.id, level: Math.min(level + 1, maxLevel) })
    }
  }
  if (root !== undefined) write(root, 0)
  for (const id of texts.keys()) write(id, 1)
}

const maxLevel = 9
