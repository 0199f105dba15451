import { availableParallelism } from 'node:os'
import { createSandbox, type Sandbox, type SandboxLimits } from '@chancery/safety/sandbox'

/** The packages of what a child loads. */
const packages = [
  '@chancery/core',
  '@chancery/document-ai',
  '@chancery/identification',
  '@chancery/reading',
  '@chancery/reading-mail',
  '@chancery/reading-office',
  '@chancery/reading-pdf',
  '@chancery/reading-pictures',
  '@chancery/safety',
  '@chancery/word',
]

/** One busy child must not stop all others; more than this many cost memory and gain little. */
const minProcesses = 2
const maxProcesses = 8

const usualProcesses = (): number => Math.min(Math.max(availableParallelism(), minProcesses), maxProcesses)

/** A pool of children that know every job on documents and their texts. @param limits other than the usual ones */
export const createDocumentSandbox = (
  limits: Partial<SandboxLimits> = {},
  processes: number = usualProcesses(),
): Sandbox =>
  createSandbox({
    entry: new URL(import.meta.resolve('@chancery/wiring/sandbox-child')),
    packages,
    processes,
    limits,
  })
