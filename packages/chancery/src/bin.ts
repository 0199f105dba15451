#!/usr/bin/env node
/** `npx chancery`. What an older Node could not even load comes after the look at its version. */
import { nodeFault } from './node-version.ts'

const fault = nodeFault()
if (fault === undefined) {
  const { runCommand } = await import('./commands.ts')
  await runCommand()
} else {
  console.error(fault)
  process.exitCode = 1
}
