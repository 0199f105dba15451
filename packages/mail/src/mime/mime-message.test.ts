import type { OutgoingEmail } from '@chancery/core'
import { emailForTest } from '@chancery/port-contracts/email-transport'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { mimeMessage } from './mime-message.ts'

const parse = async (email: OutgoingEmail) =>
  PostalMime.parse(await mimeMessage(email), { attachmentEncoding: 'arraybuffer' })
const raw = async (email: OutgoingEmail): Promise<string> => Buffer.from(await mimeMessage(email)).toString('latin1')
const head = async (email: OutgoingEmail): Promise<string> => (await raw(email)).split('\r\n\r\n', 1)[0] ?? ''
const types = async (email: OutgoingEmail): Promise<string[]> =>
  [...(await raw(email)).matchAll(/^Content-Type: ([\w/]+)/gm)].map(([, type]) => type ?? '')

/** Text without control characters or half surrogates, in any script. */
const line = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.replace(/\p{Cc}/gu, ' ').toWellFormed())
const body = fc
  .array(fc.oneof(line, fc.constantFrom('--', '.', 'From x', '', ' ', '=', 'a'.repeat(2000))), { maxLength: 8 })
  .map((lines) => lines.join('\n'))
const normal = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').replace(/\n+$/, '')

describe('mimeMessage', () => {
  it('comes back the same through a parser that is not ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          subject: line,
          name: line,
          text: body,
          html: fc.option(body.map((inner) => `<p>${inner}</p>`)),
          filename: line.map((name) => `x${name}y`),
          bytes: fc.uint8Array({ maxLength: 500 }),
          contentId: fc.option(fc.stringMatching(/^[a-z0-9.]{1,40}@x$/)),
        }),
        async ({ subject, name, text, html, filename, bytes, contentId }) => {
          const email = emailForTest({
            subject,
            to: [{ address: 'ada@client.example', name }],
            text,
            ...(html === null ? {} : { html }),
            attachments: [{ filename, contentType: 'image/png', bytes, ...(contentId === null ? {} : { contentId }) }],
          })
          const parsed = await parse(email)
          expect(parsed.subject ?? '').toBe(subject)
          expect(parsed.to).toEqual([{ address: 'ada@client.example', name: name.trim() === '' ? '' : name }])
          expect(normal(parsed.text)).toBe(normal(text))
          if (html !== null) expect(normal(parsed.html)).toBe(normal(html))
          expect(parsed.attachments).toHaveLength(1)
          expect(parsed.attachments[0]?.filename).toBe(filename)
          expect(new Uint8Array(parsed.attachments[0]?.content as ArrayBuffer)).toEqual(bytes)
          if (contentId !== null) expect(parsed.attachments[0]?.contentId).toBe(`<${contentId}>`)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('keeps to the lines of RFC 5322: CRLF only, none over 998, no bytes beyond ASCII in the header', async () => {
    await fc.assert(
      fc.asyncProperty(line, line, body, async (subject, header, text) => {
        const email = emailForTest({
          subject,
          from: { address: 'office@firm.example', name: header },
          headers: { 'X-Case': header },
          text,
          html: text,
        })
        const message = await raw(email)
        expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(Math.max(...message.split('\r\n').map((each) => each.length))).toBeLessThanOrEqual(998)
        expect(await head(email)).toMatch(/^[\t\r\n -~]*$/)
        for (const each of (await head(email)).split('\r\n')) {
          expect(each).toMatch(/^(?:[!-9;-~]+:| \S)/)
          // RFC 2047, section 2: of a line with encoded words.
          if (each.includes('=?utf-8?')) expect(each.length).toBeLessThanOrEqual(76)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('is the same bytes for the same e-mail', async () => {
    const email = emailForTest({ html: '<p>x</p>', attachments: [] })
    expect(await mimeMessage(email)).toEqual(await mimeMessage(structuredClone(email)))
  })

  it('nests mixed, alternative and related only where they are needed', async () => {
    const bytes = Uint8Array.of(1)
    const pdf = { filename: 'a.pdf', contentType: 'application/pdf', bytes }
    const logo = { filename: 'a.png', contentType: 'image/png', bytes, contentId: 'logo' }
    const { text: _, ...bare } = emailForTest()
    const html = '<img src="cid:logo">'
    expect(await types(emailForTest())).toEqual(['text/plain'])
    expect(await types(bare)).toEqual(['text/plain'])
    expect(await types({ ...bare, html })).toEqual(['text/html'])
    expect(await types(emailForTest({ html }))).toEqual(['multipart/alternative', 'text/plain', 'text/html'])
    expect(await types(emailForTest({ html, attachments: [pdf, logo] }))).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ])
    // Without html there is nothing that an image could be inside of.
    expect(await types(emailForTest({ attachments: [logo] }))).toEqual(['multipart/mixed', 'text/plain', 'image/png'])
  })

  it('sets date, message id and addresses, and leaves blind copies out', async () => {
    const email = emailForTest({
      id: 'Ünsafe id',
      from: { address: 'info@köln.example', name: 'Kanzlei "Köln"' },
      to: [{ address: 'a@b.example', name: 'Last, First' }, { address: 'jörg@b.example' }],
      cc: [{ address: 'c@b.example', name: 'Plain Name' }],
      bcc: [{ address: 'hidden@b.example' }],
      replyTo: [{ address: 'reply@b.example' }],
    })
    const header = Buffer.from(await mimeMessage(email))
      .toString()
      .split('\r\n\r\n', 1)[0]
      ?.replaceAll('\r\n ', ' ')
    expect(header).toContain('Date: Sat, 21 Nov 2026 09:30:00 +0000')
    expect(header).toMatch(/^Message-ID: <[0-9a-f]{64}@xn--kln-sna\.example>$/m)
    expect(header).toMatch(/^From: =\?utf-8\?B\?\S+\?= <info@xn--kln-sna\.example>$/m)
    expect(header).toMatch(/^To: "Last, First" <a@b\.example>, jörg@b\.example$/m)
    expect(header).toMatch(/^Cc: Plain Name <c@b\.example>$/m)
    expect(header).toMatch(/^Reply-To: reply@b\.example$/m)
    expect(header).not.toContain('hidden')
  })

  it('writes a text that needs no escape as it is, and a mostly Latin one readably', async () => {
    expect(await raw(emailForTest({ text: 'Dear Ada,\nsee you.' }))).toContain('\r\n\r\nDear Ada,\r\nsee you.\r\n')
    expect(await raw(emailForTest({ text: 'Schöne Grüße aus dem Büro am Marktplatz, Ihre Kanzlei' }))).toContain(
      'Sch=C3=B6ne Gr=C3=BC=C3=9Fe aus',
    )
  })

  it('cannot be made to end a part early', async () => {
    const boundary = /boundary="([^"]+)"/.exec(await raw(emailForTest({ id: 'known', html: 'x' })))?.[1]
    expect(boundary).toBeDefined()
    const text = `before\n--${boundary}--\nafter`
    const parsed = await parse(emailForTest({ id: 'known', html: '<p>x</p>', text }))
    expect(normal(parsed.text)).toBe(text)
    expect(normal(parsed.html)).toBe('<p>x</p>')
  })

  it('attaches an e-mail as a file, since RFC 2046 forbids it in base64', async () => {
    const inner = await mimeMessage(emailForTest({ subject: 'Inner' }))
    const attachment = { filename: 'inner.eml', contentType: 'message/rfc822', bytes: inner }
    const parsed = await parse(emailForTest({ attachments: [attachment] }))
    expect(parsed.attachments[0]).toMatchObject({ filename: 'inner.eml', mimeType: 'application/octet-stream' })
    expect(Buffer.from(parsed.attachments[0]?.content as ArrayBuffer)).toEqual(Buffer.from(inner))
  })

  it('writes attachments in linear time', async () => {
    await expectLinearTime(
      1024 * 1024,
      (size) => new Uint8Array(size).fill(65),
      (bytes) => mimeMessage(emailForTest({ attachments: [{ filename: 'a', contentType: 'application/zip', bytes }] })),
    )
  })
})
