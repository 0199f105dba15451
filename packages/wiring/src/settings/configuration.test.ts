import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration, readSettings } from './configuration.ts'

it('tells every mistake at once, of whatever sort', () => {
  const read = (): unknown =>
    readConfiguration({
      CHANCERY_PORT: 'x',
      CHANCERY_LOCALE: '!!',
      CHANCERY_TIME_ZONE: 'Mars/Olympus',
      CHANCERY_CURRENCY: 'EURO',
      CHANCERY_EMAIL_FROM: 'nobody',
      CHANCERY_NOSUCH: '1',
    })
  expect(read).toThrow(ConfigurationError)
  for (const name of ['PORT', 'LOCALE', 'TIME_ZONE', 'CURRENCY', 'EMAIL_FROM', 'NOSUCH']) {
    expect(read).toThrow(`CHANCERY_${name}: `)
  }
})

it.each([
  ['CHANCERY_URL_HOSTS', '*'],
  ['CHANCERY_URL_HOSTS', 'files.example.com, https://a.example/path'],
  ['CHANCERY_CORS_ORIGINS', 'console.example.org'],
  ['CHANCERY_CORS_ORIGINS', 'https://console.example.org/'],
  ['CHANCERY_CORS_ORIGINS', 'ftp://files.example.org'],
  ['CHANCERY_BASE_URL', 'javascript:x'],
  ['CHANCERY_BASE_URL', 'paperwork'],
  ['CHANCERY_BASE_URL', 'https://ada:secret@paperwork.example.org'],
  ['CHANCERY_BASE_URL', 'https://paperwork.example.org/?key=1'],
  ['CHANCERY_BASE_URL', 'https://paperwork.example.org/#top'],
  ['CHANCERY_STORES', 'local,gcs,local'],
])('%s=%s is a mistake that is told in a sentence', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(
    expect.objectContaining({ mistakes: [expect.stringMatching(new RegExp(`^${name}: Must be `))] }),
  )
})

it('tells a choice that there is not, of a list too, by those that there are', () => {
  expect(mistakesOf({ CHANCERY_STATE: 'postgre', CHANCERY_STORES: 'local,ftp' })).toEqual([
    'CHANCERY_STORES: Must be `local`, `memory`, `gcs`, `s3` or `azure`.',
    'CHANCERY_STATE: Must be `sqlite`, `postgres` or `memory`.',
  ])
})

it('reads the hosts and origins that can be meant', () => {
  const read = readConfiguration({
    CHANCERY_URL_HOSTS: 'files.example.com *.example.com,http://127.0.0.1:8000',
    CHANCERY_CORS_ORIGINS: '* https://console.example.org http://localhost:3000',
    CHANCERY_BASE_URL: 'https://paperwork.example.org/api',
  })
  expect(read.CHANCERY_URL_HOSTS).toEqual(['files.example.com', '*.example.com', 'http://127.0.0.1:8000'])
  expect(read.CHANCERY_CORS_ORIGINS).toHaveLength(3)
})

const gateway = {
  CHANCERY_AUTH: 'gateway',
  CHANCERY_GATEWAY_AUDIENCE: 'https://chancery-abc-ew.a.run.app',
  CHANCERY_GATEWAY_ACCOUNT: 'gateway@project.iam.gserviceaccount.com',
}

/** Everything in its place for many instances. */
const hosted = {
  CHANCERY_STATE: 'postgres',
  CHANCERY_DATABASE_URL: 'postgres://a@127.0.0.1/b',
  CHANCERY_KEY_SECRET: 'k'.repeat(32),
  CHANCERY_STORES: 'gcs',
  CHANCERY_GCS_BUCKET: 'bucket',
  CHANCERY_TRANSPORTS: 'sendgrid',
  CHANCERY_SENDGRID_API_KEY: 'SG.x',
}

/** What is wrong, a line each; none: nothing. */
function mistakesOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfiguration(environment)
    return []
  } catch (error) {
    return (error as ConfigurationError).mistakes
  }
}
/** The names of the settings that something is wrong with. */
const wrong = (environment: Readonly<Record<string, string>>): readonly string[] =>
  mistakesOf(environment).map((mistake) => mistake.split(':')[0] ?? '')

it('tells what settings lack beside each other together with what is wrong by itself, once each', () => {
  const names = wrong({
    CHANCERY_PORT: 'x',
    CHANCERY_STATE: 'postgres',
    CHANCERY_DATABASE_URL: 'mysql://',
    CHANCERY_STORES: 'gcs',
    CHANCERY_NOSUCH: '1',
    CHANCERY_SPACE: 'a',
    K_SERVICE: 'chancery',
  })
  expect(names.toSorted()).toEqual([
    'CHANCERY_DATABASE_URL',
    'CHANCERY_GCS_BUCKET',
    'CHANCERY_KEY_SECRET',
    'CHANCERY_NOSUCH',
    'CHANCERY_PORT',
    'CHANCERY_SPACE',
    'CHANCERY_TRANSPORTS',
  ])
})

