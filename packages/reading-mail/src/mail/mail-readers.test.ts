import { type DocumentGuard, type DocumentType, plainReading } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { createEmbeddedExtractor } from '@chancery/reading'
import { mailReaders } from '../index.ts'
import { outline, readForTest } from '../reading-for-test.ts'
import { msgOf } from './message-fixture.ts'

const types: Readonly<Record<string, DocumentType>> = { eml: 'eml', msg: 'msg', txt: 'text', vcf: 'vcard' }
/** Stands for the guard, which this package may not know: the type by the name. */
const guard: DocumentGuard = {
  identify: () => 'unknown',
  archivedNames: async () => ({ names: [], isSealed: false, isWhole: true }),
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
  'DTSTART;TZID=Europe/Berlin:20240204T110000',
  'ORGANIZER;CN="Doe, Ann":mailto:ann@example.com',
  'RRULE:FREQ=WEEKLY',
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
  'Content-Type: application/applefile; name="data.csv"',
  '',
  'what the Finder knows of a file',
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
    'paragraph | Start: 2024-02-04T11:00:00',
    'paragraph | Time zone: Europe/Berlin',
    'paragraph | Organizer: Doe, Ann <ann@example.com>',
    'paragraph | Recurrence: FREQ=WEEKLY',
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

it('tells the last of the whole days of an invitation, and leaves a day that is none', async () => {
  const invitation = (end: string): string =>
    lines(
      'Subject: Visit',
      'Content-Type: text/calendar; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20240228',
      `DTEND;VALUE=DATE:${end}`,
      'END:VEVENT',
      'END:VCALENDAR',
    )
  const textOf = async (end: string): Promise<string> => (await readForTest(invitation(end), 'eml')).text
  expect(await textOf('20240301')).toContain('Start: 2024-02-28\nEnd: 2024-02-29')
  expect(await textOf('20249901')).toContain('End: 2024-99-01')
})

it('reads the first mail of a mailbox, and attaches the others', async () => {
  const one = (subject: string): string[] => [
    'From a@example.com Tue Jan  2 10:00:00 2024',
    `Subject: ${subject}`,
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    '',
    `Body of ${subject}`,
    '',
    'From here on it is still the body.',
    '--x--',
    '',
  ]
  const model = await readForTest(lines(...one('A'), ...one('B'), ...one('C')), 'eml', { attachments: true }, { guard })
  const texts = [model.text, ...model.attachments.map(({ document }) => document?.text)]
  expect(texts).toEqual(
    ['A', 'B', 'C'].map((name) => `Subject: ${name}\nBody of ${name}\nFrom here on it is still the body.`),
  )
  expect(model.warnings.map(({ code }) => code)).toEqual(['mailbox'])
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
  const { text, blocks } = await readForTest(flowed, 'eml')
  expect(text).toBe('Subject: x\nOne line.\nquoted\nTwo')
  expect(blocks.map(({ quote }) => quote)).toEqual([undefined, undefined, 1, undefined])
  const deeper = lines(
    'Content-Type: text/plain; format=flowed; delsp=yes',
    '',
    '> one ',
    '> two',
    '>> in',
    '-- ',
    'Sig',
  )
  const inner = await readForTest(deeper, 'eml')
  expect(inner.text).toBe('onetwo\nin\n--\nSig')
  expect(inner.blocks.map(({ quote }) => quote)).toEqual([1, 2, undefined])
  expect((await readForTest('From me\nSubject: y\n\nbody', 'eml')).text).toBe('Subject: y\nbody')
})

it('reads parts that name no charset in that of the file', async () => {
  const bytes = Buffer.from('Subject: x\r\n\r\n\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2', 'latin1')
  const mail = { ...vettedForTest(bytes, 'eml'), charset: 'windows-1251' }
  const { text } = await createEmbeddedExtractor({ readers: mailReaders }).extract(mail, plainReading, {
    signal: new AbortController().signal,
  })
  expect(text).toBe('Subject: x\nПривет')
})

it('reads headers that are not encoded, of the mail and of its parts', async () => {
  const subject = Buffer.from('Subject: Pr\u00fcfung', 'latin1')
  const part = Buffer.from(
    'Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n\r\nin a part\r\n--B\r\n' +
      'Content-Disposition: attachment; filename="\u00dcbersicht.txt"\r\n\r\nx\r\n--B--\r\n',
    'latin1',
  )
  const mail = Buffer.concat([subject, Buffer.from('\r\nFrom: Zo\u00eb <z@example.com>\r\n'), part])
  const { text, attachments } = await readForTest(mail, 'eml')
  expect(text).toBe('From: Zo\u00eb <z@example.com>\nSubject: Pr\u00fcfung\nin a part')
  expect(attachments.map(({ filename }) => filename)).toEqual(['\u00dcbersicht.txt'])
})

it('sees through wrong charsets and boundaries', async () => {
  const text = async (bytes: string, ...headers: readonly string[]): Promise<string> =>
    (await readForTest(Buffer.from(`${headers.join('\r\n')}\r\n\r\n${bytes}`, 'latin1'), 'eml')).text
  const utf8 = Buffer.from('Größe').toString('latin1')
  expect(await text(utf8, 'Content-Type: text/plain; charset=us-ascii')).toBe('Größe')
  expect(await text(utf8, 'Content-Type: text/plain; charset=iso-8859-1')).toBe('Größe')
  expect(await text('Gr\u00f6\u00dfe', 'Content-Type: text/plain; charset=utf-8')).toBe('Größe')
  expect(await text('<meta charset=iso-8859-15><p>\u00a4', 'Content-Type: text/html')).toBe('€')
  const parts = '--B\r\nContent-Type: text/plain\r\n\r\nin a part\r\n--B--\r\n'
  expect(await text(parts, 'Content-Type: multipart/mixed; boundary="A"')).toBe('in a part')
  expect(await text('bare', 'Content-Type: multipart/mixed;\r\n boundary=A', 'Subject: x')).toBe('Subject: x\nbare')
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

it('reads mails inside of opaque signatures, whole or in pieces', async () => {
  const der = (tag: number, ...content: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    return Buffer.concat([Buffer.of(tag, 0x82, body.length >> 8, body.length & 0xff), body])
  }
  const open = (tag: number, ...content: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)])
  const objectId = (last: number): Buffer =>
    Buffer.from(`06092a864886f70d0107${last.toString(16).padStart(2, '0')}`, 'hex')
  const cms = (wrap: typeof der, type: number, ...content: readonly Buffer[]): Buffer =>
    wrap(
      0x30,
      objectId(type),
      wrap(0xa0, wrap(0x30, Buffer.of(2, 1, 1, 0x31, 0), wrap(0x30, objectId(1), wrap(0xa0, ...content)))),
    )
  const mail = (signed: Buffer): string =>
    lines(
      'Subject: x',
      'Content-Type: application/pkcs7-mime',
      'Content-Transfer-Encoding: base64',
      '',
      signed.toString('base64'),
    )
  const text = async (signed: Buffer): Promise<string> => (await readForTest(mail(signed), 'eml')).text
  const inner = Buffer.from(lines('Content-Type: text/plain', '', 'Signed words'))
  const whole = cms(der, 2, der(4, inner))
  expect(await text(whole)).toBe('Subject: x\nSigned words')
  const pieces = open(0x24, der(4, inner.subarray(0, 30)), der(4, inner.subarray(30)))
  expect(await text(cms(open, 2, pieces))).toBe('Subject: x\nSigned words')
  expect(await text(cms(der, 2, der(4, Buffer.from(mail(whole)))))).toBe('Subject: x\nSigned words')
  const saved = msgOf({
    properties: { 0x001a: 'IPM.Note.SMIME', 0x0037: 'x' },
    attachments: [{ 0x3707: 'smime.p7m', 0x3701: whole }],
  })
  expect((await readForTest(saved, 'msg')).text).toBe('Subject: x\nSigned words')
  for (const bad of [cms(der, 3, der(4, inner)), whole.subarray(0, -9)]) {
    await expect(text(bad)).rejects.toMatchObject({ code: 'document_encrypted' })
  }
})

it('unpacks what Outlook packs up as winmail.dat', async () => {
  const number = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer)
  const attribute = (level: number, id: number, value: Buffer): Buffer =>
    Buffer.concat([Buffer.of(level), number(id), number(value.length), value, Buffer.alloc(2)])
  const text = (id: number, value: string): Buffer => {
    const bytes = Buffer.from(`${value}\0`, 'utf16le')
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    return Buffer.concat([Buffer.of(0x1f, 0, id & 0xff, id >> 8), number(1), number(bytes.length), bytes, padding])
  }
  const named = Buffer.concat([Buffer.of(3, 0, 1, 0x80), Buffer.alloc(16), number(0), number(5), number(7)])
  const packed = Buffer.concat([
    number(0x223e9f78),
    Buffer.of(1, 0),
    attribute(1, 0x0006_9003, Buffer.concat([number(2), named, text(0x1000, 'Packed body, Grüße')])),
    attribute(2, 0x0006_9002, Buffer.alloc(14)),
    attribute(2, 0x0001_8010, Buffer.from('SHORT~1.TXT\0')),
    attribute(2, 0x0006_800f, Buffer.from('what the file says')),
    attribute(2, 0x0006_9005, Buffer.concat([number(1), text(0x3707, 'the long näme.txt')])),
  ])
  const mail = (body: string, content: Buffer): string =>
    lines(
      'Content-Type: multipart/mixed; boundary=x',
      '',
      `--x\r\n\r\n${body}\r\n--x`,
      'Content-Type: application/ms-tnef; name=winmail.dat',
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64'),
      '--x--',
    )
  const model = await readForTest(mail('', packed), 'eml')
  expect(model.text).toBe('Packed body, Grüße')
  expect(model.attachments).toMatchObject([{ filename: 'the long näme.txt', size: 18 }])
  expect((await readForTest(mail('Own body', packed), 'eml')).text).toBe('Own body')
  for (let at = 6; at < packed.length; at += 3) {
    const broken = Buffer.from(packed)
    broken.fill(0xff, at, Math.min(at + 4, broken.length))
    await readForTest(mail('x', broken.subarray(0, packed.length - (at % 40))), 'eml')
  }
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
  // What is only listed has the size of what is in it, and not of the file that it lies in.
  const listed = await readForTest(outer, 'msg', {}, { guard })
  expect(listed.attachments[0]?.size).toBeGreaterThan(20_000)
  expect(listed.attachments[0]?.size).toBeLessThan(21_000)
})

