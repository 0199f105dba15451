import type { InducedField } from '@chancery/core'
import { scopePrefixes } from './name-template.ts'
import type { TemplateGroup, Variable } from './template.ts'
import { eachNode } from './variables.ts'

const confidenceOf = (variable: Variable, labelled: boolean, samples: number): number => {
  if (samples === 1) return variable.given === undefined ? 0.5 : 0.7
  const seen = new Set(variable.values.filter((value) => value !== undefined)).size
  return Math.min(0.99, 0.5 + 0.08 * Math.min(seen, 4) + (labelled ? 0.1 : 0) + (variable.type === 'text' ? 0 : 0.07))
}

/** The fields of a template as they are told. @param samples how many there are */
export const fieldsOf = (
  root: TemplateGroup,
  variables: readonly Variable[],
  labelled: ReadonlySet<Variable>,
  samples: number,
): InducedField[] => {
  const occurrences = new Map<Variable, number>()
  eachNode([root], (node) => {
    if (node.kind !== 'leaf') return
    for (const piece of node.slots.flatMap((slot) =>
      slot.flatMap((one) => (one.kind === 'option' ? [one, ...one.pieces] : [one])),
    )) {
      if (piece.kind === 'variable') occurrences.set(piece.variable, (occurrences.get(piece.variable) ?? 0) + 1)
    }
  })
  const prefixes = scopePrefixes([root])
  return variables.map((variable) => ({
    name: `${prefixes.get(variable.scope) ?? ''}${variable.name}`,
    type: variable.type,
    occurrences: occurrences.get(variable) ?? 1,
    confidence: Math.round(confidenceOf(variable, labelled.has(variable), samples) * 100) / 100,
    values: variable.values.filter((value) => value !== undefined),
  }))
}
