import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolders } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { type Block, blocksIn, blocksOf, type Expression } from './hcl.ts'
import listed from './provider-arguments.json' with { type: 'json' }

const root = join(import.meta.dirname, '../../deploy/terraform')
const roots = ['cloud-run', 'functions']
const modules = readdirSync(join(root, 'modules')).map((name) => `modules/${name}`)
const folders = new Map([...roots, ...modules].map((folder) => [folder, blocksIn(join(root, folder))]))
const all = [...folders.values()].flat()

interface ListedType {
  readonly origin: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly read?: readonly string[]
}
const types: Readonly<Record<string, ListedType>> = listed.types

/** Terraform's own arguments of every resource. */
const ofTerraform = new Set(['count', 'for_each', 'provider', 'depends_on', 'lifecycle'])

const isProvided = ({ type }: Block): boolean => ['resource', 'data', 'ephemeral'].includes(type)
const kindOf = ({ type, labels: [label = ''] }: Block): string => `${type} ${label}`

/** Every argument and block of a block, as dotted paths. */
function pathsIn(block: Block, above = ''): string[] {
  const inner = block.blocks.flatMap((child) => [`${above}${child.type}`, ...pathsIn(child, `${above}${child.type}.`)])
  return [...[...block.attributes.keys()].map((name) => above + name), ...inner]
}

/** Every value of a block, those inside of it too, by its path. */
function valuesIn(block: Block, above = ''): (readonly [string, Expression])[] {
  const own = [...block.attributes].map(([name, value]) => [above + name, value] as const)
  const made = block.forEach === undefined ? [] : [[`${above}for_each`, block.forEach] as const]
  return [...own, ...made, ...block.blocks.flatMap((child) => valuesIn(child, `${above}${child.type}.`))]
}

/** The mistakes in what a provided block says, by the list of what there is. */
function argumentFaults(block: Block): string[] {
  const known = types[kindOf(block)]
  const named = `${kindOf(block)} ${block.labels[1] ?? ''}`
  if (known === undefined) return [`${named}: is not on the list`]
  const paths = pathsIn(block).filter((path) => !ofTerraform.has(path.split('.')[0] ?? ''))
  const allowed = new Set([...known.required, ...known.optional])
  const unknown = paths.filter((path) => !allowed.has(path)).map((path) => `${named}: ${path} is not on the list`)
  const isWanted = (path: string): boolean => {
    const above = path.split('.').slice(0, -1).join('.')
    return above === '' || paths.includes(above)
  }
  const missing = known.required.filter((path) => isWanted(path) && !paths.includes(path))
  return [...unknown, ...missing.map((path) => `${named}: ${path} is missing`)]
}

describe('the files of Terraform', () => {
  it('are of its language', () => expect(all.length).toBeGreaterThan(60))

  it.each([
    ['resource "a" "b" {\n  c = \n}', /line \d/],
    ['resource "a" "b" {\n  c = 1', /line \d/],
    ['locals {\n  a = 1\n  a = 2\n}', /line 3: a is there twice/],
  ])('would be refused: %j', (text, message) => expect(() => blocksOf(text)).toThrow(message))

  it('use types and arguments that their providers document', () => {
    expect(all.filter(isProvided).flatMap(argumentFaults)).toEqual([])
    const [wrong] = blocksOf('resource "google_sql_user" "a" {\n  instance = "b"\n  pasword = "c"\n}')
    expect(wrong && argumentFaults(wrong)).toEqual([
      'resource google_sql_user a: pasword is not on the list',
      'resource google_sql_user a: name is missing',
    ])
  })

  it('use all that is on the list, whose pages are of the pinned versions', () => {
    const used = new Set(all.filter(isProvided).map(kindOf))
    expect(Object.keys(types).filter((type) => !used.has(type))).toEqual([])
    const ofVersions = Object.entries(listed.providers).map(([name, version]) => `/hashicorp/${name}/${version}/docs/`)
    for (const { origin } of Object.values(types))
      expect(
        ofVersions.some((part) => origin.includes(part)),
        origin,
      ).toBe(true)
  })

  it.each([...folders])('%s pins each provider that it uses, to the version of the list', (_, blocks) => {
    const terraform = blocks.filter(({ type }) => type === 'terraform')
    const pinned = terraform.flatMap(({ blocks: inner }) => inner.filter(({ type }) => type === 'required_providers'))
    const versions = new Map(
      pinned.flatMap(({ attributes }) =>
        [...attributes].map(([name, { entries }]) => [name, entries?.get('version')?.literal] as const),
      ),
    )
    for (const [name, version] of versions) expect([name, version]).toEqual([name, Object(listed.providers)[name]])
    const providerOf = (block: Block): string =>
      block.attributes.get('provider')?.text ?? block.labels[0]?.split('_')[0] ?? ''
    const used = new Set(blocks.filter(isProvided).map(providerOf))
    expect([...used].filter((name) => !versions.has(name))).toEqual([])
    // Write-only arguments came with 1.11.
    if (used.size > 0)
      expect(terraform.map(({ attributes }) => attributes.get('required_version')?.literal)).toContain(
        '>= 1.11.0, < 2.0.0',
      )
  })
})

