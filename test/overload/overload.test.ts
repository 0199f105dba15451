import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterDocument } from '../fixtures/letter.ts'
import { type LoadAnswer, type LoadedService, openLoop, quantile, startLoadedService } from './loaded-service.ts'

/** Some 70 ms of work: so heavy that ten times what the service can do is still little for who sends it. */
const letter = letterDocument({
  name: 'Ada Lovelace',
  number: '1',
  total: '2',
  items: Array.from({ length: 1000 }, (_, index) => [`Item ${index}`, `${index}.00`] as const),
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

/** Far above what is promised (a second, and a tenth of one): other work on the machine must not spoil the test. */
const longestMs = 5000

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

// A third try at most: what else the machine does changes how much the service can do while this is measured.
describe('a service with more to do than it can', { retry: 2 }, () => {
  it.each([10])('%i times: does what it can, quickly, refuses the rest, and says that it is alive', async (times) => {
    const durationMs = 1000
    const paths = ['/healthz', '/openapi.json', '/docs']
    const [answers, health, readiness] = await Promise.all([
      openLoop(times * capacity, durationMs, (index) => service.post(keyAt(index % 8), body)),
      openLoop(30, durationMs, (index) => service.get(paths[index % 3] ?? '')),
      openLoop(10, durationMs, () => service.get('/readyz')),
    ])
    const done = ok(answers)
    expectRefusals(answers)
    expect(done.length).toBeGreaterThan((capacity * durationMs) / 1000 / 3)
    expect(quantile(done, 0.99)).toBeLessThan(longestMs)
    expect(health.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    expect(quantile(health, 0.95)).toBeLessThan(longestMs)
    // What it stands on may be too slow to say yes: who balances load sends callers elsewhere then.
    expect(readiness.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  })

  it('keeps going for a quiet key while another floods it', async () => {
    const durationMs = 1000
    const [flood, calls] = await Promise.all([
      openLoop(10 * capacity, durationMs, () => service.post(keyAt(0), body)),
      openLoop(capacity / 5, durationMs, () => service.post(quiet(), body)),
    ])
    expectRefusals([...flood, ...calls])
    expect(ok(calls).length).toBeGreaterThanOrEqual(0.9 * calls.length)
    expect(quantile(ok(calls), 0.99)).toBeLessThan(longestMs)
    expect((await service.post(keyAt(0), body)).status).toBe(200)
  })
})
