import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wordDocument } from './reading/word-documents.ts'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { median, type Report } from './report.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const sets = 5
const rounds = 24
const warmUpRounds = 16
/** A turn, in ms: each has its own in each round, in an order that changes. */
const turnMs = 200
const goal = 1.05

/** A collector that takes everything, and looks at nothing. */
async function collector() {
  let batches = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      batches++
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: () => batches,
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const sentence = 'We write to you about the matter of which we spoke last week, and enclose what you asked for. '
const letter = docxOf(['{client}', ...Array.from({ length: 40 }, (_, index) => `${index + 1}. ${sentence.repeat(2)}`)])

const works: readonly { readonly name: string; readonly template: Uint8Array; readonly inFlight: number }[] = [
  { name: 'a bare letter, one after the other', template: letter, inFlight: 1 },
  { name: 'a contract as Word writes it, one after the other', template: wordDocument(120, 3), inFlight: 1 },
  { name: 'a bare letter, four at once', template: letter, inFlight: 4 },
]

async function fill(service: ServiceProcess, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': service.key }
  const response = await fetch(`${service.address}/pre-filling`, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`pre-filling answered ${response.status}: ${text}`)
}

/** CPU time that a process and its children have had so far, in ms, all threads (Linux). */
function cpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const own = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return (
    own.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6 +
    children.reduce((sum, child) => sum + cpuTime(Number(child)), 0)
  )
}

/** Mean ms of CPU time for a fill, over a turn. */
async function takeTurn(service: ServiceProcess, body: string, inFlight: number): Promise<number> {
  const before = cpuTime(service.pid)
  const started = performance.now()
  let fills = 0
  const lane = async (): Promise<void> => {
    while (performance.now() - started < turnMs) {
      await fill(service, body)
      fills++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return (cpuTime(service.pid) - before) / fills
}

/** What a fill costs while nobody else is in the way: others on the machine only ever add to it, by emptying its caches. */
function lowerQuartile(costs: readonly number[]): number {
  const sorted = costs.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN
}

/** What a server tells, and to whom. */
const variants = (endpoint: string) => ({
  off: {},
  figures: { CHANCERY_METRICS_PORT: '0' },
  traces: { CHANCERY_METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: '5000' },
})
type Variant = keyof ReturnType<typeof variants>
type Costs = Readonly<Record<Variant, number>>

/** One set of servers, new for it: how well V8 has compiled one, and what its children hold, is luck that lasts. */
async function measuredSet(endpoint: string): Promise<readonly Costs[]> {
  const settings = Object.entries(variants(endpoint)) as [Variant, Readonly<Record<string, string>>][]
  const services = await Promise.all(
    settings.map(async ([variant, own]) => ({ variant, service: await startService(own), costs: [] as number[] })),
  )
  const results: Costs[] = []
  try {
    for (const { template, inFlight } of works) {
      const input = {
        template: { content: base64(template), filename: 'a.docx' },
        data: { client: 'Zoë' },
        dryRun: true,
      }
      const body = JSON.stringify(input)
      for (const each of services) each.costs.length = 0
      for (let round = -warmUpRounds; round < rounds; round++) {
        for (const { service, costs } of round % 2 === 0 ? services : services.toReversed()) {
          const cost = await takeTurn(service, body, inFlight)
          if (round >= 0) costs.push(cost)
        }
      }
      results.push(Object.fromEntries(services.map(({ variant, costs }) => [variant, lowerQuartile(costs)])) as Costs)
    }
    return results
  } finally {
    await Promise.all(services.map(({ service }) => service.stop()))
  }
}

/** A fill with `/metrics` on, and with every trace sent besides, against the same without. */
export async function telemetry(): Promise<Report> {
  const receiver = await collector()
  const measured: (readonly Costs[])[] = []
  for (let set = 0; set < sets; set++) measured.push(await measuredSet(receiver.endpoint))
  if (receiver.batches() === 0) throw new Error('The collector has got nothing: nothing was measured.')
  receiver.stop()
  const results = works.map(({ name }, index) => {
    const costs = measured.flatMap((set) => set[index] ?? [])
    const ratiosOf = (variant: Variant): number[] =>
      costs.map((cost) => cost[variant] / cost.off).toSorted((a, b) => a - b)
    return { name, off: median(costs.map(({ off }) => off)), figures: ratiosOf('figures'), traces: ratiosOf('traces') }
  })
  const told = (ratios: readonly number[]): string =>
    `${median(ratios).toFixed(3)} (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`
  return {
    title: 'Telemetry',
    method: `\`/pre-filling\` over HTTP by the bundled server with \`/metrics\` on, and with every trace kept and sent by OTLP (protobuf) besides, against the same server without. ${sets} sets of new servers; in each, turns of ${turnMs} ms whose order changes from round to round, ${rounds} rounds after ${warmUpRounds} to warm up. CPU time of the server and its children, all threads, for a fill: of a set the lower quartile of its turns, since others on the machine only ever add to it; of all sets the median, and in brackets each.`,
    columns: ['fill', 'off, ms of CPU', 'ratio with figures', 'ratio with figures and all traces'],
    rows: results.map(({ name, off, figures, traces }) => [name, off.toFixed(2), told(figures), told(traces)]),
    goals: results.flatMap(({ name, figures, traces }) => [
      { text: `figures at most ${goal} times the CPU time without, ${name}`, met: median(figures) <= goal },
      { text: `with all traces at most ${goal} times, ${name}`, met: median(traces) <= goal },
    ]),
  }
}
