import { spawnSync } from 'node:child_process'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { describe, expect, it } from 'vitest'
import { otlpReceiver, readBatches } from '../../packages/telemetry/src/otlp-receiver.test-support.ts'
import { copied, deploy } from './deployed.ts'

describe.each(['server', 'functions'] as const)('the %s bundle', (name) => {
  it('tells of a fill by OTLP, down to the child', { timeout: 120_000 }, async () => {
    const receiver = await otlpReceiver()
    const deployed = await deploy(name, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    })
    const traceId = 'a'.repeat(32)
    const template = { content: Buffer.from(docxOf(['Dear {name},'])).toString('base64'), filename: 'letter.docx' }
    const answer = await fetch(`${deployed.address}/pre-filling`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': deployed.key,
        traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
      },
      body: JSON.stringify({ template, data: { name: 'Ada' } }),
    })
    expect(answer.status, deployed.printed()).toBe(200)
    // Also without an end in order: a function is stopped without one.
    await expect
      .poll(() =>
        readBatches(receiver.batches)
          .spans.filter((span) => span.traceId === traceId)
          .map((span) => span.name),
      )
      .toEqual(expect.arrayContaining(['http pre-filling', 'operation pre-filling', 'job fill']))
    await expect
      .poll(() => readBatches(receiver.batches).figures.map((figure) => figure.name))
      .toContain('chancery.calls')
    await deployed.stop()
    await receiver.close()
  })
})

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
