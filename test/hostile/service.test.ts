import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerFault } from './answer-fault.ts'
import { attacks } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { callsFor } from './requests.ts'
import { type AttackedService, startAttackedService } from './service-process.ts'

/**
 * MB that may stay: an instance of PDFium that an attack filled (512 at the most), and native pages of large comparisons.
 * Both go when parsers get processes of their own; until then this says that they do not pile up.
 */
const most = 1500
/** The costliest operation takes the attacks only where they are small; `long.ts` gives it all of them. */
const smallBytes = 20_000

let service: AttackedService
let restarts = 0
let settledMb = 0

/** Sends a document to every operation that reads its kind, and restarts what hangs or has died, so that all are tried. */
async function faultsOf(name: string, filename: string, bytes: Uint8Array): Promise<string[]> {
  const faults: string[] = []
  for (const { operation, input } of callsFor(filename, bytes)) {
    if (operation === 'generate-document-template' && bytes.length > smallBytes) continue
    const answer = await service.post(operation, input)
    const fault = answerFault(answer)
    if (fault !== undefined) faults.push(`${name}, ${operation}: ${fault}`)
    if (answer.status !== 0) continue
    await service.stop()
    service = await startAttackedService()
    restarts++
  }
  return faults
}

/** Good documents still get good answers. */
async function serveGood(): Promise<void> {
  for (const { filename, bytes } of goodDocuments()) {
    for (const { operation, input } of callsFor(filename, bytes)) {
      const answer = await service.post(operation, input)
      // Which types an operation reads is its own matter; that it says so at once is ours.
      expect([`${filename}, ${operation}`, answer.status, answer.code]).toEqual([
        `${filename}, ${operation}`,
        answer.code === 'unsupported_document' ? 422 : 200,
        answer.code === 'unsupported_document' ? 'unsupported_document' : undefined,
      ])
    }
  }
}

beforeAll(async () => {
  service = await startAttackedService()
  await serveGood()
  settledMb = await service.heldMb()
})
afterAll(() => service.stop())

describe('the service', { timeout: 300_000 }, () => {
  it('answers every attack with a success or a problem, soon', async () => {
    const faults: string[] = []
    for (const { name, bytes, filename } of attacks()) faults.push(...(await faultsOf(name, filename, bytes)))
    expect(faults).toEqual([])
  })

  it('answers mutants of good documents likewise', async () => {
    const faults: string[] = []
    for (const { seed, filename, bytes } of mutants(goodDocuments(), 200, 10_000)) {
      faults.push(...(await faultsOf(`${filename}, seed ${seed}`, filename, bytes)))
    }
    expect(faults).toEqual([])
  })

  it('has served through all of it, serves on, and has not grown', async () => {
    expect(restarts).toBe(0)
    expect(service.isRunning()).toBe(true)
    await serveGood()
    expect((await service.heldMb()) - settledMb).toBeLessThan(most)
  })
})
