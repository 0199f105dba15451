import { ChanceryError } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { readEmail } from './read-email.ts'

describe('readEmail', () => {
  it.each([
    ['7bit', 'Hello {{name}}\r\n\r\nBye\r\n'],
    ['quoted-printable', 'Hello {{name}}\r\n\r\nBye\r\n'],
    ['base64', Buffer.from('Hello {{name}}\r\n\r\nBye\r\n').toString('base64')],
    ['base64', Buffer.from('Hello {{name}}\n\nBye').toString('base64')],
  ])('reads the same text whatever its encoding is (%s)', async (encoding, body) => {
    const eml = `Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
    const { text } = await readEmail(vettedForTest(new Uint8Array(Buffer.from(eml)), 'eml'))
    expect(text).toBe('Hello {{name}}\n\nBye')
  })

  it('takes subject, text and html of a nested message, and leaves attachments', async () => {
    const eml = [
      'From: Firm <office@firm.example>',
      'To: ada@client.example',
      'Subject: =?iso-8859-1?Q?R=E4umung?=',
      ' {{number}}',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: multipart/alternative; boundary=a',
      '',
      '--a',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=C3=9Fe =',
      '{{name}}',
      '--a',
      'Content-Type: text/html; charset=iso-8859-1',
      '',
      '<p>Grüße {{name}}</p>',
      '--a--',
      '--m',
      'Content-Type: application/pdf; name=x.pdf',
      'Content-Disposition: attachment; filename=x.pdf',
      '',
      'x',
      '--m--',
      '',
    ].join('\r\n')
    const email = await readEmail(vettedForTest(new Uint8Array(Buffer.from(eml, 'latin1')), 'eml'))
    expect(email.subject).toBe('Räumung {{number}}')
    expect(email.text?.trim()).toBe('Grüße {{name}}')
    expect(email.html?.trim()).toBe('<p>Grüße {{name}}</p>')
  })

  it('takes partials and schema of a template in JSON', async () => {
    const template = {
      subject: 's',
      text: '{{> p}}',
      partials: { p: 'x' },
      schema: { type: 'object' },
      inlineCss: true,
    }
    const read = (value: object) => readEmail(vettedForTest(new Uint8Array(Buffer.from(JSON.stringify(value))), 'json'))
    expect(await read(template)).toEqual(template)
    await expect(read({ ...template, partials: { p: 1 } })).rejects.toMatchObject({ code: 'document_corrupt' })
    await expect(read({ ...template, schema: [] })).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  const mixed = (...parts: readonly (readonly [type: string, text: string])[]) => {
    const all = parts.map(([type, text]) => `--x\r\nContent-Type: text/${type}; charset=iso-8859-1\r\n\r\n${text}\r\n`)
    const head = 'Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'
    return vettedForTest(new Uint8Array(Buffer.from(`${head}${all.join('')}--x--\r\n`)), 'eml')
  }

  it('takes what stands behind each other in several parts, in the charset that its bytes show', async () => {
    const both = mixed(['html', '<p>Grüße</p>'], ['plain', 'a < b\r\n{{x | date:"yyyy"}}'])
    expect(await readEmail(both)).toEqual({
      subject: 's',
      html: '<p>Grüße</p>\n\n<div>a &lt; b<br>{{x | date:"yyyy"}}</div>',
    })
    expect(await readEmail(mixed(['plain', 'a'], ['plain', 'b']))).toEqual({ subject: 's', text: 'a\n\nb' })
  })

  it('takes linear time for html beside plain text', async () => {
    const make = (size: number) => mixed(['plain', 'x'], ['html', '<a href="x" '.repeat(size)])
    await expectLinearTime(2500, make, readEmail)
  })

  it('takes only the three fields of JSON, with lines in one form', async () => {
    const json = JSON.stringify({ subject: 'S', text: 'a\r\nb\rc', html: '', other: 1 })
    expect(await readEmail(vettedForTest(json, 'json'))).toEqual({ subject: 'S', text: 'a\nb\nc' })
  })

  it('answers any bytes with an e-mail or a clear error', async () => {
    const multipart = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
    for (const bytes of [
      multipart,
      multipart + '--b\r\n'.repeat(3000),
      'Subject: x\r\n\r\n',
      ':\r\n:',
      '\r\n\r\n',
      '\uFEFF{}',
    ]) {
      const code = await readEmail(vettedForTest(bytes, 'eml')).then(
        () => 'read',
        (error: unknown) => (ChanceryError.is(error) ? error.code : String(error)),
      )
      expect(['read', 'document_corrupt']).toContain(code)
    }
  })

  it('reads sender, preheader and other languages of JSON, and says what of them is wrong', async () => {
    const json = (value: object) => readEmail(vettedForTest(Buffer.from(JSON.stringify(value)), 'json'))
    const template = {
      subject: 's',
      text: 't',
      preheader: 'p',
      from: 'a@example.com',
      locales: { de: { subject: 'S', html: '<p>H</p>', from: 'b@example.com', partials: { x: 'y' } } },
    }
    expect(await json(template)).toEqual(template)
    for (const [wrong, message] of [
      [{ preheader: 1 }, 'The preheader'],
      [{ from: {} }, '"from"'],
      [{ locales: [] }, 'The locales'],
      [{ locales: { de: { subject: 's' } } }, 'neither html nor text'],
      [{ locales: { de: 'x' } }, 'is not an e-mail'],
    ] as const)
      await expect(json({ ...template, ...wrong })).rejects.toThrow(message)
  })
})
