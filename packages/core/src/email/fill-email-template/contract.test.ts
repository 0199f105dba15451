import { describe, expect, it } from 'vitest'
import { faultWords } from '../../fault-words.ts'
import { violationsOf } from '../../violations.ts'
import { fillEmailTemplateContract } from './contract.ts'

const told = (attachment: object) => {
  const { input } = fillEmailTemplateContract
  const request = {
    template: { subject: 'Hello', text: 'Hello' },
    recipients: [{ to: 'a@firm.de' }],
    from: 'office@firm.de',
    attachments: [attachment],
  }
  const { error } = input.safeParse(request, { reportInput: true, error: faultWords })
  return violationsOf(input, error?.issues ?? [])
}

describe('an attachment of filled e-mails', () => {
  it('with a misspelt field is told of that field', () => {
    expect(told({ contant: 'QQ==', filename: 'a.txt' })[0]).toMatchObject({
      pointer: '/attachments/0/contant',
      code: 'unknown_field',
      hint: 'Did you mean `content`?',
    })
    expect(told({ templat: { path: 'a.docx' } })[0]).toMatchObject({
      pointer: '/attachments/0/templat',
      hint: 'Did you mean `template`?',
    })
    expect(told({ template: { path: 'a.docx' }, formt: 'pdf' })[0]).toMatchObject({
      pointer: '/attachments/0/formt',
      hint: 'Did you mean `format`?',
    })
  })

  it('with a content id of another form is told in words', () => {
    expect(told({ content: 'QQ==', filename: 'a.png', inline: 'our logo' })).toMatchObject([
      { pointer: '/attachments/0/inline', message: expect.stringContaining('letters, digits') },
    ])
  })
})
