import { connect } from 'node:net'
import type { Logger } from '@chancery/core'
import { getRequestListener } from '@hono/node-server'
import { createHttpService, readConfiguration } from '@chancery/wiring'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startFakeGateway } from './fixtures/fake-gateway.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A service behind a gateway, on a port of its own. */
async function start() {
  const gateway = await startFakeGateway()
  const logged: string[] = []
  const logger: Logger = {
    log: (level, event, fields) => void logged.push(JSON.stringify({ level, event, ...fields })),
    within: (_fields, run) => run(),
  }
  const { app, composition } = createHttpService(
    readConfiguration({
      CHANCERY_STORES: 'memory',
      CHANCERY_TRANSPORTS: 'memory',
      CHANCERY_STATE: 'memory',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_KEY_SECRET: 's'.repeat(32),
      ...gateway.settings,
    }),
    { replacements: { logger } },
  )
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ends.push(
    () => gateway.stop(),
    () => composition.close(),
    () => server.close(),
  )
  return { gateway, logged, port: (server.address() as AddressInfo).port }
}

/** The status and code of an answer to a call with these lines of headers. */
async function call(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /get-folder-directories HTTP/1.1',
    'host: x',
    'connection: close',
    'content-type: application/json',
  ]
  socket.write([...head, 'content-length: 2', 'x-api-key: AIza-one', ...lines, '', '{}'].join('\r\n'))
  const answer = await text(socket)
  return [/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1], /"code":"(\w+)"/.exec(answer)?.[1]].filter(Boolean).join(' ')
}

it('takes calls with the gateway’s token alone, whatever else they say', async () => {
  const { gateway, logged, port } = await start()
  const { authorization } = gateway.headers()
  expect(await call(port, `authorization: ${authorization}`)).toBe('200')
  expect(await call(port, `Authorization: ${authorization.replace('Bearer', 'bearer')}`)).toBe('200')
  expect(await call(port)).toBe('401 api_key_missing')
  expect(await call(port, `x-forwarded-authorization: ${authorization}`)).toBe('401 api_key_missing')
  const made = `authorization: Bearer ${authorization.split('.').slice(1, 2)}`
  for (const lines of [
    ['authorization: Bearer e30.e30.x'],
    [`authorization: ${authorization.replace(/[^.]+$/, '')}`],
    [`authorization: ${authorization}`, `authorization: ${authorization}`],
    [`authorization: ${gateway.headers({ aud: 'https://other.example.org' }).authorization}`],
    [`authorization: ${authorization}`, 'x-serverless-authorization: Bearer a.b.c'],
    [made],
  ]) {
    expect(await call(port, ...lines), lines.join()).toBe('401 api_key_invalid')
  }
  expect(logged.filter((line) => line.includes('gateway-token-refused')).length).toBeGreaterThan(0)
  expect(logged.join()).not.toContain(authorization.split('.')[1])
})

it('answers 503, and logs it, while the keys of tokens cannot be had; none passes', async () => {
  const { gateway, logged, port } = await start()
  const { authorization } = gateway.headers()
  gateway.issuer.state.answer = { status: 404, body: 'not here' }
  expect(await call(port, `authorization: ${authorization}`)).toBe('503 provider_unavailable')
  expect(await call(port, 'authorization: Bearer e30.e30.x')).toBe('401 api_key_invalid')
  expect(logged.some((line) => /"warning".*"failure".*provider_unavailable/.test(line))).toBe(true)
})
