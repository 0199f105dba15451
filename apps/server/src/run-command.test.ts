import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { expect, it } from 'vitest'

it('waits for a command that waits for nothing but a pause', async () => {
  const program = `
    import { runCommand } from ${JSON.stringify(new URL('run-command.ts', import.meta.url).href)}
    await runCommand(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20).unref())
      console.log('done')
    })`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnvironment })
  expect(stdout).toBe('done\n')
})
