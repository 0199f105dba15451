import { ChanceryError, type VettedDocument } from '@chancery/core'
import type { SampleGroup, SampleLeaf, SampleNode } from '@chancery/induction'
import { openPackage } from '../package/open-package.ts'
import { attribute, decodeXml, scanXml } from '../xml/scan-xml.ts'
import { wordParts, type WordPart } from '../package/word-parts.ts'

/** A stretch of a paragraph's text and the element that holds it: a text, or one that stands for a character. */
export interface TextElement {
  readonly slot: number
  /** Offsets in the slot's text. */
  readonly start: number
  readonly end: number
  readonly isText: boolean
  /** The whole element in the part's XML. */
  readonly from: number
  readonly to: number
}

/** Where text can be put into a slot that has none. */
interface SlotAnchor {
  readonly offset: number
  readonly inRun: boolean
}

/** A node of a sample in its part's XML. */
export interface WordElement {
  readonly xml: string
  readonly part: string
  readonly start: number
  readonly end: number
  /** For paragraphs. */
  readonly texts: readonly TextElement[]
  readonly anchors: readonly SlotAnchor[]
  readonly isEmptyTag: boolean
}

export interface WordSample {
  readonly document: VettedDocument
  readonly parts: readonly { readonly name: string; readonly key: string; readonly group: SampleGroup }[]
  /** By `origin`. */
  readonly elements: readonly WordElement[]
}

interface Frame {
  readonly name: string
  readonly start: number
  readonly openEnd: number
  readonly children: SampleNode[]
  readonly paragraph?: OpenParagraph
}

interface OpenParagraph {
  readonly slots: string[]
  readonly texts: TextElement[]
  readonly anchors: SlotAnchor[]
  readonly shape: string[]
  style: string
  isList: boolean
  readonly fields: { code: string; hidden: boolean }[]
}

const frames = new Set([
  'w:body',
  'w:hdr',
  'w:ftr',
  'w:footnotes',
  'w:endnotes',
  'w:footnote',
  'w:endnote',
  'w:tbl',
  'w:tr',
  'w:tc',
  'w:p',
  'w:txbxContent',
])
const roles: Readonly<Record<string, SampleGroup['role']>> = {
  'w:tbl': 'table',
  'w:tr': 'row',
  'w:footnotes': 'block',
  'w:endnotes': 'block',
}
const characters: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}
/** What stays as it is, and what no placeholder cuts through. */
const objects = new Set([
  'w:drawing',
  'w:pict',
  'w:object',
  'w:sym',
  'm:oMath',
  'm:oMathPara',
  'w:footnoteReference',
  'w:endnoteReference',
  'w:ruby',
])
const withoutText = new Set([
  'w:pPr',
  'w:rPr',
  'w:sectPr',
  'w:tblPr',
  'w:tcPr',
  'w:trPr',
  'w:sdtPr',
  'w:del',
  'w:moveFrom',
])
/** Fields that Word works out itself whenever it shows the page. */
const computed = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
const textParts = /^(?:Body|Header|Footer|Footnotes|Endnotes)/

