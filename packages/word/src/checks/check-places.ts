import type { Finding } from '@chancery/core'
import { isGuid, isLiteral, meantCodes, parseTag, scanText, type SectionNode, type TemplateNode } from '@chancery/tags'
import { escapeXml } from '../xml/escape-xml.ts'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { decodeXml } from '../xml/scan-xml.ts'
import { type Paragraph, textMap } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { excerptOf, locate, locateParagraph } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'
import { customXml, unfilledAttributes, unfilledParts } from './unfilled-places.ts'

/** Sections whose two tags stand where the part between them cannot be repeated: half in a table, a box, a note. */
export function checkSections(nodes: readonly TemplateNode<WordPlace>[]): readonly Finding[] {
  return nodes.flatMap((node) =>
    node.kind === 'section'
      ? [...checkSection(node), ...checkSections(node.children), ...checkSections(node.otherwise)]
      : [],
  )
}

function checkSection({ place, closePlace, tag }: SectionNode<WordPlace>): readonly Finding[] {
  const [from, until] = [place.paragraph.containers, closePlace.paragraph.containers]
  if (from.length === until.length && from.every((container, index) => container === until[index]))
    return place.paragraph.row !== closePlace.paragraph.row && isInHeadingRow(place)
      ? [
          {
            code: 'loop_position_invalid',
            severity: 'warning',
            message: `The section ${tag} begins in the heading of the table, which is repeated with its rows.`,
            hint: 'Put the tag into the first cell of the row that is to be repeated.',
            location: locate(place, tag),
          },
        ]
      : []
  const isTable = [...from, ...until].some(
    (each) => each.startsWith('w:tbl') && !(from.includes(each) && until.includes(each)),
  )
  const { paragraph, start, end, carried } = closePlace
  const both = carried === undefined ? `${tag} and ${paragraph.text.slice(start, end)}` : 'both tags'
  return [
    {
      code: 'loop_position_invalid',
      severity: 'error',
      message: `The section ${tag} begins and ends in different ${isTable ? 'tables, or half outside of one' : 'boxes, notes or content controls'}.`,
      hint: isTable
        ? `Put ${both} into the same table (for rows: the first and the last cell), or both outside.`
        : 'Put both tags into the same text box, note or control.',
      location: {
        ...locate(place, tag),
        related: `the end in ${closePlace.part.label}, paragraph ${closePlace.paragraph.number}`,
      },
    },
  ]
}

/** UTF-16 units of XML before a tag in which the properties of its row are looked for. */
const maxBefore = 20_000

/** Whether the row around a place is one that Word shows at the top of each page. */
function isInHeadingRow({ part, paragraph: { table, xmlStart } }: WordPlace): boolean {
  if (table === undefined) return false
  const before = part.xml.slice(Math.max(0, xmlStart - maxBefore), xmlStart)
  const row = before.lastIndexOf('<w:trPr>')
  if (row <= before.lastIndexOf('</w:tr>')) return false
  const properties = before.slice(row, before.indexOf('</w:trPr>', row))
  return /<w:tblHeader(?:\/>| w:val="(?:1|true|on)")/.test(properties)
}

/** Sections that name the row or table around them, and stand in none. */
export function checkRepeated({ tags }: WordTemplate): readonly Finding[] {
  return tags.flatMap(({ parsed, place, tag }): readonly Finding[] => {
    const repeats = parsed.kind === 'open' ? parsed.repeats : undefined
    if ((repeats !== 'row' && repeats !== 'table') || place.paragraph.table !== undefined) return []
    return [
      {
        code: 'loop_position_invalid',
        severity: 'error',
        message: `The section ${tag} repeats the ${repeats} around it, and stands in no table.`,
        hint: 'Put it into a cell, or write {#x}…{/x}.',
        location: locate(place, tag),
      },
    ]
  })
}

/** Most findings of one part: of a place that a program made, all are alike. */
const maxFindings = 200

type TagRange = { readonly start: number; readonly end: number; readonly tag: string }

