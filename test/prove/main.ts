/**
 * `npm run prove [-- [--quick] [name …]]`: tries what the service promises, and writes `docs/promises.md`. With `--quick` counts
 * are small, and nothing is written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machine } from './machine.ts'
import { withFindings } from './page.ts'
import { quickScale, wholeScale } from './promise.ts'
import { proofs } from './proofs.ts'

const page = join(import.meta.dirname, '../../docs/promises.md')
const names = proofs.map(({ name }) => name)
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const wanted = args.filter((arg) => arg !== '--quick')
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`prove: no such promise: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}

let broken = 0
for (const { name, prove } of proofs) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`prove: ${name} …`)
  // Before it, while nothing else is at work.
  const triedWith = machine()
  const findings = await prove(isQuick ? quickScale : wholeScale)
  for (const { promise, figure, holds } of findings) {
    if (holds === false) broken++
    console.log(`${holds === true ? 'yes' : holds === false ? 'NO ' : '-  '} ${promise}\n    ${figure}`)
  }
  if (isQuick) continue
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  writeFileSync(page, withFindings(before, names, { name, findings, machine: triedWith }))
}
if (isQuick) console.log('prove: counts were small; docs/promises.md is as it was.')
process.exit(broken === 0 ? 0 : 1)
