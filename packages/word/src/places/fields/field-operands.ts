import type { Expression } from '@chancery/tags'
import { signs } from '../../template/carried-tags.ts'
import { type CodeToken, type FieldCode, parseFieldCode } from './field-code.ts'
import { binary, literal, pathOf } from './field-expression.ts'
import { type IfField, readIf } from './if-condition.ts'
import type { Field } from './read-fields.ts'
import { columnNames } from './recipient-block.ts'

/** A field's name without the signs around it that Word shows. */
export const fieldName = (name: string): string => name.replaceAll(/[«»]/g, '').trim()

/** What fields of a part read: columns of the data, or of the record that the last NEXT went on to. */
export class FieldOperands {
  private readonly columns: ReadonlyMap<string, string>
  private readonly hasNext: boolean
  /** How often NEXT stood before. */
  private passed = 0

  constructor(fields: readonly Field[], columns: ReadonlyMap<string, string>) {
    this.columns = columns
    this.hasNext = fields.some(({ code }) => /^\s*NEXT\b/i.test(code))
  }

  /** A NEXT was met. */
  nextRecord(): void {
    this.passed++
  }

  /** Of the record, from 1. */
  get recordNumber(): number {
    return this.passed + 1
  }

  /** After a NEXT names are those of the next item of `records`. */
  pathAt(name: string, absent?: ''): Expression {
    if (!this.hasNext) return pathOf(name, absent)
    const inRecord = `records.${this.passed}.${name}`
    return {
      kind: 'binary',
      operator: '??',
      left: pathOf(inRecord),
      right: this.passed === 0 ? pathOf(name, absent) : literal(''),
      start: 0,
      end: 0,
    }
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
      case 'MERGEREC':
      case 'MERGESEQ':
        return literal(this.recordNumber)
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
