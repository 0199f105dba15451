import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRealServer, type RealServer } from '../fixtures/real-server.ts'
import { type Block, blocksIn } from './hcl.ts'

const root = join(import.meta.dirname, '../..')
const pageOf = (name: string): string => readFileSync(join(root, 'docs/deploy', name), 'utf8')
const names = ['google-cloud.md', 'container.md', 'server.md']

/** What a page has a reader type, block by block. */
const shellIn = (page: string): string[] =>
  [...page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, language = '', text = '']) => /^(?:sh|bash)$/.test(language) || /^(?:node|npm|pg_dump) /.test(text))
    .map(([, , text = '']) => text)

const all = names.flatMap((name) => shellIn(pageOf(name)).map((text) => [name, text] as const))
const google = pageOf('google-cloud.md')
const commands = all.map(([, text]) => text).join('\n')
const namedBy = (pattern: RegExp): string[] => [
  ...new Set([...commands.matchAll(pattern)].map(([, name = '']) => name)),
]

const stacks = ['cloud-run', 'functions'].map((name) => [name, blocksIn(join(root, 'deploy/terraform', name))] as const)
const named = (blocks: readonly Block[], kind: string): string[] =>
  blocks.filter(({ type }) => type === kind).map(({ labels }) => labels[0] ?? '')

describe('the commands of the pages', () => {
  it.each(all)('%s: are of the shell: %j', (_, text) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('would be refused', () => expect(spawnSync('bash', ['-n'], { input: 'a "b' }).status).not.toBe(0))

  it('use files that are there', () => {
    const files = namedBy(/ (?:-f|STACK=) ?(deploy\/\S+)/g)
    expect(files).toEqual(expect.arrayContaining(['deploy/Containerfile', 'deploy/compose.yaml']))
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(/^STACK=(.*)$/m.exec(google)?.[1]).toBe('deploy/terraform/cloud-run')
  })

  it('start programs that the bundle has', () => {
    const build = readFileSync(join(root, 'tools/build.ts'), 'utf8')
    const programs = namedBy(/(?:build\/server\/| chancery )(\w+)\.js/g)
    expect(programs).toEqual(expect.arrayContaining(['keys', 'backup', 'main']))
    expect(programs.filter((program) => !build.includes(`    ${program}: 'apps/server/src/`))).toEqual([])
  })

  it('set settings that are there', () => {
    const listed = readFileSync(join(root, '.env.example'), 'utf8')
    expect(namedBy(/\b(CHANCERY_\w+)/g).filter((name) => !listed.includes(`#${name}=`))).toEqual([])
  })
})

describe.each(stacks)('Terraform’s %s, as the page has it', (stack, blocks) => {
  const variables = named(blocks, 'variable')

  it('is given variables that it has, and all that it needs', () => {
    const file = /terraform\.tfvars <<END\n([^]*?)\nEND/.exec(google)?.[1] ?? ''
    const given = file.split('\n').map((line) => line.split('=')[0]?.trim() ?? '')
    const left = stack === 'functions' ? ['image'] : []
    expect(given.filter((name) => !left.includes(name) && !variables.includes(name))).toEqual([])
    const needed = blocks.filter(({ type, attributes }) => type === 'variable' && !attributes.has('default'))
    expect(needed.map(({ labels }) => labels[0] ?? '').filter((name) => !given.includes(name))).toEqual([])
    const others = namedBy(/(?:-var |TF_VAR_)(\w+)/g).filter((name) => !left.includes(name))
    expect(others.filter((name) => !variables.includes(name))).toEqual([])
  })

  it('is asked for outputs that it has', () => {
    const asked = namedBy(/output -raw (\w+)/g)
    expect(asked.length).toBe(3)
    expect(asked.filter((name) => !named(blocks, 'output').includes(name))).toEqual([])
  })

  it('has the defaults that the page says', () => {
    const rows = [...google.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)]
    expect(rows.length).toBeGreaterThan(5)
    for (const [, name = '', value] of rows) {
      const variable = blocks.find(({ type, labels }) => type === 'variable' && labels[0] === name)
      expect([name, variable?.attributes.get('default')?.literal]).toEqual([name, value])
    }
  })

  it('makes the address that the page computes', () => {
    const locals = blocks.find(({ type }) => type === 'locals')
    const shellName = /^NAME=(.*)$/m.exec(google)?.[1]?.replace('$ENVIRONMENT', '${var.environment}')
    expect(locals?.attributes.get('name')?.text).toBe(`"${shellName}"`)
    const address = /^ADDRESS=(.*)$/m
      .exec(google)?.[1]
      ?.replace('$NAME', '${local.name}')
      .replace('$NUMBER', '${data.google_project.current.number}')
      .replace('$REGION', '${var.region}')
    expect(locals?.attributes.get('address')?.text).toBe(`"${address}"`)
  })
})

describe('the steps to the first letter', () => {
  let server: RealServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-pages-'))
    server = await openRealServer()
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (script: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const environment = { PATH: process.env['PATH'] ?? '', ...env }
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: root, env: environment })
    return stdout
  }

  it('write the gateway’s document', async () => {
    const step = shellIn(google).find((text) => text.includes('npm run gateway')) ?? ''
    const file = join(folder, 'gateway.json')
    const script = step
      .replace('npm run gateway --', `"${process.execPath}" apps/server/src/gateway.ts`)
      .replace('build/gateway.json', file)
    await run(script, { ADDRESS: 'https://chancery-dev-123.europe-west1.run.app' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      'x-google-api-management': {
        backends: { chancery: { jwtAudience: 'https://chancery-dev-123.europe-west1.run.app', deadline: 35 } },
      },
    })
    // What the document promises, and what Terraform starts the service with.
    const settings = blocksIn(join(root, 'deploy/terraform/modules/settings')).flatMap(({ attributes }) => [
      ...(attributes.get('always')?.entries ?? []),
    ])
    const limits = settings.flatMap(([name, { literal }]) =>
      name.startsWith('CHANCERY_MAX_') ? `${name}=${literal}` : [],
    )
    expect(limits.length).toBeGreaterThan(0)
    expect([...step.matchAll(/\bCHANCERY_MAX_\w+=\d+/g)].map(([set]) => set)).toEqual(limits)
  })

  it('store a template and fill it', async () => {
    const step = shellIn(google).find((text) => text.includes('$GATEWAY/pre-filling')) ?? ''
    const answers = await run(`curl() { command curl "$@"; echo; }\n${step}`, {
      GATEWAY: server.address,
      KEY: server.key,
    })
    const [stored, filled] = answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly data: object })
    expect(stored?.data).toMatchObject({ document: { path: 'templates/reminder.docx' } })
    expect(filled?.data).toMatchObject({
      documents: [
        { document: { stored: { path: 'letters/Ada Lovelace.docx' } }, missing: [], unused: [], findings: [] },
      ],
    })
    expect(google).toContain('/letters/Ada Lovelace.docx" .')
  })
})
