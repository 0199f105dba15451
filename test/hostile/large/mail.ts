import { bitmap, type LargeAttack, of } from './large-attack.ts'

export const mailAttacks: readonly LargeAttack<string>[] = [
  ['10,000 messages in each other', () => 'Subject: x\r\nContent-Type: message/rfc822\r\n\r\n'.repeat(10_000)],
  ['a million lines', () => `Subject: x\r\n\r\n${'hello\r\n'.repeat(1_000_000)}`],
  ['1,900,000 empty lines', () => `Subject: x\r\n\r\n${'\r\n'.repeat(1_900_000)}`],
  [
    'base64 in lines of one unit',
    () => `Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUI=\r\n'.repeat(1_000_000)}`,
  ],
  ['one line of 20 MB', () => `Subject: x\r\n\r\n${'word '.repeat(4_000_000)}`],
  [
    '15,000 small parts',
    () =>
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n'.repeat(15_000)}--a--`,
  ],
  [
    'a mailbox of 19,000 messages',
    () => 'From a@b Thu Jan  1 00:00:00 2026\r\nSubject: x\r\n\r\nhello\r\n\r\n'.repeat(19_000),
  ],
  [
    'a calendar of 50,000 events',
    () =>
      `Subject: x\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20260101T000000Z\r\nEND:VEVENT\r\n'.repeat(50_000)}END:VCALENDAR`,
  ],
  [
    'HTML of 100,000 paragraphs',
    () =>
      `Subject: x\r\nContent-Type: text/html\r\n\r\n${'<p style="color:red">Dear <b>Ada</b></p>\r\n'.repeat(100_000)}`,
  ],
  ['text quoted 5,000 deep', () => `Subject: x\r\n\r\n${of(5000, (n) => `${'>'.repeat(n % 5000)} a`, '\r\n')}`],
  ['a subject of 40,000 encoded words', () => `Subject: ${'=?utf-8?B?QUFB?=\r\n '.repeat(40_000)}x\r\n\r\nhello`],
  [
    '50,000 recipients',
    () => `Subject: x\r\nTo: ${of(50_000, (n) => `"Ada ${n}" <a${n}@x.org>`, ',\r\n ')}\r\n\r\nhello`,
  ],
  ['50,000 headers', () => `${of(50_000, (n) => `X-A${n}: b${n}`, '\r\n')}\r\n\r\nhello`],
  [
    '10,000 attached tables',
    () =>
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${of(10_000, (n) => `--a\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="${n}.csv"\r\n\r\na,b\r\n1,2\r\n`)}--a--`,
  ],
  [
    'a message of 2,000,000 words that looks like HTML',
    () => `Subject: x\r\nContent-Type: text/html\r\n\r\n${'<b>a</b> '.repeat(500_000)}`,
  ],
  [
    '5,000 parts in quoted-printable',
    () =>
      `From: a@x.org\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${of(5000, (n) => `--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nM=C3=BCller ${n} =E2=82=AC\r\n`)}--b--\r\n`,
  ],
  [
    '2,000 attached pictures and pages',
    () =>
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${of(2000, (n) => `--a\r\nContent-Type: ${n % 2 === 0 ? 'image/bmp' : 'text/html'}\r\nContent-Disposition: attachment; filename="${n}.${n % 2 === 0 ? 'bmp' : 'html'}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${(n % 2 === 0 ? bitmap(n) : Buffer.from(`<p>page ${n}</p>`)).toString('base64')}\r\n`)}--a--`,
  ],
  [
    'parts of parts, 90 deep, with 50 beside each',
    () =>
      `Subject: x\r\n${of(90, (n) => `Content-Type: multipart/mixed; boundary="b${n}."\r\n\r\n${`--b${n}.\r\n\r\nhello\r\n`.repeat(50)}--b${n}.\r\n`)}\r\nhello\r\n`,
  ],
]
