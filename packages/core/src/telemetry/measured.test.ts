import { describe, expect, it } from 'vitest'
import { ChanceryError } from '../errors.ts'
import type { Telemetry } from '../ports/telemetry.ts'
import { measured, type Measured } from './measured.ts'

const what = { name: 'put', attributes: { provider: 'local' }, histogram: 'chancery.provider.duration' } as const

/** What was measured of work that takes 1,500 ms. */
async function of(run: () => Promise<number>, more: Partial<Measured> = {}, isOff?: true) {
  const seen: unknown[] = []
  let at = 1000
  const telemetry: Telemetry = {
    ...(isOff && { isOff }),
    async span(name, options, work) {
      seen.push(['span', name, options])
      return await work({ note: () => undefined })
    },
    count: () => undefined,
    record: (...figure) => void seen.push(figure),
    gauge: () => undefined,
  }
  const now = (): number => (at += 1500)
  const done = measured(telemetry, { ...what, ...more } as Measured, now, run)
  return { seen, result: await done.catch((error: unknown) => error) }
}

describe('measured work', () => {
  it('is in seconds, with what came of it', async () => {
    const { seen, result } = await of(async () => 7)
    expect(result).toBe(7)
    expect(seen).toEqual([
      ['span', 'put', {}],
      ['chancery.provider.duration', 1.5, { provider: 'local', outcome: 'ok' }],
    ])
  })

  it('has the code of what it throws, which passes through', async () => {
    const error = new ChanceryError('document_exists', 'There.')
    const { seen, result } = await of(() => Promise.reject(error))
    expect(result).toBe(error)
    expect(seen[1]).toEqual(['chancery.provider.duration', 1.5, { provider: 'local', outcome: 'document_exists' }])
    expect((await of(() => Promise.reject(new Error('x')))).seen[1]).toContainEqual({
      provider: 'local',
      outcome: 'internal',
    })
  })

  it('says more of its span alone', async () => {
    const { seen } = await of(async () => 7, { kind: 'client', spanAttributes: { operation: 'x' } })
    expect(seen[0]).toEqual(['span', 'put', { kind: 'client', attributes: { operation: 'x' } }])
  })

  it('is not measured where nobody is told', async () => {
    const told: unknown[] = []
    expect((await of(async () => 7, {}, true)).seen).toEqual([['span', 'put', {}]])
    await of(async () => 7, { done: (...ended) => void told.push(ended) }, true)
    expect(told).toEqual([['ok', 1500]])
  })
})
