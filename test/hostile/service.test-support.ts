import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerFault } from './answer-fault.ts'
import type { Attack } from './attack.ts'
import { attacksAtOnce } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { callsFor } from './requests.ts'
import { type AttackedService, mostGrowthMb, startAttackedService } from './service-process.ts'

/** Every attack goes to the guard in `guard.deep.test.ts`, and `long.ts` sends all of them; here go those that are sent fast. */
const smallBytes = 4000
/** Small ones that take their whole budget, or nearly; others of their kind are sent here. */
const forTheLongRun = new Set([
  'word: 5,000 sections in each other',
  'xlsx: 300,000 cells',
  'xlsx: 20 full rows',
  'ods: formulas of brackets',
  'pdf: forms in forms, 9 levels of 10',
  'pdf: flate of flate of flate, 64 MB',
  'image: png whose data is less than its size',
])
/** As many at once as the service has places for. */
const senders = 2

type NamedDocument = Pick<Attack, 'name' | 'filename' | 'bytes' | 'password'>

/** @param every one of so many; the second, as the guard's tests have the first */
function* smallAttacks(every: number): Generator<NamedDocument> {
  let count = 0
  for (const attack of attacksAtOnce()) {
    if (attack.bytes.length > smallBytes || forTheLongRun.has(attack.name)) continue
    if (count++ % every === every >> 1) yield attack
  }
}

function* namedMutants(count: number): Generator<NamedDocument> {
  for (const { seed, filename, bytes } of mutants(goodDocuments(), count, 10_000)) {
    yield { name: `${filename}, seed ${seed}`, filename, bytes }
  }
}

/**
 * That the service stays what it is when these operations are sent hostile documents.
 * @param sentHere the others read the same documents by the same readers; the long run sends to all
 * @param every one attack of so many, and as many fewer mutants; where all are sent, the memory of the service is measured,
 * and every operation asked in the end
 */
export function attackedService(sentHere: ReadonlySet<string>, every: number): void {
  const isWhole = every === 1
  let service: AttackedService
  let lost = 0
  let settledMb = 0

  /** Sends a document to every operation that reads its kind. */
  async function faultsOf(document: NamedDocument): Promise<string[]> {
    const faults: string[] = []
    for (const { operation, input } of callsFor(document)) {
      if (!sentHere.has(operation)) continue
      const answer = await service.post(operation, input)
      // Beside other tests an answer takes longer; the long run, which is alone, holds all to 5 s.
      const fault = answerFault(answer, Infinity)
      if (fault !== undefined) faults.push(`${document.name}, ${operation}: ${fault}`)
      if (answer.status === 0) lost++
    }
    return faults
  }

  /** Sends documents, a few at a time. */
  async function send(documents: Generator<NamedDocument>): Promise<{ faults: string[]; count: number }> {
    const faults: string[] = []
    let count = 0
    const sender = async (): Promise<void> => {
      for (let next = documents.next(); next.done !== true; next = documents.next()) {
        count++
        faults.push(...(await faultsOf(next.value)))
      }
    }
    await Promise.all(Array.from({ length: senders }, sender))
    return { faults, count }
  }

  /** Good documents still get good answers. */
  async function serveGood(): Promise<void> {
    for (const document of goodDocuments()) {
      for (const { operation, input } of callsFor(document)) {
        if (!isWhole && !sentHere.has(operation)) continue
        const answer = await service.post(operation, input)
        // Which types an operation reads is its own matter; that it says so at once is ours.
        expect([`${document.filename}, ${operation}`, answer.status, answer.code]).toEqual([
          `${document.filename}, ${operation}`,
          answer.code === 'unsupported_document' ? 422 : 200,
          answer.code === 'unsupported_document' ? 'unsupported_document' : undefined,
        ])
      }
    }
  }

  beforeAll(async () => {
    service = await startAttackedService()
    if (!isWhole) return
    // A process that has just started grows with any work, until its code is compiled and its buffers are there.
    for (let round = 0; round < 4; round++) await serveGood()
    settledMb = await service.residentMb()
  })
  afterAll(() => service.stop())

  describe('the service', { timeout: 300_000 }, () => {
    it('answers attacks with a success or a problem, soon', async () => {
      const { faults, count } = await send(smallAttacks(every))
      expect(faults).toEqual([])
      expect(count).toBeGreaterThan(200 / every)
    })

    it('answers mutants of good documents likewise', async () => {
      const { faults } = await send(namedMutants(250 / every))
      expect(faults).toEqual([])
    })

    it('has served through all of it, and serves on', async () => {
      expect(lost).toBe(0)
      expect(service.isRunning()).toBe(true)
      await serveGood()
      expect(await service.childrenAtWork()).toBeLessThan(0.1)
    })

    if (!isWhole) return
    it('has not grown', async () => {
      expect((await service.residentMb()) - settledMb).toBeLessThan(mostGrowthMb)
    })
  })
}
