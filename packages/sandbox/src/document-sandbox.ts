import type { SandboxLimits } from './pool/limits.ts'
import { createSandbox, type Sandbox, type SandboxWatch } from './pool/sandbox.ts'
import { usualProcesses } from './usual-processes.ts'

/** The packages of what a child loads. */
const packages = [
  '@chancery/clients',
  '@chancery/core',
  '@chancery/document-ai',
  '@chancery/identification',
  '@chancery/mail-templates',
  '@chancery/odt-templates',
  '@chancery/reading',
  '@chancery/reading-mail',
  '@chancery/reading-mammoth',
  '@chancery/reading-office',
  '@chancery/reading-pdf',
  '@chancery/reading-pictures',
  '@chancery/guard',
  '@chancery/sandbox',
  '@chancery/word',
]

/** A pool of children that know every job. @param limits other than the usual ones @param processes children at once @param watch who is told */
export const createDocumentSandbox = (
  limits: Partial<SandboxLimits> = {},
  processes: number = usualProcesses(),
  watch?: SandboxWatch,
): Sandbox =>
  createSandbox({
    entry: new URL(import.meta.resolve('@chancery/sandbox/child')),
    packages,
    processes,
    limits,
    ...(watch === undefined ? {} : { watch }),
  })
