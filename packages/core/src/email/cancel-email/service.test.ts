import { expect, it } from 'vitest'
import { answerOf, violationsOf } from '../../testing/calls.test-support.ts'
import { now } from '../../testing/document-texts.test-support.ts'
import { fakePorts } from '../../testing/fake-ports.test-support.ts'
import { providers } from '../../ports/providers.ts'
import { sendEmail } from '../send-email/index.ts'
import { cancelEmail } from './index.ts'

const mail = { from: 'o@example.com', to: 'a@example.com', subject: 'Hello', text: 'Hello.' }
const sendAt = new Date(now + 60_000).toISOString()

function setUp() {
  const fakes = fakePorts({}, { sendsLater: true })
  const capabilities = { ...fakes.transport.capabilities, schedule: false }
  return {
    ...fakes,
    ports: { ...fakes.ports, transports: providers({ outbox: { ...fakes.transport, capabilities } }) },
  }
}

it('takes back what waits, once; before that it only looks where it is told to', async () => {
  const { ports } = setUp()
  const { id } = (await answerOf(sendEmail, { ...mail, sendAt }, ports)).data.message
  const cancelled = async (input: object = {}) => (await answerOf(cancelEmail, { id, ...input }, ports)).data
  expect(await cancelled({ dryRun: true })).toEqual({ id, cancelled: true })
  expect(await cancelled()).toEqual({ id, cancelled: true })
  expect(await cancelled()).toEqual({ id, cancelled: false })
  expect(await cancelled({ dryRun: true })).toEqual({ id, cancelled: false })
})

it('takes back nothing of another space, and nothing that was sent', async () => {
  const { ports } = setUp()
  const inSpace = (space: string) => ({ principal: { id: 'caller', operations: '*' as const, space } })
  const { id } = (await answerOf(sendEmail, { ...mail, sendAt }, ports, inSpace('lisbon'))).data.message
  for (const [dryRun, space] of [true, false].flatMap((each) => ['', 'porto'].map((name) => [each, name] as const)))
    expect((await answerOf(cancelEmail, { id, dryRun }, ports, inSpace(space))).data.cancelled).toBe(false)
  expect(violationsOf(cancelEmail, { id: `lisbon/${id}` })).toEqual([['/id', 'invalid_format']])
  expect((await answerOf(cancelEmail, { id, dryRun: true }, ports, inSpace('lisbon'))).data.cancelled).toBe(true)
  const sent = (await answerOf(sendEmail, mail, ports)).data.message
  expect((await answerOf(cancelEmail, { id: sent.id }, ports)).data.cancelled).toBe(false)
})
