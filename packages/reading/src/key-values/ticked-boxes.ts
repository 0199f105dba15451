import type { Block, FormField, Span, Table } from '@chancery/core'
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
  for (const [at, cell] of cells.entries()) {
    if (cell.row < headerRows && cells.length > 4) continue
    const sign = cell.text.trim()
    if (!isBox(sign)) {
      yield* boxesOfLines(text, cell.span)
      continue
    }
    // What it is for stands in the next cell, or else in the one before.
    const name = [cells[at + 1], cells[at - 1]].find(
      (other) => other?.row === cell.row && other.text.trim() !== '' && !isBox(other.text.trim()),
    )
    if (name !== undefined) yield boxOf(sign, name.text, cell.span)
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
    yield boxOf(sign[0], isBehind ? lastPart(name) : firstPart(name), span)
  }
}

/** What follows a tab, wide space or line to be filled in is of something else, and a label is of the next box. */
const firstPart = (name: string): string =>
  (name.trim().split(/\t|[ \u00a0]{3,}|[._…]{3,}/u)[0] ?? '').replace(/(?<=\S)\s+\p{Lu}[^:：]{0,40}[:：]$/u, '')
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
