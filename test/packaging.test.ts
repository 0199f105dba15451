import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueApiKey } from '@chancery/http'
import { built } from './bundles/built.ts'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { pdfOf } from '@chancery/port-contracts/sample-documents'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const environment = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chancery-packed-'))
  await built()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the bundles', () => {
  interface Metafile {
    readonly outputs: Readonly<
      Record<
        string,
        {
          readonly entryPoint?: string
          readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>
          readonly imports: readonly { readonly path: string; readonly kind: string }[]
        }
      >
    >
  }
  /** The libraries that every start may pay for; all others load at the first call that needs them. */
  const light = /node_modules\/(?:@hono\/node-server|@inversifyjs\/[^/]+|chardet|hono|inversify|reflect-metadata|zod)\//
  const isHeavy = (input: string): boolean => input.includes('node_modules/') && !light.test(input)

  const outputsOf = (name: string): Metafile['outputs'] =>
    (JSON.parse(readFileSync(join(root, 'build', `${name}.metafile.json`), 'utf8')) as Metafile).outputs
  const programs = /chunks\/(?:main|backup|keys|migrate|doctor|work|audit|mail|events|gateway|index|ports)\.js$/
  const child = /chunks\/sandbox-child\.js$/
  /** The sources that programs of a bundle load before they do anything. */
  const loadedAtStart = (outputs: Metafile['outputs'], names: RegExp): readonly string[] => {
    const entries = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint !== undefined && names.test(path))
    expect(entries.length).toBeGreaterThan(0)
    const loaded = new Set(entries)
    for (const path of loaded)
      for (const each of outputs[path]?.imports ?? [])
        if (each.kind === 'import-statement' && outputs[each.path] !== undefined) loaded.add(each.path)
    return [...loaded]
      .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([source]) => source)
  }

  it.each(['server', 'functions'])('%s loads no provider and no heavy library at start', (name) => {
    const outputs = outputsOf(name)
    const inputs = loadedAtStart(outputs, programs)
    expect(inputs.filter(isHeavy)).toEqual([])
    // The test has teeth: the bundle as a whole does hold them.
    const everything = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
    expect(everything.some(isHeavy)).toBe(true)
  })

  it.each(['server', 'functions'])('%s finds facts by rules that a job alone loads', (name) => {
    const outputs = outputsOf(name)
    const isRule = (input: string): boolean => /packages\/identification\/src\/rules\/(?:labels|values)\//.test(input)
    expect([programs, child].flatMap((each) => loadedAtStart(outputs, each)).filter(isRule)).toEqual([])
    expect(Object.values(outputs).some(({ inputs }) => Object.keys(inputs).some(isRule))).toBe(true)
  })

  it.each(['server', 'functions'])('the children of %s load none of the contracts of operations', (name) => {
    const outputs = outputsOf(name)
    const isContract = (input: string): boolean => /packages\/core\/src\/.+\/contract\.ts$/.test(input)
    expect(loadedAtStart(outputs, child).filter(isContract)).toEqual([])
    expect(loadedAtStart(outputs, programs).some(isContract)).toBe(true)
  })

  it('have their ports of the same modules, so that what one keeps to, the other does', () => {
    const [server, functions] = ['server', 'functions'].map((name) => {
      const outputs = outputsOf(name)
      const reached = new Set([`build/${name}/chunks/ports.js`])
      for (const path of reached)
        for (const each of outputs[path]?.imports ?? []) if (outputs[each.path] !== undefined) reached.add(each.path)
      return [...reached]
        .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([source]) => source)
        .sort()
    })
    expect(functions).toEqual(server)
    expect(server).toContain('packages/storage/src/gcs/gcs-document-store.ts')
  })

  it.each(['server', 'functions'])('%s finds every file that lies beside its code', (name) => {
    const chunks = join(root, 'build', name, 'chunks')
    const addresses = readdirSync(chunks)
      .filter((file) => file.endsWith('.js'))
      .flatMap(
        (file) =>
          readFileSync(join(chunks, file), 'utf8').match(
            /(?<=new URL\(["'`])\.[^"'`]+(?=["'`],\s*import\.meta\.url)/g,
          ) ?? [],
      )
    expect(addresses.filter((address) => !existsSync(join(chunks, address)))).toEqual([])
    expect(addresses).toContain('./pdfium.wasm')
    // Nothing but what loads the rest lies elsewhere.
    const others = readdirSync(join(root, 'build', name)).filter((file) => file.endsWith('.js'))
    for (const file of others) expect(statSync(join(root, 'build', name, file)).size).toBeLessThan(500)
  })

  it('has every command of the launcher', () => {
    const launcher = readFileSync(join(root, 'tools/chancery.mjs'), 'utf8')
    const commands = Array.from(launcher.matchAll(/apps\/server\/src\/(\w+)\.ts/g), ([, name]) => name)
    expect(commands.length).toBeGreaterThan(8)
    const missing = commands.filter((name) => !existsSync(join(root, `build/server/${name}.js`)))
    // What serves for development is not deployed.
    expect(missing).toEqual(['start'])
  })

  it('says in a sentence where Node is too old', () => {
    const program = readFileSync(join(root, 'build/server/main.js'), 'utf8').replaceAll(
      'process.versions',
      '({ node: "20.1.0" })',
    )
    writeFileSync(join(folder, 'old.mjs'), program)
    const { status, stderr } = spawnSync('node', [join(folder, 'old.mjs')], { env: environment, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'Chancery needs Node 24 or newer; this is 20.1.0.\n'])
  })

  it('the server bundle is small at its entry', () => {
    expect(statSync(join(root, 'build/server/chunks/main.js')).size).toBeLessThan(600_000)
  })

  it('the server bundle brings compiled code, which is found wherever it is copied to', async () => {
    const copy = join(folder, 'server')
    cpSync(join(root, 'build/server'), copy, { recursive: true })
    const child = spawn('node', [join(copy, 'main.js')], {
      env: {
        ...environment,
        NODE_COMPILE_CACHE: undefined,
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
        CHANCERY_PORT: '0',
        CHANCERY_DATA: join(folder, 'data'),
      },
    })
    let told = ''
    child.stderr.on('data', (text: Buffer) => (told += text.toString()))
    const exited = once(child, 'exit')
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill('SIGTERM')
    await exited
    // The program beside it, wherever that is: no key is made by itself.
    expect(printed.toString()).toContain(`node ${join(copy, 'keys.js')} create`)
    expect(printed.toString()).not.toContain('chk_')
    expect(told).toMatch(/chunks\/main(?:-\w+)?\.js was accepted/)
    expect(told).not.toContain('was rejected')
  })

  it('the server bundle makes html of MJML, and loads what works on html, where no text may become a program', () => {
    const outputs = outputsOf('server')
    const chunkOf = (source: string): string =>
      join(
        root,
        Object.keys(outputs).find((path) => outputs[path]?.entryPoint === `packages/mail-templates/src/${source}`) ??
          '',
      )
    const program = `
      const [mjml, css, html] = await Promise.all(${JSON.stringify(
        ['mjml/compiled-mjml.ts', 'fill/inlined-css.ts', 'fill/sanitized-html.ts'].map(chunkOf),
      )}.map((path) => import(path)))
      const { findings } = await mjml.compiledMjml('<mjml><mj-body></mj-body></mjml>')
      console.log(findings.length, css.inlinedCss('<style>b{color:red}</style><b>a</b>'), html.sanitizedHtml('<b id="x">b</b>'))`
    const { stdout, stderr } = spawnSync(
      'node',
      ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program],
      { env: environment, encoding: 'utf8' },
    )
    expect([stdout, stderr]).toEqual(['0 <b style="color: red;">a</b> <b>b</b>\n', ''])
  })

  it('the server bundle reaches for Postgres by a library that it brings', () => {
    const copy = join(folder, 'server-with-postgres')
    cpSync(join(root, 'build/server'), copy, { recursive: true })
    const { status, stderr } = spawnSync('node', [join(copy, 'migrate.js')], {
      encoding: 'utf8',
      env: { PATH: environment.PATH, CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: 'postgres://a@127.0.0.1:1/b' },
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The database cannot be reached.\n' })
  })

  it("the functions bundle serves inside the platform's own framework, readers and all", async () => {
    const source = join(folder, 'functions')
    cpSync(join(root, 'build/functions'), source, { recursive: true })
    const framework = realpathSync(join(root, 'apps/functions/node_modules/@google-cloud/functions-framework'))
    mkdirSync(join(source, 'node_modules/@google-cloud'), { recursive: true })
    symlinkSync(framework, join(source, 'node_modules/@google-cloud/functions-framework'))
    const secret = randomBytes(32).toString('hex')
    const created = { name: 'test', environment: 'dev', operations: '*' as const, createdAt: new Date().toISOString() }
    const { key } = issueApiKey(created, secret)
    const port = await freePort()
    const child = spawn(
      join(bin, 'node'),
      [join(framework, 'build/src/main.js'), '--target=extract-document', `--source=${source}`],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          PORT: String(port),
          CHANCERY_STORES: 'memory',
          CHANCERY_TRANSPORTS: 'memory',
          CHANCERY_STATE: 'memory',
          CHANCERY_API_KEY: key,
          CHANCERY_KEY_SECRET: secret,
        },
        stdio: 'ignore',
      },
    )
    try {
      const pdf = Buffer.from(pdfOf(['Invoice no.: 2026-0815', 'Total: EUR 12.00'])).toString('base64')
      const response = await whenListening(() =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ document: { content: pdf, filename: 'a.pdf' } }),
        }),
      )
      expect(await response.json()).toMatchObject({ data: { text: expect.stringContaining('2026-0815') as string } })
    } finally {
      child.kill('SIGKILL')
    }
  })
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Repeats a call until somebody listens. */
async function whenListening(call: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 400) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
