/** A typed client: one method an operation of the catalog. */
export type { Answer } from './answer.ts'
export { createClient, type ChanceryClient, type ClientSettings } from './client.ts'
export type { CallOptions } from './operation-methods.ts'
export type { Fetch, FetchRequest, FetchResponse } from './platform.ts'
export { ChanceryProblem, type TransportCode } from './problem.ts'
