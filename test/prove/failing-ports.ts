import { createFaults, type Failure, failures } from '@chancery/port-contracts/faulty'
import { isWhole } from './effects.ts'
import { type FaultCase, faultCases } from './fault-cases.ts'
import { faultyService } from './faulty-service.ts'
import { faultsIn, type Proof } from './promise.ts'

/** Longer than any claim. */
const claimMs = 60_000
const mostTries = 4

/** Every call of every port fails once, in each way, for all operations. */
export const failingPorts: Proof = {
  name: 'failing-ports',
  async prove(scale) {
    const every = scale(1, 6)
    const cases = faultCases.filter((_, index) => index % every === 1 % every)
    const faults: string[] = []
    const operations = new Set(cases.map(({ operation }) => operation))
    let trials = 0
    for (const each of cases) {
      const { calls, changes } = await unharmed(each)
      for (const how of failures) {
        for (let at = 1; at <= calls; at++) {
          trials++
          faults.push(...(await harmed(each, at, how, changes)))
        }
      }
    }
    return [
      {
        promise:
          'Whichever call of a port fails, nothing is half done; the same call repeated gives the whole effect once',
        tried: `${cases.length} calls to ${operations.size} operations, over HTTP in one process, with adapters in memory: the n-th call of any port (also of idempotency and rates) failed, for all n, by refusal, by an error that no port promises, and after it had done its work. Then the call was repeated with its Idempotency-Key.`,
        figure: `${trials} failures; faults ${faultsIn(faults, 6)}`,
        holds: faults.length === 0,
      },
    ]
  },
}

/** How many port calls a call makes where none fails, and what it changes. */
async function unharmed({ operation, input, about }: FaultCase) {
  const faults = createFaults({ how: 'refused' })
  const service = await faultyService(faults)
  const { status, body } = await service.call(operation, input, 'key')
  if (status !== 200 || !isWhole(body)) throw new Error(`${operation}, ${about}: ${body}`)
  const changes = await service.changes()
  await service.close()
  return { calls: faults.calls(), changes }
}

/** What is wrong after the n-th port call of a call has failed. */
async function harmed(
  { operation, about, input }: FaultCase,
  at: number,
  how: Failure,
  whole: string,
): Promise<readonly string[]> {
  const faults = createFaults({ at, how })
  const service = await faultyService(faults)
  const wrong: string[] = []
  const before = await service.changes()
  const first = await service.call(operation, input, 'key')
  const after = await service.changes()
  const name = `${operation}, ${about}, ${at} (${faults.failed() ?? 'none'}) ${how}`
  const isPartial = first.status === 200 && !isWhole(first.body)
  if (first.status === 200 && !isPartial && after !== whole) wrong.push(`${name}: a success without its effect`)
  if (first.status !== 200 && how !== 'lost' && after !== before) wrong.push(`${name}: ${first.status}, and half done`)
  let again = first
  for (let tries = 0; tries < mostTries && (tries === 0 || again.status !== 200); tries++) {
    if (tries > 0) service.advance(claimMs)
    again = await service.call(operation, input, 'key')
  }
  // Of many each has an outcome of its own; the answer says which failed, and stays as it is, unless it says that it goes on.
  const goesOn = /"retryable":true|"status":"unknown"/.test(first.body)
  const wanted = isPartial && !goesOn ? after : whole
  if (again.status !== 200)
    wrong.push(`${name}: repeated, ${again.status} ${/"code":"(\w+)"/.exec(again.body)?.[1] ?? ''}`)
  else if ((await service.changes()) !== wanted) wrong.push(`${name}: repeated, another effect`)
  await service.close()
  return wrong
}
