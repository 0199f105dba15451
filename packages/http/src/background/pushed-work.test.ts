import { describe, expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'
import type { PushedCall } from './background-settings.ts'

/** The app with a queue that is known by its token, and what it has pushed. */
function appWith(outcome: Awaited<ReturnType<PushedCall>>) {
  const pushed: string[] = []
  const sample = sampleApp()
  const push: PushedCall = async ({ token, id }) => {
    if (token !== 'of.the.queue') return 'refused'
    pushed.push(id)
    return outcome
  }
  const { app } = sampleApp({ background: { ...sample.background, push } })
  const send = async (body: string, authorization?: string): Promise<Response> =>
    await app.request('/work', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body,
    })
  return { send, pushed }
}

describe('a push of the queue', () => {
  it.each([
    ['done', 204],
    ['again', 503],
    ['full', 429],
  ] as const)('is answered as the queue understands it: %s', async (outcome, status) => {
    const { send, pushed } = appWith(outcome)
    expect((await send('{"id":"a"}', 'Bearer of.the.queue')).status).toBe(status)
    expect(pushed).toEqual(['a'])
  })

  it('is refused from anybody else, and where it is none', async () => {
    const { send, pushed } = appWith('done')
    for (const authorization of [undefined, 'Bearer other.to.ken', 'Basic of.the.queue', 'Bearer']) {
      expect((await send('{"id":"a"}', authorization)).status).toBe(401)
    }
    for (const body of ['', '{}', '{"id":1}', '{"id":""}', `{"id":"${'a'.repeat(20_000)}"}`]) {
      expect((await send(body, 'Bearer of.the.queue')).status).toBeGreaterThanOrEqual(400)
    }
    expect(pushed).toEqual([])
  })

  it('has no address where no queue pushes', async () => {
    const { app } = sampleApp()
    expect((await app.request('/work', { method: 'POST', body: '{}' })).status).toBe(404)
  })
})
