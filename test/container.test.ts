import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose, ConfigurationError, readConfiguration } from '@chancery/wiring'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'chancery-container-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keySecret = 'k'.repeat(32)
const cloud = {
  CHANCERY_GCS_BUCKET: 'bucket',
  CHANCERY_S3_BUCKET: 'bucket',
  CHANCERY_S3_REGION: 'eu-central-1',
  CHANCERY_AZURE_CONTAINER: 'container',
  CHANCERY_AZURE_ACCOUNT: 'account',
  CHANCERY_AZURE_KEY: 'a2V5',
  CHANCERY_DOCUMENT_AI_PROJECT: 'project',
  CHANCERY_DOCUMENT_AI_PROCESSOR: 'processor',
  CHANCERY_SENDGRID_API_KEY: 'SG.key',
  CHANCERY_SMTP_HOST: 'mail.example',
  CHANCERY_POSTMARK_TOKEN: 'token',
  CHANCERY_RESEND_API_KEY: 're_key',
  CHANCERY_SES_REGION: 'eu-central-1',
  CHANCERY_SES_ACCESS_KEY_ID: 'AKID',
  CHANCERY_SES_SECRET_ACCESS_KEY: 'secret',
}

const stores = ['local', 'memory', 'gcs', 's3', 'azure', 'gcs,local,memory,s3,azure']
const extractors = ['embedded', 'document-ai,embedded']
const transports = ['outbox', 'memory', 'sendgrid', 'smtp,postmark,resend,ses,outbox']
const states = ['sqlite', 'memory']
const combinations = stores.flatMap((store) =>
  extractors.flatMap((extractor) =>
    transports.flatMap((transport) => states.map((state) => [store, extractor, transport, state] as const)),
  ),
)

describe('the container', () => {
  it.each(combinations)(
    'resolves stores %s, extractors %s, transports %s, state %s',
    async (store, extractor, transport, state) => {
      const composition = compose(
        readConfiguration({
          ...cloud,
          CHANCERY_DATA: join(folder, state),
          CHANCERY_STORES: store,
          CHANCERY_EXTRACTORS: extractor,
          CHANCERY_TRANSPORTS: transport,
          CHANCERY_STATE: state,
          CHANCERY_KEY_SECRET: keySecret,
        }),
      )
      const { ports } = composition
      expect(Object.entries(ports).filter(([, port]) => port === undefined)).toEqual([])
      expect(ports.stores.names).toEqual(store.split(','))
      expect(ports.extractors.names).toEqual(extractor.split(','))
      expect(ports.transports.names).toEqual(transport.split(','))
      await composition.close()
    },
  )

  it('takes what stands in for a port', async () => {
    const clock = { now: () => 42 }
    const composition = compose(
      readConfiguration({
        CHANCERY_STORES: 'memory',
        CHANCERY_TRANSPORTS: 'memory',
        CHANCERY_STATE: 'memory',
        CHANCERY_KEY_SECRET: keySecret,
      }),
      { clock },
    )
    expect(composition.ports.clock).toBe(clock)
    const checks = Object.values(await composition.readiness())
    expect(checks.length).toBeGreaterThan(3)
    expect(checks.every(({ ready }) => ready)).toBe(true)
    await composition.close()
  })
})

describe('the configuration', () => {
  it('needs nothing', () => expect(readConfiguration({}).CHANCERY_PORT).toBe(8080))

  it('tells every mistake at once', () => {
    try {
      readConfiguration({ CHANCERY_PORT: 'x', CHANCERY_STORES: 'tape', CHANCERY_PROT: '1', CHANCERY_AUTH: '' })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError)
      const { mistakes } = error as ConfigurationError
      expect(mistakes.join('\n')).toMatch(/CHANCERY_PROT[^]*CHANCERY_PORT[^]*CHANCERY_STORES/)
    }
  })

  it('asks for what a chosen provider needs', () => {
    expect(() =>
      readConfiguration({ CHANCERY_STORES: 'gcs', CHANCERY_TRANSPORTS: 'sendgrid', CHANCERY_TIME_ZONE: 'Mars/Base' }),
    ).toThrow(/CHANCERY_GCS_BUCKET[^]*CHANCERY_SENDGRID_API_KEY[^]*CHANCERY_TIME_ZONE/)
  })

  it('refuses a sender that is no address', () => {
    expect(() => readConfiguration({ CHANCERY_EMAIL_FROM: 'nobody' })).toThrow(/CHANCERY_EMAIL_FROM/)
  })
})
