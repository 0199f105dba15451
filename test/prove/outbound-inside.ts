/** `node outbound-inside.ts <times>`, in a network and mount namespace of its own: prints a figure and whether it holds, as JSON. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressedDocuments } from '../hostile/addressed-documents.ts'
import { callsFor } from '../hostile/requests.ts'
import { atOnce, createCaller } from './load.ts'
import { startNameServer, type Zone } from './name-server.ts'
import { privateHosts } from './private-hosts.ts'
import { faultsIn, tally } from './promise.ts'
import { startServer } from './proven-server.ts'
import { urlCalls } from './url-calls.ts'

const times = Number(process.argv[2] ?? 4)
/** It counts as public; here it is this machine's own, and nothing leaves. */
const publicAddress = '8.8.4.4'
const privateAddresses = [
  '10.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  'fd00::1',
  'fd00:ec2::254',
]
const lanes = 4

const ip = (...args: readonly string[]): void => void execFileSync('ip', args)
ip('link', 'set', 'lo', 'up')
for (const address of [publicAddress, ...privateAddresses])
  ip('addr', 'add', `${address}/${address.includes(':') ? 128 : 32}`, 'dev', 'lo')
const folder = mkdtempSync(join(tmpdir(), 'chancery-outbound-'))
writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
execFileSync('mount', ['--bind', join(folder, 'resolv.conf'), '/etc/resolv.conf'])

const zone: Zone = (name, lookUp) => {
  const fixed: Readonly<Record<string, readonly string[]>> = {
    'public.test': [publicAddress],
    'inside.test': ['127.0.0.1'],
    'six.inside.test': ['::1'],
    'mapped.inside.test': ['::ffff:127.0.0.1'],
    'metadata.inside.test': ['169.254.169.254'],
    'both.inside.test': [publicAddress, '10.0.0.5'],
    'xn--nside-tra.inside.test': ['192.168.1.1'],
  }
  // Now public, now private, or the other way round.
  if (name.startsWith('first-public.')) return [lookUp % 2 === 0 ? publicAddress : '127.0.0.1']
  if (name.startsWith('first-private.')) return [lookUp % 2 === 1 ? publicAddress : '169.254.169.254']
  return fixed[name] ?? []
}
const names = await startNameServer(zone)

/** Visits at addresses that are not public, and all visits. */
let hits = 0
let visits = 0
const canary = createServer((request, response) => {
  const target = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
  if (target === null) response.writeHead(200, { 'content-type': 'text/plain' }).end('Public.\n')
  else response.writeHead(302, { location: Buffer.from(target).toString('latin1') }).end()
})
canary.on('connection', (socket: Socket) => {
  visits++
  if (socket.localAddress?.replace('::ffff:', '') !== publicAddress) hits++
})
canary.listen(0, '::')
await once(canary, 'listening')
const { port } = canary.address() as AddressInfo

const urls = privateHosts.map((host) => `http://${host}:${port}/a.txt`)
const rebinding = ['first-public.test', 'first-private.test']
const allowed = new Set(
  [...urls, ...['public.test', publicAddress, ...rebinding].map((host) => `http://${host}:${port}`)]
    .map((url) => URL.parse(url)?.origin)
    .filter((origin) => origin !== undefined),
)
const server = await startServer({
  settings: { CHANCERY_URL_HOSTS: [...allowed].join(','), CHANCERY_CONCURRENCY: '64', CHANCERY_QUEUE_MS: '60000' },
})
const caller = createCaller(server.address)
const key = server.keys[0] ?? ''
const faults: string[] = []
const codes: string[] = []

/** @param may what the answer may be, besides a refusal of the address */
async function call(operation: string, body: string, about: string, may: readonly string[] = []): Promise<void> {
  const before = hits
  const { status, code = '' } = await caller.send({ operation, key, body })
  const said = status === 200 ? '200' : `${status} ${code}`
  codes.push(said)
  // Of one recipient's attachment the failure is the recipient's, and the call itself succeeds.
  const isRefused = code === 'url_not_allowed' || (operation === 'fill-email-template' && status === 200)
  if (!isRefused && !may.includes(said)) faults.push(`${about}, ${operation}: ${said}`)
  if (hits > before) faults.push(`${about}, ${operation}: reached`)
}

/** Both would have been seen: a fetch that is allowed comes through, and a visit is counted. */
async function provesItsTeeth(): Promise<void> {
  for (const { operation, body } of urlCalls(`http://public.test:${port}/a.txt`).slice(0, 2)) {
    const { status } = await caller.send({ operation, key, body })
    if (status !== 200) faults.push(`a public address, ${operation}: ${status}`)
  }
  if (hits > 0) faults.push('a public address counts as private')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  if (hits !== 1) faults.push('a visit is not counted')
  hits = 0
}

await provesItsTeeth()
// A name of no form at all is no address.
const shapeless = ['422 invalid_request']
const direct = urls.flatMap((url) =>
  urlCalls(url).map(
    ({ operation, body }) =>
      () =>
        call(operation, body, url, shapeless),
  ),
)
const redirected = urls.flatMap((url) => {
  const address = `http://public.test:${port}/?to=${encodeURIComponent(url)}`
  return urlCalls(address)
    .slice(0, 2)
    .map(
      ({ operation, body }) =>
        () =>
          call(operation, body, `redirect to ${url}`),
    )
})
const rebound = Array.from({ length: times }).flatMap(() =>
  rebinding.flatMap((name) =>
    urlCalls(`http://${name}:${port}/a.txt`)
      .slice(0, 2)
      .map(
        ({ operation, body }) =>
          () =>
            call(operation, body, name, ['200']),
      ),
  ),
)
await atOnce([...direct, ...redirected, ...rebound], lanes)
const fetched = visits
const embedded = [`http://127.0.0.1:${port}`, `http://public.test:${port}`].flatMap((address) =>
  [...addressedDocuments(address)].flatMap((document) => callsFor(document)),
)
for (const { operation, input } of embedded) await caller.send({ operation, key, body: JSON.stringify(input) })
if (visits > fetched) faults.push(`documents: ${visits - fetched} visits`)

caller.close()
await server.stop()
canary.close()
canary.closeAllConnections()
names.close()
rmSync(folder, { recursive: true, force: true })
const figure = `${hits} hits in ${codes.length} calls (${direct.length} direct, ${redirected.length} by redirect, ${rebound.length} by rebinding) and ${embedded.length} with documents; answers ${tally(codes)}; faults ${faultsIn(faults)}`
process.stdout.write(JSON.stringify({ figure, holds: hits === 0 && faults.length === 0 }))
