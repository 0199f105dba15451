/** What is published, used in full: programs, servers and commands, for other compilers and versions of Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryProject, programs, typeFaults } from './fixtures/library-project.ts'
import { manifestIn } from './fixtures/packed.ts'
import { environment, execute, node20, node24, publishedProjects } from './fixtures/published-projects.ts'
import { openRealServer, type RealServer } from './fixtures/real-server.ts'

const root = join(import.meta.dirname, '..')

const projects = publishedProjects()

describe('@chancery/core in an empty project', () => {
  const program = `
import { execute, storeDocument, providers, type DocumentStore, type StoredDocument, defaultSettings } from '@chancery/core'

const kept = new Map<string, StoredDocument>()
const store = {
  id: 'mine', capabilities: { versions: false, addresses: false }, check: async () => {},
  stat: async (path: string) => kept.get(path),
  put: async ({ path, content, contentType, metadata }: Parameters<DocumentStore['put']>[0]) => {
    const document = { path, provider: 'mine', size: content.byteLength, contentType, sha256: '', crc32c: '', version: '1', createdAt: '', updatedAt: '', metadata }
    kept.set(path, document)
    return document
  },
  delete: async (path: string) => kept.delete(path),
  read: async () => { throw new Error('not used') }, list: async function* () {},
} satisfies DocumentStore

const outcome = await execute(
  storeDocument,
  { document: { content: new Uint8Array([72, 105]), filename: 'a.txt' }, path: 'a.txt' },
  {
    stores: providers({ mine: store }),
    guard: { identify: () => 'text', archivedNames: async () => { throw new Error('not used') }, vet: async () => { throw new Error('not used') } },
    remoteDocuments: { fetch: async () => { throw new Error('not used') } },
    settings: defaultSettings, hasher: { sha256: () => '0', sha256OfStream: async () => '0' }, clock: { now: () => 0 },
  },
  { principal: { id: 'me', operations: '*' }, requestId: '1', signal: new AbortController().signal, deadline: 0 },
)
const size: number = outcome.data.document.size
console.log(JSON.stringify({ size, created: outcome.data.created }))
`

  it('has types that check, and runs an operation with ports written by hand', async () => {
    const project = await projects.with('by-hand', ['@chancery/core'])
    writeFileSync(join(project, 'main.ts'), program)
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2024',
          lib: ['es2024', 'dom'],
          strict: true,
          types: [],
          noEmit: true,
          exactOptionalPropertyTypes: true,
          skipDefaultLibCheck: true,
        },
        include: ['main.ts'],
      }),
    )
    const compiler = join(root, 'node_modules/.bin/tsc')
    const tsc = spawnSync(compiler, ['-p', '.', '--singleThreaded'], { cwd: project, encoding: 'utf8' })
    expect(tsc.stdout + tsc.stderr).toBe('')
    const { stdout } = await execute(node24, ['main.ts'], { cwd: project, env: environment })
    expect(JSON.parse(stdout)).toEqual({ size: 2, created: true })
  })
})

describe('what the README shows of the library', () => {
  let project: string
  let server: RealServer
  beforeAll(async () => {
    server = await openRealServer()
    project = join(projects.folder, 'library')
    await libraryProject(projects.packed, project, server.address)
  })
  afterAll(() => server.close())

  it('has types for TypeScript 5.9', () => {
    expect(typeFaults(project, join(import.meta.dirname, 'node_modules/.bin/tsc'))).toBe('')
  })

  it.each(programs)('runs: program %i', async (number, _program, shown) => {
    const env = { ...environment, CHANCERY_KEY: server.key }
    const { stdout } = await execute(node24, [`shown-${number}.ts`], { cwd: project, env })
    expect(stdout).not.toBe('')
    if (shown !== undefined) expect(stdout).toBe(shown)
  })
})

describe('packages outside of the repository', () => {
  it.each([
    ['20', node20],
    ['24', node24],
  ])('what promises it runs on Node %s', async (version, node) => {
    const names = projects.packed.map(({ name }) => name)
    const engines = (name: string): string | undefined =>
      manifestIn(join(root, projects.packed.find((each) => each.name === name)?.room ?? '')).engines?.node
    const promised = names.filter((name) => engines(name) === '>=20')
    expect(promised).toEqual(expect.arrayContaining(['@chancery/core', '@chancery/client']))
    expect(new Set(names.map(engines))).toEqual(new Set(['>=20', '>=24']))
    const project = await projects.with(`plain-${version}`, promised)
    writeFileSync(
      join(project, 'main.js'),
      `${promised.map((name) => `import '${name}'`).join('\n')}
import { catalog, ChanceryError, parseInput } from '@chancery/core'
import { ChanceryProblem, createClient } from '@chancery/client'
const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', retries: 0 })
const code = await client.storeDocument({ document: { content: 'SGk=' }, path: 'a' }).catch((error) => error instanceof ChanceryProblem && error.code)
let refused
try { parseInput(catalog[0].input, {}) } catch (error) { refused = ChanceryError.is(error) && error.code }
console.log(process.versions.node.split('.')[0], catalog.length, code, refused)
`,
    )
    expect((await execute(node, ['main.js'], { cwd: project, env: environment })).stdout).toBe(
      `${version} 12 unreachable invalid_request\n`,
    )
  })

  describe('chancery', () => {
    let project: string
    beforeAll(async () => {
      project = await projects.with('whole', ['chancery'])
    })
    const bin = (): string => join(project, 'node_modules/chancery', 'dist/bin.js')

    it('serves, and makes keys', async () => {
      const data = join(projects.folder, 'served')
      const { stdout } = await execute(node24, [bin(), 'keys', 'create', '--name', 'office', '--data', data], {
        env: environment,
      })
      const key = /chk_dev_\w+/.exec(stdout)?.[0] ?? ''
      const child = spawn(node24, [bin(), '--port', '0', '--data', data], {
        env: { ...environment, CHANCERY_LOG: 'off' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const address = await addressOf(child)
        const answer = await fetch(`${address}/get-folder-directories`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: '{}',
        })
        expect(answer.status).toBe(200)
      } finally {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    })

    it.each(['SIGTERM', ...(process.platform === 'linux' ? (['SIGKILL'] as const) : [])] as const)(
      'ends when npx ends, which tells it nothing: %s',
      async (signal) => {
        const binFolder = join(project, 'node_modules/.bin')
        mkdirSync(binFolder, { recursive: true })
        rmSync(join(binFolder, 'chancery'), { force: true })
        symlinkSync(bin(), join(binFolder, 'chancery'))
        chmodSync(bin(), 0o755)
        const child = spawn('npx', ['chancery', '--port', '0', '--data', join(projects.folder, 'by-npx')], {
          cwd: project,
          env: { ...environment, PATH: `${dirname(node24)}:${environment.PATH}`, CHANCERY_LOG: 'off' },
          stdio: ['ignore', 'pipe', 'ignore'],
          detached: true,
        })
        try {
          // Open for as long as one of its processes lives.
          const ended = once(child.stdout, 'close')
          const address = await addressOf(child)
          child.stdout.resume()
          expect((await fetch(`${address}/readyz`)).status).toBe(200)
          child.kill(signal)
          await ended
          await expect(fetch(`${address}/readyz`)).rejects.toThrow()
        } finally {
          try {
            process.kill(-(child.pid ?? 0), 'SIGKILL')
          } catch {
            // Nothing is left of the group.
          }
        }
      },
    )

    it.each([
      [['--help'], 0, /^usage: npx chancery \[command\]/],
      [['migrate'], 0, /there is nothing to migrate/],
      [['doctor', '--help'], 0, /^usage: chancery doctor/],
      [['dance'], 2, /^There is no command "dance"/],
      [['constructor'], 2, /^There is no command "constructor"/],
    ])('tells its commands: %j', (args, code, pattern) => {
      const { status, stdout, stderr } = spawnSync(node24, [bin(), ...args], { env: environment, encoding: 'utf8' })
      expect(stdout + stderr).toMatch(pattern)
      expect(status).toBe(code)
    })

    it('tells what each command does', () => {
      const { PATH, HOME } = environment
      for (const command of ['keys', 'migrate', 'doctor', 'work', 'audit', 'mail', 'events', 'backup', 'gateway']) {
        const told = spawnSync(process.execPath, [bin(), command, '--help'], { env: { PATH, HOME }, encoding: 'utf8' })
        expect([told.status, told.stdout]).toEqual([0, expect.stringMatching(`^usage: chancery ${command} `)])
      }
      const refused = spawnSync(process.execPath, [bin(), 'audit', 'verify'], { env: { PATH, HOME }, encoding: 'utf8' })
      expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('CHANCERY_AUDIT: is off')])
    })
  })
})

/** The address that a server prints once it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const text of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text
    const address = /address\s+(\S+)/.exec(printed)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`It ended: ${printed}`)
}
