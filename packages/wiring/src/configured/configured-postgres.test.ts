import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigurationError } from '../settings/configuration.ts'
import { configuredPostgres } from './configured-postgres.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'chancery-postgres-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const opened = (parameters: string) =>
  configuredPostgres(
    { CHANCERY_DATABASE_CONNECTIONS: 1, CHANCERY_DATABASE_URL: `postgres://u:p@/name?host=${folder}&${parameters}` },
    { now: () => Date.now() },
  ).open()

it.each(['sslrootcert', 'sslcert', 'sslkey'])(
  'a start does not wait for the other end of a named pipe: %s',
  async (name) => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const file of [pipe, folder, join(folder, 'none')]) {
      const refused = opened(`${name}=${encodeURIComponent(file)}`)
      await expect(refused).rejects.toThrow(ConfigurationError)
      await expect(refused).rejects.toThrow(`CHANCERY_DATABASE_URL: ${name} names no file.`)
    }
  },
)

it('a file is taken', async () => {
  const file = join(folder, 'ca.pem')
  writeFileSync(file, '')
  await (await opened(`sslrootcert=${file}`)).close()
})