it('is read in the shell that the commands of the docs are sent from', () => {
  expect(readConfiguration({ CHANCERY_KEY: 'chk_dev_x' })).toEqual(readConfiguration({}))
})

it('some settings are read without the others', () => {
  const environment = { CHANCERY_STATE: 'postgres', CHANCERY_PORT: 'x', CHANCERY_DEADLINE_MS: '5000' }
  expect(readSettings(environment, ['CHANCERY_DEADLINE_MS']).CHANCERY_DEADLINE_MS).toBe(5000)
  const read = (): unknown => readSettings(environment, ['CHANCERY_STATE', 'CHANCERY_DATABASE_URL'])
  expect(read).toThrow('CHANCERY_DATABASE_URL: is needed')
  expect(read).not.toThrow('CHANCERY_PORT')
  expect(() => readSettings({ CHANCERY_DEADLINE: '1' }, [])).toThrow('CHANCERY_DEADLINE: there is no such setting')
})

it.each([
  ['CHANCERY_DATA', '"/srv/chancery"'],
  ['CHANCERY_KEY_SECRET', `'${'k'.repeat(40)}'`],
  ['CHANCERY_PORT', '"8080"'],
  ['CHANCERY_GCS_BUCKET', '"docs" '],
])('quotes around %s, as a file for Docker hands them on, are told once', (name, value) => {
  const read = (): unknown => readSettings({ [name]: value }, [name as 'CHANCERY_DATA'])
  expect(read).toThrow(new RegExp(`^The configuration is not valid:\\n {2}${name}: stands in quotes, .*$`))
})

it.each([
  ['CHANCERY_EMAIL_FROM', '"Harrow, Pine" <office@example.com>'],
  ['CHANCERY_SMTP_PASSWORD', '"a password may"'],
])('quotes that belong to %s stay', (name, value) => {
  expect(
    readSettings({ [name]: value, CHANCERY_SMTP_HOST: 'x', CHANCERY_TRANSPORTS: 'smtp' }, [
      name as 'CHANCERY_EMAIL_FROM',
    ]),
  ).toMatchObject({ [name]: value })
})

describe('the secret of keys', () => {
  it.each(['memory', 'postgres'])('is needed with state %s', (state) => {
    expect(wrong({ ...hosted, CHANCERY_STATE: state, CHANCERY_KEY_SECRET: '' })).toEqual(['CHANCERY_KEY_SECRET'])
  })

  it('is not needed with files, and never a short one', () => {
    expect(wrong({})).toEqual([])
    for (const secret of ['k', 'k'.repeat(31), ` ${'k'.repeat(31)}\n`]) {
      expect(mistakesOf({ CHANCERY_KEY_SECRET: secret })).toEqual([
        expect.stringMatching(/^CHANCERY_KEY_SECRET: Must have 32 characters/),
      ])
    }
    // As it comes out of a file.
    expect(readConfiguration({ CHANCERY_KEY_SECRET: `${'k'.repeat(32)}\n` }).CHANCERY_KEY_SECRET).toBe('k'.repeat(32))
  })
})

it.each([
  [{ CHANCERY_SMTP_HOST: 'mail.example', CHANCERY_SMTP_PORT: '25' }, 'CHANCERY_TRANSPORTS=smtp'],
  [{ CHANCERY_SENDGRID_API_KEY: 'SG.x' }, 'CHANCERY_TRANSPORTS=sendgrid'],
  [{ CHANCERY_GCS_BUCKET: 'bucket' }, 'CHANCERY_STORES=gcs'],
  [{ CHANCERY_S3_REGION: 'eu-central-1' }, 'CHANCERY_STORES=s3'],
  [{ CHANCERY_DOCUMENT_AI_PROJECT: 'one' }, 'CHANCERY_EXTRACTORS=document-ai'],
])('asks for a choice where a provider is set up and the embedded one would be taken: %o', (given, wanted) => {
  expect(mistakesOf(given).filter((mistake) => mistake.includes(wanted))).toHaveLength(1)
  const [choice = ''] = wanted.split('=')
  // Set up and not chosen is a choice, too.
  const embedded = choice === 'CHANCERY_TRANSPORTS' ? 'outbox' : choice === 'CHANCERY_STORES' ? 'local' : 'embedded'
  expect(mistakesOf({ ...given, [choice]: embedded })).toEqual([])
})

