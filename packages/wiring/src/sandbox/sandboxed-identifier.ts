import type { FieldIdentifier, Identification } from '@chancery/core'
import type { RuleIdentifierSettings } from '@chancery/identification'
import type { Sandbox } from '@chancery/safety/sandbox'
import type { JobSettings } from './job-settings.ts'
import type { JobPayloads } from './jobs.ts'

/**
 * UTF-16 units of a text that is searched where it is, in some 100 ms with turns of others between. A longer one goes to a
 * child: not that it could do harm, which is our own code's to see to, but because it takes so long, and so much memory.
 */
const defaultShortUnits = 128 * 1024

const baseMs = 2500
/** For each UTF-16 unit, in ms: an ample multiple of what was measured. */
const perUnitMs = 0.01

/** The rules, whose long texts are searched in a child process. @param shortUnits what counts as short */
export const sandboxedIdentifier = (
  sandbox: Pick<Sandbox, 'run'>,
  identifier: FieldIdentifier,
  { maxMs, ...settings }: RuleIdentifierSettings & Pick<JobSettings, 'maxMs'>,
  shortUnits = defaultShortUnits,
): FieldIdentifier => ({
  id: identifier.id,
  async identify(request, { signal }) {
    const { length } = request.model.text
    if (length <= shortUnits) return await identifier.identify(request, { signal })
    const payload: JobPayloads['identify'] = { request, settings }
    const budget = Math.min(maxMs, baseMs + length * perUnitMs)
    return await sandbox.run<Identification>('identify', payload, { budget, signal })
  },
})
