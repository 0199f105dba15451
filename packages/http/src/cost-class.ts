import type { Operation, Ports } from '@chancery/core'
import type { CostClass } from './admission/index.ts'

/** Ports that take documents apart. */
const heavyPorts: ReadonlySet<keyof Ports> = new Set(['extractors', 'documentTemplates', 'clientSources'])

/** Whether an operation takes documents apart, by the ports that it needs. */
export const costClassOf = ({ needs }: Operation): CostClass =>
  needs.some((port) => heavyPorts.has(port)) ? 'documents' : 'plain'
