// Run by npm around `npm pack` and `npm publish`, in the folder of a package. In the workspace a package exports its sources,
// so that nothing has to be built for work on it; what is published exports `dist`. `apply` builds what is not built, and
// writes the manifest with what its `publishConfig` says; `restore` puts the workspace's manifest back.
// `publishable.mjs apply packages/core packages/http` does it for several, from the root.
// Plain JavaScript: it runs on the Node that npm runs on.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tools = dirname(fileURLToPath(import.meta.url))
/** The workspace's manifest, while the published one is in its place. One that an interrupted run left is still that. */
const kept = '.package.json.kept'

function apply() {
  if (!existsSync(kept)) writeFileSync(kept, readFileSync('package.json'))
  const {
    publishConfig = {},
    scripts: _scripts,
    devDependencies: _dev,
    ...manifest
  } = JSON.parse(readFileSync(kept, 'utf8'))
  const inWorkspace = Object.entries(manifest.dependencies ?? {}).filter(([, range]) => range.startsWith('workspace:'))
  if (inWorkspace.length > 0)
    throw new Error(`${inWorkspace.map(([name]) => name).join(', ')}: give the version, npm knows no "workspace:".`)
  if (!isBuilt()) build()
  // What npm itself understands of it stays.
  const { access, ...published } = publishConfig
  const own = access === undefined ? {} : { publishConfig: { access } }
  writeFileSync('package.json', `${JSON.stringify({ ...manifest, ...own, ...published }, null, 2)}\n`)
}

function restore() {
  if (existsSync(kept)) renameSync(kept, 'package.json')
}

/** Whether `dist` is there, and no source is newer. */
function isBuilt() {
  if (!existsSync('dist')) return false
  const { mtimeMs: builtAt } = statSync('dist')
  return readdirSync('src', { recursive: true }).every((file) => statSync(join('src', String(file))).mtimeMs <= builtAt)
}

function build() {
  // npm prints what is packed on the standard output; the build must not mix into it.
  const { status } = spawnSync(process.execPath, [join(tools, 'chancery.mjs'), 'packages'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The packages could not be built.')
}

const steps = { apply, restore }
const [, , name, ...rooms] = process.argv
const step = steps[name]
if (step === undefined) throw new Error('usage: node publishable.mjs apply|restore [folder …]')
const from = process.cwd()
for (const room of rooms.length === 0 ? ['.'] : rooms) {
  process.chdir(join(from, room))
  try {
    step()
  } catch (error) {
    restore()
    throw error
  }
}
