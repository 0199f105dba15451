import { expect, it } from 'vitest'
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