it('takes settings as they come out of files, and none that is passed over', () => {
  const lined = Object.fromEntries(Object.entries(hosted).map(([name, value]) => [name, ` ${value}\r\n`]))
  expect(readConfiguration(lined)).toEqual(readConfiguration(hosted))
  expect(mistakesOf({ CHANCERY_DATABASE_URL: 'postgres://a@127.0.0.1/b' })).toEqual([
    expect.stringMatching(/^CHANCERY_DATABASE_URL: .* CHANCERY_STATE=postgres/),
  ])
  expect(wrong({ CHANCERY_DATABASE_URL: 'postgres://a@127.0.0.1/b', CHANCERY_STATE: 'sqlite' })).toEqual([])
})

it.each([
  ['CHANCERY_API_KEY', 'chk_dev_mistyped'],
  ['CHANCERY_GCS_ENDPOINT', 'localhost:9'],
  ['CHANCERY_SENDGRID_ENDPOINT', 'mail.example.com:443'],
  ['CHANCERY_SENDGRID_API_KEY', 'SG.one SG.two'],
])('%s=%s is a mistake of that setting', (name, value) => {
  const ofIt = mistakesOf({ [name]: value }).filter((mistake) => mistake.startsWith(`${name}:`))
  expect(ofIt).toEqual([expect.stringMatching(/: Must be /)])
})

describe('behind a gateway', () => {
  it('audience and account are needed, both', () => {
    expect(wrong({ CHANCERY_AUTH: 'gateway' })).toEqual(['CHANCERY_GATEWAY_AUDIENCE', 'CHANCERY_GATEWAY_ACCOUNT'])
    expect(wrong({ ...gateway, CHANCERY_GATEWAY_AUDIENCE: '' })).toEqual(['CHANCERY_GATEWAY_AUDIENCE'])
    expect(wrong({ ...gateway, CHANCERY_GATEWAY_ACCOUNT: 'me' })).toEqual(['CHANCERY_GATEWAY_ACCOUNT'])
    expect(wrong(gateway)).toEqual([])
  })

  it('nothing of it is set elsewhere', () => {
    const { CHANCERY_AUTH: _auth, ...rest } = gateway
    const others = { CHANCERY_GATEWAY_SIGNATURE: 'check', CHANCERY_GATEWAY_CERTS_URL: 'http://127.0.0.1:1/' }
    expect(wrong({ ...rest, ...others }).toSorted()).toEqual([...Object.keys(others), ...Object.keys(rest)].toSorted())
  })

  it('signatures are left to the platform on the platform alone', () => {
    const trusting = { ...hosted, ...gateway, CHANCERY_GATEWAY_SIGNATURE: 'platform' }
    expect(wrong(trusting)).toEqual(['CHANCERY_GATEWAY_SIGNATURE'])
    expect(wrong({ ...trusting, K_SERVICE: 'chancery' })).toEqual([])
  })
})

describe.each(['K_SERVICE', 'FUNCTION_TARGET'])('where %s is set', (mark) => {
  const at = (settings: object): Record<string, string> => ({ ...hosted, ...settings, [mark]: 'chancery' })

  it('what instances share is right', () => {
    expect(wrong(at({}))).toEqual([])
  })

  it.each([
    ['CHANCERY_STATE', 'memory', 'postgres'],
    ['CHANCERY_STATE', 'sqlite', 'postgres'],
    ['CHANCERY_STORES', 'local', 'gcs'],
    ['CHANCERY_STORES', 'gcs,memory', 'gcs'],
    ['CHANCERY_TRANSPORTS', 'outbox', 'sendgrid'],
    ['CHANCERY_TRANSPORTS', 'sendgrid,memory', 'sendgrid'],
  ])('%s=%s is refused, with what to set: %s', (name, value, instead) => {
    const [mistake, ...others] = mistakesOf(at({ [name]: value }))
    expect(mistake).toMatch(new RegExp(`^${name}: ${value.split(',').at(-1)}: .*\\b${mark}\\b.* Set \\W${instead}\\W`))
    expect(others).toEqual([])
    expect(wrong(at({ [name]: value, CHANCERY_EPHEMERAL: 'allow' }))).toEqual([])
  })

  it('the defaults are refused, each by its name', () => {
    expect(wrong({ [mark]: 'chancery' })).toEqual(['CHANCERY_STATE', 'CHANCERY_STORES', 'CHANCERY_TRANSPORTS'])
    expect(wrong({ [mark]: '' })).toEqual([])
  })
})

