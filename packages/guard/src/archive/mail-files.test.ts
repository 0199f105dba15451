import { type CompoundNode, writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archivedNames } from './archived-names.ts'

const { signal } = new AbortController()
const zip = buildZip([{ name: 'b/setup.exe', content: 'MZ' }])
const base64 = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

const mail = (...parts: readonly string[]): string =>
  [
    'From: a@firm.example',
    'Subject: files',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    ...parts.map((part) => `--b\r\n${part}`),
    '--b--',
    '',
  ].join('\r\n')
const part = (headers: string, body = 'x'): string => `${headers}\r\n\r\n${body}`
const encoded = (headers: string, body: Uint8Array | string): string =>
  part(`${headers}\r\nContent-Transfer-Encoding: base64`, base64(body))
const program = part('Content-Type: text/plain; name="setup.exe"')

const stream = (id: string, text: string): CompoundNode => ({
  name: `__substg1.0_${id}001F`,
  bytes: Buffer.from(text, 'utf16le'),
})
const attached = (...children: readonly CompoundNode[]): CompoundNode => ({
  name: '__attach_version1.0_#00000000',
  children,
})
const message = (...children: readonly CompoundNode[]): Uint8Array =>
  writeCompoundFile([{ name: '__properties_version1.0', bytes: new Uint8Array(32) }, ...children])
const data = (bytes: Uint8Array): CompoundNode => ({ name: '__substg1.0_37010102', bytes })

const namesIn = async (content: string | Uint8Array) => await archivedNames(Buffer.from(content), signal)

describe('the names in an e-mail', () => {
  it.each<readonly [string, string | Uint8Array]>([
    ['by its type', mail(program)],
    ['by its disposition', mail(part('Content-Disposition: attachment;\r\n\tfilename=setup.exe'))],
    ['in pieces', mail(part('Content-Disposition: attachment; filename*0="set"; filename*1="up.exe"'))],
    ['in percent codes', mail(part("Content-Disposition: attachment; filename*=utf-8''setup%2Eexe"))],
    ['in an encoded word', mail(part(`Content-Type: a/b; name="=?utf-8?B?${base64('setup.exe')}?="`))],
    ['in two of them', mail(part('Content-Type: a/b; name="=?utf-8?Q?setup=2E?=\r\n =?utf-8?Q?exe?="'))],
    ['with lines of LF alone', mail(program).replaceAll('\r\n', '\n')],
    ['as uuencode has it', `From: a@firm.example\r\n\r\nbegin 644 setup.exe\r\n#0V%T\r\n\`\r\nend\r\n`],
    ['in one that is in it', mail(part('Content-Type: message/rfc822', mail(program)))],
    [
      'three deep',
      mail(part('Content-Type: message/rfc822', mail(part('Content-Type: message/rfc822', mail(program))))),
    ],
    ['in one that is encoded', mail(encoded('Content-Type: message/rfc822', mail(program)))],
    ['in one that is called so', mail(encoded('Content-Type: a/b; name="a.EML"', mail(program)))],
    [
      'in one in quoted-printable',
      mail(
        part(
          'Content-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable',
          'Content-Type: a/b;\r\n name=3D"setup.e=\r\nxe"\r\n\r\nx',
        ),
      ),
    ],
    ['of one of Outlook', message(attached(stream('3707', 'setup.exe')))],
    [
      'of one of Outlook in another',
      message(attached({ name: '__substg1.0_3701000D', children: [attached(stream('3704', 'setup.exe'))] })),
    ],
    [
      'of one of Outlook that is attached',
      mail(encoded('Content-Type: a/b; name=a.msg', message(attached(stream('3707', 'setup.exe'))))),
    ],
  ])('%s', async (_name, content) => {
    const { names, isWhole } = await namesIn(content)
    expect([names.includes('setup.exe'), isWhole]).toEqual([true, true])
  })

  it.each<readonly [string, string | Uint8Array]>([
    ['an e-mail', mail(encoded('Content-Type: application/zip; name="a.zip"', zip))],
    [
      'one that is in it',
      mail(part('Content-Type: message/rfc822', mail(encoded('Content-Type: a/b; name=a.zip', zip)))),
    ],
    ['one of Outlook', message(attached(stream('3707', 'a.zip'), data(zip)))],
    ['an e-mail in a zip', buildZip([{ name: 'a.eml', content: mail(encoded('Content-Type: a/b; name=a.zip', zip)) }])],
  ])('in a zip in %s', async (_name, content) => {
    const { names, isWhole } = await namesIn(content)
    expect([names.includes('b/setup.exe'), isWhole]).toEqual([true, true])
  })

  it('of what is harmless are no others', async () => {
    const { names, isWhole } = await namesIn(
      mail(
        part('Content-Type: text/plain', 'the file name=setup.exe'),
        encoded('Content-Type: application/pdf; name="a.pdf"', '%PDF-'),
      ),
    )
    expect([names, isWhole]).toEqual([['a.pdf'], true])
  })

  it.each<readonly [string, string | Uint8Array]>([
    ['packed for Outlook', mail(encoded('Content-Type: application/ms-tnef; name="winmail.dat"', 'x'))],
    ['packed by uuencode', 'From: a@firm.example\r\n\r\nbegin 644 a.zip\r\n#0V%T\r\n`\r\nend\r\n'],
    ['cut off', mail(part('Content-Type: a/b; name=a.zip')).slice(0, 140)],
    ['damaged', message(attached(stream('3707', 'a.zip'))).slice(0, 1300)],
    ['without its bytes', message(attached(stream('3707', 'a.zip')))],
  ])('says that it did not look into what is %s', async (_name, content) => {
    expect(await namesIn(content)).toMatchObject({ isWhole: false })
  })

  it('of any damage are told in bounded time', async () => {
    const whole = [
      mail(encoded('Content-Type: a/b; name=a.zip', zip), program),
      message(attached(stream('3707', 'a.zip'), data(zip))),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), fc.nat(), fc.nat(255), async (content, at, value) => {
        const bytes = Uint8Array.from(Buffer.from(content))
        const { names } = await archivedNames(bytes.with(at % bytes.length, value), signal)
        expect(names.length).toBeLessThan(20)
      }),
    )
  })
})
