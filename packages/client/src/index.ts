/** A typed client: one method an operation or service call. */
export type { Answer } from './answer.ts'
export type { BackgroundOperation, ProblemBody, CallsAboutCalls } from './background-operation.ts'
export type { CallOptions, OperationCallOptions } from './call-options.ts'
export { createClient, type ChanceryClient, type ClientSettings } from './client.ts'
export type { Fetch, FetchRequest, FetchResponse } from './platform.ts'
export { ChanceryProblem, type TransportCode } from './problem.ts'
