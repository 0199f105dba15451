import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** One call and how it went. */
export interface Answered {
  /** 0: the connection broke, or there was none. */
  readonly status: number
  /** There was nobody to send it to. */
  readonly isUnheard?: boolean
  /** Of a problem. */
  readonly code: string | undefined
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ms: number
}

export interface Call {
  readonly operation: string
  readonly key: string
  /** JSON. */
  readonly body: string
  readonly idempotencyKey?: string
}

/** Makes calls over kept connections; bodies of successes are dropped unless they are wanted. */
export interface Caller {
  send(call: Call): Promise<Answered>
  close(): void
}

const patienceMs = 90_000

/**
 * @param options.keepBodies what the service answers is handed on, not dropped
 * @param options.newConnections each call comes on a connection of its own
 */
export function createCaller(
  address: string,
  options: { readonly keepBodies?: boolean; readonly newConnections?: boolean } = {},
): Caller {
  const { hostname, port } = new URL(address)
  const { newConnections = false, keepBodies = false } = options
  const agent = newConnections ? false : new Agent({ keepAlive: true, maxSockets: 4096 })
  return {
    send: ({ operation, key, body, idempotencyKey }) =>
      new Promise((resolve) => {
        const begin = performance.now()
        const broken = (error?: NodeJS.ErrnoException): void =>
          resolve({
            status: 0,
            isUnheard: error?.code === 'ECONNREFUSED',
            code: undefined,
            body: '',
            headers: {},
            ms: performance.now() - begin,
          })
        const sent = request(
          {
            hostname,
            port,
            path: `/${operation}`,
            method: 'POST',
            agent,
            timeout: patienceMs,
            headers: {
              'content-type': 'application/json',
              'x-api-key': key,
              'content-length': Buffer.byteLength(body),
              ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
            },
          },
          (response) => {
            const { statusCode: status = 0, headers } = response
            const chunks: Buffer[] = []
            if (status === 200 && !keepBodies) response.resume()
            else response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', broken)
            response.on('end', () => {
              const text = Buffer.concat(chunks).toString()
              const code = status === 200 ? undefined : /"code":"(\w+)"/.exec(text)?.[1]
              resolve({ status, code, body: text, headers, ms: performance.now() - begin })
            })
          },
        )
        sent.on('timeout', () => sent.destroy())
        sent.on('error', broken)
        sent.end(body)
      }),
    close: () => agent !== false && agent.destroy(),
  }
}

/** Most calls that are sent in one go, after which those that are answered are looked at. */
const mostInOneGo = 100

/**
 * Calls at an even rate, whether those before have been answered or not: an open loop, as many callers are. Where this process
 * cannot send as many, it sends what it can; the number of answers tells.
 */
export async function atRate<T>(
  perSecond: number,
  durationMs: number,
  send: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const answers: Promise<T>[] = []
  const begin = performance.now()
  for (let elapsed = 0; elapsed < durationMs; elapsed = performance.now() - begin) {
    const due = Math.min((elapsed * perSecond) / 1000, answers.length + mostInOneGo)
    while (answers.length < due) answers.push(send(answers.length))
    await pause(1)
  }
  return Promise.all(answers)
}

/** Calls one after the other in each of so many lanes, until the time is over: a closed loop. */
export async function inLanes<T>(
  lanes: number,
  durationMs: number,
  send: (index: number, lane: number) => Promise<T>,
): Promise<readonly T[]> {
  const answers: T[] = []
  const end = performance.now() + durationMs
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) answers.push(await send(next++, lane))
    }),
  )
  return answers
}

/** Runs all works, so many at a time. */
export async function atOnce<T>(works: Iterable<() => Promise<T>>, lanes: number): Promise<readonly T[]> {
  const results: T[] = []
  const next = works[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let work = next.next(); work.done !== true; work = next.next()) results.push(await work.value())
    }),
  )
  return results
}
