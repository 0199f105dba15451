import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { afterAll, describe, expect, it } from 'vitest'
import { type Ignored, startFakeS3 } from '../../../packages/storage/src/s3/fake-s3.ts'
import { serverProgram } from './server-program.test-support.ts'

const data = mkdtempSync(join(tmpdir(), 'chancery-doctor-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const doctor = (
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { ...childEnvironment, HOME: data, CHANCERY_DATA: join(data, 'kept'), ...settings }
    execFile(process.execPath, [serverProgram('doctor.ts')], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr })
    })
  })

const withS3 = async (bucket: string, ignored: readonly Ignored[]) => {
  const fake = await startFakeS3({ ignored })
  try {
    const { code, said } = await doctor({
      CHANCERY_STORES: 's3,local',
      CHANCERY_S3_BUCKET: bucket,
      CHANCERY_S3_ENDPOINT: fake.endpoint,
      CHANCERY_S3_ACCESS_KEY_ID: fake.accessKeyId,
      CHANCERY_S3_SECRET_ACCESS_KEY: 'secret',
    })
    return { code, said }
  } finally {
    await fake.stop()
  }
}

describe('chancery doctor', () => {
  it('finds nothing wrong with what is embedded', async () => {
    const { code, said } = await doctor({})
    expect(said).toMatch(/^ok {5}settings$/m)
    expect(said).toMatch(/^ok {5}store local: stored, kept, read, deleted$/m)
    expect(said).not.toContain('FAULT')
    expect(code).toBe(0)
  })

  it('tries a store in a cloud', async () => {
    const { code, said } = await withS3('docs', [])
    expect(said).toMatch(/^ok {5}store s3: /m)
    expect(code).toBe(0)
  })

  it('refuses a store that ignores create-only', async () => {
    const { code, said } = await withS3('docs', ['create-only'])
    expect(said).toMatch(/^FAULT {2}store s3: .*writes against a condition/m)
    expect(said).toMatch(/^ok {5}store local/m)
    expect(code).toBe(1)
  })

  it('says of a store that is away that it is, however long it tries', async () => {
    const fake = await startFakeS3()
    await fake.stop()
    const { code, said } = await doctor({
      CHANCERY_STORES: 's3',
      CHANCERY_S3_BUCKET: 'docs',
      CHANCERY_S3_ENDPOINT: fake.endpoint,
      CHANCERY_S3_ACCESS_KEY_ID: fake.accessKeyId,
      CHANCERY_S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(said).toMatch(/^FAULT {2}store s3: /m)
    expect(code).toBe(1)
  })

  it('says which bucket is not there, and which setting is wrong', async () => {
    const { code, said } = await withS3('missing', [])
    expect(said).toMatch(/^FAULT {2}store s3: .*There is no such bucket/m)
    expect(code).toBe(1)
    const wrong = await doctor({ CHANCERY_STORES: 's3' })
    expect(wrong.said).toMatch(/CHANCERY_S3_BUCKET: is needed/)
    expect(wrong.code).toBe(2)
  })
})
