import type { DocumentGuard } from '@chancery/core'
import { isCompoundFile } from '@chancery/formats/compound-file'
import type { JobPayloads, Vetted } from '../jobs/payloads.ts'
import { vettingBudget } from './job-budget.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'

/**
 * Vetting is linear and runs our own code alone, so that small documents are vetted where they are. Larger ones would keep
 * all other calls waiting for as long as they are scanned, and go to a child.
 */
const defaultSmallBytes = 128 * 1024

/** Whether a key may have to be made of a password, which is slow on purpose. Office wraps what it encrypts in compound files. */
const mayBeEncrypted = (bytes: Uint8Array, password: string | undefined): boolean =>
  password !== undefined || isCompoundFile(bytes)

/**
 * A guard whose large documents are vetted in a job, and those that may be encrypted.
 * @param smallBytes what counts as small, as it comes in
 */
export const sandboxedGuard = (
  runner: JobRunner,
  guard: DocumentGuard,
  { maxMs, ...settings }: JobSettings,
  smallBytes = defaultSmallBytes,
): DocumentGuard => ({
  identify: (bytes, tail) => guard.identify(bytes, tail),
  archivedNames: (bytes, options) => guard.archivedNames(bytes, options),
  async vet(bytes, options) {
    if (bytes.length <= smallBytes && !mayBeEncrypted(bytes, options.password)) return await guard.vet(bytes, options)
    const { signal, ...rest } = options
    const payload: JobPayloads['vet'] = { bytes, options: rest, settings }
    const { document, mended } = await runner.run<Vetted>('vet', payload, {
      budget: vettingBudget(bytes, maxMs),
      contents: [bytes],
      signal,
    })
    return { ...document, bytes: mended ?? bytes }
  },
})
