import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, configurationSchema, readConfiguration } from '@chancery/wiring'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { blocksIn, type Expression } from './hcl.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const settings = new Set(Object.keys(configurationSchema.shape))

/** Settings of long work: they come with it. Where one of them is there, all others that are named here have to be. */
const ofLongWork = [
  'CHANCERY_WORK',
  'CHANCERY_WORK_QUEUE',
  'CHANCERY_WORK_URL',
  'CHANCERY_WORK_SERVICE_ACCOUNT',
] as const
const hasLongWork = [...settings].some((name) => name.startsWith('CHANCERY_WORK'))
const exists = (name: string): boolean =>
  settings.has(name) || (!hasLongWork && (ofLongWork as readonly string[]).includes(name))

/** What a deployment of Terraform has for what the settings name. */
const samples: Readonly<Record<string, string>> = {
  'var.queue': 'projects/p/locations/europe-west1/queues/chancery-dev-work',
  'var.address': 'https://chancery-dev-123.europe-west1.run.app',
  '"${var.address}/work"': 'https://chancery-dev-123.europe-west1.run.app/work',
  'var.accounts.tasks': 'chancery-dev-tasks@p.iam.gserviceaccount.com',
  'var.accounts.gateway': 'chancery-dev-gateway@p.iam.gserviceaccount.com',
  'var.environment': 'dev',
  'var.bucket': 'p-chancery-dev',
  'tostring(var.database_connections)': '4',
  'tostring(var.deadline_ms)': '30000',
  'var.email_from': 'Office <office@example.com>',
}
const secrets: Readonly<Record<string, string>> = {
  CHANCERY_KEY_SECRET: 's'.repeat(64),
  CHANCERY_DATABASE_URL: 'postgres://chancery:password@/chancery?host=/cloudsql/p:europe-west1:chancery-dev',
  CHANCERY_SENDGRID_API_KEY: 'SG.key',
}

const blocks = blocksIn(join(deploy, 'terraform/modules/settings'))
const locals = blocks.find(({ type }) => type === 'locals')
const entriesOf = (name: string): ReadonlyMap<string, Expression> => locals?.attributes.get(name)?.entries ?? new Map()
const output = (name: string): Expression | undefined =>
  blocks.find(({ type, labels }) => type === 'output' && labels[0] === name)?.attributes.get('value')

function valued(name: string): Record<string, string> {
  return Object.fromEntries(
    [...entriesOf(name)].map(([setting, { literal, text }]) => {
      const value = literal ?? samples[text]
      if (value === undefined) throw new Error(`${setting} = ${text}: the test has no sample`)
      return [setting, value]
    }),
  )
}

describe('the settings of Terraform', () => {
  const names = ['always', 'work', 'no_work', 'checked_by_platform'].flatMap((local) => [...entriesOf(local).keys()])
  const secretNames = [...(output('secrets')?.entries?.keys() ?? [])]

  it('exist', () => {
    expect(names.length).toBeGreaterThan(15)
    expect([...names, ...secretNames].filter((name) => !exists(name))).toEqual([])
  })

  it('are named in one place', () => {
    const folders = ['cloud-run', 'functions', 'modules/foundation', 'modules/gateway']
    const elsewhere = folders.flatMap((folder) =>
      blocksIn(join(deploy, 'terraform', folder)).flatMap((block) => JSON.stringify([...block.attributes.keys()])),
    )
    expect(elsewhere.filter((text) => text.includes('CHANCERY_'))).toEqual([])
  })

  it('are all that long work asks for', () => {
    const asked = [...settings].filter((name) => name.startsWith('CHANCERY_WORK'))
    expect([...entriesOf('work').keys()].toSorted()).toEqual([...ofLongWork].toSorted())
    expect(asked.length === 0 || ofLongWork.every((name) => asked.includes(name))).toBe(true)
  })

  it('that are secrets are given as such, and no others', () => {
    expect(secretNames.toSorted()).toEqual(Object.keys(secrets).toSorted())
    const isSecret = (name: string): boolean => /SECRET|_KEY$|PASSWORD|DATABASE_URL/.test(name)
    expect(names.filter(isSecret)).toEqual([])
  })

  const work = hasLongWork ? valued('work') : {}
  const unpushed = { ...valued('checked_by_platform'), ...(hasLongWork ? valued('no_work') : {}) }
  const variants = {
    'Cloud Run': [{ K_SERVICE: 'chancery-dev' }, work],
    'Cloud Run that checks tokens': [{ K_SERVICE: 'chancery-dev' }, unpushed],
    Functions: [{ K_SERVICE: 'chancery-dev', FUNCTION_TARGET: 'chancery' }, unpushed],
  } as const

  it.each(Object.entries(variants))('are all that a start wants: %s', (_, [platform, more]) => {
    const environment = { ...platform, ...valued('always'), ...secrets, ...more }
    expect(readConfiguration(environment)).toMatchObject({ CHANCERY_STATE: 'postgres', CHANCERY_STORES: ['gcs'] })
    for (const name of ['CHANCERY_GCS_BUCKET', 'CHANCERY_GATEWAY_ACCOUNT', 'CHANCERY_KEY_SECRET', 'CHANCERY_STATE'])
      expect(() => readConfiguration({ ...environment, [name]: undefined }), name).toThrow(ConfigurationError)
  })
})

