import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from '../fixtures/letter.ts'
import { type LoadAnswer, type LoadedService, openLoop, quantile, startLoadedService } from './loaded-service.ts'

/** Some 20 ms of work: so heavy that ten times what the service can do is still little for who sends it. */
const letter = letterDocument({
  name: 'Ada Lovelace',
  number: '1',
  total: '2',
  items: Array.from({ length: 400 }, (_, index) => [`Item ${index}`, `${index}.00`] as const),
})
const body = JSON.stringify({ document: { content: Buffer.from(letter).toString('base64') } })

let service: LoadedService
/** Calls a second that the service gets done. */
let capacity: number
const keyAt = (index: number): string => service.keys[index] ?? ''
const quiet = (): string => keyAt(8)

beforeAll(async () => {
  service = await startLoadedService(9)
  const worker = async (index: number, calls: number): Promise<void> => {
    for (let call = 0; call < calls; call++) expect((await service.post(keyAt(index), body)).status).toBe(200)
  }
  // Children start, and code gets fast.
  await Promise.all([worker(0, 8), worker(1, 8)])
  const begin = performance.now()
  await Promise.all([worker(0, 12), worker(1, 12)])
  capacity = 24_000 / (performance.now() - begin)
})
afterAll(() => service.stop())

/** A bound in ms; where the machine is too busy with other things for it, the time that so many calls take. */
const within = (ms: number, calls: number): number => Math.max(ms, (1000 * calls) / capacity)

const ok = (answers: readonly LoadAnswer[]): LoadAnswer[] => answers.filter(({ status }) => status === 200)

/** Whatever is not done is refused, and says when to come again. */
function expectRefusals(answers: readonly LoadAnswer[]): void {
  const refused = answers.filter(({ status }) => status !== 200)
  const odd = refused.filter(({ status }) => status !== 429 && status !== 503)
  expect(odd.map(({ status }) => status)).toEqual([])
  for (const { contentType, retryAfter } of refused) {
    expect(contentType).toBe('application/problem+json')
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
}

/** Other work on the machine may spoil a measurement; it does not spoil three. */
describe('a service with more to do than it can', { retry: 2 }, () => {
  it.each([2, 10])(
    '%i times: does what it can, quickly, refuses the rest, and says that it is alive',
    async (times) => {
      const durationMs = 2000
      const paths = ['/healthz', '/readyz', '/openapi.json', '/docs']
      const [answers, health] = await Promise.all([
        openLoop(times * capacity, durationMs, (index) => service.post(keyAt(index % 8), body)),
        openLoop(40, durationMs, (index) => service.get(paths[index % 4] ?? '')),
      ])
      const done = ok(answers)
      expectRefusals(answers)
      expect(done.length).toBeGreaterThan((capacity * durationMs) / 1000 / 3)
      expect(quantile(done, 0.99)).toBeLessThan(within(1000, 40))
      expect(ok(health)).toHaveLength(health.length)
      expect(quantile(health, 0.95)).toBeLessThan(within(500, 20))
    },
  )

  it('keeps going for a quiet key while another floods it', async () => {
    const durationMs = 2000
    const [flood, calls] = await Promise.all([
      openLoop(10 * capacity, durationMs, () => service.post(keyAt(0), body)),
      openLoop(capacity / 5, durationMs, () => service.post(quiet(), body)),
    ])
    expectRefusals([...flood, ...calls])
    expect(ok(calls).length).toBeGreaterThanOrEqual(0.9 * calls.length)
    expect(quantile(ok(calls), 0.99)).toBeLessThan(within(1000, 40))
    expect((await service.post(keyAt(0), body)).status).toBe(200)
  })
})
