/**
 * Makes what is published and deployed:
 * - `packages/<name>/dist`: JavaScript and types of each package, by the compiler;
 * - `build/server` and `build/functions`: bundles, split so that every heavy library and SDK is a chunk of its own that is
 *   loaded at first use. What esbuild says of each is in `build/<name>.metafile.json`, which a test reads.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { buildPackages } from './build-packages.ts'

const root = join(import.meta.dirname, '..')

/** CommonJS libraries inside an ES module bundle still ask for these. */
const banner = `import { createRequire as chanceryRequire } from 'node:module'
import { dirname as chanceryDirname } from 'node:path'
import { fileURLToPath as chanceryPath } from 'node:url'
const require = chanceryRequire(import.meta.url)
const __filename = chanceryPath(import.meta.url)
const __dirname = chanceryDirname(__filename)`

/** Programs of other processes and threads: entries of the bundle, among the chunks, which are all that a child can read. */
const programs: Readonly<Record<string, string>> = {
  '@chancery/sandbox/child': './sandbox-child.js',
  '@chancery/server/health-thread': './health-thread.js',
}

/**
 * Files that a library reads beside its code: copied among the bundle's chunks. All code lies there, that of the entries
 * too, so that an address beside the code is right wherever the bundler puts the code.
 */
const assets: Plugin = {
  name: 'assets',
  setup({ onLoad, initialOptions }) {
    onLoad({ filter: /\/(?:packages|apps)\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replaceAll(/import\.meta\.resolve\('([^']+)'\)/g, (_, specifier: string) => {
        const program = programs[specifier]
        if (program !== undefined) return `new URL(${JSON.stringify(program)}, import.meta.url).href`
        const file = createRequire(path).resolve(specifier)
        copyFileSync(file, join(initialOptions.outdir ?? '.', 'chunks', basename(file)))
        return `new URL(${JSON.stringify(`./${basename(file)}`)}, import.meta.url).href`
      })
      return { contents, loader: 'ts' }
    })
  },
}

/** For scripts beside a deployment, and for the tests that run the contract suites of ports against it. */
const portsEntry = { ports: 'packages/wiring/src/index.ts' }

/** What stands in the folder itself: says in a sentence where Node is too old for what it loads. */
const entryProgram = (name: string): string => `const { node } = process.versions
if (Number(node.split('.')[0]) < 24) {
  console.error('Chancery needs Node 24 or newer; this is ' + node + '.')
  process.exit(1)
}
${name === 'ports' ? `export const { compose, readConfiguration } = await import('./chunks/${name}.js')` : `await import('./chunks/${name}.js')`}
`

async function bundle(
  name: string,
  started: Record<string, string>,
  manifest: object,
  external: string[],
  inner: Record<string, string> = {},
): Promise<void> {
  const entries = { ...started, ...portsEntry }
  const outdir = join(root, 'build', name)
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(join(outdir, 'chunks'), { recursive: true })
  const options = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    // pg asks for it only where it is wanted, and we do not.
    external: [...external, 'pg-native'],
    platform: 'node',
    target: 'node24',
    format: 'esm',
    splitting: true,
    minify: true,
    banner: { js: banner },
    chunkNames: 'chunks/[name]-[hash]',
    loader: { '.node': 'copy', '.wasm': 'copy' },
    plugins: [assets],
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildOptions
  const main = await build({
    ...options,
    entryPoints: {
      ...Object.fromEntries(Object.entries(entries).map(([entry, source]) => [`chunks/${entry}`, source])),
      ...inner,
    },
  })
  // By itself: a chunk has what any of the entries use of a file, and the service uses all of the core.
  const child = await build({
    ...options,
    entryPoints: { 'chunks/sandbox-child': 'packages/sandbox/src/jobs/child.ts' },
  })
  const metafile = { outputs: { ...main.metafile.outputs, ...child.metafile.outputs } }
  for (const entry of Object.keys(entries)) writeFileSync(join(outdir, `${entry}.js`), entryProgram(entry))
  // Beside the folder: it is not deployed.
  writeFileSync(join(root, 'build', `${name}.metafile.json`), JSON.stringify(metafile))
  writeFileSync(join(outdir, 'package.json'), `${JSON.stringify({ type: 'module', ...manifest }, null, 2)}\n`)
  console.log(`build: ${name}, ${Object.keys(metafile.outputs).length} files`)
}

/** Starts the bundled server once, so that the very first start of its users finds compiled code, wherever that is copied. */
async function compileServer(): Promise<void> {
  const folder = join(root, 'build/server')
  mkdirSync(join(folder, 'chunks/compiled'))
  const data = mkdtempSync(join(tmpdir(), 'chancery-build-'))
  const server = spawn('node', [join(folder, 'main.js')], {
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, CHANCERY_PORT: '0', CHANCERY_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  let printed = ''
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text
    const address = /address\s+(\S+)/.exec(printed)?.[1]
    if (address === undefined) continue
    await fetch(`${address}/healthz`)
    break
  }
  server.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
  // Node keeps them for the user who built; whoever runs the server may be another.
  const compiled = readdirSync(join(folder, 'chunks/compiled'), { recursive: true, withFileTypes: true })
  const files = compiled.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) chmodSync(join(parentPath, name), 0o644)
  console.log(`build: server, ${files.length} files compiled ahead`)
}

async function buildServer(): Promise<void> {
  await bundle(
    'server',
    {
      main: 'apps/server/src/serve.ts',
      backup: 'apps/server/src/backup.ts',
      keys: 'apps/server/src/keys.ts',
      migrate: 'apps/server/src/migrate.ts',
      doctor: 'apps/server/src/doctor.ts',
      work: 'apps/server/src/work.ts',
      audit: 'apps/server/src/audit.ts',
      mail: 'apps/server/src/mail.ts',
      events: 'apps/server/src/events.ts',
      gateway: 'apps/server/src/gateway.ts',
    },
    {},
    [],
    { 'chunks/health-thread': 'apps/server/src/health-thread.ts' },
  )
  await compileServer()
}

async function buildFunctions(): Promise<void> {
  // The platform starts its own copy of the framework, in which functions must be registered: it stays outside.
  const framework = '@google-cloud/functions-framework'
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/functions/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  await bundle(
    'functions',
    { index: 'apps/functions/src/index.ts', gateway: 'apps/server/src/gateway.ts' },
    { main: 'index.js', dependencies: { [framework]: dependencies[framework] } },
    [framework],
  )
}

// At once: each leaves a core free for some of its time.
await Promise.all([buildPackages(), buildServer(), buildFunctions()])
