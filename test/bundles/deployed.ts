import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueApiKey } from '@chancery/http'
import { built } from './built.ts'

const root = join(import.meta.dirname, '../..')

export type BundleName = 'server' | 'functions'

/** A bundle that runs as it is deployed: a copy of its folder, in a process of its own. */
export interface Deployed {
  /** Operations are below it, by their names. */
  readonly address: string
  readonly key: string
  /** Where it keeps things. */
  readonly data: string
  /** What it has printed and logged so far. */
  printed(): string
  stop(): Promise<void>
}

/** A copy of a bundle, where nothing of this repository is found by accident. */
export async function copied(name: BundleName): Promise<{ readonly folder: string; remove(): void }> {
  const build = await built()
  const parent = mkdtempSync(join(tmpdir(), `chancery-${name}-`))
  const folder = join(parent, 'bundle')
  cpSync(join(build, name), folder, { recursive: true })
  if (name === 'functions') {
    // What the platform installs out of the bundle's own manifest.
    const framework = realpathSync(join(root, 'apps/functions/node_modules/@google-cloud/functions-framework'))
    mkdirSync(join(folder, 'node_modules/@google-cloud'), { recursive: true })
    symlinkSync(framework, join(folder, 'node_modules/@google-cloud/functions-framework'))
  }
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}

/** Starts a bundle with these settings; what it keeps lies in a folder of its own, or in `data`. @param own a copy that the caller has, and keeps */
export async function deploy(
  name: BundleName,
  settings: Readonly<Record<string, string>> = {},
  data = mkdtempSync(join(tmpdir(), 'chancery-data-')),
  own?: string,
): Promise<Deployed> {
  const { folder, remove } = own === undefined ? await copied(name) : { folder: own, remove: () => undefined }
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: data,
    CHANCERY_DATA: data,
    CHANCERY_PORT: '0',
    CHANCERY_LOG: 'error',
    CHANCERY_EMAIL_FROM: 'Harrow & Pine <office@example.com>',
    ...settings,
  }
  const { child, address, key, printed } = await (name === 'server'
    ? startedServer(folder, environment)
    : startedFunctions(folder, environment))
  return {
    address,
    key,
    data,
    printed,
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await ended
      }
      remove()
      rmSync(data, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

type Environment = Readonly<Record<string, string>>

interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly key: string
  printed(): string
}

function watched(program: string, args: readonly string[], env: Environment) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, printed: () => text }
}

const node = join(root, 'node_modules/.bin/node')

function keyMadeBy(folder: string, env: Environment): string {
  const keys = spawnSync(node, [join(folder, 'keys.js'), 'create', '--name', 'test'], { env, encoding: 'utf8' })
  const key = /chk_\w+/.exec(keys.stdout)?.[0]
  if (key === undefined) throw new Error(`No key was made: ${keys.stdout}${keys.stderr}`)
  return key
}

async function startedServer(folder: string, env: Environment): Promise<Started> {
  // Behind a gateway, keys are made there.
  const key = env['CHANCERY_AUTH'] === 'gateway' ? '' : keyMadeBy(folder, env)
  const { child, printed } = watched(node, [join(folder, 'main.js')], env)
  const address = await until(child, printed, () => /address\s+(http:\S+)/.exec(printed())?.[1])
  return { child, address, key, printed }
}

async function startedFunctions(folder: string, env: Environment): Promise<Started> {
  const secret = env['CHANCERY_KEY_SECRET'] ?? randomBytes(32).toString('hex')
  const created = { name: 'test', environment: 'dev', operations: '*' as const, createdAt: new Date().toISOString() }
  const { key } = issueApiKey(created, secret)
  const port = await freePort()
  const framework = join(folder, 'node_modules/@google-cloud/functions-framework/build/src/main.js')
  const { child, printed } = watched(node, [framework, '--target=chancery', `--source=${folder}`], {
    CHANCERY_API_KEY: key,
    CHANCERY_KEY_SECRET: secret,
    ...env,
    PORT: String(port),
  })
  const address = `http://127.0.0.1:${port}`
  await until(child, printed, async () => {
    const response = await fetch(`${address}/healthz`).catch(() => undefined)
    await response?.arrayBuffer()
    return response
  })
  return { child, address, key: env['CHANCERY_API_KEY'] ?? key, printed }
}

/** Asks again until there is an answer. @throws what was printed, where the process ends first */
async function until<Answer>(
  child: ChildProcess,
  printed: () => string,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
): Promise<Answer> {
  for (let tries = 0; tries < 2400; tries++) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${printed()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`It does not start: ${printed()}`)
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
