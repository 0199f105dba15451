import { describe, expect, it, vi } from 'vitest'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { parseMail } from './parse-mail.ts'

const bytesOf = (...lines: readonly string[]): Uint8Array => Buffer.from(lines.join('\r\n'), 'latin1')
const part = (type: string, ...lines: readonly string[]): string =>
  ['--x', `Content-Type: ${type}`, '', ...lines].join('\r\n')
const mixed = 'Content-Type: multipart/mixed; boundary=x'

describe('a mail', () => {
  it('has texts in their order, each in its forms, and files, mails among them', async () => {
    const mail = await parseMail(
      bytesOf(
        'Subject: s',
        mixed,
        '',
        part(
          'multipart/alternative; boundary=y',
          '--y',
          '',
          'plain',
          '--y',
          'Content-Type: text/html',
          '',
          '<b>',
          '--y--',
        ),
        part('text/plain', 'foot'),
        part('message/rfc822', 'Subject: inner', '', 'inside'),
        '--x--',
      ),
    )
    const texts = mail.texts.map(({ plain, html }) => [plain.join().trim(), html.join().trim()])
    expect([mail.subject, texts]).toEqual([
      's',
      [
        ['plain', '<b>'],
        ['foot', ''],
      ],
    ])
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['message/rfc822'])
  })

  it('of very many lines is read whole, and in few pieces', async () => {
    let pieces = 0
    const counted = class extends Blob {
      constructor(...[parts = [], options]: ConstructorParameters<typeof Blob>) {
        super(parts, options)
        pieces += [...parts].length
      }
    }
    vi.stubGlobal('Blob', counted)
    const lines = Array.from({ length: 25_000 }, (_, index) => `line ${index}`)
    const encoded = {
      '8bit': lines.join('\r\n'),
      'quoted-printable': lines.map((line) => line.replace(' ', '=20')).join('\r\n'),
      base64: lines.map((line) => Buffer.from(`${line}\n`).toString('base64')).join('\r\n'),
    }
    try {
      for (const [encoding, body] of Object.entries(encoded)) {
        pieces = 0
        const { texts } = await parseMail(
          bytesOf(mixed, '', '--x', `Content-Transfer-Encoding: ${encoding}`, '', body, '--x--', body),
        )
        expect(texts[0]?.plain.join('').trimEnd().split('\n')).toEqual(lines)
        expect(pieces).toBeLessThan(25_000)
      }
    } finally {
      vi.unstubAllGlobals()
    }
    await expect(parseMail(Buffer.alloc(2_000_000, '\n'))).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  const textOf = async (...lines: readonly string[]): Promise<string> => {
    const { texts } = await parseMail(bytesOf(...lines), 'koi8-r')
    return texts
      .flatMap(({ plain, html }) => [...plain, ...html])
      .join('')
      .trim()
  }

  it('is in the charset that its bytes show, whatever it says', async () => {
    const utf8 = Buffer.from('ä').toString('latin1')
    expect(await textOf('Content-Type: text/plain; charset=iso-8859-1', '', utf8)).toBe('ä')
    expect(await textOf('Content-Type: text/plain; charset=utf-8', '', '\u00e4')).toBe('ä')
    expect(await textOf('Content-Type: text/plain', '', '\u00e4')).toBe('Д')
    expect(await textOf('Content-Type: text/html', '', '<meta charset=windows-1251>\u00e4')).toMatch(/д$/)
  })

  it('is read with the boundary that is there, and its lines joined that flow on', async () => {
    expect(await textOf(mixed, '', '--y', 'Content-Type: text/plain; format=flowed', '', 'a ', 'b', '--y--')).toBe(
      'a b',
    )
    expect(await textOf(mixed, 'Subject: x', '', 'bare')).toBe('bare')
  })

  it('takes headers behind empty lines or a byte order mark for headers', async () => {
    for (const before of ['\r\n\n', '\uFEFF']) {
      const { subject, texts } = await parseMail(
        new TextEncoder().encode(`${before}Subject: x\r\nFrom: a@b.example\r\n\r\nText`),
      )
      expect([subject, texts[0]?.plain[0]?.trim()]).toEqual(['x', 'Text'])
    }
  })

  it('has no more parts, parts in parts and headers than mails have', async () => {
    const tooLarge = { code: 'payload_too_large' }
    const deep = Array.from(
      { length: 60 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n`,
    )
    await expect(parseMail(bytesOf(mixed, '', part('a/b', '').repeat(20_001)))).rejects.toMatchObject(tooLarge)
    await expect(parseMail(bytesOf(mixed, '', '--x\r\n\r\n'.repeat(20_001)))).rejects.toMatchObject(tooLarge)
    const lines = await parseMail(bytesOf(mixed, '', `--x\r\n\r\n${'--y\r\n'.repeat(20_001)}`, '--x--'))
    expect(lines.texts[0]?.plain[0]).toContain('--y')
    await expect(parseMail(bytesOf(mixed.replace('x', 'b0'), '', ...deep))).rejects.toMatchObject(tooLarge)
    await expect(parseMail(bytesOf(`X: ${'x'.repeat(2 ** 21)}`, ''))).rejects.toMatchObject(tooLarge)
  })

  it('takes linear time for HTML beside plain text', async () => {
    const make = (size: number): Uint8Array =>
      bytesOf(mixed, '', part('text/plain', 'x'), part('text/html', '<a href="x" '.repeat(size)), '--x--')
    await expectLinearTime(2500, make, (bytes) => parseMail(bytes))
  })
})
