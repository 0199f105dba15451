import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, startPostgres } from '@chancery/port-contracts/postgres-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Deployed, copied, deploy } from '../bundles/deployed.ts'
import { keepPaperwork, keepStoring, knownPaperwork, restored } from './kept-paperwork.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'chancery-backup-'))
let bundle: string
let removeBundle: () => void
beforeAll(async () => {
  const copy = await copied('server')
  bundle = copy.folder
  removeBundle = copy.remove
}, 300_000)
afterAll(() => {
  removeBundle()
  rmSync(folder, { recursive: true, force: true })
})

/** Documents are stored as fast as the disk takes them: no rate ends that. */
const withoutRate = { CHANCERY_RATE_PER_MINUTE: '1000000' }

const programs = findPostgres()
if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: that its backup can be restored is not tried.\n')
  it('has no Postgres to restore', () => expect(programs).toBeUndefined())
} else {
  it('a Postgres is copied by pg_dump while the service works, and answers the same from another', async () => {
    const server = await startPostgres(programs)
    const documents = mkdtempSync(join(tmpdir(), 'chancery-data-'))
    const settings = (url: string) => ({
      CHANCERY_STATE: 'postgres',
      CHANCERY_DATABASE_URL: url,
      CHANCERY_MIGRATE: 'start',
      CHANCERY_KEY_SECRET: 's'.repeat(64),
    })
    const file = join(folder, 'state.sql')
    const run = (program: string, args: readonly string[]) => execute(join(programs, program), [...args])
    let first: Deployed | undefined
    let second: Deployed | undefined
    try {
      const url = await server.schema()
      await execute(process.execPath, [join(bundle, 'migrate.js')], { env: settings(url) })
      first = await deploy('server', { ...settings(url), ...withoutRate }, documents)
      await keepPaperwork(first)
      const before = await knownPaperwork(first)
      const storing = keepStoring(first)
      await storing.more(5)
      await run('pg_dump', ['--no-owner', '--no-privileges', `--file=${file}`, url])
      await storing.end()
      // Documents and mails are in the data folder, which is still there.
      const kept = restored(documents)
      await first.stop()

      await server.query(url, 'CREATE DATABASE restored TEMPLATE template0')
      const other = url.replace('@/postgres?', '@/restored?')
      await run('psql', ['--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction', `--file=${file}`, other])
      // The other one is gone: whatever is known comes out of the copy.
      await server.query(url, `DROP SCHEMA s1 CASCADE`)
      second = await deploy('server', { ...settings(other), ...withoutRate }, kept)
      expect(await knownPaperwork({ address: second.address, key: first.key })).toEqual(before)
      expect((before as { sent: { replayed: boolean } }).sent.replayed).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain('chancery_')
    } finally {
      await second?.stop()
      await first?.stop()
      await server.close()
    }
  })
}
