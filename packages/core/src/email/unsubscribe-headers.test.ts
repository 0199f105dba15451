import { expect, it } from 'vitest'
import { answerOf, violationsOf } from '../testing/calls.test-support.ts'
import { fakePorts } from '../testing/fake-ports.test-support.ts'
import { fillEmailTemplate } from './fill-email-template/index.ts'
import { sendEmail } from './send-email/index.ts'

const mail = { from: 'o@example.com', to: 'a@example.com', subject: 'Hello', text: 'Hello.' }
const oneClick = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

it('gives an e-mail the headers of one-click unsubscription, with our link or another', async () => {
  const { ports, transport } = fakePorts()
  await answerOf(sendEmail, { ...mail, unsubscribe: true }, ports)
  await answerOf(
    sendEmail,
    { ...mail, to: ['a@example.com', 'b@example.com'], unsubscribe: 'https://firm.example/off?x=<ü>,y' },
    ports,
  )
  await answerOf(sendEmail, mail, ports)
  expect(transport.sent.map(({ headers }) => headers)).toEqual([
    { 'List-Unsubscribe': '<https://chancery.example/unsubscribe/a@example.com>', ...oneClick },
    { 'List-Unsubscribe': '<https://firm.example/off?x=%3C%C3%BC%3E,y>', ...oneClick },
    {},
  ])
})

it('gives each recipient of a template a link of his own', async () => {
  const { ports, transport } = fakePorts()
  const recipients = [{ to: 'a@example.com' }, { to: 'b@example.com' }]
  const template = { subject: 'Hello', text: 'Hello.' }
  await answerOf(fillEmailTemplate, { from: 'o@example.com', template, recipients, unsubscribe: true }, ports)
  expect(transport.sent.map(({ headers }) => headers['List-Unsubscribe'])).toEqual([
    '<https://chancery.example/unsubscribe/a@example.com>',
    '<https://chancery.example/unsubscribe/b@example.com>',
  ])
})

it('is refused where one link would be for several, where there is no address, and for what is none', async () => {
  const { ports } = fakePorts()
  const both = answerOf(sendEmail, { ...mail, bcc: ['b@example.com'], unsubscribe: true }, ports)
  await expect(both).rejects.toMatchObject({ violations: [{ pointer: '/unsubscribe', code: 'several_recipients' }] })
  const { ports: without } = fakePorts({
    unsubscribeLinks: { linkFor: () => undefined, recipientOf: () => undefined },
  })
  await expect(answerOf(sendEmail, { ...mail, unsubscribe: true }, without)).rejects.toMatchObject({
    code: 'unsupported_option',
  })
  for (const unsubscribe of ['http://firm.example/', 'mailto:off@firm.example', false, 'x'])
    expect(violationsOf(sendEmail, { ...mail, unsubscribe }).map(([pointer]) => pointer)).toEqual(['/unsubscribe'])
})
