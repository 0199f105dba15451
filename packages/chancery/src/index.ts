/** A firm's paperwork with its clients, as twelve operations, in this process. */
export { ChanceryError, type ProblemCodeName } from '@chancery/core'
export { ConfigurationError, type EmbeddedAnswer, type EmbeddedCallOptions } from '@chancery/wiring'
export { createChancery, type Chancery, type ChancerySettings } from './create-chancery.ts'
