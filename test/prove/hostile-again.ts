/**
 * `node test/prove/hostile-again.ts <document> [<place>]`: tries one hostile document once more, in a place or in all, as the
 * proof names them: `node test/prove/hostile-again.ts 'mutant 1000042' 'extract-document, document'`.
 */
import { healthFigure } from './health-watch.ts'
import { places } from './hostile-places.ts'
import { documentNamed } from './hostile-set.ts'
import { mostCpuMs, startTrial } from './hostile-trial.ts'

const [name = '', where] = process.argv.slice(2)
const document = documentNamed(name)
const wanted = places.filter((place) => where === undefined || place.name === where)
if (document === undefined || wanted.length === 0) {
  process.stderr.write(`There is no such document or place. Places:\n${places.map((each) => each.name).join('\n')}\n`)
  process.exit(2)
}
// Who reads no further, such as `head`, is no reason to leave the services behind.
process.stdout.on('error', () => undefined)
const trial = await startTrial()
for (const place of wanted) {
  const { answer, cpuMs, fault } = await trial.send(document, place)
  const said = answer.status === 200 ? '' : ` ${answer.body.slice(0, 300)}`
  process.stdout.write(
    `${fault ?? (cpuMs > mostCpuMs ? 'too much work' : 'as promised')}: ${place.name}, ${document.bytes.length} bytes: ${answer.status}, ${cpuMs} ms of work, ${answer.ms.toFixed(0)} ms${said}\n`,
  )
}
const { health, grownMb } = await trial.end()
for (const each of health) process.stdout.write(`health ${healthFigure(each)}, during ${each.during.join('; ')}\n`)
process.stdout.write(`grown by ${grownMb.toFixed(0)} MB\n`)
