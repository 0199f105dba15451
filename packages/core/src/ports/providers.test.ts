import { expect, it } from 'vitest'
import { providers } from './providers.ts'

it.each([
  ['xslx', { csv: 1, xlsx: 2 }, { hint: 'Did you mean `xlsx`?' }],
  ['hubspot', { csv: 1, xlsx: 2 }, { hint: 'Name one of: csv, xlsx.' }],
  [undefined, {}, { code: 'provider_not_configured' }],
])('says of %s what is configured, or which one was meant', (name, configured, told: object) => {
  expect(() => providers<number>({ ...configured } as Record<string, number>).get(name)).toThrowError(
    expect.objectContaining({ violations: [expect.objectContaining(told)] }) as Error,
  )
})
