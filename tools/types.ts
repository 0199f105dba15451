/** Checks all types: the pure packages alone, where no platform exists, then the whole workspace with Node's types. */
import { spawnSync } from 'node:child_process'

const projects = ['packages/core', 'packages/tags', 'packages/induction', 'packages/client', '.']
const failed = projects.filter((project) => spawnSync('tsc', ['-p', project], { stdio: 'inherit' }).status !== 0)
if (failed.length > 0) {
  console.error(`types: faults in ${failed.join(', ')}`)
  process.exit(1)
}
console.log(`types: ${projects.length} projects, no fault`)