it('reads messages in messages in messages, each with its own attachments, and the objects of mails', async () => {
  const document = { name: 'WordDocument', bytes: Buffer.alloc(5000) }
  const innermost = {
    properties: { 0x001a: 'IPM.Appointment', 0x0037: 'Innermost', 0x8001: 'Room 5' },
    attachments: [{ 0x3707: 'a.txt', 0x370e: 'text/plain', 0x3701: Buffer.from('hello') }],
  }
  const inner = {
    properties: { 0x0037: 'Inner', 0x1000: 'Between' },
    attachments: [{ 0x3001: 'Innermost', 0x3701: { message: innermost } }],
  }
  const outer = msgOf({
    properties: { 0x0037: 'Outer' },
    names: { 0x8208: 0x8001 },
    attachments: [
      { 0x3001: 'Inner', 0x3701: { message: inner } },
      { 0x3001: 'Object', 0x3701: { storage: [document] } },
    ],
  })
  const model = await readForTest(outer, 'msg', { attachments: true }, { guard })
  const [one, object] = model.attachments
  const [two] = one?.document?.attachments ?? []
  expect(one?.document?.text).toBe('Subject: Inner\nBetween')
  expect(two?.document?.text).toBe('Subject: Innermost\nLocation: Room 5')
  expect(two?.document?.attachments[0]?.document?.text).toBe('hello')
  // It is taken for the Word document that it is, of which there is no reader here.
  expect(object).toMatchObject({ filename: 'Object', size: 5000, problem: 'unsupported_document' })
})

