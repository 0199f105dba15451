import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiKeyId, hashApiKey, issueApiKey } from './api-key.ts'

const wanted = { name: 'test', environment: 'dev', operations: '*', createdAt: '2026-11-21T10:00:00Z' } as const

describe('API keys', () => {
  it('have the form, an id, and a hash that depends on the secret', () => {
    const { key, record } = issueApiKey(wanted, 's')
    expect(key).toMatch(/^chk_dev_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$/)
    expect(record).toEqual({ ...wanted, id: key.slice(8, 16), hash: hashApiKey(key, 's') })
    expect(record.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hashApiKey(key, 'other')).not.toBe(record.hash)
    expect(apiKeyId(key)).toBe(record.id)
    expect(JSON.stringify(record)).not.toContain(key.slice(16, 48))
  })

  it('never come twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => issueApiKey(wanted, 's').key)).size).toBe(1000)
  })

  it('are told from mistyped ones without a look-up', () => {
    const { key } = issueApiKey(wanted, 's')
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0aZ_-'), (at, character) => {
        const typed = key.slice(0, at) + character + key.slice(at + 1)
        expect(apiKeyId(typed)).toBe(typed === key ? key.slice(8, 16) : undefined)
      }),
    )
    expect(apiKeyId(`${key}\n`)).toBeUndefined()
  })

  it.each(['', 'Dev', 'a_b', 'x'.repeat(17)])('refuse the environment %j', (environment) => {
    expect(() => issueApiKey({ ...wanted, environment }, 's')).toThrow(RangeError)
  })
})
