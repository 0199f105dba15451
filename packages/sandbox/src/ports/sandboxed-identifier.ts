import type { FieldIdentifier, Identification } from '@chancery/core'
import type { RuleIdentifierSettings } from '@chancery/identification'
import { searchedParts } from '@chancery/identification/searched-parts'
import type { JobPayloads } from '../jobs/payloads.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'

const baseMs = 2500
/** For each UTF-16 unit, in ms: an ample multiple of what was measured. */
const perUnitMs = 0.01

/** The rules that find facts, at work in a job. */
export const sandboxedIdentifier = (
  runner: JobRunner,
  { maxMs, ...settings }: RuleIdentifierSettings & Pick<JobSettings, 'maxMs'>,
): FieldIdentifier => ({
  id: 'rules',
  identify(request, { signal }) {
    const payload: JobPayloads['identify'] = { request: { ...request, model: searchedParts(request.model) }, settings }
    const budget = Math.min(maxMs, baseMs + request.model.text.length * perUnitMs)
    return runner.run<Identification>('identify', payload, { budget, signal })
  },
})
