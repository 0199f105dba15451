/** What is published, used in full: programs, servers and commands, for other compilers and versions of Node. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from './fixtures/letter.ts'
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

  it('has types', () => {
    expect(typeFaults(project, join(root, 'node_modules/.bin/tsc'), ['--singleThreaded'])).toBe('')
  })

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

    it('reads documents in its confined children, and says what is to be installed for more', async () => {
      const wants = [
        ['pictures', `extractDocument({ document: { content: png }, ocr: 'always' })`],
        ['codes', `preFilling({ template: { content: '${codeTemplate()}' }, data: { code: 'Chancery' } })`],
        ['gcs', `storeDocument({ document: { content: pdf }, path: 'a.pdf' })`],
        ['s3', `storeDocument({ document: { content: pdf }, path: 'a.pdf', provider: 's3' })`],
        ['azure', `storeDocument({ document: { content: pdf }, path: 'a.pdf', provider: 'azure' })`],
        ['docai', `extractDocument({ document: { content: pdf } })`],
        ['sendgrid', `sendEmail({ from: 'a@example.com', to: ['b@example.com'], subject: 'c', text: 'd' })`],
      ]
      writeFileSync(
        join(project, 'main.js'),
        `import { createChancery } from 'chancery'
const pdf = Buffer.from('${Buffer.from(pdfOf(['Invoice 2026-0815'])).toString('base64')}', 'base64')
const png = Buffer.from('${picture}', 'base64')
const chancery = await createChancery({ data: './data' })
const cloud = await createChancery({ configuration: {
  CHANCERY_STORES: 'gcs,s3,azure', CHANCERY_GCS_BUCKET: 'bucket', CHANCERY_S3_BUCKET: 'bucket', CHANCERY_S3_REGION: 'eu-central-1',
  CHANCERY_AZURE_CONTAINER: 'container', CHANCERY_AZURE_ACCOUNT: 'account', CHANCERY_AZURE_KEY: 'a2V5', CHANCERY_TRANSPORTS: 'sendgrid', CHANCERY_SENDGRID_API_KEY: 'SG.k',
  CHANCERY_EXTRACTORS: 'document-ai', CHANCERY_DOCUMENT_AI_PROJECT: 'project', CHANCERY_DOCUMENT_AI_PROCESSOR: '1',
} })
console.log((await chancery.extractDocument({ document: { content: pdf } })).data.text)
${wants.map(([name, call]) => `console.log('${name}', await ${/gcs|s3|azure|docai|sendgrid/.test(name ?? '') ? 'cloud' : 'chancery'}.${call}.then((done) => JSON.stringify(done), (error) => error.code + ': ' + error.message))`).join('\n')}
await chancery.close()
await cloud.close()
`,
      )
      // No path: a Tesseract of the machine would read pictures.
      const { stdout } = await execute(node24, ['main.js'], {
        cwd: project,
        env: { HOME: projects.folder, PATH: projects.folder },
      })
      const lines = stdout.trim().split('\n')
      expect(lines[0]).toBe('Invoice 2026-0815')
      const told = Object.fromEntries(lines.slice(1).map((line) => [/^\w+/.exec(line)?.[0], line]))
      expect(told['pictures']).toContain('npm install tesseract.js-core @tesseract.js-data/eng')
      expect(told['codes']).toContain('npm install bwip-js')
      expect(told['gcs']).toContain('npm install @google-cloud/storage')
      expect(told['s3']).toContain('npm install @aws-sdk/client-s3')
      expect(told['azure']).toContain('npm install @azure/storage-blob')
      expect(told['docai']).toContain('npm install @google-cloud/documentai')
      expect(told['sendgrid']).toContain('npm install @sendgrid/mail')
    })

    it('says in a sentence where Node is too old', async () => {
      writeFileSync(
        join(project, 'old.js'),
        `import { createChancery } from 'chancery'
await createChancery().catch((error) => console.log(error.message))
`,
      )
      const library = await execute(node20, ['old.js'], { cwd: project, env: environment })
      expect(library.stdout).toMatch(/^Chancery needs Node 24 or newer; this is 20\.[\d.]+\.\n$/)
      writeFileSync(
        join(project, 'old-harness.js'),
        "await import('chancery/testing').catch((error) => console.log(error.message))",
      )
      const harness = await execute(node20, ['old-harness.js'], { cwd: project, env: environment })
      expect(harness.stdout).toBe(library.stdout)
      const { status, stdout, stderr } = spawnSync(node20, [bin()], { env: environment, encoding: 'utf8' })
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^Chancery needs Node 24 or newer; this is 20\.[\d.]+\.\n$/)
    })

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
          // On a busy machine one answer may come too late to be yes.
          await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
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

/** A white dot. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const codeTemplate = (): string =>
  Buffer.from(letterDocument({ name: '{code | qr}', number: '1', total: '1' })).toString('base64')