/** The example of MS-OXRTFCP 3.1: "{\rtf1\ansi\ansicpg1252\pard hello world}\r\n". */
const sampleRtf = Buffer.from(
  '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'.replaceAll(
    ' ',
    '',
  ),
  'hex',
)

it('keeps the pictures that the HTML of a mail names among its parts', async () => {
  const bytes = lines(
    'Content-Type: multipart/related; boundary=x',
    '',
    '--x',
    'Content-Type: text/html',
    '',
    '<p>Hello <img src="cid:logo@1"><img src="cid:none">',
    '--x',
    'Content-Type: image/png; name=logo.png',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <logo@1>',
    '',
    'aGVsbG8=',
    '--x--',
  )
  const { images } = await readForTest(bytes, 'eml', { figures: true })
  expect(images.map(({ content }) => content && Buffer.from(content).toString())).toEqual(['hello', undefined])
})

it.each(['utf-16le', 'utf-16be'] as const)('reads a mail that was saved in %s', async (charset) => {
  const text = lines(
    'From: Zoë <z@example.com>',
    'Subject: Preis für Łódź',
    'Content-Type: text/plain; charset=utf-16',
    '',
    'Grüße aus 北京',
  )
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  const bytes = charset === 'utf-16le' ? little : Buffer.from(little).swap16()
  const extractor = createEmbeddedExtractor({ readers: mailReaders })
  const vetted = { ...vettedForTest(bytes, 'eml'), charset }
  const model = await extractor.extract(vetted, plainReading, { signal: new AbortController().signal })
  expect(model.text).toContain('Preis für Łódź')
  expect(model.text).toContain('Grüße aus 北京')
  expect(model.metadata['from']).toContain('Zoë')
})

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
