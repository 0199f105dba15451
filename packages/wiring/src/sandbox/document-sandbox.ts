import { availableParallelism } from 'node:os'
import { createSandbox, type Sandbox } from '@chancery/safety/sandbox'

/** The packages of what a child loads. */
const packages = ['@chancery/core', '@chancery/extraction', '@chancery/safety', '@chancery/word']

/** One busy child must not stop all others; more than this many cost memory and gain little. */
const minProcesses = 2
const maxProcesses = 8

/** The pool in which documents are taken apart. */
export const createDocumentSandbox = (): Sandbox =>
  createSandbox({
    entry: new URL(import.meta.resolve('@chancery/wiring/sandbox-child')),
    packages,
    processes: Math.min(Math.max(availableParallelism(), minProcesses), maxProcesses),
  })
