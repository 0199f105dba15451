import { ChanceryError, type VettedDocument } from '@chancery/core'
import type { SampleGroup, SampleLeaf, SampleNode } from '@chancery/induction'
import { openPackage, type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import { attribute, decodeXml, scanXml } from '../xml/scan-xml.ts'
import { wordParts, type WordPart } from '../package/word-parts.ts'
import { type AttachedPlace, attachedPlaces, purposeOf, sameAddress } from './attached-places.ts'
import { formatBreaks, runFormat } from './run-formats.ts'
import type { EmbeddedObject, FieldCode, SlotAnchor, TextElement, WordElement, WordSample } from './word-sample.ts'

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
  readonly fields: { code: FieldCode; hidden: boolean; isShown: boolean }[]
  readonly attached: AttachedPlace[]
  readonly objects: EmbeddedObject[]
  readonly codes: FieldCode[]
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
  // How the text below it is said.
  'w:rt',
])
/** Fields that Word works out itself whenever it shows the page. */
const computed = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
const textParts = /^(?:Body|Header|Footer|Footnotes|Endnotes)/

/** What an object shows, by what its relations lead to; links are no part of it. */
const contentsOf = (xml: string, relations: ReadonlyMap<string, Relation>, { entries }: WordPackage): string =>
  Array.from(xml.matchAll(/\sr:(?:embed|link|id|pict|dm|lo|qs|cs)="([^"]*)"/g), ([, id = '']) => relations.get(id))
    .filter((relation) => relation !== undefined && !relation.type.endsWith('/hyperlink'))
    .map((relation) => {
      const entry = relation?.isExternal === true ? undefined : entries.get(relation?.target ?? '')
      return entry ? `${entry.crc32}:${entry.size}` : (relation?.target ?? '')
    })
    .join(' ')

