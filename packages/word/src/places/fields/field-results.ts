import { checkExpression, type Expression, recordNumber, recordPlace, type Tag } from '@chancery/tags'
import type { CarryContext } from './carry-context.ts'
import { type CarriedTag, signs } from '../../template/carried-tags.ts'
import { type CodeToken, type FieldCode, openText, parseFieldCode } from './field-code.ts'
import { binary, formatted, literal, mixedWord, piped } from './field-expression.ts'
import { fieldName, FieldOperands } from './field-operands.ts'
import { propertiesOfSegment, type Segment, textXml } from './field-segments.ts'
import { displayed, formatOf, originalOf, resultText, startOf } from './field-source.ts'
import { readFormula } from './formula.ts'
import { type Field, propertiesOf } from './read-fields.ts'
import { blockPieces, country } from './recipient-block.ts'
import { hintOfPictures, hintOfSwitch } from './switch-hints.ts'

const region = /^(?:(TableStart|BeginGroup|RangeStart)|TableEnd|EndGroup|RangeEnd):(.+)$/i
const image = /^Image:(.+)$/i

/** What fields show once they are filled: text and marks of tags, in the formats of the part. */
export class FieldResults {
  readonly operands: FieldOperands
  private readonly xml: string
  private readonly context: CarryContext

  constructor(xml: string, fields: readonly Field[], context: CarryContext) {
    this.xml = xml
    this.context = context
    this.operands = new FieldOperands(fields, context)
  }

  /** What stands for a field once it is filled; `undefined` for one that stays. */
  segmentsOf(field: Field, code: FieldCode): readonly Segment[] | undefined {
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
        this.operands.nextRecord()
        return [this.recordMark(field)]
      case 'NEXTIF':
      case 'SKIPIF':
        return this.conditionalStep(field, code)
      case 'MERGEREC':
      case 'MERGESEQ': {
        const number = this.operands.numberAt(code.type === 'MERGEREC' ? recordNumber : recordPlace)
        const tag = { parsed: { kind: 'value', expression: number }, tag: displayed(field) } as const
        return [{ properties, text: number.kind === 'literal' ? String(number.value) : this.context.tags.add(tag) }]
      }
      case 'ADDRESSBLOCK':
      case 'GREETINGLINE':
        return field.isWhole && field.nested.length === 0 ? this.blockSegments(field, code, properties) : undefined
      default:
        return undefined
    }
  }

  /** A step to the next record on a condition; nothing of it is seen. */
  private conditionalStep(field: Field, code: FieldCode): readonly Segment[] | undefined {
    const condition = field.isWhole ? this.operands.conditionOf(field, code)?.condition : undefined
    if (condition === undefined) return undefined
    if (code.type === 'SKIPIF') {
      this.operands.skipRecord(condition)
      return []
    }
    this.operands.nextRecord(condition)
    return [this.recordMark(field)]
  }

  /** Tells the tags behind it which record they read. */
  private recordMark(field: Field): Segment {
    const text = this.context.tags.add({ parsed: { kind: 'comment' }, tag: displayed(field), isNextRecord: true })
    return { properties: '', text }
  }

  /** What is calculated from fields of a merge; a formula over cells or bookmarks stays Word's. */
  private formula(field: Field, code: FieldCode, properties: string): readonly Segment[] | undefined {
    if (!field.isWhole) return undefined
    const value = readFormula(
      field.code,
      field.nested.map((inner) => this.operands.operandOf(inner)),
    )
    if (value === undefined) return undefined
    const parsed: Tag = { kind: 'value', expression: formatted(value, code).expression }
    return [{ properties, text: this.context.tags.add({ parsed, tag: displayed(field) }) }]
  }

  /** An address or a greeting, put together of what the data has; a greeting without a name is the one for nobody. */
  blockSegments(field: Field, code: FieldCode, properties: string): readonly Segment[] {
    const tag = displayed(field)
    const names: Expression[] = []
    const segments = blockPieces(code).map((piece): Segment => {
      if ('text' in piece) return { properties, text: textXml(piece.text) }
      const value = this.operands.columnAt(piece.mapped)
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

  mergeField(field: Field, code: FieldCode): CarriedTag | undefined {
    if (!field.isWhole || field.nested.length > 0) return undefined
    const tag = displayed(field)
    const written = fieldName(code.args.map(({ text }) => text).join(' '))
    const name = written === '' ? fieldName(resultText(this.xml, field)) : written
    if (name === '') {
      this.context.note(
        {
          code: 'field_not_filled',
          message: 'A field MERGEFIELD names no value, and is not filled.',
          hint: 'Write the name behind it: MERGEFIELD client_name.',
        },
        tag,
        startOf(field),
      )
      return undefined
    }
    const original = originalOf(this.xml, field)
    const kept = original === undefined ? {} : { original }
    const section = region.exec(name)
    if (section !== null) {
      const path = (section[2] ?? '').trim()
      const parsed: Tag =
        section[1] === undefined
          ? { kind: 'close', name: path.toLowerCase() }
          : {
              kind: 'open',
              expression: this.operands.pathAt(path),
              inverted: false,
              mode: 'auto',
              name: path.toLowerCase(),
            }
      return { parsed, tag, ...kept }
    }
    const picture = image.exec(name)
    if (picture !== null) {
      return { parsed: { kind: 'image', expression: this.operands.pathAt((picture[1] ?? '').trim()) }, tag, ...kept }
    }
    const { expression, ignored } = formatted(this.operands.pathAt(name), code)
    if (ignored.length > 0) {
      this.context.note(
        {
          code: 'field_switch_ignored',
          message: `The switch ${ignored.join(', ')} of a field is not known; the value is written without it.`,
          hint: ignored.map(hintOfSwitch).join(' '),
        },
        tag,
        startOf(field),
      )
    }
    const open = openText(field.code)
    if (open !== undefined && ignored.length === 0)
      this.context.note(
        {
          code: 'field_switch_ignored',
          message: 'A quotation mark is open in the code of a field, and its text goes on to the end.',
          hint: `Close the quotation mark: ${/\\[#@*]/.exec(field.code)?.[0] ?? ''} "${open}".`.replace(':  ', ': '),
        },
        tag,
        startOf(field),
      )
    const mixed = mixedWord(code.switches.get('@')?.[0] ?? '')
    if (mixed !== undefined && ignored.length === 0)
      this.context.note(
        {
          code: 'wrong_argument',
          message: `In the picture of the field letters of the word "${mixed}" are taken for parts of a date.`,
          hint: `Write '${mixed}', in apostrophes.`,
        },
        tag,
        startOf(field),
      )
    for (const { code: fault, message } of checkExpression(expression)) {
      const hint = hintOfPictures(code)
      this.context.note({ code: fault, message, hint }, tag, startOf(field))
    }
    return { parsed: { kind: 'value', expression }, tag, ...kept }
  }

  private ifField(field: Field, code: FieldCode, properties: string): readonly Segment[] | undefined {
    if (!field.isWhole) return undefined
    const parsed = this.operands.conditionOf(field, code)
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

  sectionMarks(
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
        if (converted !== undefined) for (const item of converted) segments.push(item)
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
