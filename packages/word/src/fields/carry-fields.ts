import type { Finding } from '@chancery/core'
import type { Expression, Tag } from '@chancery/tags'
import { escapeXml } from '../fill/escape-xml.ts'
import type { XmlElement } from '../package/element-tree.ts'
import { attribute } from '../package/scan-xml.ts'
import { addressText, holdsTag } from '../places/address-text.ts'
import type { CarriedPlaces, Place } from '../places/carried-places.ts'
import { type CarriedTag, type CarriedTags, signs } from './carried-tags.ts'
import { type CodeToken, type FieldCode, parseFieldCode } from './field-code.ts'
import { binary, formatted, literal, pathOf, piped } from './field-expression.ts'
import { readFormula } from './formula.ts'
import { type IfField, readIf } from './if-condition.ts'
import { FieldEdits } from './field-edits.ts'
import { displayed, formatOf, formField, originalOf, resultText, startOf } from './field-source.ts'
import { propertiesOfSegment, runsOf, type Segment, textXml } from './field-segments.ts'
import { type Field, paragraphOf, propertiesOf, readFields } from './read-fields.ts'
import { blockPieces, columnNames, country, isRecipientBlock } from './recipient-block.ts'
import { type Branch, hasOneStory, isInOneParagraph, removeResult, spreadBranches } from './spread-field.ts'

/** What a pass over a part collects. */
export interface CarryContext {
  readonly tags: CarriedTags
  readonly places: CarriedPlaces
  /** Columns of the template's data source, by the names that Word maps them to. */
  readonly columns: ReadonlyMap<string, string>
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
  private readonly edits: FieldEdits
  private readonly hasNext: boolean
  /** How often NEXT stood before. */
  private record = 0

  constructor(xml: string, root: XmlElement, context: CarryContext) {
    this.xml = xml
    this.context = context
    this.edits = new FieldEdits(xml)
    this.fields = [...readFields(xml, root)].sort((a, b) => startOf(a) - startOf(b))
    this.hasNext = this.fields.some(({ code }) => /^\s*NEXT\b/i.test(code))
  }

  run(): string {
    for (const field of this.fields) if (!field.isNested && !this.edits.isTaken(field)) this.take(field)
    return this.edits.result()
  }

  private take(field: Field): void {
    const code = parseFieldCode(field.code)
    if (code === undefined) return
    const form = formField(field)
    if (form !== undefined) {
      this.optional(field, form)
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
      if (field.isWhole || !this.spread(field, code)) this.carryCode(field, code)
      return
    }
    this.edits.replaceField(field, runsOf(segments))
  }

  /** What stands for a field once it is filled; `undefined` for one that stays. */
  private segmentsOf(field: Field, code: FieldCode): readonly Segment[] | undefined {
    const properties = formatOf(this.xml, field, code)
    switch (code.type) {
      case 'MERGEFIELD': {
        const tag = this.mergeField(field, code)
        return tag === undefined ? undefined : [{ properties, text: this.context.tags.add(tag) }]
      }
      case 'IF':
        return this.ifField(field, code, properties)
      case '=':
        return this.formula(field, code, properties)
      case 'NEXT':
        this.record++
        return []
      case 'MERGEREC':
      case 'MERGESEQ':
        return [{ properties, text: String(this.record + 1) }]
      case 'ADDRESSBLOCK':
      case 'GREETINGLINE':
        return field.isWhole && field.nested.length === 0 ? this.blockSegments(field, code, properties) : undefined
      default:
        return undefined
    }
  }

  /** What is calculated from fields of a merge; a formula over cells or bookmarks stays Word's. */
  private formula(field: Field, code: FieldCode, properties: string): readonly Segment[] | undefined {
    if (!field.isWhole) return undefined
    const value = readFormula(
      field.code,
      field.nested.map((inner) => this.operandOf(inner)),
    )
    if (value === undefined) return undefined
    const parsed: Tag = { kind: 'value', expression: formatted(value, code).expression }
    return [{ properties, text: this.context.tags.add({ parsed, tag: displayed(field) }) }]
  }

