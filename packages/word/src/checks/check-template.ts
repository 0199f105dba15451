import type { Finding } from '@chancery/core'
import { nearNameFindings, wordsOfText } from '@chancery/tags'
import type { WordPackage } from '../package/open-package.ts'
import { locate } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'
import type { Place } from '../template/carried-places.ts'
import { checkFormatterPlaces } from './check-formatter-places.ts'
import { checkLabels } from './check-labels.ts'
import { checkOddTags } from './check-odd-tags.ts'
import { checkPackage } from './check-package.ts'
import { checkPageNumbers } from './check-page-numbers.ts'
import { checkRepeated, checkSections, checkUnfilled } from './check-places.ts'
import { checkReferences } from './check-references.ts'
import { checkRowEdges } from './check-row-edges.ts'
import { checkSigns, signedTexts } from './check-signs.ts'

/**
 * Everything that can be said of a template without data, in the order of the text. Pure: the fill asks it too, so that
 * both say the same.
 */
export function checkTemplate(
  file: WordPackage,
  template: WordTemplate,
  places: readonly Place[] = [],
): readonly Finding[] {
  return inOrder(template, [
    ...template.findings,
    ...checkSections(template.nodes),
    ...checkRowEdges(template),
    ...checkRepeated(template),
    ...checkFormatterPlaces(template, places),
    ...checkLabels(template),
    ...checkPageNumbers(template),
    ...checkReferences(template),
    ...checkUnfilled(file, template),
    ...checkSigns(template),
    ...checkOddTags(template),
    ...checkPackage(file, template),
    ...nearNameFindings(
      template.nodes,
      locate,
      wordsOfText(() => signedTexts(template)),
    ),
  ])
}

/** Findings in the order of the text: part by part, paragraph by paragraph. */
export function inOrder({ parts }: WordTemplate, findings: readonly Finding[]): readonly Finding[] {
  const order = new Map(parts.map(({ part }, index) => [part.label, index]))
  const rank = ({ location }: Finding): number => order.get(location?.part ?? '') ?? order.size
  return findings.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.location?.paragraph ?? 0) - (b.location?.paragraph ?? 0) ||
      (a.location?.start ?? 0) - (b.location?.start ?? 0),
  )
}
