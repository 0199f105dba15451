/** Everything in memory, with state to look at: for tests, and for people who write against the core. */
export { createHarness, type CallOptions, type Harness, type HarnessSettings } from './harness.ts'