  /** An address or a greeting, put together of what the data has; a greeting without a name is the one for nobody. */
  private blockSegments(field: Field, code: FieldCode, properties: string): readonly Segment[] {
    const tag = displayed(field)
    const names: Expression[] = []
    const segments = blockPieces(code).map((piece): Segment => {
      if ('text' in piece) return { properties, text: textXml(piece.text) }
      const value = this.columnAt(piece.mapped)
      if (piece.isName) names.push(value)
      const wrapped = piped(value, 'wrap', piece.before, piece.after)
      const expression = piece.mapped === country ? shownCountry(value, wrapped, code) : wrapped
      return { properties, text: this.context.tags.add({ parsed: { kind: 'value', expression }, tag }) }
    })
    const otherwise = code.type === 'GREETINGLINE' ? code.switches.get('e')?.[0] : undefined
    if (otherwise === undefined || names.length === 0) return segments
    const isNamed = names
      .map((name) => binary('!=', name, literal('')))
      .reduce((any, other) => binary('or', any, other))
    const mark = (text: string): Segment => ({ properties, text })
    const [shown, other] = [false, true].map((inverted) => this.sectionMarks(field, isNamed, inverted))
    return [
      mark(shown?.opening ?? ''),
      ...segments,
      mark(`${shown?.closing ?? ''}${other?.opening ?? ''}${textXml(otherwise)}${other?.closing ?? ''}`),
    ]
  }

  /** What the data has under a name that Word maps; nothing where it has none. */
  private columnAt(mapped: string): Expression {
    const [first = mapped, second] = columnNames(mapped, this.context.columns)
    return second === undefined ? this.pathAt(first, '') : binary('??', this.pathAt(first), this.pathAt(second, ''))
  }

  private mergeField(field: Field, code: FieldCode): CarriedTag | undefined {
    if (!field.isWhole || field.nested.length > 0) return undefined
    const tag = displayed(field)
    const written = fieldName(code.args.map(({ text }) => text).join(' '))
    const name = written === '' ? fieldName(resultText(this.xml, field)) : written
    if (name === '') return undefined
    const original = originalOf(this.xml, field)
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
    const parsed = this.conditionOf(field, code)
    if (parsed === undefined) return undefined
    const branch = (token: CodeToken | undefined, inverted: boolean): readonly Segment[] | undefined => {
      if (token === undefined || token.from >= token.until) return []
      const inner = this.codeSegments(field, token)
      if (inner === undefined) return undefined
      const { opening, closing } = this.sectionMarks(field, parsed.condition, inverted)
      return [
        { properties: propertiesOfSegment(inner[0]) ?? properties, text: opening },
        ...inner,
        { properties: propertiesOfSegment(inner.at(-1)) ?? properties, text: closing },
      ]
    }
    const [consequent, alternate] = [branch(parsed.consequent, false), branch(parsed.alternate, true)]
    return consequent === undefined || alternate === undefined ? undefined : [...consequent, ...alternate]
  }

  /** A field over several paragraphs: what an IF shows stays where it is in its code. False: it cannot be filled. */
  private spread(field: Field, code: FieldCode): boolean {
    if (code.type === 'MERGEFIELD' && isInOneParagraph(field.codePieces) && hasOneStory(field)) {
      const tag = this.mergeField({ ...field, isWhole: true }, code)
      if (tag === undefined) return false
      const properties = formatOf(this.xml, field, code)
      this.edits.replaceField(field, runsOf([{ properties, text: this.context.tags.add(tag) }]))
    } else if (isRecipientBlock(code) && hasOneStory(field) && field.nested.length === 0) {
      const lines = parseFieldCode(codeInLines(field))
      if (lines === undefined) return false
      this.edits.replaceField(field, runsOf(this.blockSegments(field, lines, formatOf(this.xml, field, code))))
      removeResult(field, this.edits, field.pieces[0])
      return true
    } else if (code.type === 'IF' && hasOneStory(field)) {
      const parsed = this.conditionOf(field, code)
      if (parsed === undefined) return false
      const tokens = [parsed.consequent, parsed.alternate]
      if (tokens.some((token) => token !== undefined && !token.isQuoted && token.until > token.from)) return false
      const branches = tokens.flatMap((token, index): readonly Branch[] => {
        if (token === undefined || token.until <= token.from) return []
        const marks = this.sectionMarks(field, parsed.condition, index === 1)
        return [{ ...token, ...marks }]
      })
      spreadBranches(this.xml, field, branches, this.edits, (inner) => {
        this.take(inner)
      })
    } else return false
    removeResult(field, this.edits)
    return true
  }

