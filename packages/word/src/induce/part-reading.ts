import type { SampleGroup, SampleNode } from '@chancery/induction'
import { type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import type { WordPart } from '../package/word-parts.ts'
import { attribute, decodeXml, type XmlHandler } from '../xml/scan-xml.ts'
import { attachedPlaces } from './attached-places.ts'
import { runFormat } from './run-formats.ts'
import { isComputed, SampleParagraph } from './sample-paragraph.ts'
import type { FieldCode, WordElement } from './word-sample.ts'

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
const roots = /^w:(?:body|hdr|ftr|footnotes|endnotes)$/
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
/** Objects that have no other text than their XML. */
const isOwnText = /^(?:w:sym|m:)/
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
/** Elements around runs: what begins within one of them ends there. */
const wrappers = new Set([
  'w:hyperlink',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:sdtContent',
  'w:bdo',
  'w:dir',
  'w:fldSimple',
])
/** Stands among the names of what has no text for a text box: in it there is text again. */
const textBox = ''

/** An open element that holds others of the sample. */
interface Frame {
  readonly name: string
  readonly start: number
  readonly openEnd: number
  readonly children: SampleNode[]
  readonly paragraph?: SampleParagraph
}

/** What an object shows, by what its relations lead to; links are no part of it. */
const contentsOf = (xml: string, relations: ReadonlyMap<string, Relation>, { entries }: WordPackage): string =>
  Array.from(xml.matchAll(/\sr:(?:embed|link|id|pict|dm|lo|qs|cs)="([^"]*)"/g), ([, id = '']) => relations.get(id))
    .filter((relation) => relation !== undefined && !relation.type.endsWith('/hyperlink'))
    .map((relation) => {
      const entry = relation?.isExternal === true ? undefined : entries.get(relation?.target ?? '')
      return entry ? `${entry.crc32}:${entry.size}` : (relation?.target ?? '')
    })
    .join(' ')

/** Reads the paragraphs and tables of one part into a tree, in one pass of `scanXml`. */
export class PartReading implements XmlHandler {
  /** The whole part; absent where it has nothing that is read. */
  root: SampleGroup | undefined
  private readonly xml: string
  private readonly part: WordPart
  private readonly key: string
  private readonly elements: WordElement[]
  private readonly file: WordPackage
  private readonly relations: ReadonlyMap<string, Relation>
  private readonly stack: Frame[] = []
  private readonly withoutTextNow: string[] = []
  /** Where the open objects begin: one may stand in a text box of another. */
  private readonly objectStarts: number[] = []
  /** Open fields of one element each; `undefined` where it is empty. */
  private readonly simpleFields: (FieldCode | undefined)[] = []
  private openRuns = 0
  private format = ''
  /** Where the properties of the run at hand begin. */
  private propertiesStart: number | undefined
  private openText: { readonly from: number; content: string } | undefined

  /** @param elements grows; the origins of the nodes are its indices */
  constructor(part: WordPart, key: string, elements: WordElement[], file: WordPackage) {
    this.part = part
    this.xml = part.xml
    this.key = key
    this.elements = elements
    this.file = file
    this.relations = new Map(relationsOf(file, part.name).map((relation) => [relation.id, relation]))
  }

  open(name: string, attributes: string, start: number, end: number): void {
    const own = this.paragraph()
    if (this.withoutTextNow.length > 0 && name === 'w:txbxContent') this.withoutTextNow.push(textBox)
    if (frames.has(name) || (name === 'w:sdtContent' && !own && this.stack.length > 0)) {
      if (this.stack.length === 0 && !roots.test(name)) return
      const paragraph = name === 'w:p' ? { paragraph: new SampleParagraph(end) } : {}
      this.stack.push({ name, start, openEnd: end, children: [], ...paragraph })
      return
    }
    if (!own) return
    if (wrappers.has(name)) own.openWrapper(start)
    if (name === 'w:pStyle') own.style = attribute(attributes, 'w:val') ?? ''
    else if (name === 'w:numPr') own.isList = true
    if (this.withoutTextNow.every((each) => each === textBox || objects.has(each)))
      for (const place of attachedPlaces(this.xml, { name, attributes, start, end }, this.relations))
        own.attached.push(place)
    if (withoutText.has(name)) this.withoutTextNow.push(name)
    if (name === 'w:rPr' && this.openRuns > 0) this.propertiesStart ??= end
    if (name === 'w:r') {
      this.openRuns += 1
      this.format = ''
    }
    if (this.hasText()) this.openContent(own, name, attributes, start, end)
  }

  close(name: string, start: number, end: number): void {
    if (name === 'w:rPr' && this.propertiesStart !== undefined && this.openRuns > 0) {
      this.format = runFormat(this.xml.slice(this.propertiesStart, start))
      this.propertiesStart = undefined
    }
    if (name === 'w:fldSimple' && this.withoutTextNow.at(-1) !== name) this.closeSimpleField(start, end)
    const top = this.stack.at(-1)
    if (top?.name === name && (frames.has(name) || name === 'w:sdtContent')) {
      this.stack.pop()
      if (name === 'w:txbxContent' && this.withoutTextNow.at(-1) === textBox) this.withoutTextNow.pop()
      this.closeFrame(top, end)
      return
    }
    if (wrappers.has(name)) this.paragraph()?.closeWrapper()
    if (name === 'w:r') this.openRuns -= 1
    if (name === 'w:t' && this.openText) {
      const { content, from } = this.openText
      this.paragraph()?.append(content, true, { from, to: end }, this.format)
      this.openText = undefined
    }
    if (this.withoutTextNow.at(-1) !== name) return
    this.withoutTextNow.pop()
    if (objects.has(name)) this.closeObject(name, end)
    else if (name === 'w:fldSimple') this.paragraph()?.addObject('field', end, false)
    else if (name === 'w:pPr') this.paragraph()?.endProperties(end)
  }

  text(start: number, end: number): void {
    if (this.openText) this.openText.content += decodeXml(this.xml.slice(start, end))
    else if (this.withoutTextNow.length === 0) this.paragraph()?.addCodeText(decodeXml(this.xml.slice(start, end)))
  }

  private paragraph(): SampleParagraph | undefined {
    return this.stack.at(-1)?.paragraph
  }

  private hasText(): boolean {
    return (this.withoutTextNow.at(-1) ?? textBox) === textBox
  }

  /** An element of a paragraph where text can stand. */
  private openContent(own: SampleParagraph, name: string, attributes: string, start: number, end: number): void {
    if (name === 'w:fldChar') {
      // The properties of a form's field stand in it.
      const element = { from: start, to: this.endOf('w:fldChar', end) }
      const type = attribute(attributes, 'w:fldCharType')
      if (type === 'begin') own.beginField(element)
      else if (type === 'separate') own.separateField(element)
      else if (type === 'end') own.endField(element)
    } else if (name === 'w:fldSimple') this.openSimpleField(own, attributes, start, end)
    else if (name === 'w:instrText') own.addCodeElement({ from: start, to: this.endOf('w:instrText', end) })
    else if (name === 'w:t') {
      if (!own.isHidden()) this.openText = { from: start, content: '' }
    } else if (objects.has(name)) {
      this.withoutTextNow.push(name)
      this.objectStarts.push(start)
    } else if (name === 'w:br' && /^(?:page|column)$/.test(attribute(attributes, 'w:type') ?? ''))
      own.addObject('break', end, this.openRuns > 0)
    else if (characters[name] !== undefined && !own.isHidden())
      own.append(characters[name], false, { from: start, to: this.endOf(name, end) }, this.format)
  }

  private openSimpleField(own: SampleParagraph, attributes: string, start: number, end: number): void {
    const code = attribute(attributes, 'w:instr') ?? ''
    if (isComputed(code)) {
      this.withoutTextNow.push('w:fldSimple')
      return
    }
    const field = own.beginCode(code, { from: start, to: end })
    this.simpleFields.push(this.isEmpty(end) ? undefined : field)
  }

  private closeSimpleField(start: number, end: number): void {
    const field = this.simpleFields.pop()
    const own = this.paragraph()
    if (!field || !own) return
    field.elements.push({ from: start, to: end })
    own.endCode(field)
  }

  private closeObject(name: string, end: number): void {
    const start = this.objectStarts.pop() ?? end
    const xml = this.xml.slice(start, end)
    const own = this.paragraph()
    const contents = contentsOf(xml, this.relations, this.file)
    if (contents !== '') own?.addContents({ contents, from: start, to: end })
    own?.addObject(isOwnText.test(name) ? xml : name, end, this.openRuns > 0)
  }

  private closeFrame(frame: Frame, end: number): void {
    const { paragraph, children, start } = frame
    const origin = this.elements.length
    const places = paragraph?.places() ?? { texts: [], anchors: [], attached: [], objects: [], codes: [] }
    const isEmptyTag = frame.openEnd === end
    this.elements.push({ xml: this.xml, part: this.part.name, start, end, ...places, isEmptyTag })
    const parent = this.stack.at(-1)
    if (paragraph) {
      parent?.children.push(paragraphNode(paragraph, children, origin))
      return
    }
    const count = frame.name === 'w:tr' ? `:${children.length}` : ''
    const group: SampleGroup = {
      kind: 'group',
      shape: parent ? `${frame.name}${count}` : this.key,
      hint: '',
      role: roles[frame.name] ?? 'cell',
      children,
      origin,
    }
    if (parent) parent.children.push(group)
    else this.root ??= group
  }

  /** Whether the start tag that ends here is that of an empty element. */
  private isEmpty(openEnd: number): boolean {
    return this.xml[openEnd - 2] === '/'
  }

  /** Behind the element whose start tag ends here; of its kind it has none within. */
  private endOf(name: string, openEnd: number): number {
    if (this.isEmpty(openEnd)) return openEnd
    return this.xml.indexOf('>', this.xml.indexOf(`</${name}`, openEnd)) + 1
  }
}

/** A paragraph with text boxes is a group of them, with its own text at the head. */
function paragraphNode(paragraph: SampleParagraph, boxes: readonly SampleNode[], origin: number): SampleNode {
  const head = paragraph.leaf(origin)
  if (boxes.length === 0) return head
  const { shape, hint } = head
  return { kind: 'group', shape: `${shape}:${boxes.length}`, hint, role: 'row', head, children: boxes, origin }
}
