import { expect, it } from 'vitest'
import { ChanceryError } from '../../errors.ts'
import { parseInput } from '../../operation.ts'
import { sendEmail } from './index.ts'

const mail = { subject: 'Hello', text: 'Hello.' }
const faultsOf = (input: object): unknown => {
  try {
    return parseInput(sendEmail.input, { ...mail, ...input })
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return error.violations.map(({ pointer, code }) => [pointer, code])
  }
}

it('takes one mailbox where a list is taken', () => {
  const given = { to: 'Ada <ada@example.com>', cc: { address: 'b@example.com' }, replyTo: ['c@example.com'] }
  expect(parseInput(sendEmail.input, { ...mail, ...given })).toMatchObject({
    to: [{ address: 'ada@example.com', name: 'Ada' }],
    cc: [{ address: 'b@example.com' }],
    bcc: [],
    replyTo: [{ address: 'c@example.com' }],
  })
})

it('points at each mailbox that is none', () => {
  expect(faultsOf({ to: ['no', 5], cc: 'no', replyTo: Array(11).fill('a@example.com') })).toEqual([
    ['/replyTo', 'too_big'],
    ['/to/0', 'invalid_address'],
    ['/to/1', 'invalid_type'],
    ['/cc', 'invalid_address'],
  ])
  expect(faultsOf({ to: [] })).toEqual([['/to', 'too_small']])
  expect(faultsOf({})).toEqual([['/to', 'invalid_type']])
})

it('tells an attachment that is not base64 with all other faults', () => {
  expect(
    faultsOf({
      to: 'no',
      attachments: [
        { content: 'AA=', filename: 'a' },
        { content: '!', filename: 'b' },
      ],
    }),
  ).toEqual([
    ['/to', 'invalid_address'],
    ['/attachments/1/content', 'invalid_base64'],
  ])
})