  private sectionMarks(
    field: Field,
    expression: Expression,
    inverted: boolean,
  ): { readonly opening: string; readonly closing: string } {
    const [tag, name] = [displayed(field), signs.nested]
    return {
      opening: this.context.tags.add({ parsed: { kind: 'open', expression, inverted, mode: 'if', name }, tag }),
      closing: this.context.tags.add({ parsed: { kind: 'close', name }, tag }),
    }
  }

  private conditionOf(field: Field, code: FieldCode): IfField | undefined {
    const nestedAt = (token: CodeToken): Field | undefined =>
      field.nested[field.code.slice(0, token.from).split(signs.nested).length - 1]
    return readIf(code, (token) => this.operandOf(nestedAt(token), ''))
  }

  private operandOf(field: Field | undefined, absent?: ''): Expression | undefined {
    const code = field === undefined ? undefined : parseFieldCode(field.code)
    switch (code?.type) {
      case 'MERGEFIELD':
        return this.pathAt(fieldName(code.args.map(({ text }) => text).join(' ')), absent)
      case 'DOCVARIABLE':
      case 'DOCPROPERTY':
        return pathOf(code.args[0]?.text ?? '', absent)
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
    if (type === '=' && nested.length > 0) {
      this.context.note(
        {
          code: 'field_not_filled',
          message: 'A formula is not calculated: its fields are filled, and it shows what it showed before.',
          hint: 'Write it with + - * / and fields alone or as a tag, such as {price * 2}; or update the fields in Word (F9).',
        },
        displayed(field),
        startOf(field),
      )
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
      this.edits.replace(start, contentStart, run + own)
      return
    }
    const [begin] = field.pieces
    const texts = field.codePieces.filter(({ element }) => element.name === 'w:instrText' || element.name === 'w:t')
    const first = texts[0]
    if (begin === undefined || first === undefined) return
    this.edits.insertBefore(begin, run)
    const inCode = new Set(nested.flatMap(({ pieces }) => pieces.map(({ element }) => element)))
    for (const piece of [...texts, ...field.pieces.filter(({ element }) => inCode.has(element))])
      this.edits.remove(piece)
    this.edits.insertInstead(first, `<w:instrText xml:space="preserve">${sign}</w:instrText>`)
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
      if (contentEnd > contentStart) this.edits.replace(contentStart, contentStart, run)
      return
    }
    const separate = field.codePieces.find(
      ({ element }) => element.name === 'w:fldChar' && attribute(element.attributes, 'w:fldCharType') === 'separate',
    )
    const end = field.pieces.at(-1)
    if (separate !== undefined) this.edits.insertAfter(separate, run)
    else if (end !== undefined) this.edits.insertBefore(end, run)
  }
}

/** Fields that a merge fills in Word, and that have no like here. */
const unfillable: Readonly<Record<string, string>> = {
  NEXTIF: 'Leave out in the data what is not to be printed, and write NEXT.',
  SKIPIF: 'Leave out in the data what is not to be printed.',
}

/** The country of an address as its switches say: never, always, or where it is another than the sender's (`\c`, `\e`). */
function shownCountry(value: Expression, shown: Expression, { switches }: FieldCode): Expression {
  const choice = switches.get('c')?.[0]
  if (choice === '0') return literal('')
  const own = switches.get('e')?.[0]
  if (choice !== '2' || own === undefined) return shown
  const test = binary('!=', value, literal(own))
  return { kind: 'conditional', test, consequent: shown, alternate: literal(''), start: 0, end: 0 }
}

/** The code of a field over several paragraphs, each on a line of its own. */
const codeInLines = ({ code, runs }: Field): string =>
  Array.from({ length: code.length }, (_, at) => {
    const [before, here] = [runs[at - 1], runs[at]]
    const isNew = before !== undefined && here !== undefined && paragraphOf(before) !== paragraphOf(here)
    return `${isNew ? '\n' : ''}${code[at] ?? ''}`
  }).join('')

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
