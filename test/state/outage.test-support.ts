import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueApiKey } from '@chancery/http'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { createHttpService, type HttpService, migrateState, readConfiguration } from '@chancery/wiring'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const programs = findPostgres()

interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly retryable: boolean | undefined
  readonly detail: string | undefined
}

/** A Postgres goes away during calls, and comes back: stopped in order (`fast`), or killed. */
export function outage(how: 'fast' | 'kill'): void {
  if (programs === undefined) {
    process.stdout.write('No Postgres on this machine: that it goes away during calls is not tried.\n')
    it('has no Postgres to take away', () => expect(programs).toBeUndefined())
  } else {
    let server: PostgresServer
    let folder: string
    let service: HttpService
    let url: string
    let key: string
    beforeAll(async () => {
      // What was said to be kept must be there after a crash.
      server = await startPostgres(programs, { durable: true })
      folder = mkdtempSync(join(tmpdir(), 'chancery-outage-'))
      url = await server.schema()
      const configuration = readConfiguration({
        CHANCERY_STATE: 'postgres',
        CHANCERY_DATABASE_URL: url,
        CHANCERY_DATA: folder,
        CHANCERY_STORES: 'memory',
        CHANCERY_EMAIL_FROM: 'office@example.com',
        CHANCERY_LOG: 'off',
        CHANCERY_KEY_SECRET: randomBytes(32).toString('hex'),
        CHANCERY_RATE_PER_MINUTE: '1000000',
        CHANCERY_DEADLINE_MS: '15000',
        // All of the test's calls at once: none is refused for want of a place.
        CHANCERY_SLOTS: '8',
        CHANCERY_CONCURRENCY: '8',
      })
      await migrateState(configuration)
      service = createHttpService(configuration)
      await service.composition.prepare()
      const created = {
        name: 'test',
        environment: 'dev',
        operations: '*' as const,
        createdAt: new Date().toISOString(),
      }
      const issued = issueApiKey(created, service.composition.keySecret)
      await service.composition.apiKeys.save(issued.record)
      key = issued.key
    })
    afterAll(async () => {
      await service.composition.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function post(operation: string, input: unknown, idempotencyKey: string): Promise<Answer> {
      const response = await service.app.request(`/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': idempotencyKey },
        body: JSON.stringify(input),
      })
      const { code, retryable, detail } = (await response.json()) as Partial<Answer>
      return { status: response.status, code, retryable, detail }
    }

    /** One person imported and one e-mail sent, under keys of their own. */
    const calls = (name: string) => [
      () => {
        const content = Buffer.from(JSON.stringify([{ name, email: `${name}@example.com` }])).toString('base64')
        const document = { content, filename: 'people.json' }
        return post('enter-client-data', { source: { provider: 'json', document } }, `import-${name}`)
      },
      () => post('send-email', { to: 'ada@example.com', subject: name, text: '.' }, `send-${name}`),
    ]

    describe('a service whose database goes away during calls', () => {
      it(`says so, loses nothing, and goes on by itself when it is back; stopped by: ${how}`, async () => {
        const answers: Answer[] = []
        const done = new Set<string>()
        let begun = 0
        const over = new AbortController()
        /** Calls one after the other, each until it has succeeded. */
        async function worker(lane: number): Promise<void> {
          for (let n = 0; !over.signal.aborted; n++) {
            const name = `${how}-${lane}-${n}`
            begun++
            for (const call of calls(name)) {
              for (;;) {
                const answer = await call()
                answers.push(answer)
                if (answer.status === 200) break
                await wait(20)
              }
            }
            done.add(name)
          }
        }
        const untilMore = async (count: number): Promise<void> => {
          for (const before = done.size; done.size < before + count;) await wait(10)
        }
        const workers = [0, 1, 2, 3].map(worker)
        await untilMore(8)
        await server.stop(how)
        const refusedBefore = answers.filter(({ status }) => status === 503).length
        for (; answers.filter(({ status }) => status === 503).length < refusedBefore + 8;) await wait(10)
        // What was asked a moment ago is answered for two seconds.
        const ready = async () => (await service.app.request('/readyz')).status
        await expect.poll(ready).toBe(503)
        expect((await service.app.request('/healthz')).status).toBe(200)
        await server.start()
        await untilMore(8)
        over.abort()
        await Promise.all(workers)

        expect(done.size).toBe(begun)
        const refused = answers.filter(({ status }) => status !== 200)
        // A claim of a call that was cut off is in the way until its lease has ended.
        const expected = new Set(['provider_unavailable', 'idempotency_in_flight'])
        expect(refused.filter(({ code }) => !expected.has(code ?? ''))).toEqual([])
        expect(refused.every(({ retryable }) => retryable === true)).toBe(true)
        const told = new Set(refused.flatMap(({ code, detail }) => (code === 'provider_unavailable' ? detail : [])))
        for (const sentence of told) expect(sentence).toMatch(/^The database [^:/]*\.$/)

        const names = [...done].sort()
        const clients = await server.query(
          url,
          `SELECT string_agg(record::json->>'name', ',') FROM chancery_clients WHERE record LIKE '%"${how}-%'`,
        )
        expect(clients.split(',').sort()).toEqual(names)
        const mails = readdirSync(join(folder, 'outbox/new')).map((name) =>
          readFileSync(join(folder, 'outbox/new', name), 'utf8'),
        )
        const subjects = mails.map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '')
        expect(subjects.filter((subject) => subject.startsWith(how)).sort()).toEqual(names)
        await expect.poll(ready).toBe(200)
      })
    })
  }
}
