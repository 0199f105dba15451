import { type Attack, latin1 } from './attack.ts'
import { deflatedRun, rawZip } from './raw-zip.ts'

const megabyte = 1_000_000

const headers = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nMessage-ID: <a@b>\r\n'

function nestedMail(levels: number): string {
  const open = Array.from(
    { length: levels },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  )
  return `${headers}${open.join('')}Content-Type: text/plain\r\n\r\nhello\r\n`
}

/** Whole messages in each other, as forwards of forwards are. */
function rfc822(levels: number): string {
  return `${`${headers}Content-Type: message/rfc822\r\n\r\n`.repeat(levels)}${headers}\r\nhello`
}

const attachment = (name: string, base64: string): string =>
  `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`

/** Each an attachment of the next: every level makes it a third longer, until it is a megabyte or so. */
function messageInBase64(levels: number): string {
  let message = `${headers}\r\nhello`
  for (let level = 0; level < levels && message.length < megabyte; level++) {
    const inner = Buffer.from(message, 'latin1').toString('base64')
    message = `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${attachment('a.eml', inner)}--b--\r\n`
  }
  return message
}

const mails: readonly (readonly [string, string])[] = [
  ['5,000 parts in each other', nestedMail(5000)],
  ['500 messages in each other', headers + 'Content-Type: message/rfc822\r\n\r\n'.repeat(500)],
  ['100,000 parts', `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`],
  ['a boundary of nothing', `${headers}Content-Type: multipart/mixed; boundary=""\r\n\r\n${'--\r\n'.repeat(100_000)}`],
  ['a header of a megabyte', `${headers}X-Long: ${'a'.repeat(megabyte)}\r\n\r\nhello`],
  ['a header of 100,000 lines', `${headers}X-Long:${'\r\n a'.repeat(100_000)}\r\n\r\nhello`],
  ['100,000 headers', `${headers}${'X-A: b\r\n'.repeat(100_000)}\r\nhello`],
  ['100,000 addresses', `${headers}Cc: ${'a@b.example, '.repeat(100_000)}\r\n\r\nhello`],
  ['addresses that stay open', `${headers}Cc: ${'"<('.repeat(100_000)}\r\n\r\nhello`],
  ['encoded words', `${headers}X-A: ${'=?utf-8?q?=41?= '.repeat(50_000)}\r\n\r\nhello`],
  ['parameters without end', `${headers}Content-Type: text/plain; ${'a*0="b"; '.repeat(50_000)}\r\n\r\nhello`],
  ['base64 that is none', `${headers}Content-Transfer-Encoding: base64\r\n\r\n${'=*~'.repeat(200_000)}`],
  ['an encoding that nobody knows', `${headers}Content-Type: text/plain; charset=klingon\r\n\r\nhello`],
  ['1,000 whole messages in each other', rfc822(1000)],
  ['messages in each other, in base64', messageInBase64(40)],
  [
    'parts that share one boundary',
    `${headers}${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(3000)}`,
  ],
  [
    'boundaries that begin like each other',
    `${headers}Content-Type: multipart/mixed; boundary=a\r\n\r\n${Array.from({ length: 3000 }, (_, n) => `--${'a'.repeat(n % 70)}\r\n`).join('')}`,
  ],
  [
    'a boundary of 100 kB',
    `${headers}Content-Type: multipart/mixed; boundary="${'b'.repeat(100_000)}"\r\n\r\n${'--b\r\n'.repeat(50_000)}`,
  ],
  [
    'lines that are nearly boundaries',
    `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${'--bb\r\n-- b\r\n--'.repeat(50_000)}`,
  ],
  ['no boundary at all', `${headers}Content-Type: multipart/mixed\r\n\r\n${'--\r\n'.repeat(50_000)}`],
  [
    '20,000 attachments',
    `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${attachment('a.txt', 'YQ==').repeat(20_000)}--b--`,
  ],
  [
    'an attachment of six megabytes of zeros',
    `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${attachment('a.bin', 'AAAA'.repeat(1_500_000))}--b--`,
  ],
  [
    'an attachment that is a bomb',
    `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${attachment('a.docx', rawZip([{ name: 'word/document.xml', data: deflatedRun(300), size: 300 * 1024 * 1024 }]).toString('base64'))}--b--`,
  ],
  [
    'an attachment whose name leads away',
    `${headers}Content-Type: multipart/mixed; boundary=b\r\n\r\n${attachment('../../../../etc/passwd', 'YQ==')}${attachment('a\0.txt', 'YQ==')}--b--`,
  ],
  [
    'a name in 50,000 pieces',
    `${headers}Content-Type: text/plain;${Array.from({ length: 50_000 }, (_, n) => `\r\n name*${n}*=%41`).join(';')}\r\n\r\nhello`,
  ],
  [
    'soft breaks without end',
    `${headers}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n'.repeat(300_000)}`,
  ],
  ['escapes that are none', `${headers}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=='.repeat(500_000)}`],
  ['uuencoded lines', `${headers}\r\nbegin 644 a\r\n${'M'.repeat(60)}\r\n`.repeat(1000)],
  ['a part of HTML in each other', `${headers}Content-Type: text/html\r\n\r\n${'<div>'.repeat(100_000)}`],
  ['UTF-7', `${headers}Content-Type: text/html; charset=utf-7\r\n\r\n${'+ADw-script+AD4-'.repeat(20_000)}`],
  [
    'encoded words in encoded words',
    `From: =?utf-8?b?${Buffer.from('=?utf-8?q?'.repeat(5000)).toString('base64')}?=\r\n${headers}\r\nhello`,
  ],
  ['comments in comments', `${headers}Cc: ${'('.repeat(100_000)}a@b.example${')'.repeat(100_000)}\r\n\r\nhello`],
  ['groups of groups', `${headers}Cc: ${'a:'.repeat(50_000)};\r\n\r\nhello`],
  ['quoted pairs', `${headers}Cc: "${'\\"'.repeat(100_000)}" <a@b.example>\r\n\r\nhello`],
  ['references without end', `${headers}References: ${'<a@b> '.repeat(100_000)}\r\n\r\nhello`],
  ['a date at no time', `${headers}Date: ${'9'.repeat(50_000)} Foo 99999 99:99:99 +9999\r\n\r\nhello`],
  [
    'half a calendar',
    `${headers}Content-Type: text/calendar\r\n\r\n${'BEGIN:VEVENT\r\nRRULE:FREQ=SECONDLY\r\n'.repeat(20_000)}`,
  ],
  ['a quoted letter, 50,000 deep', `${headers}\r\n${'>'.repeat(50_000)} hello\r\n`.repeat(4)],
  ['lone line feeds and returns', `${headers}X-A: b\r\r\n\n\r${'\r'.repeat(100_000)}\nhello`],
]

/** Messages whose structure, headers or encodings are the attack. */
export function* mailAttacks(): Generator<Attack> {
  for (const [name, body] of mails) yield { name: `eml: ${name}`, bytes: latin1(body), filename: 'a.eml' }
}
