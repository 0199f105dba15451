import type { SlotPart } from './align-text.ts'
import { countWords } from './chance.ts'
import type { TemplateNode } from './template.ts'

/**
 * How much there is to write down, in bits, if the samples are told by this template: the shorter, the likelier it is
 * (minimum description length; the constants were chosen on families of filled templates).
 */
const bitsPerWord = 8
export const variableBits = 10
export const conditionBits = 12
const loopBits = 10

const size = (text: string): number => (text === '' ? 0 : Math.max(0.5, countWords(text)) * bitsPerWord)

const kindOfValue = (text: string): string => (text === '' ? 'empty' : /\d/.test(text) ? 'digits' : 'letters')

/** Of one slot. */
export const slotBits = (parts: readonly SlotPart[]): number => parts.reduce((sum, part) => sum + partBits(part), 0)

const partBits = (part: SlotPart): number => {
  if (part.kind === 'constant') return size(part.text)
  if (part.kind === 'option') return conditionBits + part.present.length + slotBits(part.parts)
  const values = part.values.filter((value) => value !== undefined)
  const distinct = new Set(values)
  let bits = variableBits + values.length * Math.log2(distinct.size + 1)
  for (const value of distinct) bits += size(value)
  // A column of both numbers and words, or with holes, is seldom one field.
  return bits + (new Set(values.map(kindOfValue)).size - 1) * 6
}

export const descriptionBits = (nodes: readonly TemplateNode[]): number => {
  let bits = 0
  for (const node of nodes) {
    if (node.kind === 'leaf') bits += node.bits
    else if (node.kind === 'group') bits += descriptionBits(node.head ? [node.head, ...node.children] : node.children)
    else if (node.kind === 'option') {
      bits += conditionBits + node.condition.present.length + descriptionBits(node.children)
    } else bits += loopBits + node.scope.instances.length + descriptionBits(node.children)
  }
  return bits
}
