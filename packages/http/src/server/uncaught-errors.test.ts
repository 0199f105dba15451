import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A process with the policy, in which something goes wrong. */
const run = (fault: string) => {
  const subject = `
    import { endAtUncaughtErrors } from ${JSON.stringify(join(import.meta.dirname, 'uncaught-errors.ts'))}
    const logger = { log: (level, event, fields) => console.log(JSON.stringify({ level, event, ...fields })), within: (_fields, run) => run() }
    endAtUncaughtErrors(logger, () => setTimeout(() => process.exit(1), 50))
    ${fault}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', subject], {
    encoding: 'utf8',
  })
  return {
    lines: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>),
    stderr,
    status,
  }
}

it.each([
  [
    'an error',
    `setTimeout(() => { throw new RangeError('secret') })`,
    { error: 'RangeError', origin: 'uncaughtException' },
  ],
  ['a rejection', `void Promise.reject(new TypeError('secret'))`, { error: 'TypeError', origin: 'unhandledRejection' }],
  ['what is no error', `setTimeout(() => { throw 'secret' })`, { error: 'string' }],
  [
    'an event that is not listened to',
    `const { Readable } = await import('node:stream'); new Readable().destroy(Object.assign(new Error('secret'), { code: 'EMFILE' }))`,
    { error: 'Error', code: 'EMFILE' },
  ],
])('tells %s by its kind and place alone, and ends', (_, fault, expected) => {
  const { lines, stderr, status } = run(fault)
  expect(lines).toEqual([expect.objectContaining({ level: 'error', event: 'uncaught', ...expected })])
  expect(`${JSON.stringify(lines)}${stderr}`).not.toContain('secret')
  expect(status).toBe(1)
})

it('ends once, however much goes wrong meanwhile', () => {
  const { lines, status } = run(`for (const each of [1, 2]) setTimeout(() => { throw new Error('secret') }, each)`)
  expect(lines.length).toBe(2)
  expect(status).toBe(1)
})
