import { docxOf } from '@chancery/port-contracts/sample-documents'
import { expect, it } from 'vitest'
import { otlpReceiver, readBatches } from '../../packages/telemetry/src/otlp-receiver.test-support.ts'
import { type BundleName, deploy } from './deployed.ts'

/** That a bundle tells of what it does by OTLP, with what its children do. */
export function telemetryOf(name: BundleName): void {
  it(`the ${name} bundle tells of a fill by OTLP, down to the child`, { timeout: 120_000 }, async () => {
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
}
