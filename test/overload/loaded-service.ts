import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { developmentServer } from '../../apps/server/src/server-program.test-support.ts'
import { issueApiKey } from '@chancery/http'
import { compose, readConfiguration } from '@chancery/wiring'
import { printed } from '../bench/service-process.ts'

export interface LoadAnswer {
  /** 0 where the connection broke. */
  readonly status: number
  readonly retryAfter: string | undefined
  readonly contentType: string
  /** From the moment when it was due to be sent. */
  readonly ms: number
}

export interface LoadedService {
  readonly keys: readonly string[]
  post(key: string, body: string): Promise<LoadAnswer>
  get(path: string): Promise<LoadAnswer>
  stop(): Promise<void>
}

/** The server in a process of its own, with several keys. */
export async function startLoadedService(keyCount: number): Promise<LoadedService> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-overload-'))
  const environment = { CHANCERY_DATA: data, CHANCERY_LOG: 'off', CHANCERY_RATE_PER_MINUTE: '1000000' }
  const composition = compose(readConfiguration({ ...environment, CHANCERY_SAFETY: 'inline' }))
  const keys = await Promise.all(
    Array.from({ length: keyCount }, async (_, index) => {
      const wanted = { name: `key ${index}`, environment: 'dev', operations: '*' as const }
      const createdAt = new Date().toISOString()
      const { key, record } = issueApiKey({ ...wanted, createdAt }, composition.keySecret)
      await composition.apiKeys.save(record)
      return key
    }),
  )
  await composition.close()
  const child = spawn(process.execPath, developmentServer, {
    env: { ...childEnvironment, CHANCERY_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const address = /address\s+(\S+)/.exec(await printed(child, /key\s+(chk_\S+)/))?.[1] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  const send = (
    path: string,
    method: string,
    headers: Record<string, string>,
    body: string,
    begin = performance.now(),
  ): Promise<LoadAnswer> =>
    new Promise((resolve) => {
      const sent = request(`${address}${path}`, { agent, method, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
            contentType: response.headers['content-type'] ?? '',
            ms: performance.now() - begin,
          }),
        )
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The service had just closed it for being idle, as Node's documentation of `reusedSocket` says.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(path, method, headers, body, begin))
        else resolve({ status: 0, retryAfter: undefined, contentType: '', ms: 0 })
      })
      sent.end(body)
    })
  return {
    keys,
    post: (key, body) => {
      const length = String(Buffer.byteLength(body))
      const headers = { 'content-type': 'application/json', 'x-api-key': key, 'content-length': length }
      return send('/extract-document', 'POST', headers, body)
    },
    get: (path) => send(path, 'GET', {}, ''),
    async stop() {
      agent.destroy()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Calls at an even rate, whether the earlier ones have been answered or not: an open loop, as real callers are. */
export async function openLoop(
  perSecond: number,
  durationMs: number,
  send: (index: number) => Promise<LoadAnswer>,
): Promise<LoadAnswer[]> {
  const answers: Promise<LoadAnswer>[] = []
  const begin = performance.now()
  for (let elapsed = 0; elapsed < durationMs; elapsed = performance.now() - begin) {
    while (answers.length < (elapsed * perSecond) / 1000) answers.push(send(answers.length))
    await pause(2)
  }
  return Promise.all(answers)
}

export const quantile = (answers: readonly LoadAnswer[], part: number): number =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.max(0, Math.ceil(answers.length * part) - 1)] ?? 0
