/** `npm run bench [name …]`: measures side by side with peers, and writes `docs/benchmarks.md`. */
import { spawnSync } from 'node:child_process'
import { clients } from './clients.ts'
import { attachment } from './attachment.ts'
import { deployment } from './deployment.ts'
import { email } from './email.ts'
import { extraction } from './extraction.ts'
import { memory } from './memory.ts'
import { writeSection } from './report.ts'
import { sandbox } from './sandbox.ts'
import { startUp } from './start-up.ts'
import { state } from './state.ts'
import { storage } from './storage.ts'
import { store } from './store.ts'
import { telemetry } from './telemetry.ts'
import { word } from './word.ts'

const benchmarks = {
  'start-up': startUp,
  deployment,
  store,
  storage,
  clients,
  state,
  memory,
  sandbox,
  telemetry,
  attachment,
  word,
  email,
  extraction,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(`bench: no such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  process.exit(2)
}
const { status } = spawnSync('node', ['tools/build.ts'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`bench: ${name} …`)
  writeSection(name, await run())
}
