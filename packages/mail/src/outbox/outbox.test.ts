import { spawnSync } from 'node:child_process'
import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChanceryError } from '@chancery/core'
import { emailForTest, emailTransportContract, type Delivery } from '@chancery/port-contracts/email-transport'
import { afterAll, describe, expect, it } from 'vitest'
import { parsedDelivery } from '../mime/parsed-delivery.test-support.ts'
import { createOutbox } from './outbox.ts'

const folders: string[] = []
const folder = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'chancery-outbox-'))
  folders.push(root)
  return root
}
afterAll(async () => {
  for (const root of folders) await rm(root, { recursive: true, force: true })
})
const options = { signal: new AbortController().signal }

async function deliveryOf(path: string): Promise<Delivery> {
  const delivery = await parsedDelivery(await readFile(path))
  const { 'x-chancery-bcc': bcc = '' } = delivery.headers
  return { ...delivery, bcc: bcc.split(', ').filter((address) => address !== '') }
}

emailTransportContract('outbox', async () => {
  const root = await folder()
  const transport = createOutbox({ root, maxBytes: 1024 * 1024 })
  const inNew = async () => readdir(join(root, 'new')).catch(() => [])
  return {
    transport,
    deliveries: async () => Promise.all((await inNew()).map((name) => deliveryOf(join(root, 'new', name)))),
  }
})

describe('outbox', () => {
  it('is a maildir that only its owner reads, with nothing left in tmp', async () => {
    const root = join(await folder(), 'deep', 'outbox')
    const receipt = await createOutbox({ root }).send(emailForTest({ id: 'lease-17' }), options)
    expect(receipt).toMatchObject({ status: 'captured', providerMessageId: 'lease-17.eml' })
    expect((await readdir(root)).sort()).toEqual(['cur', 'new', 'tmp'])
    expect(await readdir(join(root, 'new'))).toEqual(['lease-17.eml'])
    expect(await readdir(join(root, 'tmp'))).toEqual([])
    expect((await stat(join(root, 'new', 'lease-17.eml'))).mode & 0o777).toBe(0o600)
  })

  it('shows in headers what a mail program has no place for', async () => {
    const root = await folder()
    const email = emailForTest({ id: 'one', tags: ['lease', 'örtlich'], metadata: { case: 'K-17' } })
    await createOutbox({ root }).send(email, options)
    const { headers } = await deliveryOf(join(root, 'new', 'one.eml'))
    expect(headers).toMatchObject({
      'x-chancery-id': 'one',
      'x-chancery-tags': 'lease, örtlich',
      'x-chancery-metadata': '{"case":"K-17"}',
      'message-id': '<one@firm.example>',
    })
  })

  it('does not capture again what a mail program has moved to cur', async () => {
    const root = await folder()
    const outbox = createOutbox({ root })
    const email = emailForTest({ id: 'seen' })
    const first = await outbox.send(email, options)
    await rename(join(root, 'new', 'seen.eml'), join(root, 'cur', 'seen.eml:2,S'))
    expect(await outbox.send(email, options)).toEqual(first)
    expect(await readdir(join(root, 'new'))).toEqual([])
    expect(await readdir(join(root, 'cur'))).toEqual(['seen.eml:2,S'])
  })

  it('captures once through two outboxes on one folder, and keeps the first', async () => {
    const root = await folder()
    const [one, two] = [createOutbox({ root }), createOutbox({ root })]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).send(emailForTest({ id: 'x' }), options)),
    )
    expect(await readdir(join(root, 'new'))).toEqual(['x.eml'])
    await one.send(emailForTest({ id: 'x', subject: 'Later' }), options)
    expect((await deliveryOf(join(root, 'new', 'x.eml'))).subject).toBe('Your lease')
  })

  it('makes its first folders durable, up to the one that was there before', async () => {
    const there = await folder()
    const root = join(there, 'data', 'outbox')
    const probe = await open(there, 'r')
    const handles = Object.getPrototypeOf(probe) as { sync(this: FileHandle): Promise<void> }
    await probe.close()
    const { sync } = handles
    const synced: string[] = []
    handles.sync = async function (this: FileHandle) {
      synced.push(await readlink(`/proc/self/fd/${this.fd}`))
      return await sync.call(this)
    }
    try {
      const outbox = createOutbox({ root })
      await outbox.send(emailForTest({ id: 'x' }), options)
      expect(synced).toEqual(expect.arrayContaining([root, join(there, 'data'), there]))
      synced.length = 0
      await outbox.send(emailForTest({ id: 'y' }), options)
      expect(synced).toHaveLength(2)
    } finally {
      handles.sync = sync
    }
  })

  it('clears away what a crash left in tmp long ago, and nothing younger', async () => {
    const root = await folder()
    const outbox = createOutbox({ root })
    await outbox.check(options)
    for (const name of ['old', 'young']) await writeFile(join(root, 'tmp', name), 'half a mess')
    const longAgo = new Date(Date.now() - 48 * 3_600_000)
    await utimes(join(root, 'tmp', 'old'), longAgo, longAgo)
    await outbox.check(options)
    expect(await readdir(join(root, 'tmp'))).toEqual(['young'])
  })

  it('says that it cannot be used when nothing more can be written', async () => {
    const root = await folder()
    const module = join(import.meta.dirname, 'outbox.ts')
    // A bound on the size of files stands for a full disk.
    const script = `import { execFileSync } from 'node:child_process'
      import { createOutbox } from ${JSON.stringify(module)}
      const outbox = createOutbox({ root: ${JSON.stringify(root)} })
      const check = () => outbox.check({ signal: new AbortController().signal }).then(() => 'usable', ({ code }) => code)
      const before = await check()
      execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=1000'])
      process.stdout.write([before, await check()].join(' '))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(stdout + stderr).toBe('usable provider_unavailable')
    expect(await readdir(join(root, 'tmp'))).toEqual([])
  })

  it('says that it cannot be used, without the folder of the host', async () => {
    const root = join(await folder(), 'a-file')
    await writeFile(root, '')
    const outbox = createOutbox({ root })
    for (const call of [() => outbox.check(options), () => outbox.send(emailForTest(), options)]) {
      const error = await call().catch((caught: unknown) => caught)
      expect(ChanceryError.is(error) && [error.code, error.retryable]).toEqual(['provider_unavailable', true])
      expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain('a-file')
    }
  })
})