it.each(roots)('%s lets what is there for a while expire, of whatever kind', (folder) => {
  const blocks = folders.get(folder) ?? []
  const prefixes = blocks.find(({ type, labels }) => type === 'variable' && labels[0] === 'temporary_prefixes')
  const rules = (folders.get('modules/foundation') ?? [])
    .flatMap(({ blocks: inner }) => inner)
    .filter(({ type }) => type === 'lifecycle_rule')
    .flatMap(({ blocks: inner }) => inner.filter(({ type }) => type === 'condition'))
  const days = rules.flatMap(({ attributes }) =>
    attributes.get('matches_prefix')?.text === 'var.temporary_prefixes' ? [attributes.get('age')?.literal ?? 0] : [],
  )
  // Uploads and the files of calls are kept for two days.
  expect(days).toContain('2')
  for (const own of [ownFolders.calls, ownFolders.uploads])
    expect(JSON.parse(prefixes?.attributes.get('default')?.text ?? '[]')).toContain(`${own}/`)
})

/** Where a module's source lies, from its caller's folder. */
const sourceOf = (module: Block): string => (module.attributes.get('source')?.literal ?? '').replace(/^(?:\.\.\/)+/, '')

const namesOf = (blocks: readonly Block[], type: string): string[] =>
  blocks.filter((block) => block.type === type).map(({ labels }) => labels[0] ?? '')

const localsOf = (blocks: readonly Block[]): string[] =>
  blocks.filter(({ type }) => type === 'locals').flatMap(({ attributes }) => [...attributes.keys()])

/** Why a reference names nothing; `undefined` where it does. */
function referenceFault(blocks: readonly Block[], reference: string): string | undefined {
  const [first = '', second = '', third, fourth] = reference.split('.')
  const unknown = `${reference}: there is no such thing`
  if (first === 'var') return namesOf(blocks, 'variable').includes(second) ? undefined : unknown
  if (first === 'local') return localsOf(blocks).includes(second) ? undefined : unknown
  if (first === 'module') {
    const module = blocks.find(({ type, labels }) => type === 'module' && labels[0] === second)
    if (module === undefined) return unknown
    if (third === undefined) return undefined
    return namesOf(folders.get(sourceOf(module)) ?? [], 'output').includes(third) ? undefined : unknown
  }
  const isInner = first === 'data' || first === 'ephemeral'
  const [kind, type, name, read] = isInner ? [first, second, third, fourth] : ['resource', first, second, third]
  const declared = blocks.some((block) => block.type === kind && block.labels[0] === type && block.labels[1] === name)
  if (!declared) return unknown
  const known = types[`${kind} ${type}`]
  const readable = [...(known?.required ?? []), ...(known?.optional ?? []), ...(known?.read ?? [])]
  return read === undefined || readable.includes(read) ? undefined : `${reference}: is not on the list`
}

it('names are found wherever they stand', () => {
  const [block] = blocksOf(`resource "a_b" "c" {
  d = { e = var.f, "g" = local.h.i, (local.k) = 1 }
  l = [for m, n in module.o.p : "\${m}-\${n.q}-\${data.r_s.t.u}"]
  dynamic "v" {
    for_each = var.w ? v_w.x["y"].z : {}
    content { name = v.key }
  }
  lifecycle {
    precondition { condition = alltrue([for a in var.b : a.c == each.value]) }
  }
}`)
  expect(block && valuesIn(block).flatMap(([, { references }]) => references)).toEqual([
    'var.f',
    'local.h.i',
    'local.k',
    'module.o.p',
    'data.r_s.t.u',
    'var.w',
    'v_w.x',
    'var.b',
  ])
})

describe.each([...folders])('the names in %s', (_, blocks) => {
  const references = blocks.flatMap((block) => valuesIn(block).flatMap(([, value]) => value.references))
  // `provider = google-beta` names a provider.
  const named = references.filter((reference) => reference !== 'google-beta')

  it('are all declared', () => {
    expect(named.length).toBeGreaterThan(3)
    expect(named.map((reference) => referenceFault(blocks, reference)).filter((fault) => fault !== undefined)).toEqual(
      [],
    )
    for (const wrong of ['var.nothing', 'local.nothing', 'module.nothing.a', 'google_sql_user.nothing.name'])
      expect(referenceFault(blocks, wrong)).toBeDefined()
  })

  it('are all used', () => {
    const declared = [
      ...namesOf(blocks, 'variable').map((name) => `var.${name}`),
      ...localsOf(blocks).map((name) => `local.${name}`),
    ]
    // A condition names its own variable.
    const elsewhere = blocks
      .filter(({ type }) => type !== 'variable')
      .flatMap((block) => valuesIn(block).flatMap(([, value]) => value.references))
    expect(declared.filter((name) => !elsewhere.some((each) => `${each}.`.startsWith(`${name}.`)))).toEqual([])
  })

  it('of variables and outputs have a type and say what they are', () => {
    const variables = blocks.filter(({ type }) => type === 'variable')
    expect(variables.filter(({ attributes }) => !attributes.has('type') || !attributes.has('description'))).toEqual([])
  })

  it.each(blocks.filter(({ type }) => type === 'module').map((module) => [module.labels[0], module] as const))(
    'of module %s are its variables, with all that it needs',
    (_, module) => {
      const callee = folders.get(sourceOf(module)) ?? []
      const given = [...module.attributes.keys()].filter((name) => name !== 'source' && !ofTerraform.has(name))
      expect(callee.length, sourceOf(module)).toBeGreaterThan(0)
      expect(given.filter((name) => !namesOf(callee, 'variable').includes(name))).toEqual([])
      const needed = callee.filter(({ type, attributes }) => type === 'variable' && !attributes.has('default'))
      expect(needed.map(({ labels }) => labels[0] ?? '').filter((name) => !given.includes(name))).toEqual([])
    },
  )
})

