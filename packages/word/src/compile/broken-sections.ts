import type { Finding } from '@chancery/core'
import { locate } from '../template/locate.ts'
import { reopenedBy } from '../xml/repeatable-xml.ts'
import { guarded, type SectionStep, type Step } from './program.ts'

/** Sections whose second turn would not stand where the first one did: half a row, or from one table into another. */
export function brokenSections(step: Step): readonly Finding[] {
  if (step.kind === 'text' || step.kind === 'value') return []
  const inner = step.body.flatMap(brokenSections)
  if (step.kind === 'guard' || isWhole(step)) return inner
  return [
    {
      code: 'loop_position_invalid',
      severity: 'error',
      message: 'A section begins and ends in places that do not belong together.',
      hint: 'Begin and end every section in the same paragraph, cell, row, table or content control, outside of links and tracked changes.',
      location: locate(step.node.place, step.node.tag),
    },
    ...inner,
  ]
}

/** All that it closes it opens again, and that is nothing which must not be left empty where there is no turn. */
function isWhole({ body, pages }: SectionStep): boolean {
  const reopened = reopenedBy(literally(body))
  if (reopened === undefined || reopened.some((name) => guarded[name] !== undefined)) return false
  const { rest = '' } = pages ?? {}
  return rest === '' || reopened.join() === (rest.startsWith('<w:p>') ? '' : 'w:t,w:r,w:p')
}

const literally = (steps: readonly Step[]): string =>
  steps.map((step) => (step.kind === 'text' ? step.xml : step.kind === 'value' ? '' : literally(step.body))).join('')
