import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.ts'

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
  ['CHANCERY_BASE_URL', 'javascript:x'],
])('%s=%s is a mistake that is told in a sentence', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(
    expect.objectContaining({ mistakes: [expect.stringMatching(new RegExp(`^${name}: Must be `))] }),
  )
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

describe('spaces', () => {
  const gateway = { CHANCERY_AUTH: 'gateway' }
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
