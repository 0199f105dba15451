import { ownMarks } from './lone-values.ts'
import type { SampleGroup, SampleLeaf, SampleNode } from './sample.ts'
import { eachPiece, type Piece, type TemplateGroup, type TemplateLeaf, type Variable } from './template.ts'
import { indexMarks, tokenize } from './tokens.ts'
import { eachNode } from './variables.ts'

/**
 * A part of a document that not all samples have, such as a header, as one sample has it: where it says the value of a field of the
 * template, that field stands. Nothing else in it is compared.
 * @param root the template, whose fields have their names
 */
export const partWithFields = (part: SampleGroup, root: TemplateGroup, sample: number): TemplateGroup => {
  const { scope } = root
  const fields = new Map<string, Variable>()
  eachNode(root.children, (node) => {
    if (node.kind !== 'leaf' || node.scope !== scope) return
    for (const slot of node.slots)
      eachPiece(slot, (piece) => {
        if (piece.kind !== 'variable') return
        const value = piece.variable.values[sample]
        if (value !== undefined && !fields.has(value)) fields.set(value, piece.variable)
      })
  })
  const marks = indexMarks(ownMarks(root.children, sample).filter(({ text }) => fields.has(text)))
  const piecesOf = (text: string): Piece[] =>
    tokenize(text, marks).map((token): Piece => {
      const variable = token.kind === 'mark' ? fields.get(token.text) : undefined
      return variable ? { kind: 'variable', variable } : { kind: 'constant', text: token.text }
    })
  const membersOf = <Node>(node: Node): (Node | undefined)[] =>
    scope.instances.map((_, instance) => (instance === sample ? node : undefined))
  const leafOf = (leaf: SampleLeaf): TemplateLeaf => ({
    kind: 'leaf',
    key: '',
    scope,
    members: membersOf(leaf),
    slots: leaf.slots.map((text, slot) =>
      leaf.purposes?.[slot] === 'picture' ? [{ kind: 'constant', text }] : piecesOf(text),
    ),
    bits: 0,
  })
  const groupOf = (group: SampleGroup): TemplateGroup => ({
    kind: 'group',
    key: '',
    scope,
    members: membersOf(group),
    ...(group.head === undefined ? {} : { head: leafOf(group.head) }),
    children: group.children.map((node: SampleNode) => (node.kind === 'leaf' ? leafOf(node) : groupOf(node))),
  })
  return groupOf(part)
}
