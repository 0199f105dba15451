import { once } from 'node:events'
import { ChanceryError, type EmailTransport } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { describe, expect, it } from 'vitest'
import { createMemoryTransport } from '../memory/memory-transport.ts'
import { endingInTime } from './ending-in-time.ts'
import { retrying } from './retrying.ts'

/** Never answers; a try ends with its signal alone. */
function hanging(ambiguous: boolean, deduplicates = false): EmailTransport & { readonly tries: () => number } {
  const memory = createMemoryTransport({ id: 'hanging' })
  let tries = 0
  return {
    ...memory,
    capabilities: { ...memory.capabilities, deduplicates },
    tries: () => tries,
    async send(_, { signal }) {
      tries += 1
      if (!signal.aborted) await once(signal, 'abort')
      throw new ChanceryError('cancelled', 'ended', { details: { provider: 'hanging', ambiguous } })
    },
  }
}

const now = (): number => 0

describe('a try that has to end before its call', () => {
  it.each([
    ['is in doubt where the e-mail may have arrived', true, 'provider_timeout'],
    ['may be made later where it has not', false, 'provider_unavailable'],
  ])('%s', async (_, ambiguous, code) => {
    const sent = endingInTime(hanging(ambiguous), { now }).send(emailForTest(), {
      signal: new AbortController().signal,
      deadline: 0,
    })
    await expect(sent).rejects.toMatchObject({ code, details: { provider: 'hanging', ambiguous } })
  })

  it('is told of by a retrying transport, which begins no other', async () => {
    const transport = hanging(true, true)
    const sent = retrying(endingInTime(transport, { now }), { retries: 2 }).send(emailForTest(), {
      signal: new AbortController().signal,
      deadline: 0,
    })
    await expect(sent).rejects.toMatchObject({ code: 'provider_timeout', details: { ambiguous: true } })
    expect(transport.tries()).toBe(1)
  })

  it('is cancelled where the caller has left', async () => {
    const sent = endingInTime(hanging(true), { now }).send(emailForTest(), {
      signal: AbortSignal.abort(),
      deadline: 1000,
    })
    await expect(sent).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('is left alone where there is time', async () => {
    const transport = endingInTime(createMemoryTransport({ id: 'quick' }))
    const options = { signal: new AbortController().signal }
    await expect(transport.send(emailForTest(), options)).resolves.toMatchObject({ accepted: ['ada@client.example'] })
    await expect(
      transport.send(emailForTest({ id: 'two' }), { ...options, deadline: Number.MAX_SAFE_INTEGER }),
    ).resolves.toMatchObject({ accepted: ['ada@client.example'] })
  })
})
