import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@chancery/client'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { expect, it } from 'vitest'
import { serverProcesses } from '../../apps/server/src/server-process.test-support.ts'
import { serverProgram } from '../../apps/server/src/server-program.test-support.ts'
import { openBreakingProxy } from '../fixtures/breaking-proxy.ts'
import { mails, sentTo } from './mails.ts'

/** A key that outlives the server, unlike that of a development start. */
function issueKey(data: string): string {
  const keys = serverProgram('keys.ts')
  const { stdout } = spawnSync(process.execPath, [keys, 'create', '--name', 'tests'], {
    env: { ...childEnvironment, CHANCERY_DATA: data },
    encoding: 'utf8',
  })
  return /chk_\S+/.exec(stdout)?.[0] ?? ''
}

it('a call in the background outlives the server', async ({ onTestFinished }) => {
  const processes = serverProcesses()
  try {
    const start = () => processes.start({ env: { CHANCERY_LOG: 'off' }, entry: 'serve.ts' })
    let running = await start()
    const apiKey = issueKey(processes.data)
    const proxy = await openBreakingProxy(running.address)
    onTestFinished(() => proxy.close())
    const kill = new AbortController()
    const told: number[] = []
    const input = mails(300)
    const call = createClient({ baseUrl: proxy.address, apiKey, retries: 0 }).fillEmailTemplate(input, {
      background: true,
      pollMs: 100,
      onProgress({ done }) {
        told.push(done)
        if (done > 0) kill.abort()
      },
    })
    await once(kill.signal, 'abort')
    running.child.kill('SIGKILL')
    await once(running.child, 'exit')
    const toldUntilThen = told.length
    await expect.poll(() => proxy.calls.at(-1)?.broken).toBe(true)
    running = await start()
    proxy.target = running.address
    const { data } = await call
    expect(data.messages.map(({ to }) => to[0])).toEqual(input.recipients.map(({ to }) => to))
    // Of the one that was on its way nobody can tell, and it is not sent again.
    const sent = data.messages.filter(({ status }) => status === 'captured').length
    expect(sent).toBeGreaterThanOrEqual(299)
    const delivered = sentTo(processes.data, input.recipients)
    expect(delivered.length).toBeGreaterThanOrEqual(sent)
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
    expect(toldUntilThen).toBeGreaterThan(0)
  } finally {
    await processes.end()
  }
})
