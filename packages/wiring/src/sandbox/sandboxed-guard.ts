import type { DocumentGuard, VettedDocument } from '@chancery/core'
import { isCompoundFile } from '@chancery/formats/compound-file'
import type { Sandbox } from '@chancery/safety/sandbox'
import { vettingBudget } from './job-budget.ts'
import type { JobSettings } from './job-settings.ts'
import type { JobPayloads } from './jobs.ts'

/**
 * Vetting is linear and runs our own code alone, so that small documents are vetted where they are. Larger ones would keep
 * all other calls waiting for as long as they are scanned, and go to a child.
 */
const defaultSmallBytes = 128 * 1024

/** Whether a key may have to be made of a password, which is slow on purpose. Office wraps what it encrypts in compound files. */
const mayBeEncrypted = (bytes: Uint8Array, password: string | undefined): boolean =>
  password !== undefined || isCompoundFile(bytes)

/**
 * A guard whose large documents are vetted in a child process, and those that may be encrypted.
 * @param smallBytes what counts as small, as it comes in
 */
export const sandboxedGuard = (
  sandbox: Pick<Sandbox, 'run'>,
  guard: DocumentGuard,
  { maxMs, ...settings }: JobSettings,
  smallBytes = defaultSmallBytes,
): DocumentGuard => ({
  identify: (bytes) => guard.identify(bytes),
  async vet(bytes, options) {
    if (bytes.length <= smallBytes && !mayBeEncrypted(bytes, options.password)) return await guard.vet(bytes, options)
    const { signal, ...rest } = options
    const payload: JobPayloads['vet'] = { bytes, options: rest, settings }
    return await sandbox.run<VettedDocument>('vet', payload, { budget: vettingBudget(bytes, maxMs), signal })
  },
})
