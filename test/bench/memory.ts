import { readFileSync } from 'node:fs'
import type { Report } from './report.ts'
import { startService } from './service-process.ts'
import { mixedRequests } from './mixed-requests.ts'

const total = 20_000
const every = 2000
const inFlight = 4

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export async function memory(): Promise<Report> {
  const service = await startService()
  const samples: number[] = []
  let failures = 0
  try {
    const requests = await mixedRequests()
    let next = 0
    const worker = async (until: number): Promise<void> => {
      while (next < until) {
        const { operation, input } = requests[next++ % requests.length]?.(next) ?? { operation: '', input: {} }
        const response = await fetch(`${service.address}/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': service.key },
          body: JSON.stringify(input),
        })
        await response.arrayBuffer()
        if (response.status !== 200) failures++
      }
    }
    for (let done = every; done <= total; done += every) {
      await Promise.all(Array.from({ length: inFlight }, () => worker(done)))
      samples.push(residentMb(service.pid))
    }
  } finally {
    await service.stop()
  }
  // V8 lets the heap find its size in the first half; over the 10,000 requests after it, memory must not climb.
  const half = samples[samples.length / 2 - 1] ?? 0
  const last = samples.at(-1) ?? 0
  return {
    title: 'Memory',
    method: `Resident memory of the bundled server over ${total} mixed requests (store, list, extract, identify, fill, validate, send, import), ${inFlight} in flight. Failed requests: ${failures}.`,
    columns: ['requests', ...samples.map((_, index) => String((index + 1) * every))],
    rows: [['MB', ...samples.map((mb) => mb.toFixed(0))]],
    goals: [
      {
        text: 'flat: after the first 10,000 requests, in which the heap finds its size, 10,000 more add no more than a fifth',
        met: failures === 0 && last <= half * 1.2,
      },
    ],
  }
}
