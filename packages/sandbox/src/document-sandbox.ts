import type { SandboxLimits } from './pool/limits.ts'
import { createSandbox, type Sandbox } from './pool/sandbox.ts'
import { usualProcesses } from './usual-processes.ts'

/** The packages of what a child loads. */
const packages = [
  '@chancery/clients',
  '@chancery/core',
  '@chancery/document-ai',
  '@chancery/identification',
  '@chancery/mail-templates',
  '@chancery/reading',
  '@chancery/reading-mail',
  '@chancery/reading-office',
  '@chancery/reading-pdf',
  '@chancery/reading-pictures',
  '@chancery/guard',
  '@chancery/sandbox',
  '@chancery/word',
]

/** A pool of children that know every job. @param limits other than the usual ones @param processes children at once */
export const createDocumentSandbox = (
  limits: Partial<SandboxLimits> = {},
  processes: number = usualProcesses(),
): Sandbox =>
  createSandbox({
    entry: new URL(import.meta.resolve('@chancery/sandbox/child')),
    packages,
    processes,
    limits,
  })
