import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverProgram } from './server-program.test-support.ts'

const programs = findPostgres()

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: the commands are not tried with one.\n')
  it('has no Postgres to try', () => expect(programs).toBeUndefined())
} else {
  let server: PostgresServer
  let data: string
  beforeAll(async () => {
    server = await startPostgres(programs)
    data = mkdtempSync(join(tmpdir(), 'chancery-server-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  function begin(program: string, args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
    return spawn(process.execPath, [serverProgram(program), ...args], {
      env: {
        ...childEnvironment,
        CHANCERY_STATE: 'postgres',
        CHANCERY_KEY_SECRET: 'the secret of these tests, long enough',
        CHANCERY_PORT: '0',
        CHANCERY_DATA: data,
        CHANCERY_LOG: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** What a command said until it ended, or until it was ready, and was stopped for that. */
  async function run(
    program: string,
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
  ): Promise<Ended> {
    const child = begin(program, args, settings)
    let out = ''
    let error = ''
    child.stdout?.on('data', (text: Buffer) => {
      out += text.toString()
      if (out.includes('Try it')) child.kill('SIGTERM')
    })
    child.stderr?.on('data', (text: Buffer) => (error += text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, error }
  }

  describe('with the state in Postgres', () => {
    it('a start refuses a database without tables, and the command makes them', async () => {
      const settings = { CHANCERY_DATABASE_URL: await server.schema() }
      const refused = await run('serve.ts', [], settings)
      expect(refused).toEqual({
        code: 1,
        out: '',
        error:
          'The database has no tables of Chancery yet: run its command `migrate` (`npm run migrate`, `npx chancery migrate`, `node migrate.js`).\n',
      })
      const [, newest] =
        /^The tables were of version 0, and are of version (\d+) now\.\n$/.exec(
          (await run('migrate.ts', [], settings)).out,
        ) ?? []
      expect((await run('migrate.ts', [], settings)).out).toBe(`The tables are of version ${newest} already.\n`)
      expect(await run('serve.ts', [], settings)).toMatchObject({ code: 0, error: '' })
    })

    it('a start makes them itself where it is told to, also when two start at once', async () => {
      const settings = { CHANCERY_DATABASE_URL: await server.schema(), CHANCERY_MIGRATE: 'start' }
      const starts = await Promise.all([run('serve.ts', [], settings), run('serve.ts', [], settings)])
      for (const each of starts) expect(each).toMatchObject({ code: 0, error: '' })
    })

    it('keys are issued, listed and revoked there', async () => {
      const settings = { CHANCERY_DATABASE_URL: await server.schema(), CHANCERY_MIGRATE: 'start' }
      await run('migrate.ts', [], settings)
      const created = await run('keys.ts', ['create', '--name', 'Front desk'], settings)
      const id = /^id\s+(\S+)/m.exec(created.out)?.[1] ?? ''
      expect(await run('keys.ts', ['revoke', id], settings)).toMatchObject({ code: 0, error: '' })
      expect((await run('keys.ts', ['list'], settings)).out).toContain(`${id}\trevoked`)
    })

    it.each(['serve.ts', 'migrate.ts', 'keys.ts'])(
      '%s says in a sentence that the database is away',
      async (program) => {
        const settings = { CHANCERY_DATABASE_URL: 'postgres://clerk:hunter2@127.0.0.1:1/paperwork' }
        const ended = await run(program, program === 'keys.ts' ? ['list'] : [], settings)
        expect(ended).toMatchObject({ code: 1, out: '' })
        // A start says what to look at as well.
        expect(ended.error).toMatch(
          /^The database cannot be reached\.(?: Look whether CHANCERY_DATABASE_URL [^\n]*)?\n$/,
        )
      },
    )

    it.each([
      [{}, 'CHANCERY_DATABASE_URL: is needed by a chosen provider.'],
      [{ CHANCERY_DATABASE_URL: 'mysql://a:hunter2@b/c' }, 'CHANCERY_DATABASE_URL: Must be an address'],
    ])('wants an address: %j', async (settings, words) => {
      const ended = await run('migrate.ts', [], settings)
      expect(ended.code).toBe(2)
      expect(ended.error).toContain(words)
      expect(ended.error).not.toContain('hunter2')
    })
  })

  it('with the state in SQLite there is nothing to migrate', async () => {
    const ended = await run('migrate.ts', [], { CHANCERY_STATE: 'sqlite' })
    expect(ended).toEqual({ code: 0, out: 'CHANCERY_STATE is sqlite: there is nothing to migrate.\n', error: '' })
  })
}
