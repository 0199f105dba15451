import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wordDocument } from './reading/word-documents.ts'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { median, type Report } from './report.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const rounds = 80
const warmUpRounds = 16
/** A turn, in ms: both have theirs in each round, in an order that changes. */
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

/** What a fill takes, in ms: by the clock, and of the processors. */
interface Cost {
  readonly time: number
  readonly cpu: number
}

/** The mean over a turn. */
async function takeTurn(service: ServiceProcess, body: string, inFlight: number): Promise<Cost> {
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
  return { time: (performance.now() - started) / fills, cpu: (cpuTime(service.pid) - before) / fills }
}

/** What a fill costs while nobody else is in the way: others on the machine only ever add to it, by emptying its caches. */
function lowerQuartile(costs: readonly Cost[]): number {
  const sorted = costs.map(({ cpu }) => cpu).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 4)] ?? Number.NaN
}

/** A fill with spans, figures and `/metrics` on, against the same without. */
export async function telemetry(): Promise<Report> {
  const receiver = await collector()
  const off = await startService()
  const on = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
    CHANCERY_METRICS_PORT: '0',
  })
  const rows: string[][] = []
  const goals: { readonly text: string; readonly met: boolean }[] = []
  try {
    for (const { name, template, inFlight } of works) {
      const input = {
        template: { content: base64(template), filename: 'a.docx' },
        data: { client: 'Zoë' },
        dryRun: true,
      }
      const body = JSON.stringify(input)
      const costs = { off: [] as Cost[], on: [] as Cost[] }
      for (let round = -warmUpRounds; round < rounds; round++) {
        const order = round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)
        for (const which of order) {
          const cost = await takeTurn(which === 'on' ? on : off, body, inFlight)
          if (round >= 0) costs[which].push(cost)
        }
      }
      const ratiosOf = (measure: keyof Cost): number[] =>
        costs.on.map((cost, round) => cost[measure] / (costs.off[round]?.[measure] ?? Number.NaN))
      const undisturbed = { off: lowerQuartile(costs.off), on: lowerQuartile(costs.on) }
      const cpuRatio = undisturbed.on / undisturbed.off
      rows.push([
        name,
        undisturbed.off.toFixed(2),
        undisturbed.on.toFixed(2),
        cpuRatio.toFixed(3),
        median(ratiosOf('cpu')).toFixed(2),
        median(ratiosOf('time')).toFixed(2),
      ])
      goals.push({ text: `at most ${goal} times the CPU time without, ${name}`, met: cpuRatio <= goal })
    }
    if (receiver.batches() === 0) throw new Error('The collector has got nothing: nothing was measured.')
  } finally {
    await Promise.all([off.stop(), on.stop()])
    receiver.stop()
  }
  return {
    title: 'Telemetry',
    method: `\`/pre-filling\` over HTTP by the bundled server, with every trace kept and sent by OTLP (protobuf) to a collector in the measuring process, and \`/metrics\` on, against the same server without. In turns of ${turnMs} ms, whose order changes from round to round; mean of a fill in a turn, ${rounds} rounds after ${warmUpRounds} to warm up. The goal is by CPU time of the server and its children, all threads, in the lower quartile of turns: others on the machine only ever add to it. Beside it the medians of the ratios within a round, by CPU time and by the clock.`,
    columns: ['fill', 'off, ms of CPU', 'on', 'ratio', 'median ratio', 'by the clock'],
    rows,
    goals,
  }
}
