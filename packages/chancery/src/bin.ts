#!/usr/bin/env node
/** `npx chancery`: what it needs is looked at first, in words that every Node reads; only then is anything loaded. */
const { node } = process.versions
if (Number(node.split('.')[0]) < 24) {
  console.error(`Chancery needs Node 24 or newer; this is ${node}.`)
  process.exit(1)
}
const { runCommand } = await import('./commands.ts')
await runCommand()
