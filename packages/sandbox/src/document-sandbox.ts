import { availableParallelism } from 'node:os'
import type { SandboxLimits } from './pool/limits.ts'
import { createSandbox, type Sandbox } from './pool/sandbox.ts'

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

/** One busy child must not stop all others; more than this many cost memory and gain little. */
const minProcesses = 2
const maxProcesses = 8

const usualProcesses = (): number => Math.min(Math.max(availableParallelism(), minProcesses), maxProcesses)

/** A pool of children that know every job. @param limits other than the usual ones */
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
