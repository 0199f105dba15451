import type { StoredResponse } from '@chancery/core'
import { createMemoryState } from '@chancery/state'
import { describe, expect, it } from 'vitest'
import { once } from './idempotency.ts'

describe('an answer that is not the last one under its key', () => {
  const setUp = () => {
    const { idempotency } = createMemoryState({ clock: { now: () => 0 } })
    let runs = 0
    const ask = async (goesOn: boolean, fingerprint = 'body') => {
      const { response, replayed } = await once(
        idempotency,
        { scope: ['caller', 'operation', 'key'], fingerprint, leaseMs: 1000, ttlMs: 1000 },
        {
          async run(): Promise<StoredResponse> {
            await new Promise((resolve) => setTimeout(resolve))
            return { status: 200, headers: {}, body: `${++runs}`, ...(goesOn && { goesOn: true }) }
          },
          keep: () => undefined,
          notKept: () => undefined,
        },
      )
      return [response.body, replayed]
    }
    return { ask }
  }

  it('is made again until it is, and then answered again', async () => {
    const { ask } = setUp()
    expect(await ask(true)).toEqual(['1', false])
    expect(await ask(true)).toEqual(['2', false])
    expect(await ask(false)).toEqual(['3', false])
    expect(await ask(false)).toEqual(['3', true])
    expect(await ask(true)).toEqual(['3', true])
  })

  it('is made again for the same body alone', async () => {
    const { ask } = setUp()
    await ask(true)
    await expect(ask(true, 'other')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect(await ask(false)).toEqual(['2', false])
    await expect(ask(false, 'other')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('is made again by one of many at a time', async () => {
    const { ask } = setUp()
    await ask(true)
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(false)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of asked)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'idempotency_in_flight' })
  })
})