describe('spaces', () => {
  const [one, two] = ['gateway-0123456789abcdef', 'gateway-fedcba9876543210']

  it('of a gateway and its keys are read', () => {
    const read = readConfiguration({
      ...gateway,
      CHANCERY_SPACE: 'porto',
      CHANCERY_GATEWAY_SPACES: `${one}=lisbon, ${two}=common`,
    })
    expect(read.CHANCERY_SPACE).toBe('porto')
    expect(read.CHANCERY_GATEWAY_SPACES).toEqual(
      new Map([
        [one, 'lisbon'],
        [two, ''],
      ]),
    )
    expect(readConfiguration({ ...gateway, CHANCERY_SPACE: 'common' }).CHANCERY_SPACE).toBe('')
  })

  it.each([
    [{ CHANCERY_SPACE: 'Porto' }, 'CHANCERY_SPACE: The name of a space'],
    [{ CHANCERY_GATEWAY_SPACES: 'AIza-one=lisbon' }, 'CHANCERY_GATEWAY_SPACES: Write id=space'],
    [{ CHANCERY_GATEWAY_SPACES: one }, 'CHANCERY_GATEWAY_SPACES: Write id=space'],
    [{ CHANCERY_GATEWAY_SPACES: `${one}=` }, `${one}: The name of a space`],
    [{ CHANCERY_GATEWAY_SPACES: `${one}=a ${one}=b` }, `${one} is there twice`],
  ])('are refused: %j', (settings, message) => {
    expect(() => readConfiguration({ ...gateway, ...settings })).toThrow(message)
  })

  it.each(['CHANCERY_SPACE', 'CHANCERY_GATEWAY_SPACES'])('%s is refused where it would do nothing', (name) => {
    const value = name === 'CHANCERY_SPACE' ? 'lisbon' : `${one}=lisbon`
    expect(() => readConfiguration({ [name]: value })).toThrow(`${name}: goes with CHANCERY_AUTH=gateway`)
  })
})

describe('a store in a cloud', () => {
  const ofS3 = { CHANCERY_STORES: 's3', CHANCERY_S3_BUCKET: 'docs' }
  const ofAzure = { CHANCERY_STORES: 'azure', CHANCERY_AZURE_CONTAINER: 'docs' }

  it.each([
    [ofS3, ['CHANCERY_S3_REGION: is needed by a chosen provider.']],
    [{ ...ofS3, CHANCERY_S3_REGION: 'eu-central-1' }, []],
    [{ ...ofS3, CHANCERY_S3_ENDPOINT: 'http://127.0.0.1:9000' }, []],
    [
      { ...ofS3, CHANCERY_S3_REGION: 'eu-central-1', CHANCERY_S3_ACCESS_KEY_ID: 'AK' },
      ['CHANCERY_S3_SECRET_ACCESS_KEY: belongs to CHANCERY_S3_ACCESS_KEY_ID.'],
    ],
    [
      ofAzure,
      ['ACCOUNT', 'KEY'].map(
        (end) => `CHANCERY_AZURE_${end}: is needed by the azure store, or CHANCERY_AZURE_CONNECTION_STRING.`,
      ),
    ],
    [{ ...ofAzure, CHANCERY_AZURE_CONNECTION_STRING: 'AccountName=a;AccountKey=b' }, []],
    [{ ...ofAzure, CHANCERY_AZURE_ACCOUNT: 'firm', CHANCERY_AZURE_KEY: 'a2V5' }, []],
  ] as const)('says what it lacks: %j', (environment, mistakes) => {
    expect(mistakesOf(environment)).toEqual(mistakes)
  })
})

it.each([
  [{ CHANCERY_PORT: '70000' }, 'CHANCERY_PORT: Must be a whole number from 0 to 65535.'],
  [{ CHANCERY_PORT: '99999999999999999999' }, 'CHANCERY_PORT: Must be a whole number from 0 to 65535.'],
  [{ CHANCERY_LOG: 'loud' }, 'CHANCERY_LOG: Must be `debug`, `info`, `warning`, `error` or `off`.'],
  [{ CHANCERY_STORES: 'disk,tape' }, 'CHANCERY_STORES: Must be `local`, `memory`, `gcs`, `s3` or `azure`.'],
  [{ CHANCERY_STORES: ' ' }, 'CHANCERY_STORES: Must not be empty.'],
  [{ CHANCERY_STORE: 'local' }, 'CHANCERY_STORE: there is no such setting. Did you mean CHANCERY_STORES?'],
  [{ CHANCERY_NONSENSE: '1' }, 'CHANCERY_NONSENSE: there is no such setting.'],
])('one fault is one sentence, which says what is right: %j', (environment, mistake) => {
  expect(mistakesOf(environment)).toEqual([mistake])
})
