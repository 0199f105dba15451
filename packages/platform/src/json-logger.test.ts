import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it.runIf(process.platform === 'linux').each([
  ['a full disk', '> "$0"', '/dev/full'],
  ['a reader who is gone', '| true', ''],
])('goes on where its lines cannot be written: %s', (_, where, file) => {
  const subject = `
    import { createJsonLogger } from ${JSON.stringify(join(import.meta.dirname, 'json-logger.ts'))}
    const logger = createJsonLogger('info')
    for (let line = 0; line < 5; line++) {
      logger.log('info', 'a line')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    console.log('went on')`
  const shell = `{ "$1" --input-type=module -e "$2" 3>&1 1>&2 2>&3; } ${where}`
  const { stderr } = spawnSync('sh', ['-c', shell, file, process.execPath, subject], { encoding: 'utf8' })
  expect(stderr).toContain('went on')
})
