import { describe, expect, it } from 'vitest'
import { gatewayCallerId, gatewayKeyId, gatewaySpace } from './gateway-space.ts'

const keySecret = 's'.repeat(32)
const id = gatewayKeyId('AIza-one', keySecret)

describe('the space of a call behind the gateway', () => {
  it('is the common one where nothing is configured', () => {
    expect(gatewaySpace({ keySecret }, 'AIza-one')).toEqual({})
    expect(gatewaySpace({ keySecret, spaces: new Map() }, 'AIza-one')).toEqual({})
  })

  it('is that of all, or that of the key', () => {
    const spaces = new Map([[id, 'lisbon']])
    expect(gatewaySpace({ keySecret, space: 'porto' }, 'AIza-one')).toEqual({ space: 'porto' })
    expect(gatewaySpace({ keySecret, space: 'porto', spaces }, 'AIza-one')).toEqual({ space: 'lisbon' })
    expect(gatewaySpace({ keySecret, space: 'porto', spaces }, 'AIza-two')).toEqual({ space: 'porto' })
    expect(gatewaySpace({ keySecret, spaces: new Map([[id, '']]) }, 'AIza-one')).toEqual({ space: '' })
  })

  it.each(['AIza-two', '', 'AIza-one, AIza-one', 'aiza-one'])(
    'is not guessed where keys have spaces, and %j has none: the id to configure is told',
    (key) => {
      const refused = expect.objectContaining({
        code: 'operation_not_allowed',
        details: { keyId: gatewayKeyId(key, keySecret) },
      }) as Error
      expect(() => gatewaySpace({ keySecret, spaces: new Map([[id, 'lisbon']]) }, key)).toThrow(refused)
    },
  )

  it('goes by the key alone: a user of the same name as a key is another', () => {
    expect(gatewayCallerId('user:AIza-one', keySecret)).not.toBe(id)
    expect(gatewayKeyId('AIza-one', 'x'.repeat(32))).not.toBe(id)
  })
})
