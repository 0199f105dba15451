import { PlainPath, ReadPaths } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { Node } from '../parse/parse-template.ts'
import type { ValueContext } from '../parse/value-context.ts'
import type { FieldProgram, SectionStep, Step } from './program.ts'

/** A template that was read, and what a fill runs. */
export interface CompiledTemplate {
  readonly checked: CheckedTemplate
  /** In the order of its fields. */
  readonly programs: readonly FieldProgram[]
  /** What the last fill read of its data. */
  readonly reads: ReadPaths
}

export const compileTemplate = (checked: CheckedTemplate): CompiledTemplate => ({
  checked,
  programs: checked.fields.map(({ field, nodes }, index) => ({
    name: field.name,
    steps: new FieldCompiler(checked.contexts[index] ?? new Map()).steps(nodes),
  })),
  reads: new ReadPaths(),
})

const notKnown: ValueContext = { kind: 'refused', code: '', message: '', hint: '' }

/** Makes a list of steps of the tree of a field. */
class FieldCompiler {
  readonly #contexts: ReadonlyMap<Node, ValueContext>
  readonly #steps: Step[] = []
  /** Up to this step, others may be jumped to: no text is put to one before it. */
  #sealed = 0

  constructor(contexts: ReadonlyMap<Node, ValueContext>) {
    this.#contexts = contexts
  }

  steps(nodes: readonly Node[]): readonly Step[] {
    this.#list(nodes)
    return this.#steps
  }

  #list(nodes: readonly Node[]): void {
    let before: Node | undefined
    for (const node of nodes) {
      if (node.kind === 'literal') this.#text(node.text)
      else if (node.place.isTooDeep === true) this.#steps.push({ kind: 'refusal' })
      else if (node.kind === 'section') this.#section(node)
      else {
        this.#steps.push({
          kind: 'value',
          node,
          path: PlainPath.of(node.expression),
          context: this.#contexts.get(node) ?? notKnown,
          beginsAttribute: before?.kind === 'literal' && (before.text.endsWith('"') || before.text.endsWith("'")),
        })
      }
      before = node
    }
  }

  #text(text: string): void {
    const last = this.#steps.length - 1
    const before = this.#steps[last]
    if (before?.kind === 'text' && last >= this.#sealed) this.#steps[last] = { kind: 'text', text: before.text + text }
    else this.#steps.push({ kind: 'text', text })
  }

  #section(node: SectionStep['node']): void {
    const begin = this.#steps.length
    // Its jumps are known once what it holds is written.
    this.#steps.push({ kind: 'section', node, otherwise: 0, end: 0 })
    this.#list(node.children)
    this.#steps.push({ kind: 'turn' })
    const otherwise = this.#steps.length
    this.#list(node.otherwise)
    const end = this.#steps.length
    this.#steps[begin] = { kind: 'section', node, otherwise, end }
    this.#sealed = end
  }
}