/** Reads the paragraphs and tables of one part. `elements` grows; origins are its indices. */
const readPart = (part: WordPart, key: string, elements: WordElement[], file: WordPackage): SampleGroup => {
  const { xml } = part
  const relations = new Map(relationsOf(file, part.name).map((relation) => [relation.id, relation]))
  let format = ''
  let properties = -1
  const stack: Frame[] = []
  let root: SampleGroup | undefined
  let runs = 0
  /** Where the open objects begin: one may stand in a text box of another. */
  const objectStarts: number[] = []
  let text: { readonly from: number; content: string } | undefined
  const blockedBy: string[] = []
  /** Open fields of one element each; `undefined` where it is empty. */
  const simples: (FieldCode | undefined)[] = []

  const paragraph = (): OpenParagraph | undefined => stack.at(-1)?.paragraph
  const append = (content: string, isText: boolean, from: number, to: number): void => {
    const open = paragraph()
    if (!open || content === '') return
    const slot = open.slots.length - 1
    const start = open.slots[slot]!.length
    open.slots[slot] += content
    open.texts.push({ slot, start, end: start + content.length, isText, from, to, format })
  }
  const addObject = (mark: string, end: number, inRun: boolean): void => {
    const open = paragraph()
    if (!open) return
    open.shape.push(mark)
    open.slots.push('')
    open.anchors.push({ offset: end, inRun })
  }
  const codeFrom = (open: OpenParagraph, code: string): FieldCode => {
    const slot = open.slots.length - 1
    const start = open.slots[slot]!.length
    const made = { code, slot, start, end: start, isWhole: false, elements: [] }
    open.codes.push(made)
    return made
  }
  const endCode = (open: OpenParagraph, code: FieldCode): void => {
    code.isWhole = true
    code.end = open.slots.length - 1 === code.slot ? open.slots[code.slot]!.length : Infinity
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
      attached: open?.attached ?? [],
      objects: open?.objects ?? [],
      codes: open?.codes.filter(({ code }) => !computed.test(code)) ?? [],
      isEmptyTag: frame.openEnd === end,
    })
    const parent = stack.at(-1)
    const add = (node: SampleGroup | SampleLeaf): void => void parent?.children.push(node)
    if (open) {
      const places = open.attached.map(({ kind }) => kind.slice(0, 2)).join('')
      const shape = `p${open.shape.map((mark) => `|${mark}`).join('')}${places === '' ? '' : `~${places}`}`
      const hint = `${open.isList || /list/i.test(open.style) ? 'list ' : ''}${open.style}`
      const slots = [...open.slots, ...open.attached.map(({ value }) => value)]
      const breaks = formatBreaks(open.texts, open.slots)
      const leaf: SampleLeaf = {
        kind: 'leaf',
        shape,
        hint,
        slots,
        ...(open.attached.length === 0
          ? {}
          : { purposes: [...open.slots.map(() => 'text' as const), ...open.attached.map(purposeOf)] }),
        ...(breaks === undefined ? {} : { breaks }),
        origin,
      }
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
                  attached: [],
                  objects: [],
                  codes: [],
                },
              }
            : {}
        stack.push({ name, start, openEnd: end, children: [], ...fresh })
        return
      }
      if (!own) return
      if (name === 'w:pStyle') own.style = attribute(attributes, 'w:val') ?? ''
      else if (name === 'w:numPr') own.isList = true
      if (blockedBy.every((each) => each === '' || objects.has(each)))
        for (const place of attachedPlaces(xml, { name, attributes, start, end }, relations)) own.attached.push(place)
      if (withoutText.has(name)) blockedBy.push(name)
      if (name === 'w:rPr' && runs > 0 && properties < 0) properties = end
      if (name === 'w:r') {
        runs += 1
        format = ''
      }
      if (blockedBy.at(-1)) return
      if (name === 'w:fldChar') {
        const type = attribute(attributes, 'w:fldCharType')
        const field = own.fields.at(-1)
        // The properties of a form's field stand in it.
        const close = xml[end - 2] === '/' ? end : xml.indexOf('</w:fldChar>', end) + '</w:fldChar>'.length
        const element = { from: start, to: close }
        if (type === 'begin') {
          const code = codeFrom(own, '')
          code.elements.push(element)
          own.fields.push({ code, hidden: false, isShown: false })
        } else if (type === 'separate' && field) {
          field.hidden = computed.test(field.code.code)
          field.isShown = true
          field.code.elements.push(element)
        } else if (type === 'end') {
          own.fields.pop()
          field?.code.elements.push(element)
          if (field) endCode(own, field.code)
          if (field?.hidden === true || (field && computed.test(field.code.code))) addObject('field', end, true)
        }
      } else if (name === 'w:fldSimple') {
        const code = attribute(attributes, 'w:instr') ?? ''
        if (computed.test(code)) blockedBy.push(name)
        else {
          const simple = codeFrom(own, code)
          simple.elements.push({ from: start, to: end })
          simples.push(xml[end - 2] === '/' ? undefined : simple)
        }
      } else if (name === 'w:instrText')
        own.fields.at(-1)?.code.elements.push({
          from: start,
          to: xml[end - 2] === '/' ? end : xml.indexOf('</w:instrText>', end) + '</w:instrText>'.length,
        })
      else if (name === 'w:t' && !isHidden()) text = { from: start, content: '' }
      else if (objects.has(name)) {
        blockedBy.push(name)
        objectStarts.push(start)
      } else if (name === 'w:br' && /^(?:page|column)$/.test(attribute(attributes, 'w:type') ?? ''))
        addObject('break', end, runs > 0)
      else if (characters[name] !== undefined && !isHidden())
        append(characters[name], false, start, xml[end - 2] === '/' ? end : xml.indexOf('>', end) + 1)
    },
    close(name, start, end) {
      if (name === 'w:rPr' && properties >= 0 && runs > 0) {
        format = runFormat(xml.slice(properties, start))
        properties = -1
      }
      if (name === 'w:fldSimple' && blockedBy.at(-1) !== name) {
        const simple = simples.pop()
        const own = paragraph()
        if (simple && own) {
          simple.elements.push({ from: start, to: end })
          endCode(own, simple)
        }
      }
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
        if (objects.has(name)) {
          const objectStart = objectStarts.pop() ?? end
          const contents = contentsOf(xml.slice(objectStart, end), relations, file)
          if (contents !== '') paragraph()?.objects.push({ contents, from: objectStart, to: end })
          addObject(/^(?:w:sym|m:)/.test(name) ? xml.slice(objectStart, end) : name, end, runs > 0)
        } else if (name === 'w:fldSimple') addObject('field', end, false)
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
        if (field && !field.isShown && blockedBy.length === 0) field.code.code += decodeXml(xml.slice(start, end))
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
  const file = openPackage(document)
  const parts = wordParts(file)
    .filter(({ label }) => textParts.test(label))
    .map((part) => {
      const count = (seen.get(part.label) ?? 0) + 1
      seen.set(part.label, count)
      const key = `${part.label} ${count}`
      return { name: part.name, key, group: readPart(part, key, elements, file) }
    })
  return { document, file, parts, elements }
}

/**
 * The text of every paragraph in its place, and where its links lead, as one comparable text: parts, tables, rows, cells,
 * paragraphs.
 */
export const outlineOf = ({ parts }: WordSample): string => {
  const lines: string[] = []
  const visit = (node: SampleNode): void => {
    if (node.kind === 'leaf') {
      const texts = node.slots.map((text, slot) => (node.purposes?.[slot] === 'link' ? sameAddress(text) : text))
      lines.push(`p ${texts.join('\u0001')}`)
    } else {
      lines.push(`(${node.shape.split(/[:|~]/)[0]}`)
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
