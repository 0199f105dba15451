import { type DocumentGuard, type DocumentType, plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { createEmbeddedExtractor } from '../embedded.ts'
import { outline, readForTest } from '../reading-for-test.ts'
import { msgOf } from './message-fixture.ts'

const types: Readonly<Record<string, DocumentType>> = { eml: 'eml', msg: 'msg', txt: 'text', vcf: 'vcard' }
/** Stands for the guard, which this package may not know: the type by the name. */
const guard: DocumentGuard = {
  identify: () => 'unknown',
  vet: async (bytes, { filename = '' }) => vettedForTest(bytes, types[filename.split('.').at(-1) ?? ''] ?? 'unknown'),
}

const html =
  '<html><body><p>Dear Ann, see <a href="https://example.com/x">the offer</a>.</p><blockquote>earlier</blockquote>'
const lines = (...all: readonly string[]): string => all.join('\r\n')

const mail = lines(
  'From: =?utf-8?Q?J=C3=B6rg?= <j@example.com>',
  'To: "Doe, Ann" <ann@example.com>, Team: a@example.com, b@example.com;',
  'Cc: c@example.com',
  'Subject: =?windows-1251?B?z/Do4uXy?=',
  'Date: Sat, 3 Feb 2024 10:00:00 +0100',
  'Message-ID: <1@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: multipart/alternative; boundary=y',
  '',
  '--y',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Plain.',
  '--y',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  html.replaceAll('=', '=3D'),
  '--y--',
  '--x',
  'Content-Type: text/calendar; method=REQUEST',
  '',
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'SUMMARY:Lunch\\, late',
  'DTSTART:20240204T110000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '--x',
  'Content-Type: message/rfc822',
  '',
  'From: inner@example.com',
  'Subject: Inner',
  '',
  'Inside.',
  '--x',
  "Content-Disposition: attachment; filename*=utf-8''%C3%A4.txt",
  'Content-Type: text/plain',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <pic@1>',
  '',
  'aGVsbG8=',
  '--x--',
)

it('reads headers, the better body, invitations and attachments, those that are mails too', async () => {
  const model = await readForTest(mail, 'eml', { attachments: true }, { guard })
  expect(outline(model)).toEqual([
    'paragraph | From: Jörg <j@example.com>',
    'paragraph | To: Doe, Ann <ann@example.com>, a@example.com, b@example.com',
    'paragraph | Cc: c@example.com',
    'paragraph | Date: 2024-02-03T09:00:00Z',
    'paragraph | Subject: Привет',
    'paragraph | Event: Lunch, late',
    'paragraph | Start: 2024-02-04T11:00:00Z',
    'paragraph | Dear Ann, see the offer.',
    'paragraph | earlier',
  ])
  expect(model.links.map(({ url }) => url)).toEqual(['https://example.com/x'])
  expect(model.metadata).toMatchObject({
    subject: 'Привет',
    messageId: '<1@example.com>',
    date: '2024-02-03T09:00:00Z',
  })
  expect(model.attachments.map(({ filename, document, contentId }) => [filename, document?.text, contentId])).toEqual([
    ['invitation.ics', undefined, undefined],
    ['message.eml', 'From: inner@example.com\nSubject: Inner\nInside.', undefined],
    ['ä.txt', 'hello', 'pic@1'],
  ])
})

it('joins flowed lines, keeps quotes, and reads what is not MIME', async () => {
  const flowed = lines(
    'Subject: x',
    'Content-Type: text/plain; format=flowed',
    '',
    'One ',
    'line.',
    '> quoted',
    '',
    'Two',
  )
  expect((await readForTest(flowed, 'eml')).text).toBe('Subject: x\nOne line.\n> quoted\nTwo')
  expect((await readForTest('From me\nSubject: y\n\nbody', 'eml')).text).toBe('Subject: y\nbody')
})

it('reads parts that name no charset in that of the file', async () => {
  const bytes = Buffer.from('Subject: x\r\n\r\n\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2', 'latin1')
  const mail = { ...vettedForTest(bytes, 'eml'), charset: 'windows-1251' }
  const { text } = await createEmbeddedExtractor().extract(mail, plainReading, { signal: new AbortController().signal })
  expect(text).toBe('Subject: x\nПривет')
})

it('tells encrypted mails, and parts that it cannot read', async () => {
  const sealed = lines('Subject: x', 'Content-Type: application/pkcs7-mime; name=smime.p7m', '', 'AAAA')
  await expect(readForTest(sealed, 'eml')).rejects.toMatchObject({ code: 'document_encrypted' })
  const pgp = lines('Subject: x', '', '-----BEGIN PGP MESSAGE-----', 'AAAA', '-----END PGP MESSAGE-----')
  await expect(readForTest(pgp, 'eml')).rejects.toMatchObject({ code: 'document_encrypted' })
  const tnef = lines(
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    '',
    'Hello',
    '--x',
    'Content-Type: application/ms-tnef; name=winmail.dat',
    '',
    'x',
    '--x--',
  )
  expect((await readForTest(tnef, 'eml')).warnings.map(({ code }) => code)).toEqual(['tnef_not_read'])
})

it('says the same of the same mail as .eml and as .msg', async () => {
  const eml = lines(
    'From: Ann <ann@example.com>',
    'To: Bob <bob@example.com>',
    'Cc: cleo@example.com',
    'Subject: Offer',
    'Date: Sat, 3 Feb 2024 09:00:00 GMT',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/html',
    '',
    html,
    '--x',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=a.txt',
    'Content-Transfer-Encoding: base64',
    '',
    'aGVsbG8=',
    '--x--',
  )
  const msg = msgOf({
    properties: {
      0x001a: 'IPM.Note',
      0x0037: 'Offer',
      0x0c1a: 'Ann',
      0x5d01: 'ann@example.com',
      0x0039: new Date('2024-02-03T09:00:00Z'),
      0x1013: Buffer.from(html),
      0x3fde: 65_001,
    },
    recipients: [
      { 0x3001: 'Bob', 0x39fe: 'bob@example.com', 0x0c15: 1 },
      { 0x3001: 'cleo@example.com', 0x3003: 'cleo@example.com', 0x0c15: 2 },
    ],
    attachments: [{ 0x3707: 'a.txt', 0x370e: 'text/plain', 0x3701: Buffer.from('hello') }],
  })
  const [one, other] = await Promise.all([
    readForTest(eml, 'eml', { attachments: true }, { guard }),
    readForTest(msg, 'msg', { attachments: true }, { guard }),
  ])
  expect({ ...other, contentType: '' }).toEqual({ ...one, contentType: '' })
  expect(one.attachments[0]?.document?.text).toBe('hello')
})

it('reads messages inside messages, large streams, compressed RTF and plain bodies', async () => {
  const inner = { properties: { 0x0037: 'Inner', 0x1000: 'Deep '.repeat(2000) } }
  const outer = msgOf({
    properties: { 0x0037: 'Outer', 0x1009: sampleRtf },
    attachments: [{ 0x3001: 'Inner', 0x3701: { message: inner } }],
  })
  const model = await readForTest(outer, 'msg', { attachments: true }, { guard })
  expect(model.text).toBe('Subject: Outer\nhello world')
  expect(model.attachments[0]).toMatchObject({ filename: 'Inner.msg', contentType: 'application/vnd.ms-outlook' })
  expect(model.attachments[0]?.document?.text).toBe(`Subject: Inner\n${'Deep '.repeat(2000).trimEnd()}`)
})

/** The example of MS-OXRTFCP 3.1: "{\rtf1\ansi\ansicpg1252\pard hello world}\r\n". */
const sampleRtf = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)

it('takes hostile mails and compound files in bounded time', async () => {
  const parts = '--x\r\nContent-Type: text/html\r\n\r\n'
  const hostile: readonly (readonly [string, string | Uint8Array])[] = [
    ['eml', `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nx\r\n${parts}${'<a href="'.repeat(50_000)}`],
    ['eml', `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\nContent-Type: a/b\r\n\r\n'.repeat(25_000)}`],
    ['eml', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(200)],
    ['eml', `To: ${'"(<,;'.repeat(50_000)}\r\n\r\n`],
    ['eml', `Subject: ${'=?utf-8?b?'.repeat(50_000)}\r\n\r\n`],
  ]
  for (const [type, bytes] of hostile) {
    await readForTest(bytes, type as DocumentType).catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:payload_too_large|document_corrupt)$/) }),
    )
  }
  const whole = msgOf({ properties: { 0x0037: 'x', 0x1000: 'y'.repeat(9000) } })
  for (let at = 0; at < whole.length; at += 61) {
    const broken = Uint8Array.from(whole)
    broken.fill(at % 2 === 0 ? 0 : 0xff, at, at + 8)
    await readForTest(broken, 'msg').catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'document_corrupt' }),
    )
  }
}, 20_000)
