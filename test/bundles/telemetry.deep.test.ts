import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { copied, deploy } from './deployed.ts'
import { telemetryOf } from './telemetry.ts'

telemetryOf('server')
telemetryOf('functions')

it('the server bundle keeps an audit log, and reads it', { timeout: 120_000 }, async () => {
  const { folder, remove } = await copied('server')
  const deployed = await deploy('server', { CHANCERY_AUDIT: 'file' })
  const answer = await fetch(`${deployed.address}/store-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': deployed.key },
    body: JSON.stringify({ document: { content: 'SGVsbG8=', filename: 'a.txt' }, path: 'letters/a.txt' }),
  })
  expect(answer.status, deployed.printed()).toBe(200)
  const audit = (...args: readonly string[]) =>
    spawnSync(process.execPath, [`${folder}/audit.js`, ...args], {
      encoding: 'utf8',
      env: { CHANCERY_AUDIT: 'file', CHANCERY_DATA: deployed.data },
    })
  expect(audit('export', '--document', 'letters/a.txt').stdout.trim().split('\n')).toHaveLength(2)
  expect(audit('verify')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^entries 1 to 2; /) as string })
  await deployed.stop()
  remove()
})
