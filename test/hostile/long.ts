/**
 * `node test/hostile/long.ts [count] [first seed]`: every attack and many mutants against the service; prints each fault
 * with its name or seed, and how much the service has grown. Fails where there is a fault or it has grown too much.
 */
import { answerFault } from './answer-fault.ts'
import { attacks } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { callsFor } from './requests.ts'
import { type AttackedService, mostGrowthMb, startAttackedService } from './service-process.ts'

const count = Number(process.argv[2] ?? 2000)
const firstSeed = Number(process.argv[3] ?? 100_000)
function* documents(): Iterable<{ name: string; filename: string; bytes: Uint8Array }> {
  yield* attacks()
  for (const { seed, filename, bytes } of mutants(goodDocuments(), count, firstSeed)) {
    yield { name: `${filename}, seed ${seed}`, filename, bytes }
  }
}

/** A process that has just started grows with any work: good documents first, then its memory is that of a warm one. */
async function start(): Promise<{ readonly service: AttackedService; readonly settledMb: number }> {
  const started = await startAttackedService()
  for (let round = 0; round < 4; round++) {
    for (const document of goodDocuments()) {
      for (const { operation, input } of callsFor(document)) await started.post(operation, input)
    }
  }
  return { service: started, settledMb: await started.residentMb() }
}

let { service, settledMb } = await start()
let calls = 0
let faults = 0
try {
  for (const document of documents()) {
    for (const { operation, input } of callsFor(document)) {
      calls++
      const answer = await service.post(operation, input)
      const fault = answerFault(answer)
      if (fault === undefined) continue
      faults++
      process.stdout.write(`${document.name}, ${operation}: ${fault}\n`)
      if (answer.status !== 0) continue
      await service.stop()
      ;({ service, settledMb } = await start())
    }
  }
  const grownMb = (await service.residentMb()) - settledMb
  if (grownMb > mostGrowthMb) faults++
  process.stdout.write(`${count} mutants, ${calls} calls, ${faults} faults, grown by ${grownMb.toFixed(0)} MB\n`)
} finally {
  await service.stop()
}
process.exitCode = faults === 0 ? 0 : 1
