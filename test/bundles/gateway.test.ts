import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startFakeGateway } from '../fixtures/fake-gateway.ts'
import { copied, deploy } from './deployed.ts'

const gateway = await startFakeGateway()
afterAll(() => gateway.stop())

const keySecret = 's'.repeat(32)

describe.each(['server', 'functions'] as const)('the bundle %s', (name) => {
  it('takes calls of the gateway, and no others', { timeout: 120_000 }, async () => {
    const { address, stop, printed } = await deploy(name, {
      ...gateway.settings,
      CHANCERY_KEY_SECRET: keySecret,
      CHANCERY_LOG: 'info',
    })
    const call = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const response = await fetch(`${address}/get-folder-directories`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'AIza-one', ...headers },
        body: '{}',
      })
      await response.arrayBuffer()
      return response.status
    }
    try {
      const { authorization } = gateway.headers()
      expect(await call({ authorization }), printed()).toBe(200)
      expect(await call({ authorization: 'Bearer e30.e30.x' })).toBe(401)
      expect(await call({ authorization: authorization.replace(/[^.]+$/, 'SIGNATURE_REMOVED_BY_GOOGLE') })).toBe(401)
      expect(await call({ authorization: gateway.headers({ email: 'me@example.com' }).authorization })).toBe(401)
      expect(await call({})).toBe(401)
      await expect.poll(printed).toContain('signature-removed')
    } finally {
      await stop()
    }
  })

  it('brings the program that writes the gateway’s document', { timeout: 120_000 }, async () => {
    const { folder, remove } = await copied(name)
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'gateway.js'), '--backend', 'https://chancery-abc-ew.a.run.app'],
      { encoding: 'utf8', env: { CHANCERY_DEADLINE_MS: '90000' } },
    )
    remove()
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      'x-google-api-management': { backends: { chancery: { deadline: 95 } } },
    })
  })
})