/** Reads the paragraphs and tables of one part. `elements` grows; origins are its indices. */
const readPart = (part: WordPart, key: string, elements: WordElement[]): SampleGroup => {
  const { xml } = part
  const stack: Frame[] = []
  let root: SampleGroup | undefined
  let runs = 0
  let objectStart = 0
  let text: { readonly from: number; content: string } | undefined
  const blockedBy: string[] = []

  const paragraph = (): OpenParagraph | undefined => stack.at(-1)?.paragraph
  const append = (content: string, isText: boolean, from: number, to: number): void => {
    const open = paragraph()
    if (!open || content === '') return
    const slot = open.slots.length - 1
    const start = open.slots[slot]!.length
    open.slots[slot] += content
    open.texts.push({ slot, start, end: start + content.length, isText, from, to })
  }
  const addObject = (mark: string, end: number, inRun: boolean): void => {
    const open = paragraph()
    if (!open) return
    open.shape.push(mark)
    open.slots.push('')
    open.anchors.push({ offset: end, inRun })
  }
  const isHidden = (): boolean => paragraph()?.fields.some(({ hidden }) => hidden) === true
  const finish = (frame: Frame, end: number): void => {
    const open = frame.paragraph
    const origin = elements.length
    elements.push({
      xml,
      part: part.name,
      start: frame.start,
      end,
      texts: open?.texts ?? [],
      anchors: open?.anchors ?? [],
      isEmptyTag: frame.openEnd === end,
    })
    const parent = stack.at(-1)
    const add = (node: SampleGroup | SampleLeaf): void => void parent?.children.push(node)
    if (open) {
      const shape = `p${open.shape.map((mark) => `|${mark}`).join('')}`
      const hint = `${open.isList || /list/i.test(open.style) ? 'list ' : ''}${open.style}`
      const leaf: SampleLeaf = { kind: 'leaf', shape, hint, slots: open.slots, origin }
      if (frame.children.length === 0) add(leaf)
      else
        add({
          kind: 'group',
          shape: `${shape}:${frame.children.length}`,
          hint,
          role: 'row',
          head: leaf,
          children: frame.children,
          origin,
        })
      return
    }
    const count = frame.name === 'w:tr' ? `:${frame.children.length}` : ''
    const group: SampleGroup = {
      kind: 'group',
      shape: parent ? `${frame.name}${count}` : key,
      hint: '',
      role: roles[frame.name] ?? 'cell',
      children: frame.children,
      origin,
    }
    if (parent) add(group)
    else root ??= group
  }
  const fault = scanXml(xml, {
    open(name, attributes, start, end) {
      const own = paragraph()
      if (blockedBy.length > 0 && name === 'w:txbxContent') blockedBy.push('')
      if (frames.has(name) || (name === 'w:sdtContent' && !own && stack.length > 0)) {
        if (stack.length === 0 && !/^w:(?:body|hdr|ftr|footnotes|endnotes)$/.test(name)) return
        const fresh =
          name === 'w:p'
            ? {
                paragraph: {
                  slots: [''],
                  texts: [],
                  anchors: [{ offset: end, inRun: false }],
                  shape: [],
                  style: '',
                  isList: false,
                  fields: [],
                },
              }
            : {}
        stack.push({ name, start, openEnd: end, children: [], ...fresh })
        return
      }
      if (!own) return
      if (name === 'w:pStyle') own.style = attribute(attributes, 'w:val') ?? ''
      else if (name === 'w:numPr') own.isList = true
      if (withoutText.has(name)) blockedBy.push(name)
      if (name === 'w:r') runs += 1
      if (blockedBy.at(-1)) return
      if (name === 'w:fldChar') {
        const type = attribute(attributes, 'w:fldCharType')
        const field = own.fields.at(-1)
        if (type === 'begin') own.fields.push({ code: '', hidden: false })
        else if (type === 'separate' && field) field.hidden = computed.test(field.code)
        else if (type === 'end') {
          own.fields.pop()
          if (field?.hidden === true || (field && computed.test(field.code))) addObject('field', end, true)
        }
      } else if (name === 'w:fldSimple' && computed.test(attribute(attributes, 'w:instr') ?? '')) blockedBy.push(name)
      else if (name === 'w:t' && !isHidden()) text = { from: start, content: '' }
      else if (objects.has(name)) {
        blockedBy.push(name)
        objectStart = start
      } else if (name === 'w:br' && /^(?:page|column)$/.test(attribute(attributes, 'w:type') ?? ''))
        addObject('break', end, runs > 0)
      else if (characters[name] !== undefined && !isHidden())
        append(characters[name], false, start, xml[end - 2] === '/' ? end : xml.indexOf('>', end) + 1)
    },
    close(name, _start, end) {
      const top = stack.at(-1)
      if (top?.name === name && (frames.has(name) || name === 'w:sdtContent')) {
        stack.pop()
        if (name === 'w:txbxContent' && blockedBy.at(-1) === '') blockedBy.pop()
        finish(top, end)
        return
      }
      if (name === 'w:r') runs -= 1
      if (name === 'w:t' && text) {
        append(text.content, true, text.from, end)
        text = undefined
      }
      if (blockedBy.at(-1) === name) {
        blockedBy.pop()
        // Formulas and symbols have no other text than their XML.
        if (objects.has(name)) addObject(/^(?:w:sym|m:)/.test(name) ? xml.slice(objectStart, end) : name, end, runs > 0)
        else if (name === 'w:fldSimple') addObject('field', end, false)
        else if (name === 'w:pPr') {
          const own = paragraph()
          if (own && own.anchors.length === 1 && own.texts.length === 0) own.anchors[0] = { offset: end, inRun: false }
        }
      }
    },
    text(start, end) {
      if (text) text.content += decodeXml(xml.slice(start, end))
      else {
        const field = paragraph()?.fields.at(-1)
        if (field && !field.hidden && blockedBy.length === 0) field.code += xml.slice(start, end)
      }
    },
  })
  if (fault || !root) throw new ChanceryError('document_corrupt', 'A part of the document is no well-formed XML.')
  return root
}

/** A Word file as induction reads it: body, headers, footers and notes, each a tree of paragraphs and tables. */
export const readWordSample = (document: VettedDocument): WordSample => {
  const elements: WordElement[] = []
  const seen = new Map<string, number>()
  const parts = wordParts(openPackage(document))
    .filter(({ label }) => textParts.test(label))
    .map((part) => {
      const count = (seen.get(part.label) ?? 0) + 1
      seen.set(part.label, count)
      const key = `${part.label} ${count}`
      return { name: part.name, key, group: readPart(part, key, elements) }
    })
  return { document, parts, elements }
}

/** The text of every paragraph in its place, as one comparable text: parts, tables, rows, cells, paragraphs. */
export const outlineOf = ({ parts }: WordSample): string => {
  const lines: string[] = []
  const visit = (node: SampleNode): void => {
    if (node.kind === 'leaf') lines.push(`p ${node.slots.join('\u0001')}`)
    else {
      lines.push(`(${node.shape.split(/[:|]/)[0]}`)
      if (node.head) visit(node.head)
      for (const child of node.children) visit(child)
      lines.push(')')
    }
  }
  for (const { key, group } of parts) {
    lines.push(key)
    visit(group)
  }
  return lines.join('\u0002')
}
