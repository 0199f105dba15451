import { expect, it } from 'vitest'
import { emptyFindings } from './empty-email.ts'

const codesOf = (said: Partial<Parameters<typeof emptyFindings>[0]>) =>
  emptyFindings({ subject: 'Hello', attachments: [], ...said }).map(({ code }) => code)

it('tells a subject that is not there, and an e-mail of nothing', () => {
  expect(codesOf({ text: 'Hello.' })).toEqual([])
  expect(codesOf({ subject: ' \u00A0', text: 'Hello.' })).toEqual(['empty_subject'])
  expect(codesOf({ text: '' })).toEqual(['empty_email'])
  expect(codesOf({ text: ' \n', html: '\n' })).toEqual(['empty_email'])
  expect(codesOf({ text: '', html: '<p>Hello.</p>' })).toEqual([])
  expect(codesOf({ text: '', attachments: [{}] })).toEqual([])
  expect(codesOf({ subject: '' })).toEqual(['empty_subject', 'empty_email'])
})
