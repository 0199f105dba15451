import { countWords } from './align-text.ts'
import { eachPiece, type Piece, type TemplateNode } from './template.ts'

/**
 * How much there is to write down, in bits, if the samples are told by this template: the shorter, the likelier it is
 * (minimum description length; the constants were chosen on families of filled templates).
 */
const bitsPerWord = 8
export const variableBits = 10
const conditionBits = 12
const loopBits = 10

const size = (text: string): number => (text === '' ? 0 : Math.max(0.5, countWords(text)) * bitsPerWord)

const kindOfValue = (text: string): string => (text === '' ? 'empty' : /\d/.test(text) ? 'digits' : 'letters')

const pieceBits = (piece: Piece): number => {
  if (piece.kind === 'constant') return size(piece.text)
  if (piece.kind === 'option') return conditionBits + piece.condition.present.length
  const values = piece.variable.values.filter((value) => value !== undefined)
  const distinct = new Set(values)
  let bits = variableBits + values.length * Math.log2(distinct.size + 1)
  for (const value of distinct) bits += size(value)
  // A column of both numbers and words, or with holes, is seldom one field.
  return bits + (new Set(values.map(kindOfValue)).size - 1) * 6
}

export const descriptionBits = (nodes: readonly TemplateNode[]): number => {
  let bits = 0
  for (const node of nodes) {
    if (node.kind === 'leaf') {
      for (const slot of node.slots) eachPiece(slot, (piece) => (bits += pieceBits(piece)))
    } else if (node.kind === 'group') bits += descriptionBits(node.head ? [node.head, ...node.children] : node.children)
    else if (node.kind === 'option') {
      bits += conditionBits + node.condition.present.length + descriptionBits(node.children)
    } else bits += loopBits + node.scope.instances.length + descriptionBits(node.children)
  }
  return bits
}
