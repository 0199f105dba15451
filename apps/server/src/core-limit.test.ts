import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { serverProcesses } from './server-process.test-support.ts'

const servers = serverProcesses()
afterAll(() => servers.end())

const may = spawnSync('prlimit', ['--core=unlimited', 'true']).status === 0

it.runIf(may)('leaves no memory in a file when it crashes, though it was started to', async () => {
  const { pid } = await servers.start({ within: ['prlimit', '--core=unlimited'] })
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size\s+0\s+unlimited/m)
})
