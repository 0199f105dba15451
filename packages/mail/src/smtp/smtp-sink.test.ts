import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ChanceryError } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { afterEach, describe, expect, it } from 'vitest'
import { mimeMessage } from '../mime/mime-message.ts'
import { createSmtpTransport } from './smtp-transport.ts'

/** Debian's package `postfix` has it (`.ci/run` installs it): a mail server that takes all, or fails where it is told to. */
const program = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')]
  .map((folder) => join(folder, 'smtp-sink'))
  .find((path) => existsSync(path))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answers = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('data', () => socket.end('QUIT\r\n'))
  })

async function sink(...options: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'smtp-sink-'))
  // As root, it wants to become somebody else.
  await chmod(folder, 0o777)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const port = await freePort()
  const args = [...user, ...options, '-d', join(folder, 'message.'), `127.0.0.1:${port}`, '10']
  const child: ChildProcess = spawn(program ?? '', args, { stdio: 'ignore' })
  closing.push(async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  })
  for (let tries = 0; tries < 200 && !(await answers(port)); tries += 1) await pause(20)
  const transport = createSmtpTransport({ host: '127.0.0.1', port, security: 'none', timeoutMs: 2000 })
  closing.push(() => transport.close())
  const send = async (email = emailForTest()): Promise<unknown> =>
    await transport.send(email, { signal: new AbortController().signal }).then(
      ({ status }) => status,
      (error: unknown) => (ChanceryError.is(error) ? [error.code, error.details['ambiguous'] ?? false] : error),
    )
  const kept = async (): Promise<string[]> => {
    const files = (await readdir(folder)).sort()
    return await Promise.all(files.map(async (file) => await readFile(join(folder, file), 'latin1')))
  }
  return { send, kept }
}

if (program === undefined) process.stdout.write('No smtp-sink on this machine: e-mails are not sent to it.\n')

describe.runIf(program !== undefined)('smtp-sink of Postfix, where it is installed,', () => {
  it('has messages as they were made, over one session', async () => {
    const { send, kept } = await sink()
    const emails = ['.\n..\nGrüße\n', 'x'.repeat(3000)].map((text) => emailForTest({ text }))
    for (const email of emails) expect(await send(email)).toBe('sent')
    const messages = await kept()
    expect(messages).toHaveLength(2)
    for (const email of emails) {
      // It writes lines as files have them, with an envelope before and an empty line behind.
      const written = Buffer.from(await mimeMessage(email))
        .toString('latin1')
        .replaceAll('\r\n', '\n')
      expect(messages.filter((message) => message.includes(written))).toHaveLength(1)
    }
    expect(messages[0]).toContain('ada@client.example')
  })

  it.each([
    ['-q', 'MAIL', 'provider_unavailable', false],
    ['-q', 'RCPT', 'provider_unavailable', false],
    ['-q', 'DATA', 'provider_unavailable', false],
    ['-q', '.', 'provider_failed', true],
    ['-Q', 'MAIL', 'provider_unavailable', false],
    ['-Q', 'DATA', 'provider_unavailable', false],
    ['-Q', '.', 'provider_failed', true],
    ['-r', 'RCPT', 'provider_unavailable', false],
    ['-r', '.', 'provider_unavailable', false],
    ['-f', 'RCPT', 'invalid_request', false],
    ['-f', 'DATA', 'provider_failed', false],
    ['-f', '.', 'provider_failed', false],
  ])('that fails (%s %s) is told for what it is', async (option, command, code, ambiguous) => {
    const { send } = await sink(option, command)
    expect(await send()).toEqual([code, ambiguous])
  })
})
