import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formParts } from './form-parts.ts'

const encode = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const textsOf = (body: string | Uint8Array<ArrayBuffer>, boundary: string) =>
  formParts(typeof body === 'string' ? encode(body) : body, boundary, 100).map(({ content, ...rest }) => ({
    ...rest,
    text: Buffer.from(content).toString('latin1'),
  }))
const head = 'content-disposition: form-data; name="document"; filename="a.bin"\r\n\r\n'

/** A form with one file, whatever the file holds. */
const bodyWith = (boundary: string, file: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from(`--${boundary}\r\n${head}`), file, Buffer.from(`\r\n--${boundary}--\r\n`)]))

describe('a boundary', () => {
  it.each(['--bb', '\r\n--bbb', 'x--bb--\r\n', '\n--bb\n', '\r\n--b', '\r\n\r\n', '\r\n-', '\r'])(
    'parts nothing inside a file: %j',
    (text) => expect(textsOf(bodyWith('bb', encode(text)), 'bb').map((part) => part.text)).toEqual([text]),
  )

  it('of one character leaves any file whole that holds no line of its own', () => {
    const marks = fc.constantFrom('\r\n', '--', '-', 'b', '\r\n--', '\n', '\r', ' ', 'x')
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 30 }), (pieces) => {
        const file = pieces.join('')
        fc.pre(!/\r\n--b(?:--|[ \t]*\r\n)/.test(`${file}\r\n`))
        expect(textsOf(bodyWith('b', encode(file)), 'b').map((part) => part.text)).toEqual([file])
      }),
      { numRuns: 500 },
    )
  })

  it('may have spaces behind it, and a text before and behind all', () => {
    const body = `hello\r\n--b \t\r\n${head}one\r\n--b\r\n${head}\r\n--b--bye`
    expect(textsOf(body, 'b').map((part) => part.text)).toEqual(['one', ''])
  })

  it('costs no more the more often it almost stands there', async () => {
    await expectLinearTime(
      50_000,
      (size) => bodyWith('b', encode('\r\n--bx'.repeat(size))),
      (body) => formParts(body, 'b', 100),
    )
  })
})

describe('the headers of a part', () => {
  const withHead = (headers: string) => textsOf(`--b\r\n${headers}\r\n\r\nx\r\n--b--`, 'b')[0]

  it.each([
    ['content-disposition: form-data; name="a"', { name: 'a' }],
    ['Content-Disposition:form-data;name=a;filename=b.txt', { name: 'a', filename: 'b.txt' }],
    ['Content-Disposition: form-data; filename="Zoë \\"1\\".txt"; name="a"', { name: 'a', filename: 'Zoë "1".txt' }],
    ['Content-Disposition: form-data; name="a"; filename="%22%0D%0A%20.txt"', { filename: '"\r\n%20.txt' }],
    ['Content-Disposition: form-data; name=a; filename="_"; filename*=UTF-8\'\'Zo%C3%AB.txt', { filename: 'Zoë.txt' }],
    ['Content-Type: text/csv; x=y\r\nContent-Disposition: form-data; name="a"', { contentType: 'text/csv; x=y' }],
  ])('%s', (headers, wanted) => expect(withHead(headers)).toMatchObject({ ...wanted, text: 'x' }))

  it('may say that the part is base64', () => {
    const headers = 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    expect(textsOf(`--b\r\n${headers}SGVs\r\nbG8=\r\n--b--`, 'b')[0]?.text).toBe('Hello')
    for (const wrong of ['SGVs!bG8=', 'SGVsb', 'SGVs=bG8=', 'SGVsbG8===', 'Größe'])
      expect(() => textsOf(`--b\r\n${headers}${wrong}\r\n--b--`, 'b'), wrong).toThrow(/base64/)
  })

  it.each([
    ['a coding that is not undone', 'Content-Transfer-Encoding: quoted-printable'],
    ['a coding of two', 'Content-Transfer-Encoding: base64, base64'],
    ['two names', 'content-disposition: form-data; name="b"'],
    ['two codings', 'content-transfer-encoding: binary\r\ncontent-transfer-encoding: base64'],
  ])('are refused with %s', (_, more) => {
    expect(() => withHead(`content-disposition: form-data; name="a"\r\n${more}`)).toThrow(
      expect.objectContaining({ code: 'malformed_json' }),
    )
  })

  it.each(['7bit', '8BIT', 'binary'])('may say that nothing is coded: %s', (coding) => {
    const headers = `content-disposition: form-data; name="a"\r\ncontent-transfer-encoding: ${coding}`
    expect(withHead(headers)?.text).toBe('x')
  })
})

it('gives views into the body', () => {
  const body = bodyWith('b', encode('file'))
  expect(formParts(body, 'b', 100)[0]?.content.buffer).toBe(body.buffer)
})

it.each([
  ['nothing', ''],
  ['no boundary', 'x'.repeat(100)],
  ['no end', `--b\r\n${head}file`],
  ['an end that is cut off', `--b\r\n${head}file\r\n--b`],
  ['a part without headers', '--b\r\n\r\nfile\r\n--b--'],
  ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nfile\r\n--b--'],
  ['an attachment', '--b\r\ncontent-disposition: attachment; name="a"\r\n\r\nfile\r\n--b--'],
  ['two boundaries in a row', '--b\r\n--b--'],
])('is refused: %s', (_, body) => {
  expect(() => textsOf(body, 'b')).toThrow(expect.objectContaining({ code: 'malformed_json' }))
})

it('is any number of parts up to the bound, empty ones too', () => {
  const body = (parts: number) => encode(`${`--b\r\n${head}\r\n`.repeat(parts)}--b--`)
  expect(formParts(body(100), 'b', 100)).toHaveLength(100)
  expect(() => formParts(body(101), 'b', 100)).toThrow(expect.objectContaining({ code: 'payload_too_large' }))
})
