/**
 * A service that does things and dies at once, before anybody was told; for `deliver-events.test.ts`. Its settings are the
 * environment's.
 */
import { callOperation } from '../call-operation.ts'
import { compose } from '../compose.ts'
import { readConfiguration } from '../settings/configuration.ts'

const { ports } = compose(readConfiguration(process.env))
const caller = { id: 'subject', deadlineMs: 30_000 }
const content = Buffer.from('name,email\nAda,ada@example.com\nAlan,alan@example.com\n').toString('base64')
const inLisbon = { space: 'lisbon' }

await callOperation(
  ports,
  caller,
  'send-email',
  { from: 'o@example.com', to: 'ada@example.com', subject: 'S', text: 'T' },
  inLisbon,
)
await callOperation(ports, caller, 'store-document', { path: 'a/b.csv', document: { content } }, inLisbon)
const imported = { source: { provider: 'csv', document: { content } } }
await callOperation(ports, caller, 'enter-client-data', imported, inLisbon)
process.kill(process.pid, 'SIGKILL')
