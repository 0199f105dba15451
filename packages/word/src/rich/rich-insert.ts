import type { Finding } from '@chancery/core'
import type { RichValue, Scope, ValueNode } from '@chancery/tags'
import type { Inserted, InsertPlace, RunInsert } from '../runs/inserts.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'
import type { Drawn } from './draw-value.ts'
import type { RichContext } from './rich-context.ts'

/** A rich value where a tag wants it; what it becomes is known once it is prepared. */
export class RichInsert implements RunInsert {
  readonly value: RichValue
  readonly node: ValueNode<WordPlace>
  /** JSON pointer segments into the data. */
  readonly pointer: readonly string[]
  /** What the tag can read. */
  readonly scope: Scope
  private readonly findings: Finding[]
  private drawn: Drawn | undefined
  private context: RichContext | undefined

  constructor(
    value: RichValue,
    node: ValueNode<WordPlace>,
    pointer: readonly string[],
    scope: Scope,
    findings: Finding[],
  ) {
    this.value = value
    this.node = node
    this.pointer = pointer
    this.scope = scope
    this.findings = findings
  }

  draw(drawn: Drawn): void {
    this.drawn = drawn
  }

  prepare(context: RichContext): void {
    this.context = context
  }

  get text(): string {
    return this.drawn?.text ?? ''
  }

  render(place: InsertPlace): Inserted {
    if (this.drawn === undefined || this.context === undefined) return { kind: 'runs', xml: '' }
    return this.drawn.write(place, this.context)
  }

  writesText(): void {
    // The data of a chart stands in the chart.
    if (this.value.rich !== 'chart')
      this.warn('rich_value_as_text', 'Only text can stand in this place; the value was written as text.')
  }

  /** Notes something once for its tag. */
  warn(code: string, message: string): void {
    const { tag, place } = this.node
    if (this.findings.some((known) => known.code === code && known.location?.tag === tag)) return
    this.findings.push({ code, severity: 'warning', message, location: locate(place, tag) })
  }
}
