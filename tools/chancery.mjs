#!/usr/bin/env node
// The launcher: brings the machine to the pinned pnpm, dependencies and Node, then runs one command.
// Plain JavaScript without dependencies, so that it runs on the Node that is there (>= 20).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')
const isWindows = process.platform === 'win32'

/** What each command runs, as steps of [program in node_modules/.bin, ...arguments]; user arguments join the last step. */
const commands = {
  start: {
    about: 'serve everything embedded on this machine',
    steps: [['node', 'apps/server/src/start.ts']],
  },
  test: { about: 'run the tests', steps: [['node', 'node_modules/vitest/vitest.mjs', 'run']] },
  deep: {
    about: 'run the tests that try in full what the others try once',
    steps: [['node', 'node_modules/vitest/vitest.mjs', 'run', '--mode=deep']],
  },
  check: {
    about: 'types, lint, format, unused code, architecture',
    steps: [
      ['node', 'tools/types.ts'],
      ['oxlint', '--deny-warnings'],
      ['oxfmt', '--check'],
      ['knip'],
      ['node', 'node_modules/vitest/vitest.mjs', 'run', 'test/architecture.test.ts'],
    ],
  },
  build: { about: 'make the publishable packages and the bundles', steps: [['node', 'tools/build.ts']] },
  packages: { about: 'make the publishable packages alone', steps: [['node', 'tools/build-packages.ts']] },
  bench: { about: 'measure, side by side with the peers', steps: [['node', 'test/bench/main.ts']] },
  prove: {
    about: 'try what is promised under attack and overload; with --quick, or of single promises',
    steps: [['node', 'test/prove/main.ts']],
  },
  docs: { about: 'write the pages that are derived from the catalog', steps: [['node', 'tools/docs.ts']] },
  keys: { about: 'API keys: create | list | rotate | revoke', steps: [['node', 'apps/server/src/keys.ts']] },
  migrate: {
    about: 'make or update the tables of the state in Postgres',
    steps: [['node', 'apps/server/src/migrate.ts']],
  },
  doctor: {
    about: 'try everything that the service stands on, as it is set',
    steps: [['node', 'apps/server/src/doctor.ts']],
  },
  work: {
    about: 'do calls in the background that services have taken on',
    steps: [['node', 'apps/server/src/work.ts']],
  },
  audit: { about: 'the audit log: export | verify', steps: [['node', 'apps/server/src/audit.ts']] },
  mail: {
    about: 'e-mails in doubt or waiting, and who gets none: list | settle | cancel | suppress | …',
    steps: [['node', 'apps/server/src/mail.ts']],
  },
  events: {
    about: 'what the firm’s own systems were not told yet: list | retry',
    steps: [['node', 'apps/server/src/events.ts']],
  },
  backup: {
    about: 'copy what is kept in the data folder, while the service works',
    steps: [['node', 'apps/server/src/backup.ts']],
  },
  gateway: {
    about: 'write the document of the API gateway before a deployment',
    steps: [['node', 'apps/server/src/gateway.ts']],
  },
  format: { about: 'format the sources', steps: [['oxfmt']] },
}

/** A digest of everything that decides what an install puts into node_modules. */
function wantedStamp() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function install() {
  const stampFile = join(root, 'node_modules', '.chancery-stamp')
  const stamp = wantedStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  console.error(`chancery: installing with ${packageManager} …`)
  const result = spawnSync('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    cwd: root,
    // An install with CI unset asks before it removes a foreign node_modules; there is nobody to answer.
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  })
  if (result.status !== 0) {
    console.error('chancery: the install failed; its output is above.')
    process.exit(result.status ?? 1)
  }
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** The process that started another, where the system tells of it (Linux). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isNpm(pid) {
  try {
    return pid !== undefined && readlinkSync(`/proc/${pid}/exe`) === process.env.npm_node_execpath
  } catch {
    return false
  }
}

/**
 * npm starts its scripts through a shell, and tells that shell alone, or no one, when it is to stop; most shells end without
 * a word to us. (`exec` in the script would help, where there is a POSIX shell.) So a script of npm ends with what started it.
 * Where the shell stays when npm has gone, the system tells of npm.
 * @returns what ends the watch
 */
function whenOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const above = parentOf(parent)
  // Some shells give us their place, and npm is our parent then: what is above it is of no interest.
  const npm = !isNpm(parent) && isNpm(above) ? above : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    stop()
  }, 200)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs one step with the pinned Node first on PATH; resolves with its exit code and passes signals on to it. */
function run([program, ...args], options = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), args, {
      cwd: root,
      // Node keeps what it compiled for the next start, which is faster then.
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
        ...process.env,
        PATH: bin + delimiter + process.env.PATH,
      },
      stdio: options.watch ? ['inherit', 'pipe', 'inherit'] : 'inherit',
      shell: isWindows,
    })
    if (options.watch) {
      child.stdout.on('data', (chunk) => {
        process.stdout.write(chunk)
        options.watch(String(chunk))
      })
    }
    const forward = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
    const stopWatching = whenOrphaned(() => child.kill('SIGTERM'))
    child.on('exit', (code, signal) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
      stopWatching()
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
    child.on('error', (error) => {
      console.error(`chancery: could not run ${program}: ${error.message}`)
      resolve(1)
    })
  })
}

/** Reads the totals out of vitest's closing lines, so that the last line of `npm test` is `N passed, N failed`. */
function countTests() {
  let seen = ''
  return {
    watch: (text) => {
      seen = (seen + text).slice(-20_000)
    },
    line: () => {
      // oxlint-disable-next-line no-control-regex -- vitest colours its output.
      const plain = seen.replace(/\u001b\[[0-9;]*m/g, '')
      const summary = /^\s*Tests\s+(.*)$/m.exec(plain)?.[1] ?? ''
      const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0)
      return `${count('passed')} passed, ${count('failed')} failed`
    },
  }
}

const [name, ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
if (!command) {
  const width = Math.max(...Object.keys(commands).map((key) => key.length))
  const lines = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(width)}  ${about}`)
  const usage = ['usage: node tools/chancery.mjs <command> [options]', '', ...lines].join('\n')
  const asked = [undefined, '--help', '-h', 'help'].includes(name)
  if (asked) console.log(usage)
  else console.error(usage)
  process.exit(asked ? 0 : 2)
}

install()
const tests = name === 'test' || name === 'deep' ? countTests() : undefined
let code = 0
for (const [index, step] of command.steps.entries()) {
  const last = index === command.steps.length - 1
  code = await run(last ? [...step, ...rest] : step, tests)
  if (code !== 0) break
}
if (tests) console.log(tests.line())
process.exit(code)
