import { expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'

/** A letter to this name is as long as the name. */
const name = 'n'.repeat(400_000)

it.each([
  ['bytes', { accept: 'text/plain' }],
  ['JSON', {}],
])('the caller who does not take long answers as %s has room for no more calls', async (_, headers) => {
  const { post, issue } = sampleApp({ limits: { concurrentPerKey: 2 } })
  const ask = (): Promise<Response> => post('print-letters', { names: [name] }, headers)
  const [first, second] = [await ask(), await ask()]
  expect([first.status, second.status]).toEqual([200, 200])
  const refused = await ask()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'rate_limited'])
  const other = await post('print-letters', { names: [name] }, { 'x-api-key': issue() })
  expect(other.status).toBe(200)
  expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(name.length)
  await second.body?.cancel()
  expect((await ask()).status).toBe(200)
})

it('an answer that is not taken is cut off by the time of a call', async () => {
  const { post, logs } = sampleApp({ limits: { concurrentPerKey: 1, deadlineMs: 300 } })
  const answer = await post('print-letters', { names: [name] })
  const reader = answer.body!.getReader()
  await reader.read()
  await expect.poll(async () => (await post('print-letters', { names: ['Anna'] })).status, { timeout: 5000 }).toBe(200)
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toMatchObject({ code: 'deadline_exceeded' })
  expect(logs.filter(({ event }) => event === 'failure').map(({ fields }) => fields['code'])).toEqual([
    'deadline_exceeded',
  ])
})

it('says how long it is, and holds nothing when it was taken', async () => {
  const { post, app } = sampleApp()
  const bytes = await post('print-letters', { names: [name] }, { accept: 'text/plain' })
  expect(bytes.headers.get('content-length')).toBe(String(name.length + 'Dear ,'.length))
  expect(await bytes.text()).toBe(`Dear ${name},`)
  // Else it would wait for the call.
  await app.drain(60_000)
})
