/** A firm's paperwork with its clients, as twelve operations, in this process. */
export { ChanceryError, type ProblemCodeName } from '@chancery/core'
export type { EmbeddedAnswer, EmbeddedCallOptions } from '@chancery/wiring'
export { createChancery, type Chancery, type ChancerySettings } from './create-chancery.ts'
