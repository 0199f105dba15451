import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A status, a connection that breaks, or an answer that never comes; or what somebody else answers in its place. */
export interface CloudTasksFault {
  readonly how: number | 'reset' | 'hang' | { readonly body: string; readonly type?: string }
  /** The task is made all the same, and only the answer is lost. */
  readonly done?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

export interface FakeCloudTasksSettings {
  readonly queue: string
  /** The token that callers must bring. */
  readonly accessToken: string
  /** Signs the identity token of a push. */
  tokenFor(oidc: { readonly serviceAccountEmail: string; readonly audience: string }): string
  readonly maxConcurrentDispatches?: number
  readonly minBackoffSeconds?: number
  readonly maxBackoffSeconds?: number
  /** How long a second of its own lasts, in ms: real ones would make every test long. */
  readonly secondMs?: number
}

interface Task {
  readonly name: string
  readonly url: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly oidc: { readonly serviceAccountEmail: string; readonly audience: string }
  readonly deadlineSeconds: number
  /** How often it was pushed. */
  pushes: number
}

class Refusal extends Error {
  readonly status: number
  readonly reason: string
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, reason: string, headers = {}) {
    super(reason)
    this.status = status
    this.reason = reason
    this.headers = headers
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

/**
 * The part of Cloud Tasks that the adapter uses, on 127.0.0.1: tasks by name, which stays taken when the task has ended;
 * pushes with an identity token, so many at once, given up at their deadline and made again later and later until they are
 * answered with 2xx; and faults on demand.
 */
export async function startFakeCloudTasks(settings: FakeCloudTasksSettings) {
  const { queue, accessToken, tokenFor, maxConcurrentDispatches = 10, secondMs = 1000 } = settings
  const { minBackoffSeconds = 0.1, maxBackoffSeconds = 3600 } = settings
  const taken = new Set<string>()
  const tasks = new Map<string, Task>()
  const due: Task[] = []
  const faults: CloudTasksFault[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const pushes: { readonly name: string; readonly status: number | 'late' | 'broken' }[] = []
  let dispatched = 0
  let isStopped = false
  let creates = 0

  const later = (seconds: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, seconds * secondMs)
    timers.add(timer)
  }

  function dispatch(): void {
    if (isStopped) return
    while (dispatched < maxConcurrentDispatches) {
      const task = due.shift()
      if (task === undefined) return
      dispatched++
      void pushed(task).then((status) => {
        dispatched--
        pushes.push({ name: task.name, status })
        if (typeof status === 'number' && status >= 200 && status < 300) tasks.delete(task.name)
        else {
          const seconds = Math.min(minBackoffSeconds * 2 ** (task.pushes - 1), maxBackoffSeconds)
          later(seconds, () => {
            due.push(task)
            dispatch()
          })
        }
        dispatch()
      })
    }
  }

  /** One push; `late` when its deadline is over, `broken` where nobody answers. */
  function pushed(task: Task): Promise<number | 'late' | 'broken'> {
    const count = task.pushes++
    return new Promise((resolve) => {
      const request = httpRequest(task.url, {
        method: 'POST',
        agent: false,
        headers: {
          ...task.headers,
          authorization: `Bearer ${tokenFor(task.oidc)}`,
          'user-agent': 'Google-Cloud-Tasks',
          'x-cloudtasks-queuename': queue.split('/').at(-1),
          'x-cloudtasks-taskname': task.name.split('/').at(-1),
          'x-cloudtasks-taskretrycount': String(count),
          'content-length': task.body.length,
        },
      })
      const timer = setTimeout(() => {
        resolve('late')
        request.destroy()
      }, task.deadlineSeconds * secondMs)
      request.on('response', (response) => {
        response.resume()
        response.on('close', () => {
          clearTimeout(timer)
          resolve(response.complete ? (response.statusCode ?? 0) : 'broken')
        })
      })
      request.on('error', () => {
        clearTimeout(timer)
        resolve('broken')
      })
      request.end(task.body)
    })
  }

  function create(text: string): object {
    const { task } = JSON.parse(text) as { readonly task?: Readonly<Record<string, unknown>> }
    const made = taskOf(task)
    if (taken.has(made.name)) throw new Refusal(409, 'ALREADY_EXISTS')
    taken.add(made.name)
    tasks.set(made.name, made)
    due.push(made)
    setImmediate(dispatch)
    return {
      name: made.name,
      httpRequest: { url: made.url, httpMethod: 'POST', headers: made.headers, oidcToken: made.oidc },
      scheduleTime: new Date().toISOString(),
      createTime: new Date().toISOString(),
      dispatchDeadline: `${made.deadlineSeconds}s`,
      view: 'BASIC',
    }
  }

  /** What Cloud Tasks checks of a task. @throws Refusal */
  function taskOf(task: Readonly<Record<string, unknown>> | undefined): Task {
    const invalid = (): Refusal => new Refusal(400, 'INVALID_ARGUMENT')
    const { name, dispatchDeadline = '600s', httpRequest: http } = task ?? {}
    if (typeof name !== 'string' || !name.startsWith(`${queue}/tasks/`)) throw invalid()
    if (!/^[A-Za-z0-9_-]{1,500}$/.test(name.slice(`${queue}/tasks/`.length))) throw invalid()
    const deadlineSeconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(String(dispatchDeadline))?.[1])
    if (!(deadlineSeconds >= 15 && deadlineSeconds <= 1800)) throw invalid()
    const { url, httpMethod, headers = {}, body = '', oidcToken } = (http ?? {}) as Readonly<Record<string, unknown>>
    if (typeof url !== 'string' || !/^https?:/.test(url) || httpMethod !== 'POST') throw invalid()
    const bytes = Buffer.from(String(body), 'base64')
    if (bytes.toString('base64') !== body || bytes.length > 100_000) throw invalid()
    const { serviceAccountEmail, audience = url } = (oidcToken ?? {}) as Readonly<Record<string, unknown>>
    if (typeof serviceAccountEmail !== 'string' || typeof audience !== 'string') throw invalid()
    return {
      name,
      url,
      body: bytes,
      headers: headers as Task['headers'],
      oidc: { serviceAccountEmail, audience },
      deadlineSeconds,
      pushes: 0,
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    if (request.url === '/token') {
      // Who has a refresh token gets another one here, as from Google's token service.
      if (!text.includes('refresh_token')) throw new Refusal(400, 'invalid_grant')
      const given = { access_token: accessToken, expires_in: 3600, token_type: 'Bearer' }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(given))
      return
    }
    creates++
    const fault = faults.shift()
    if (fault !== undefined && fault.done !== true) return breakAnswer(response, fault)
    if (request.headers.authorization !== `Bearer ${accessToken}`) throw new Refusal(401, 'UNAUTHENTICATED')
    if (request.method !== 'POST' || request.url !== `/v2/${queue}/tasks`) throw new Refusal(404, 'NOT_FOUND')
    const made = create(text)
    if (fault !== undefined) return breakAnswer(response, fault)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(made))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, reason, headers } = error instanceof Refusal ? error : new Refusal(500, 'INTERNAL')
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ error: { code: status, message: `It is ${reason}.`, status: reason } }))
    })
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Pushes in the order of their ends. */
    pushes,
    /** Names of tasks that have not ended. */
    waiting: (): readonly string[] => [...tasks.keys()],
    /** How often somebody wanted to add a task. */
    creates: (): number => creates,
    /** The next call fails. */
    fail(fault: CloudTasksFault): void {
      faults.push(fault)
    },
    forgive(): void {
      faults.length = 0
    },
    /** Nobody is there any more, until `comeBack`; what it has is kept. */
    async goAway(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
    comeBack: () => listen(port),
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** Does to the answer what a fault says. @throws Refusal for one that is a status */
function breakAnswer(response: ServerResponse, { how, headers }: CloudTasksFault): void {
  if (typeof how === 'number') throw new Refusal(how, reasons[how] ?? 'UNKNOWN', headers)
  if (how === 'reset') response.socket?.resetAndDestroy()
  else if (typeof how === 'object') {
    response.writeHead(200, { 'content-type': how.type ?? 'application/json', ...headers }).end(how.body)
  }
}
