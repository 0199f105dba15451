/**
 * `node test/hostile/long.ts [count] [first seed]`: every attack and many mutants against the service; prints each fault
 * with its name or seed.
 */
import { answerFault } from './answer-fault.ts'
import { attacks } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { callsFor } from './requests.ts'
import { startAttackedService } from './service-process.ts'

const count = Number(process.argv[2] ?? 2000)
const firstSeed = Number(process.argv[3] ?? 100_000)
function* documents(): Iterable<{ name: string; filename: string; bytes: Uint8Array }> {
  yield* attacks()
  for (const { seed, filename, bytes } of mutants(goodDocuments(), count, firstSeed)) {
    yield { name: `${filename}, seed ${seed}`, filename, bytes }
  }
}

let service = await startAttackedService()
let calls = 0
let faults = 0
try {
  for (const { name, filename, bytes } of documents()) {
    for (const { operation, input } of callsFor(filename, bytes)) {
      calls++
      const answer = await service.post(operation, input)
      const fault = answerFault(answer)
      if (fault === undefined) continue
      faults++
      process.stdout.write(`${name}, ${operation}: ${fault}\n`)
      if (answer.status !== 0) continue
      await service.stop()
      service = await startAttackedService()
    }
  }
  const { liveMb, residentMb } = await service.memory()
  process.stdout.write(
    `${count} mutants, ${calls} calls, ${faults} faults, ${liveMb.toFixed(0)} MB live, ${residentMb.toFixed(0)} MB resident\n`,
  )
} finally {
  await service.stop()
}
process.exitCode = faults === 0 ? 0 : 1
