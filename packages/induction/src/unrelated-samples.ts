import { invalidRequest, leastOf } from '@chancery/core'
import { countWords } from './chance.ts'
import { type SampleGroup, textOf } from './sample.ts'
import type { TemplateLeaf, TemplateNode } from './template.ts'

/** Words that stand in every sample; what turns in one alone is in common with none. */
const constantWords = (nodes: readonly TemplateNode[], samples: number): number => {
  let words = 0
  const isInAll = ({ scope, members }: TemplateLeaf): boolean =>
    new Set(scope.instances.filter((_, instance) => members[instance]).map(({ sample }) => sample)).size === samples
  const count = (list: readonly TemplateNode[]): void => {
    for (const node of list) {
      if (node.kind === 'leaf') {
        if (!isInAll(node)) continue
        for (const piece of node.slots.flat()) if (piece.kind === 'constant') words += countWords(piece.text)
      } else if (node.kind === 'group') count(node.head ? [node.head, ...node.children] : node.children)
      else if (node.kind === 'loop') count(node.children)
    }
  }
  count(nodes)
  return words
}

/**
 * Refuses samples of which hardly a word is common to all: they are not of one template, or too long to tell.
 * @param isCut whether they were not compared to the end
 * @throws `invalid_request` (`/samples`, `samples_unrelated`)
 */
export const refuseUnrelated = (
  nodes: readonly TemplateNode[],
  samples: readonly SampleGroup[],
  isCut: boolean,
): void => {
  const least = leastOf(samples.map((sample) => countWords(textOf(sample))))
  const common = constantWords(nodes, samples.length)
  if (least === 0 || (common > 0 && (common >= 10 || common / least >= 0.03))) return
  throw invalidRequest(
    '/samples',
    'samples_unrelated',
    isCut
      ? 'Hardly a word was found that the samples have in common; they differ in more places than are compared in one call.'
      : 'The samples have hardly a word in common, so no template can be made from them.',
    isCut
      ? 'Give shorter samples that were written from the same template: of long tables and lists some rows are enough.'
      : 'Give samples that were written from the same template, or one sample alone.',
  )
}
