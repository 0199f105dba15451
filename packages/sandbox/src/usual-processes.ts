import { availableParallelism } from 'node:os'

/** Two at the least: one busy child must not stop all others. More than so many cost memory and gain little. */
const fewestCores = 2
const mostCores = 8

/** Children at once: one a core keeps all cores at work, and one more is there for who sends little. */
export const usualProcesses = (): number => Math.min(Math.max(availableParallelism(), fewestCores), mostCores) + 1
