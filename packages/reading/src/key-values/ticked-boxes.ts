import type { Block, FormField, Span, Table, TableCell } from '@chancery/core'
import { longestLine, linesOf, type Stretch } from './label.ts'

/** Boxes and rings, empty and filled, and what is typed for them. */
const boxes = /[☐☑☒🗹🗷🗵🗌❏◯○◉⦿⊙●□▢■▣]|(?<![^\s/])(?:\[[ _xX]\]|\([ xX]\))(?!\S)/gu
/** What such signs begin with, looked for at little cost. */
const anySign = /[☐☑☒🗹🗷🗵🗌❏◯○◉⦿⊙●□▢■▣]|[[(][ _xX][\])]/u
const empty = /^(?:[☐🗌❏◯○□▢]|[[(][ _][\])])$/u
const rings = /^[◯○◉⦿⊙●(]/u

/** What is a bullet as well is a box only beside what shows it: one of each, on a line of two where both are rings. */
const evidence: readonly { readonly sign: RegExp; readonly shown: (text: string) => boolean }[] = [
  {
    sign: /^[◯○●]$/u,
    shown: (text) => /[◉⦿⊙]/u.test(text) || (/●/.test(text) && /[◯○][^\n◯○●]+[◯○●]|●[^\n●]+[◯○]/u.test(text)),
  },
  { sign: /^[■▣]$/u, shown: (text) => /[□▢☐]/u.test(text) },
  { sign: /^\(/, shown: (text) => /\( \)/.test(text) && /\([xX]\)/.test(text) },
]
const maxFields = 2000
/** UTF-16 units: what a box is for is said in no more. */
const longestName = 120

/** Boxes that are signs of the text, ticked or not, by what stands beside each. */
export function tickedBoxes(text: string, blocks: readonly Block[], tables: readonly Table[]): FormField[] {
  // Most documents have none.
  if (!anySign.test(text)) return []
  const notShown = evidence.filter(({ shown }) => !shown(text)).map(({ sign }) => sign)
  const found: FormField[] = []
  for (const block of blocks) {
    const table = block.table === undefined ? undefined : tables[block.table]
    if (block.type === 'code') continue
    for (const field of table === undefined ? boxesOfLines(text, block.span) : boxesOfTable(text, table)) {
      if (found.length >= maxFields) return found
      if (!notShown.some((sign) => sign.test(field.sign))) found.push(field.field)
    }
  }
  return found
}

interface FoundBox {
  readonly field: FormField
  readonly sign: string
}

function* boxesOfTable(text: string, { cells, headerRows }: Table): Generator<FoundBox> {
  const titles = new Map<number, string>()
  for (let from = 0, to = 0; from < cells.length; from = to) {
    while (to < cells.length && cells[to]?.row === cells[from]?.row) to++
    const row = cells.slice(from, to)
    if ((row[0]?.row ?? 0) < headerRows) for (const cell of row) titles.set(cell.column, cell.text.trim())
    if ((row[0]?.row ?? 0) >= headerRows || cells.length <= 4) yield* boxesOfRow(text, row, titles)
  }
}

/**
 * What a box is for stands in the next cell, or, where the row ends with boxes, in the one before that has words; if that
 * has several boxes, the titles of their columns tell which is which.
 */
function* boxesOfRow(
  text: string,
  row: readonly TableCell[],
  titles: ReadonlyMap<number, string>,
): Generator<FoundBox> {
  const filled = row.filter((cell) => cell.text.trim() !== '')
  const areBehind = isBox(filled.at(-1)?.text.trim() ?? '') && !isBox(filled[0]?.text.trim() ?? '')
  const named = new Map<TableCell, TableCell>()
  const counts = new Map<TableCell, number>()
  let last: TableCell | undefined
  for (const [at, cell] of filled.entries()) {
    if (!isBox(cell.text.trim())) {
      if (/\p{L}{2}/u.test(cell.text)) last = cell
      continue
    }
    const next = filled[at + 1]
    const name = areBehind || next === undefined || isBox(next.text.trim()) ? last : next
    if (name === undefined) continue
    named.set(cell, name)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const cell of filled) {
    const name = named.get(cell)
    const title = name !== undefined && (counts.get(name) ?? 0) > 1 ? titles.get(cell.column) : undefined
    if (name !== undefined) yield boxOf(cell.text.trim(), title ? `${name.text}: ${title}` : name.text, cell.span)
    else if (!isBox(cell.text.trim())) yield* boxesOfLines(text, cell.span)
  }
}

const isBox = (sign: string): boolean => sign !== '' && sign.length < 4 && boxesOf(sign)[0]?.[0] === sign

const boxesOf = (text: string): RegExpExecArray[] => [...text.matchAll(boxes)]

function* boxesOfLines(text: string, span: Span): Generator<FoundBox> {
  if (span.end - span.start > longestLine) {
    // Of a long paragraph its beginning may be a box.
    const sign = String.fromCodePoint(text.codePointAt(span.start) ?? 0)
    if (isBox(sign)) yield boxOf(sign, text.slice(span.start + sign.length, span.start + longestName), span)
    return
  }
  for (const line of linesOf(text, [span.start, span.end])) yield* boxesOfLine(text, line, span)
}

/** "☒ annual ☐ sick", or with the boxes behind: "annual ☒ sick ☐". */
function* boxesOfLine(text: string, [start, end]: Stretch, span: Span): Generator<FoundBox> {
  const line = text.slice(start, end)
  const found = boxesOf(line)
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return
  const isBehind = line.slice(last.index + last[0].length).trim() === '' && line.slice(0, first.index).trim() !== ''
  for (const [at, sign] of found.entries()) {
    const before = found[at - 1]
    const name = isBehind
      ? line.slice(before === undefined ? 0 : before.index + before[0].length, sign.index)
      : line.slice(sign.index + sign[0].length, found[at + 1]?.index)
    yield boxOf(sign[0], isBehind ? lastPart(name) : firstPart(name, at + 1 < found.length), span)
  }
}

/** What follows a tab, wide space or line to be filled in is of something else, and a label before another box is of that. */
function firstPart(name: string, isBeforeBox: boolean): string {
  const first = name.trim().split(/\t|[ \u00a0]{3,}|[._…]{3,}/u)[0] ?? ''
  return isBeforeBox ? first.replace(/(?<=\S)\s+\p{Lu}[^:：]{0,40}[:：]$/u, '') : first
}

const lastPart = (name: string): string =>
  name
    .trim()
    .split(/\t|[ \u00a0]{3,}|[:：?]/u)
    .at(-1) ?? ''

function boxOf(sign: string, name: string, { page, box }: Span): FoundBox {
  const trimmed = name
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,;|/]+$/, '')
  return {
    sign,
    field: {
      name: trimmed.slice(0, longestName),
      type: rings.test(sign) ? 'radio' : 'checkbox',
      value: !empty.test(sign),
      ...(page === undefined ? {} : { page }),
      ...(box === undefined ? {} : { box }),
    },
  }
}

/** What a reader names boxes that have no name: by a number, or not at all. Copied ones have one name all. */
const unnamed = /^-?\d*$/

/** The form fields of a document, and its drawn boxes where it has no fields for them, or none with a name. */
export function withTickedBoxes(fields: readonly FormField[], boxes: readonly FormField[]): readonly FormField[] {
  const isTicked = ({ type }: FormField): boolean => type === 'checkbox' || type === 'radio'
  const own = fields.filter(isTicked)
  const isNamed =
    own.some(({ name }) => !unnamed.test(name)) && new Set(own.map(({ name }) => name)).size === own.length
  if (boxes.length < Math.max(own.length, 1) || isNamed) return fields
  return [...fields.filter((field) => !isTicked(field)), ...boxes]
}