describe('the Containerfile', () => {
  const text = readFileSync(join(deploy, 'Containerfile'), 'utf8')
  const set = Object.fromEntries(
    [...text.matchAll(/\b(CHANCERY_\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
  )

  it('sets what exists, and lets callers in from outside', () => {
    expect(Object.keys(set).filter((name) => !settings.has(name))).toEqual([])
    expect(readConfiguration(set)).toMatchObject({
      CHANCERY_HOST: '0.0.0.0',
      CHANCERY_PORT: 8080,
      CHANCERY_DATA: '/data',
    })
    expect(text).toContain(`EXPOSE ${set['CHANCERY_PORT']}`)
    expect(text).toContain(`VOLUME ${set['CHANCERY_DATA']}`)
  })

  it('names a user that is not root by its number, and starts the server without a shell', () => {
    expect(/^USER (.*)$/m.exec(text)?.[1]).toBe('65532:65532')
    expect(text).toMatch(/^ENTRYPOINT \["node", "--max-semi-space-size=16"\]\nCMD \["main\.js"\]$/m)
    expect(text.indexOf('\nRUN ')).toBeLessThan(text.indexOf('\nUSER '))
  })
})

interface ComposeService {
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly restart?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

describe('compose.yaml', () => {
  const compose = parse(readFileSync(join(deploy, 'compose.yaml'), 'utf8')) as Compose
  const { chancery } = compose.services
  const page = readFileSync(join(import.meta.dirname, '../../docs/deploy/container.md'), 'utf8')

  it('has the service, its database and its converter', () =>
    expect(Object.keys(compose.services)).toEqual(['chancery', 'postgres', 'gotenberg']))

  it('sets what exists, and all that a start wants, with the secrets of the file that the docs make', () => {
    const given = chancery?.environment ?? {}
    expect(Object.keys(given).filter((name) => !settings.has(name))).toEqual([])
    const file = /cat > deploy\/secrets\/chancery <<END\n([^]*?)\nEND/.exec(page)?.[1] ?? ''
    const inFile = Object.fromEntries(
      file.split('\n').map((line) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
        return [name, value.replaceAll('$PASSWORD', 'password').replace('$(openssl rand -hex 32)', 's'.repeat(64))]
      }),
    )
    expect(Object.keys(inFile)).toEqual(['CHANCERY_KEY_SECRET', 'CHANCERY_DATABASE_URL'])
    expect(readConfiguration({ ...given, ...inFile })).toMatchObject({
      CHANCERY_STATE: 'postgres',
      CHANCERY_CONVERTERS: ['gotenberg'],
    })
    expect(new URL(inFile['CHANCERY_DATABASE_URL'] ?? '').hostname).toBe('postgres')
    expect(new URL(given['CHANCERY_GOTENBERG_URL'] ?? '').hostname).toBe('gotenberg')
    expect(() => readConfiguration(given)).toThrow(ConfigurationError)
  })

  it('has no secret in it', () => {
    for (const { environment = {} } of Object.values(compose.services))
      for (const [name, value] of Object.entries(environment))
        expect(
          /PASSWORD|SECRET|DATABASE_URL|_KEY$/.test(name) && !String(value).startsWith('/run/secrets/'),
          name,
        ).toBe(false)
    expect(chancery?.entrypoint).toEqual(['node', '--max-semi-space-size=16', '--env-file=/run/secrets/chancery'])
  })

  it.each(Object.entries(compose.services))('confines %s', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    })
    expect(service.healthcheck?.test[0]).toBe('CMD')
    // An unquoted `a ? b : c` would be a map.
    for (const word of service.healthcheck?.test ?? []) expect(word).toBeTypeOf('string')
    expect((service.secrets ?? []).filter((name) => !(name in compose.secrets))).toEqual([])
    expect((service.networks ?? []).filter((name) => !(name in compose.networks))).toEqual([])
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    expect(named.filter((name) => !(name in compose.volumes))).toEqual([])
  })

  it('lets nobody in but to the service, from this machine alone', () => {
    expect(compose.networks['inside']?.internal).toBe(true)
    for (const name of ['postgres', 'gotenberg']) {
      expect(compose.services[name]?.ports).toBeUndefined()
      expect(compose.services[name]?.networks).toEqual(['inside'])
    }
    expect(chancery?.ports).toEqual(['127.0.0.1:8080:8080'])
  })

  it('keeps its secrets where git does not look', () => {
    const ignored = readFileSync(join(import.meta.dirname, '../../.gitignore'), 'utf8').split('\n')
    expect(ignored).toContain('/deploy/secrets/')
    for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//)
  })
})
