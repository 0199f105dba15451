import type { DocumentGuard, VettedDocument } from '@chancery/core'
import type { Sandbox } from '@chancery/safety/sandbox'
import { vettingBudget } from './job-budget.ts'
import type { JobSettings } from './job-settings.ts'
import type { JobPayloads } from './jobs.ts'

/**
 * Vetting is linear and runs our own code alone, so that small documents are vetted where they are. Larger ones would keep
 * all other calls waiting for as long as they are scanned, and go to a child.
 */
const defaultSmallBytes = 128 * 1024

/** A guard whose large documents are vetted in a child process. @param smallBytes what counts as small, as it comes in */
export const sandboxedGuard = (
  sandbox: Pick<Sandbox, 'run'>,
  guard: DocumentGuard,
  { maxMs, ...settings }: JobSettings,
  smallBytes = defaultSmallBytes,
): DocumentGuard => ({
  identify: (bytes) => guard.identify(bytes),
  async vet(bytes, options) {
    if (bytes.length <= smallBytes) return await guard.vet(bytes, options)
    const { signal, ...rest } = options
    const payload: JobPayloads['vet'] = { bytes, options: rest, settings }
    return await sandbox.run<VettedDocument>('vet', payload, { budget: vettingBudget(bytes, maxMs), signal })
  },
})