it.each(roots)('%s is for the environment dev, unless another is named', (folder) => {
  const variable = folders.get(folder)?.find(({ type, labels }) => type === 'variable' && labels[0] === 'environment')
  expect(variable?.attributes.get('default')?.literal).toBe('dev')
})

describe('secrets', () => {
  it('are made for the run alone, and written by arguments that no state keeps', () => {
    expect(all.filter(({ type, labels }) => type === 'resource' && (labels[0] ?? '').startsWith('random_'))).toEqual([])
    const secret = /(?:^|\.)(?:password|root_password|secret_data|key_string|sendgrid_api_key)$/
    const kept = all.filter(isProvided).flatMap((block) => pathsIn(block).filter((path) => secret.test(path)))
    expect(kept).toEqual([])
    // Keys of callers would have their text in the state.
    expect(all.some(({ labels }) => labels[0] === 'google_apikeys_key')).toBe(false)
    const secrets = all
      .filter(isProvided)
      .flatMap((block) => valuesIn(block))
      .filter(([, { references }]) => references.some((each) => /^ephemeral\.|^var\.sendgrid_api_key$/.test(each)))
    expect(secrets.map(([path]) => path).toSorted()).toEqual([
      'password_wo',
      'secret_data_wo',
      'secret_data_wo',
      'secret_data_wo',
    ])
  })

  it('come in by a variable that is not kept', () => {
    const variables = all.filter(({ type, labels }) => type === 'variable' && labels[0] === 'sendgrid_api_key')
    expect(variables).toHaveLength(3)
    for (const { attributes } of variables)
      expect([attributes.get('ephemeral')?.literal, attributes.get('sensitive')?.literal]).toEqual(['true', 'true'])
  })
})

describe('rights', () => {
  const granted = (blocks: readonly Block[]): string[] =>
    blocks
      .filter(({ labels }) => /_iam_/.test(labels[0] ?? ''))
      .map(({ labels, attributes }) => {
        const role = attributes.get('role')
        const roles = role?.literal ?? attributes.get('for_each')?.text.replaceAll(/\s+/g, ' ') ?? ''
        return `${labels[0]} ${attributes.get('member')?.text}: ${roles}`
      })

  it('are these, and no others', () => {
    expect(granted(folders.get('modules/foundation') ?? []).toSorted()).toEqual([
      'google_cloud_tasks_queue_iam_member google_service_account.run.member: roles/cloudtasks.enqueuer',
      'google_project_iam_member google_service_account.run.member: roles/cloudsql.client',
      'google_project_iam_member google_service_account.run.member: roles/documentai.apiUser',
      'google_secret_manager_secret_iam_member google_service_account.run.member: roles/secretmanager.secretAccessor',
      'google_service_account_iam_member google_service_account.run.member: roles/iam.serviceAccountTokenCreator',
      'google_service_account_iam_member google_service_account.run.member: roles/iam.serviceAccountUser',
      'google_storage_bucket_iam_member google_service_account.run.member: roles/storage.objectUser',
    ])
    const callers =
      'google_cloud_run_v2_service_iam_member "serviceAccount:${module.foundation.accounts.gateway}": roles/run.invoker'
    expect(granted(folders.get('cloud-run') ?? [])).toEqual([callers])
    expect(granted(folders.get('functions') ?? []).toSorted()).toEqual([
      callers,
      'google_project_iam_member google_service_account.build.member: toset(["roles/artifactregistry.writer", "roles/logging.logWriter"])',
      'google_storage_bucket_iam_member google_service_account.build.member: roles/storage.objectViewer',
    ])
    expect([...modules, ...roots].flatMap((folder) => granted(folders.get(folder) ?? []))).toHaveLength(11)
  })

  it('are nobody’s who is not named', () => {
    const values = all.flatMap((block) => valuesIn(block)).map(([, { text }]) => text)
    expect(
      values.filter((text) => /allUsers|allAuthenticatedUsers|roles\/(?:owner|editor|viewer)"/.test(text)),
    ).toEqual([])
  })
})
