import { mixedRequests } from '../bench/mixed-requests.ts'
import { createCaller } from './load.ts'
import { residentMb } from './process-tree.ts'
import { faultsIn, type Proof } from './promise.ts'
import { startServer } from './proven-server.ts'

const inFlight = 4
const mostGrowth = 0.2

/** Memory finds its size, and keeps it. */
export const memory: Proof = {
  name: 'memory',
  async prove(scale) {
    const half = scale(10_000, 600)
    const steps = 5
    // Each call is to be done, so none is refused for another.
    const server = await startServer({ settings: { CHANCERY_CONCURRENCY: '64' } })
    const caller = createCaller(server.address)
    const requests = await mixedRequests()
    const faults: string[] = []
    const samples: number[] = []
    let next = 0
    for (let step = 1; step <= 2 * steps; step++) {
      const until = (step * half) / steps
      await Promise.all(
        Array.from({ length: inFlight }, async () => {
          while (next < until) {
            const { operation, input } = requests[next++ % requests.length]?.(next) ?? { operation: '', input: {} }
            const answer = await caller.send({ operation, key: server.keys[0] ?? '', body: JSON.stringify(input) })
            if (answer.status !== 200) faults.push(`${operation}: ${answer.status} ${answer.code ?? ''}`)
          }
        }),
      )
      samples.push(residentMb(server.pid))
    }
    caller.close()
    await server.stop()
    const first = samples[steps - 1] ?? 0
    const last = samples.at(-1) ?? 0
    return [
      {
        promise: `Memory is flat: after ${half.toLocaleString('en')} mixed requests, as many more add no more than a fifth`,
        tried: `${(2 * half).toLocaleString('en')} requests to nine operations, ${inFlight} at a time; resident memory of the service's process as the kernel counts it.`,
        figure: `${first.toFixed(0)} MB, then ${last.toFixed(0)} MB (${(((last - first) / first) * 100).toFixed(0)} %); on the way ${samples.map((mb) => mb.toFixed(0)).join(', ')}; failed requests ${faultsIn(faults)}`,
        holds: faults.length === 0 && last <= first * (1 + mostGrowth),
      },
    ]
  },
}
