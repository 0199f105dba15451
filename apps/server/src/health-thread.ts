/** The program of the thread that answers for the service's health, whatever the service's own thread is busy with. */
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthThreadData } from './health-listener.ts'

const { host, port, service, silentMs, headers } = workerData as HealthThreadData
const jsonHeaders = { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' }

/** When the service's thread last said that it turns. */
let heard = performance.now()
parentPort?.on('message', () => (heard = performance.now()))

function say(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, jsonHeaders).end(text)
}

/** As the service says itself; 503 where it does not in time. */
function sayReady(response: ServerResponse): void {
  const asked = get(`${service}/readyz`, { timeout: 3000 }, (answer) => {
    response.writeHead(answer.statusCode ?? 503, jsonHeaders)
    answer.pipe(response)
  })
  asked.on('timeout', () => asked.destroy())
  asked.on('error', () => {
    if (!response.headersSent) say(response, 503, { status: 'unavailable' })
  })
}

const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
  const turns = performance.now() - heard < silentMs
  if (request.url === '/healthz') say(response, turns ? 200 : 503, { status: turns ? 'ok' : 'stuck' })
  else if (request.url === '/readyz') sayReady(response)
  else say(response, 404, { status: 'not found' })
})
server.maxConnections = 100
server.listen(port, host, () => {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has none.
  parentPort?.postMessage({ port: (server.address() as AddressInfo).port })
})