/** Tags where no fill reaches them: deleted text, attributes, field codes, addresses of links, charts, settings. */
export function checkUnfilled(
  file: WordPackage,
  { parts, delimiters, tags: filled }: WordTemplate,
): readonly Finding[] {
  const rangesIn = (text: string) =>
    text.includes(delimiters.open) ? scanText(text, delimiters).tags.slice(0, maxFindings) : []
  const tagsIn = (text: string): readonly TagRange[] =>
    rangesIn(text)
      .filter(({ source }) => parseTag(source).ok && !isGuid(source))
      .map(({ start, end }) => ({ start, end, tag: text.slice(start, end) }))
  const notFilled = (
    text: string,
    part: WordPart,
    paragraph: Paragraph | undefined,
    field: string,
    hint = 'Put the tag into the text of the document.',
  ): readonly Finding[] =>
    tagsIn(text).map(({ start, end, tag }) => ({
      code: 'tag_not_filled',
      severity: 'warning',
      message: `A tag is not filled here: ${field}.`,
      hint,
      location: { ...locateParagraph(part, paragraph), tag, field, start, end, ...excerptOf(text, { start, end }) },
    }))
  // What only a tag can have is a fault wherever it stands: without it, the text would be filled, or told above.
  const faulty = (text: string, part: WordPart, paragraph: Paragraph | undefined, field: string): readonly Finding[] =>
    rangesIn(text).flatMap(({ start, end, source }) => {
      const parsed = parseTag(source)
      if (parsed.ok) return []
      const tag = text.slice(start, end)
      const from = start + delimiters.open.length
      return parsed.faults
        .filter(({ code }) => meantCodes.has(code))
        .map(({ code, message, hint, ...range }): Finding => {
          const shifted = { start: range.start + from, end: range.end + from }
          const location = { ...locateParagraph(part, paragraph), tag, field, ...shifted, ...excerptOf(text, shifted) }
          return { code, severity: 'error', message, ...(hint === undefined ? {} : { hint }), location }
        })
    })
  // Of a template, a brace that is not closed is half a tag in what people write, such as an alternative text.
  const halves = (text: string, part: WordPart, paragraph: Paragraph | undefined, field: string): readonly Finding[] =>
    filled.length === 0 || !text.includes(delimiters.open)
      ? []
      : scanText(text, delimiters)
          .faults.filter(
            (fault) => fault.code === 'unclosed_tag' && !isLiteral(fault, text, delimiters.open.length, true),
          )
          .slice(0, maxFindings)
          .map(({ code, message, hint, start, end }): Finding => {
            const location = {
              ...locateParagraph(part, paragraph),
              field,
              start,
              end,
              ...excerptOf(text, { start, end }),
            }
            return { code, severity: 'warning', message, ...(hint === undefined ? {} : { hint }), location }
          })

  const findings: Finding[] = []
  for (const { part, paragraphs, asides, structure } of parts) {
    const own: Finding[] = []
    for (const paragraph of paragraphs)
      if (!paragraph.isFallback) for (const item of deletedTags(part, paragraph, tagsIn)) own.push(item)
    const seen = new Set<string>()
    for (const { place, text, paragraph } of asides) {
      // An alternative text stands at the drawing and at the picture in it.
      const field = unfilledAttributes[place] ?? (place === 'field code' ? place : 'attribute')
      const key = `${paragraph?.xmlStart ?? -1} ${field} ${text}`
      if (!seen.has(key)) {
        for (const item of notFilled(text, part, paragraph, field)) own.push(item)
        for (const item of faulty(text, part, paragraph, field)) own.push(item)
        if (place !== 'field code') for (const item of halves(text, part, paragraph, field)) own.push(item)
      }
      seen.add(key)
    }
    const places = new Map(
      structure.references.toReversed().map(({ kind, id, paragraph }) => [`${kind} ${id}`, paragraph]),
    )
    for (const { id, target, isExternal } of relationsOf(file, part.name)) {
      if (!isExternal) continue
      const paragraph = places.get(`relation ${id}`)
      const hint = 'Write the address as text.'
      for (const item of notFilled(decodeTarget(target), part, paragraph, 'address of a link', hint)) own.push(item)
    }
    for (const item of own.slice(0, maxFindings)) findings.push(item)
  }
  for (const name of file.names) {
    const type = file.types.get(name) ?? ''
    const label =
      unfilledParts.find(([pattern]) => pattern.test(type))?.[1] ?? (customXml.test(name) ? 'Custom XML' : undefined)
    if (label === undefined) continue
    const part = { name, label, xml: file.xml(name) }
    if (part.xml.includes(escapeXml(delimiters.open[0] ?? '')))
      for (const item of checkPart(part, delimiters.open, notFilled).slice(0, maxFindings)) findings.push(item)
  }
  return findings
}

/** A part that is not filled at all. */
function checkPart(
  part: WordPart,
  open: string,
  notFilled: (text: string, part: WordPart, paragraph: Paragraph | undefined, field: string) => readonly Finding[],
): readonly Finding[] {
  const field = `text of ${part.label.toLowerCase()}`
  const { paragraphs, asides } = textMap(part.xml, new Set(), escapeXml(open[0] ?? ''))
  const found = [
    ...paragraphs.flatMap((paragraph) => notFilled(paragraph.text, part, paragraph, field)),
    ...asides.flatMap(({ place, text, paragraph }) =>
      notFilled(text, part, paragraph, unfilledAttributes[place] ?? 'attribute'),
    ),
  ]
  return found.length > 0 ? found : notFilled(decodeXml(part.xml.replaceAll(/<[^<>]*>/g, '')), part, undefined, field)
}

/** Tags in what tracked changes took away, which pieces of one place make together. */
function deletedTags(
  part: WordPart,
  { deleted, ...paragraph }: Paragraph,
  tagsIn: (text: string) => readonly TagRange[],
): readonly Finding[] {
  if (deleted.length === 0) return []
  const text = deleted.map((piece) => piece.text).join('')
  return tagsIn(text).map(({ start, end, tag }) => ({
    code: 'tag_in_deleted_text',
    severity: 'warning',
    message: 'The tag is in text that was deleted with tracked changes, and is not filled.',
    hint: 'Accept or reject the change.',
    location: {
      ...locateParagraph(part, { deleted, ...paragraph }),
      tag,
      field: 'deleted text',
      start,
      end,
      ...excerptOf(text, { start, end }),
    },
  }))
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
