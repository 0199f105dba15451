import { archiverContract } from '@chancery/port-contracts/archiver'
import { clockContract } from '@chancery/port-contracts/clock'
import { hasherContract } from '@chancery/port-contracts/hasher'
import { idsContract } from '@chancery/port-contracts/ids'
import { unsubscribeLinksContract } from '@chancery/port-contracts/unsubscribe-links'
import { loggerContract } from '@chancery/port-contracts/logger'
import { telemetryContract } from '@chancery/port-contracts/telemetry'
import { expect, it } from 'vitest'
import { createJsonLogger } from './json-logger.ts'
import { noTelemetry } from './no-telemetry.ts'
import { nodeHasher } from './node-hasher.ts'
import { systemClock } from './system-clock.ts'
import { createIds } from './time-sorted-ids.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'
import { zipArchiver } from './zip-archiver.ts'

archiverContract('the zip archiver', () => zipArchiver)
clockContract('the system clock', () => systemClock)
hasherContract("Node's hasher", () => nodeHasher)
idsContract('time-sorted ids', createIds)
unsubscribeLinksContract('signed links', (baseUrl, secret) => createUnsubscribeLinks({ baseUrl, secret }))
telemetryContract('no telemetry', async () => ({ telemetry: noTelemetry }))
loggerContract('the JSON logger', (least) => {
  let text = ''
  const logger = createJsonLogger(least, (lines) => (text += lines))
  return {
    logger,
    // Lines are written in bunches, some milliseconds later.
    written: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return text
    },
  }
})

it('writes a line as one JSON object, whatever is in it, with its time in UTC', async () => {
  let text = ''
  const logger = createJsonLogger('info', (lines) => (text += lines))
  const odd = 'a\nb "c"\u2028\u001b[2K{"severity":"ERROR"}'
  logger.log('warning', 'odd', { code: odd })
  await expect.poll(() => text).not.toBe('')
  expect(text.match(/\n/g)).toHaveLength(1)
  const { time, ...line } = JSON.parse(text) as Record<string, string>
  expect(line).toEqual({ severity: 'WARNING', message: 'odd', code: odd })
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  expect(text).not.toContain('\u001b')
})
