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
