import type { Finding } from '@chancery/core'
import type { Expression, Tag } from '@chancery/tags'
import { escapeXml } from '../fill/escape-xml.ts'
import { childOf, replaceStretches, textOfElement, type XmlElement } from '../package/element-tree.ts'
import { attribute } from '../package/scan-xml.ts'
import { addressText, holdsTag } from '../places/address-text.ts'
import type { CarriedPlaces, Place } from '../places/carried-places.ts'
import { type CarriedTag, type CarriedTags, signs } from './carried-tags.ts'
import { type CodeToken, type FieldCode, parseFieldCode } from './field-code.ts'
import { formatted, literal, pathOf } from './field-expression.ts'
import { readIf } from './if-condition.ts'
import { type Field, type Piece, propertiesOf, readFields } from './read-fields.ts'

/** Text in one format, or XML of its own. */
type Segment = { readonly properties: string; readonly text: string } | { readonly xml: string }

/** What a pass over a part collects. */
export interface CarryContext {
  readonly tags: CarriedTags
  readonly places: CarriedPlaces
  /** Tells what could not be taken over, with the field as it is written. */
  note(fault: Pick<Finding, 'code' | 'message' | 'hint'>, tag: string, offset: number): void
}

/** What any field that is read here has in its XML. */
const holdsFields = /w:fldChar|w:fldSimple/
const holdsKnown =
  /MERGE|\bIF\b|NEXT|SKIPIF|DOCVARIABLE|DOCPROPERTY|ADDRESSBLOCK|GREETINGLINE|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|ffData|<w:instrText[^<>]*>[^<{%]*[{%]|w:instr="[^"{%]*[{%]/i

export const holdsWordFields = (xml: string): boolean => holdsFields.test(xml) && holdsKnown.test(xml)

/** The XML of a part in which fields that a merge fills are marks of tags; the others stay. */
export function carryFields(xml: string, root: XmlElement, context: CarryContext): string {
  return new FieldPass(xml, root, context).run()
}

const fieldName = (name: string): string => name.replaceAll(/[«»]/g, '').trim()
const region = /^(?:(TableStart|BeginGroup|RangeStart)|TableEnd|EndGroup|RangeEnd):(.+)$/i
const image = /^Image:(.+)$/i

class FieldPass {
  private readonly xml: string
  private readonly context: CarryContext
  private readonly fields: readonly Field[]
  private readonly removed = new Set<XmlElement>()
  private readonly before = new Map<XmlElement, string>()
  private readonly after = new Map<XmlElement, string>()
  private readonly instead = new Map<XmlElement, string>()
  private readonly edits: { from: number; until: number; text: string }[] = []
  private readonly touched = new Set<XmlElement>()
  /** Where fields were, in their order. */
  private readonly replaced: { readonly from: number; readonly until: number }[] = []
  private readonly hasNext: boolean
  /** How often NEXT stood before. */
  private record = 0

  constructor(xml: string, root: XmlElement, context: CarryContext) {
    this.xml = xml
    this.context = context
    this.fields = [...readFields(xml, root)].sort((a, b) => startOf(a) - startOf(b))
    this.hasNext = this.fields.some(({ code }) => /^\s*NEXT\b/i.test(code))
  }

  run(): string {
    for (const field of this.fields) {
      if (field.isNested || field.pieces.some(({ element }) => this.removed.has(element))) continue
      if (field.simple !== undefined && this.touched.has(field.simple)) continue
      this.take(field)
    }
    this.removeMarks()
    for (const run of this.touched) {
      if (run.name === 'w:r') this.edits.push({ from: run.start, until: run.end, text: this.rewritten(run) })
    }
    return this.edits.length === 0 ? this.xml : replaceStretches(this.xml, this.edits)
  }

  /** Marks of the spelling checker that stood in a field would be left without their text. */
  private removeMarks(): void {
    if (this.replaced.length === 0) return
    let next = 0
    for (const { 0: mark, index } of this.xml.matchAll(/<w:proofErr\b[^<>]*\/>/g)) {
      while ((this.replaced[next]?.until ?? Infinity) <= index) next++
      const range = this.replaced[next]
      if (range === undefined) return
      if (index > range.from) this.edits.push({ from: index, until: index + mark.length, text: '' })
    }
  }

  private take(field: Field): void {
    const code = parseFieldCode(field.code)
    if (code === undefined) return
    const formField = this.formField(field)
    if (formField !== undefined) {
      this.optional(field, formField)
      return
    }
    if ((code.type === 'DOCVARIABLE' || code.type === 'DOCPROPERTY') && field.nested.length === 0) {
      const [name] = code.args
      if (name === undefined || !field.isWhole) return
      const { expression } = formatted(pathOf(name.text, signs.absent), code)
      const bare = expression.kind === 'path'
      // A format would change the sign for a value that is absent: then the value decides by itself.
      this.optional(field, { place: { kind: 'result' }, expression: bare ? expression : guarded(name.text, code) })
      return
    }
    const segments = this.segmentsOf(field, code)
    if (segments === undefined) {
      this.carryCode(field, code)
      return
    }
    this.replace(field, segments)
  }

  /** What stands for a field once it is filled; `undefined` for one that stays. */
  private segmentsOf(field: Field, code: FieldCode): readonly Segment[] | undefined {
    const properties = this.formatOf(field, code)
    switch (code.type) {
      case 'MERGEFIELD': {
        const tag = this.mergeField(field, code)
        return tag === undefined ? undefined : [{ properties, text: this.context.tags.add(tag) }]
      }
      case 'IF':
        return this.ifField(field, code, properties)
      case 'NEXT':
        this.record++
        return []
      case 'MERGEREC':
      case 'MERGESEQ':
        return [{ properties, text: String(this.record + 1) }]
      default:
        return undefined
    }
  }

  private mergeField(field: Field, code: FieldCode): CarriedTag | undefined {
    if (!field.isWhole || field.nested.length > 0) return undefined
    const tag = displayed(field)
    const written = fieldName(code.args.map(({ text }) => text).join(' '))
    const name = written === '' ? fieldName(this.resultText(field)) : written
    if (name === '') return undefined
    const original = this.originalOf(field)
    const kept = original === undefined ? {} : { original }
    const section = region.exec(name)
    if (section !== null) {
      const path = (section[2] ?? '').trim()
      const parsed: Tag =
        section[1] === undefined
          ? { kind: 'close', name: path.toLowerCase() }
          : { kind: 'open', expression: this.pathAt(path), inverted: false, mode: 'auto', name: path.toLowerCase() }
      return { parsed, tag, ...kept }
    }
    const picture = image.exec(name)
    if (picture !== null) {
      return { parsed: { kind: 'image', expression: this.pathAt((picture[1] ?? '').trim()) }, tag, ...kept }
    }
    const { expression, ignored } = formatted(this.pathAt(name), code)
    if (ignored.length > 0) {
      this.context.note(
        {
          code: 'field_switch_ignored',
          message: `The switch ${ignored.join(', ')} of a field is not known; the value is written without it.`,
          hint: 'Format the value in the data, or write a tag with a formatter instead of the field.',
        },
        tag,
        startOf(field),
      )
    }
    return { parsed: { kind: 'value', expression }, tag, ...kept }
  }

  /** After a NEXT names are those of the next item of `records`. */
  private pathAt(name: string, absent?: ''): Expression {
    if (!this.hasNext) return pathOf(name, absent)
    const inRecord = `records.${this.record}.${name}`
    return {
      kind: 'binary',
      operator: '??',
      left: pathOf(inRecord),
      right: this.record === 0 ? pathOf(name, absent) : literal(''),
      start: 0,
      end: 0,
    }
  }

  private ifField(field: Field, code: FieldCode, properties: string): readonly Segment[] | undefined {
    if (!field.isWhole) return undefined
    const nestedAt = (token: CodeToken): Field | undefined =>
      field.nested[field.code.slice(0, token.from).split(signs.nested).length - 1]
    const parsed = readIf(code, (token) => this.operandOf(nestedAt(token)))
    if (parsed === undefined) return undefined
    const branch = (token: CodeToken | undefined, inverted: boolean): readonly Segment[] | undefined => {
      if (token === undefined || token.from >= token.until) return []
      const inner = this.codeSegments(field, token)
      if (inner === undefined) return undefined
      const name = signs.nested
      const tag = displayed(field)
      const open: Tag = { kind: 'open', expression: parsed.condition, inverted, mode: 'if', name }
      return [
        { properties: propertiesOfSegment(inner[0]) ?? properties, text: this.context.tags.add({ parsed: open, tag }) },
        ...inner,
        {
          properties: propertiesOfSegment(inner.at(-1)) ?? properties,
          text: this.context.tags.add({ parsed: { kind: 'close', name }, tag }),
        },
      ]
    }
    const [consequent, alternate] = [branch(parsed.consequent, false), branch(parsed.alternate, true)]
    return consequent === undefined || alternate === undefined ? undefined : [...consequent, ...alternate]
  }

  private operandOf(field: Field | undefined): Expression | undefined {
    const code = field === undefined ? undefined : parseFieldCode(field.code)
    switch (code?.type) {
      case 'MERGEFIELD':
        return this.pathAt(fieldName(code.args.map(({ text }) => text).join(' ')), '')
      case 'DOCVARIABLE':
      case 'DOCPROPERTY':
        return pathOf(code.args[0]?.text ?? '', '')
      case 'MERGEREC':
      case 'MERGESEQ':
        return literal(this.record + 1)
      default:
        return undefined
    }
  }

  /** The text of a code between two offsets, in its own formats, with the fields in it. */
  private codeSegments(field: Field, { from, until }: CodeToken): readonly Segment[] | undefined {
    const segments: Segment[] = []
    let index = field.code.slice(0, from).split(signs.nested).length - 1
    let [text, run] = ['', field.runs[from]]
    const flush = (): void => {
      if (text !== '') segments.push({ properties: propertiesOf(this.xml, run), text: textXml(text) })
      text = ''
    }
    for (let at = from; at < until; at++) {
      const char = field.code[at] ?? ''
      if (char === signs.nested) {
        flush()
        const inner = field.nested[index++]
        const code = inner === undefined ? undefined : parseFieldCode(inner.code)
        const converted = inner === undefined || code === undefined ? undefined : this.segmentsOf(inner, code)
        if (converted !== undefined) segments.push(...converted)
        else if (inner !== undefined && inner.nested.length === 0) segments.push({ xml: this.ownXml(inner) })
        else return undefined
        continue
      }
      if (field.runs[at] !== run) flush()
      run = field.runs[at]
      if (char === '\\' && /["\\]/.test(field.code[at + 1] ?? '')) continue
      text += char
    }
    flush()
    return segments
  }

  /** The field in runs of its own, as it was. */
  private ownXml({ simple, pieces }: Field): string {
    if (simple !== undefined) return this.xml.slice(simple.start, simple.end)
    return pieces
      .map(
        ({ element, run }) => `<w:r>${propertiesOf(this.xml, run)}${this.xml.slice(element.start, element.end)}</w:r>`,
      )
      .join('')
  }

  /** Tags in the code of a field that stays, and fields of a merge in it. */
  private carryCode(field: Field, { type }: FieldCode): void {
    const { code, nested, simple } = field
    if (unfillable[type] !== undefined || nested.length > 0) {
      const hint = unfillable[type]
      const isKnown = /^(?:IF|MERGEFIELD)$/.test(type)
      if (hint !== undefined || isKnown) {
        this.context.note(
          {
            code: 'field_not_filled',
            message: `A field ${type} is not filled.`,
            hint: hint ?? 'Keep the field within one paragraph, and let it compare fields and texts.',
          },
          displayed(field),
          startOf(field),
        )
        return
      }
    }
    if (nested.length === 0 && !holdsTag(code)) return
    const isAddress = type === 'HYPERLINK'
    let index = 0
    let text = ''
    for (const [at, piece] of code.split(signs.nested).entries()) {
      if (at > 0) {
        const inner = nested[index++]
        const innerCode = inner === undefined ? undefined : parseFieldCode(inner.code)
        const tag =
          inner === undefined || innerCode?.type !== 'MERGEFIELD' ? undefined : this.mergeField(inner, innerCode)
        if (tag === undefined) return
        const mark = this.context.tags.add(tag)
        text += `${signs.value}${mark}${signs.value}`
      }
      text += addressText(piece)
    }
    const { run, sign } = this.context.places.add({ kind: 'code', isAddress }, escapeXml(text))
    if (simple !== undefined) {
      const { start, contentStart } = simple
      const head = this.xml.slice(start, contentStart)
      const own = head.replace(/\bw:instr\s*=\s*(?:"[^"]*"|'[^']*')/, () => `w:instr="${sign}"`)
      this.edits.push({ from: start, until: contentStart, text: run + own })
      return
    }
    const [begin] = field.pieces
    const texts = field.codePieces.filter(({ element }) => element.name === 'w:instrText' || element.name === 'w:t')
    const first = texts[0]
    if (begin === undefined || first === undefined) return
    this.insert(this.before, begin, run)
    const inCode = new Set(nested.flatMap(({ pieces }) => pieces.map(({ element }) => element)))
    for (const piece of [...texts, ...field.pieces.filter(({ element }) => inCode.has(element))]) this.remove(piece)
    this.insert(this.instead, first, `<w:instrText xml:space="preserve">${sign}</w:instrText>`)
  }

  /** A field that is filled only where the data has its name. */
  private optional(
    field: Field,
    { place, expression }: { readonly place: Place; readonly expression: Expression },
  ): void {
    if (!field.isWhole) return
    const tag = displayed(field)
    const mark = this.context.tags.add({ parsed: { kind: 'value', expression }, tag })
    const { run } = this.context.places.add(place, mark)
    if (field.simple !== undefined) {
      const { contentStart, contentEnd } = field.simple
      if (contentEnd > contentStart) this.edits.push({ from: contentStart, until: contentStart, text: run })
      return
    }
    const separate = field.codePieces.find(
      ({ element }) => element.name === 'w:fldChar' && attribute(element.attributes, 'w:fldCharType') === 'separate',
    )
    const end = field.pieces.at(-1)
    if (separate !== undefined) this.insert(this.after, separate, run)
    else if (end !== undefined) this.insert(this.before, end, run)
  }

  /** The field of a form that Word had before content controls. */
  private formField({ pieces, code }: Field): { readonly place: Place; readonly expression: Expression } | undefined {
    const begin = pieces[0]?.element
    const data = begin === undefined ? undefined : childOf(begin, 'w:ffData')
    const type = data?.children.some(({ name }) => name === 'w:checkBox')
      ? 'checkBox'
      : data?.children.some(({ name }) => name === 'w:ddList')
        ? 'dropDown'
        : 'text'
    const name = data === undefined ? undefined : childOf(data, 'w:name')
    const own = name === undefined ? '' : (attribute(name.attributes, 'w:val') ?? '').trim()
    if (own === '' || !/^\s*FORM/i.test(code)) return undefined
    return { place: { kind: 'formField', type, tag: own }, expression: pathOf(own, signs.absent) }
  }

  private replace(field: Field, segments: readonly Segment[]): void {
    const xml = runsOf(segments)
    const { simple, pieces } = field
    if (simple !== undefined) {
      this.touched.add(simple)
      this.edits.push({ from: simple.start, until: simple.end, text: xml })
      return
    }
    const [begin] = pieces
    if (begin === undefined) return
    for (const piece of pieces) this.remove(piece)
    this.insert(this.before, begin, xml)
    this.replaced.push({ from: begin.run.start, until: pieces.at(-1)?.run.end ?? 0 })
  }

  private remove({ element, run }: Piece): void {
    this.removed.add(element)
    this.touched.add(run)
  }

  private insert(where: Map<XmlElement, string>, { element, run }: Piece, xml: string): void {
    where.set(element, (where.get(element) ?? '') + xml)
    this.touched.add(run)
  }

  /** A run without what was taken out of it, parted where something else stands. */
  private rewritten(run: XmlElement): string {
    const head = this.xml.slice(run.start, run.contentStart)
    const properties = propertiesOf(this.xml, run)
    const pieces: string[] = []
    let kept = ''
    const flush = (): void => {
      if (kept !== '') pieces.push(`${head}${properties}${kept}</w:r>`)
      kept = ''
    }
    const add = (xml: string | undefined): void => {
      if (xml === undefined) return
      flush()
      pieces.push(xml)
    }
    for (const child of run.children) {
      if (child.name === 'w:rPr') continue
      add(this.before.get(child))
      if (!this.removed.has(child)) kept += this.xml.slice(child.start, child.end)
      kept += this.instead.get(child) ?? ''
      add(this.after.get(child))
    }
    flush()
    return pieces.join('')
  }

  private resultText({ resultPieces }: Field): string {
    return resultPieces
      .filter(({ element }) => element.name === 'w:t')
      .map(({ element }) => textOfElement(this.xml, element))
      .join('')
  }

  /** The format of what the field shows: of its code's first letter (`CHARFORMAT`), else of what it showed before. */
  private formatOf({ runs, code, resultPieces, codePieces }: Field, { switches }: FieldCode): string {
    const first = runs[code.search(/\S/)] ?? codePieces[0]?.run
    const isByCode = (switches.get('*') ?? []).some((each) => each.toUpperCase() === 'CHARFORMAT')
    const shown = resultPieces.find(({ element }) => element.name === 'w:t')?.run
    return propertiesOf(this.xml, isByCode ? (first ?? shown) : (shown ?? first))
  }

  /** The runs of a field where they stand side by side and hold nothing else. */
  private originalOf({ simple, pieces }: Field): string | undefined {
    if (simple !== undefined) return this.xml.slice(simple.start, simple.end)
    const [first, last] = [pieces[0], pieces.at(-1)]
    if (first === undefined || last === undefined || first.run.parent !== last.run.parent) return undefined
    const isAlone =
      first.run.children.find(({ name }) => name !== 'w:rPr') === first.element &&
      last.run.children.at(-1) === last.element
    return isAlone ? this.xml.slice(first.run.start, last.run.end) : undefined
  }
}

/** Fields that a merge fills in Word, and that have no like here. */
const unfillable: Readonly<Record<string, string>> = {
  ADDRESSBLOCK: 'Write the lines of the address as fields or tags of their own.',
  GREETINGLINE: 'Write the greeting with fields or tags, such as {salutation}.',
  NEXTIF: 'Leave out in the data what is not to be printed, and write NEXT.',
  SKIPIF: 'Leave out in the data what is not to be printed.',
}

const startOf = ({ simple, pieces }: Field): number => simple?.start ?? pieces[0]?.element.start ?? 0

/** A field as Word shows it with its code, in one line. */
const displayed = ({ code, nested }: Field): string => {
  let index = 0
  return code
    .replaceAll(signs.nested, () => `{${nested[index++]?.code.replaceAll(signs.nested, '…').trim() ?? ''}}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A formatted value, or the sign for none. */
const guarded = (name: string, code: FieldCode): Expression => ({
  kind: 'conditional',
  test: {
    kind: 'binary',
    operator: '==',
    left: pathOf(name, signs.absent),
    right: literal(signs.absent),
    start: 0,
    end: 0,
  },
  consequent: literal(signs.absent),
  alternate: formatted(pathOf(name), code).expression,
  start: 0,
  end: 0,
})

const propertiesOfSegment = (segment: Segment | undefined): string | undefined =>
  segment !== undefined && 'properties' in segment ? segment.properties : undefined

const textXml = (text: string): string =>
  escapeXml(text)
    .replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">')
    .replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">')

/** Runs of text; what follows in the same format is one run. */
function runsOf(segments: readonly Segment[]): string {
  const pieces: string[] = []
  let [properties, text]: [string, string] = ['', '']
  const flush = (): void => {
    if (text !== '') pieces.push(`<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`)
    text = ''
  }
  for (const segment of segments) {
    if ('xml' in segment) {
      flush()
      pieces.push(segment.xml)
      continue
    }
    if (segment.properties !== properties) flush()
    properties = segment.properties
    text += segment.text
  }
  flush()
  return pieces.join('')
}
