/** Everything in memory, with state to look at: for tests of programs that use Chancery. */
export { createHarness, type CallOptions, type Harness, type HarnessSettings } from '@chancery/harness'
