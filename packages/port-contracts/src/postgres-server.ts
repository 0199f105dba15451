import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Debian keeps each version's programs in a folder of its own. */
const versions = '/usr/lib/postgresql'

/** Who a server runs as that root starts: it refuses root. The number that Linux gives to nobody. */
const nobody = 65_534

/** The folder with the newest Postgres of this machine, if there is one. */
export function findPostgres(): string | undefined {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** A Postgres server of a test's own, in a temporary folder, reached by a socket in it. */
export interface PostgresServer {
  /** Another schema of it, new and empty, as an address. */
  schema(): Promise<string>
  /** `fast` ends connections and then itself, as a restart does; `kill` is a crash. */
  stop(how: 'fast' | 'kill'): Promise<void>
  start(): Promise<void>
  /** What a statement answers, by `psql`. */
  query(url: string, statement: string): Promise<string>
  /** Stops it and removes its folder. */
  close(): Promise<void>
}

/**
 * Starts a server.
 * @param programs what `findPostgres` found
 * @param settings.durable flushes what is committed, as a real one does; without it tests are quicker
 */
export async function startPostgres(
  programs: string,
  settings: { readonly durable?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-pg-'))
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } }
  const run = promisify(execFile)
  // Sorted as a person would by default, so that an order that must be by bytes has to be asked for.
  const order = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8']
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'chancery', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...order],
    options,
  )
  const durable = settings.durable === true ? 'on' : 'off'
  const parameters = ['listen_addresses=', `fsync=${durable}`, 'max_connections=60', 'shared_buffers=16MB']
  let server: ChildProcess | undefined
  let schemas = 0

  const start = async (): Promise<void> => {
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', folder, ...parameters.flatMap((parameter) => ['-c', parameter])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = child
    await new Promise<void>((resolve, reject) => {
      let told = ''
      child.stderr.on('data', (text: Buffer) => {
        if (told === 'ready') return
        told += text.toString()
        if (!told.includes('ready to accept connections')) return
        told = 'ready'
        resolve()
      })
      child.once('exit', () => reject(new Error(`Postgres ended before it was ready: ${told}`)))
    })
  }
  const stop = async (how: 'fast' | 'kill'): Promise<void> => {
    const child = server
    server = undefined
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGKILL')
    await ended
  }
  // A test that ends early leaves no server behind.
  const onExit = (): void => void server?.kill('SIGQUIT')
  process.on('exit', onExit)
  await start()

  const query = async (url: string, statement: string): Promise<string> =>
    (await run(join(programs, 'psql'), ['-X', '-q', '-t', '-A', '-d', url, '-c', statement], options)).stdout.trim()
  const address = (options = ''): string => `postgres://chancery@/postgres?host=${encodeURIComponent(folder)}${options}`
  return {
    async schema() {
      const name = `s${++schemas}`
      await query(address(), `CREATE SCHEMA ${name}`)
      return address(`&options=${encodeURIComponent(`-c search_path=${name}`)}`)
    },
    start,
    stop,
    query,
    async close() {
      process.off('exit', onExit)
      await stop('kill')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
