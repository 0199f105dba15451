import { ChanceryError, type FillRequest, type Violation } from '@chancery/core'
import { checkData, dataViolations, stoppingFaults, type TemplateNode } from '@chancery/tags'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'

/** What is wrong between the data and the tags that are sound; nothing where looking for it would be too much. */
export function dataFaults(nodes: readonly TemplateNode<WordPlace>[], request: FillRequest): readonly Violation[] {
  try {
    const report = checkData(nodes, request.data, request, { rich: true })
    return dataViolations(stoppingFaults(report, request), ({ place }) => locate(place))
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'payload_too_large') return []
    throw error
  }
}
