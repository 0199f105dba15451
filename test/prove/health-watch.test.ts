import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it('ends quietly where nobody reads what it measured', async () => {
  const sampler = join(import.meta.dirname, 'health-sampler.ts')
  const child = spawn(process.execPath, [sampler, 'http://127.0.0.1:9', '5'], { stdio: ['pipe', 'pipe', 'pipe'] })
  const said = text(child.stderr)
  child.stdout.destroy()
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect({ code: code as number, said: await said }).toEqual({ code: 0, said: '' })
})
