/**
 * An instance of a service to which Cloud Tasks pushes; for `cloud-tasks-workers.deep.test.ts`. Arguments, as JSON: the SQLite file
 * of its register, lease and time of a call in ms, ids of calls to announce, and the settings of the delivery that are
 * plain. Prints its port, and a line when it has taken a call, when it has ended one, and when it has lost one.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createPushTokenVerifier } from '@chancery/gateway'
import { openStateDatabase } from '@chancery/state'
import { createCloudTasksDelivery } from './cloud-tasks-delivery.ts'

const given = JSON.parse(process.argv[2] ?? '') as {
  readonly file: string
  readonly leaseMs: number
  readonly callMs: number
  readonly announce: readonly string[]
  readonly url: string
  readonly queue: string
  readonly serviceAccount: string
  readonly apiEndpoint: string
  readonly pushSeconds?: number
  readonly tokenUrl: string
  readonly certificatesUrl: string
}
const { url, queue, serviceAccount, apiEndpoint, tokenUrl, certificatesUrl } = given
const clock = { now: () => Date.now() }
const { calls } = openStateDatabase({ file: given.file, clock })
const delivery = createCloudTasksDelivery({
  url,
  queue,
  serviceAccount,
  apiEndpoint,
  clock,
  ...(given.pushSeconds === undefined ? {} : { pushSeconds: given.pushSeconds }),
  // Credentials of the environment, and a token from the service that gives them.
  auth: { clientOptions: { endpoints: { oauth2TokenUrl: tokenUrl } } },
  verify: createPushTokenVerifier({
    audience: url,
    account: serviceAccount,
    certificatesUrl,
    clock,
    logger: {
      log: (_level, event, fields) => void process.stdout.write(`${event} ${JSON.stringify(fields)}\n`),
      within: (_fields, run) => run(),
    },
  }),
  async isOpen(id) {
    const state = (await calls.find(id))?.state
    return state === 'waiting' || state === 'running'
  },
})

await delivery.receive(
  async () => {
    const taken = await calls.take({ leaseMs: given.leaseMs })
    if (taken === undefined) return false
    process.stdout.write(`took ${taken.call.id}\n`)
    await wait(given.callMs)
    process.stdout.write(`${(await calls.finish(taken.token, 'done')) ? 'done' : 'lost'} ${taken.call.id}\n`)
    return true
  },
  { slots: 2 },
)

const statuses = { done: 204, again: 503, full: 429, refused: 401 }
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(parts).toString()) as { readonly id: string }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    delivery.push({ token, id }).then(
      (outcome) => response.writeHead(statuses[outcome]).end(),
      () => response.writeHead(503).end(),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
})
for (const id of given.announce) await delivery.announce(id, { signal: new AbortController().signal })
process.stdout.write('announced\n')
