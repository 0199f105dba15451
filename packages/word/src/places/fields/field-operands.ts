import { type Expression, recordNumber, recordPlace } from '@chancery/tags'
import { signs } from '../../template/carried-tags.ts'
import { type CodeToken, type FieldCode, parseFieldCode } from './field-code.ts'
import { binary, literal, pathOf } from './field-expression.ts'
import type { CarryContext } from './carry-context.ts'
import { type IfField, readIf } from './if-condition.ts'
import type { MergeStep } from './merge-steps.ts'
import type { Field } from './read-fields.ts'
import { columnNames } from './recipient-block.ts'

/** A field's name without the signs around it that Word shows. */
export const fieldName = (name: string): string => name.replaceAll(/[«»]/g, '').trim()

/** What fields of a part read: columns of the data, or of the record that the last NEXT went on to. */
export class FieldOperands {
  private readonly columns: ReadonlyMap<string, string>
  private readonly steps: MergeStep[]
  private readonly isMerge: boolean
  /** How often NEXT or NEXTIF stood before. */
  private passed = 0

  constructor(
    fields: readonly Field[],
    { columns, steps, isMerge }: Pick<CarryContext, 'columns' | 'steps' | 'isMerge'>,
  ) {
    this.columns = columns
    this.steps = steps
    this.isMerge = isMerge || fields.some(({ code }) => /^\s*NEXT(?:IF)?\b/i.test(code))
  }

  /** A NEXT was met, or a NEXTIF. */
  nextRecord(condition?: Expression): void {
    this.steps.push({ kind: 'next', ...(condition === undefined ? {} : { condition }) })
    this.passed++
  }

  /** A SKIPIF was met. */
  skipRecord(condition: Expression): void {
    this.steps.push({ kind: 'skip', condition })
  }

  /** The number of the record from 1, in all or among those that are printed. */
  numberAt(field: typeof recordNumber | typeof recordPlace): Expression {
    if (!this.isMerge) return literal(1)
    return this.inRecord(binary('??', this.recordPath(field), literal(this.passed + 1)))
  }

  /**
   * The name in the current record of `records`, else in the data beside them; behind the last record nothing. Without
   * NEXT: in the data.
   */
  pathAt(name: string, absent?: ''): Expression {
    if (!this.isMerge) return pathOf(name, absent)
    return this.inRecord(binary('??', pathOf(`records.${this.passed}.${name}`), pathOf(name, absent)))
  }

  /** A value of the current record; nothing where it is behind the last one. */
  private inRecord(value: Expression): Expression {
    if (this.passed === 0) return value
    const test = this.recordPath()
    return { kind: 'conditional', test, consequent: value, alternate: literal(''), start: 0, end: 0 }
  }

  /** The current record, or one of its fields: read from the whole data, since the record itself is around it. */
  private recordPath(...field: readonly string[]): Expression {
    const segments = ['records', String(this.passed), ...field]
    return { kind: 'path', segments, own: true, up: Infinity, start: 0, end: 0 }
  }

  /** What the data has under a name that Word maps; nothing where it has none. */
  columnAt(mapped: string): Expression {
    const [first = mapped, second] = columnNames(mapped, this.columns)
    return second === undefined ? this.pathAt(first, '') : binary('??', this.pathAt(first), this.pathAt(second, ''))
  }

  operandOf(field: Field | undefined, absent?: ''): Expression | undefined {
    const code = field === undefined ? undefined : parseFieldCode(field.code)
    switch (code?.type) {
      case 'MERGEFIELD':
        return this.pathAt(fieldName(code.args.map(({ text }) => text).join(' ')), absent)
      case 'DOCVARIABLE':
      case 'DOCPROPERTY':
        return pathOf(code.args[0]?.text ?? '', absent)
      case 'MERGESEQ':
        return this.numberAt(recordPlace)
      case 'MERGEREC':
        return this.numberAt(recordNumber)
      default:
        return undefined
    }
  }

  conditionOf(field: Field, code: FieldCode): IfField | undefined {
    const nestedAt = (token: CodeToken): Field | undefined =>
      field.nested[field.code.slice(0, token.from).split(signs.nested).length - 1]
    return readIf(code, (token) => this.operandOf(nestedAt(token), ''))
  }
}
