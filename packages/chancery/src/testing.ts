import type { createHarness as CreateHarness } from '@chancery/harness'
import { nodeFault } from './node-version.ts'

export type { CallOptions, Harness, HarnessSettings } from '@chancery/harness'

const fault = nodeFault()
if (fault !== undefined) throw new Error(fault)
// Only now: an older Node could not load it.
const harness = await import('@chancery/harness')

/** Everything in memory, with state to look at: for tests of programs that use Chancery. */
export const createHarness: typeof CreateHarness = harness.createHarness
