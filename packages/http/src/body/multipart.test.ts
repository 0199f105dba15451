import { describe, expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'

const send = async (form: FormData, headers: Record<string, string> = {}) => {
  const { app, key } = sampleApp()
  const response = await app.request('/measure-documents', {
    method: 'POST',
    headers: { 'x-api-key': key, ...headers },
    body: form,
  })
  return {
    status: response.status,
    body: (await response.json()) as { data?: unknown; code?: string; errors?: unknown[] },
  }
}
const file = (bytes: number[], name: string, type = ''): File => new File([new Uint8Array(bytes)], name, { type })
const form = (parts: readonly (readonly [string, string | File])[]): FormData => {
  const data = new FormData()
  for (const [name, part] of parts) data.append(name, part)
  return data
}

describe('multipart/form-data', () => {
  it('puts files where their names say, beside what the JSON has there', async () => {
    const { status, body } = await send(
      form([
        ['request', '{"note":"n","samples":[{"filename":"named by the JSON.bin"}]}'],
        ['samples.0', file([0, 255, 128], 'a.bin', 'application/pdf')],
        ['/samples/1', file([1], 'Zoë.docx')],
        ['document', file([], 'empty.txt', 'text/plain')],
      ]),
    )
    expect(status).toBe(200)
    expect(body.data).toEqual({
      note: 'n',
      documents: [
        { name: 'empty.txt', type: 'text/plain', size: 0 },
        { name: 'named by the JSON.bin', type: 'application/pdf', size: 3 },
        { name: 'Zoë.docx', type: '', size: 1 },
      ],
    })
  })

  it('takes the JSON as a file part too, or none at all', async () => {
    const request = new File(['{"note":"n"}'], 'request.json', { type: 'application/json' })
    expect((await send(form([['request', request]]))).body.data).toEqual({ note: 'n', documents: [] })
    expect((await send(form([['document', file([1, 2], 'a')]]))).body.data).toEqual({
      documents: [{ name: 'a', type: '', size: 2 }],
    })
  })

  it.each([
    [
      'two requests',
      [
        ['request', '{}'],
        ['request', '{}'],
      ],
      400,
      'malformed_json',
    ],
    ['a request that is no JSON', [['request', '{']], 400, 'malformed_json'],
    ['a dangerous request', [['request', '{"__proto__":1}']], 400, 'unsafe_input'],
    ['a dangerous name', [['__proto__.polluted', file([1], 'a')]], 422, 'invalid_request'],
    ['a gap in a list', [['samples.1', file([1], 'a')]], 422, 'invalid_request'],
    ['a huge index', [['samples.4294967295', file([1], 'a')]], 422, 'invalid_request'],
    ['a text beside the request', [['document', 'text']], 422, 'invalid_request'],
    [
      'a place that is taken',
      [
        ['request', '{"document":{"content":""}}'],
        ['document', file([1], 'a')],
      ],
      422,
      'invalid_request',
    ],
    [
      'a place twice',
      [
        ['document', file([1], 'a')],
        ['document', file([2], 'b')],
      ],
      422,
      'invalid_request',
    ],
    [
      'a place within a text',
      [
        ['request', '{"note":"n"}'],
        ['note.x', file([1], 'a')],
      ],
      422,
      'invalid_request',
    ],
    [
      'a place within a file',
      [
        ['document', file([1], 'a')],
        ['document.content.0', file([1], 'a')],
      ],
      422,
      'invalid_request',
    ],
    ['an unknown place', [['nowhere', file([1], 'a')]], 422, 'invalid_request'],
    ['a very deep place', [[Array.from({ length: 50 }, () => 'a').join('.'), file([1], 'a')]], 422, 'invalid_request'],
  ] as const)('refuses %s', async (_, parts, status, code) => {
    const answer = await send(form(parts))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  const part = (headers: string, content: string): string =>
    `--=_mark\r\ncontent-disposition: form-data; name="document"; filename="a"\r\n${headers}\r\n${content}\r\n`
  const sendRaw = (body: string) =>
    sampleApp().post('measure-documents', body, { 'content-type': 'multipart/form-data; boundary="=_mark"' })

  it('refuses two boundaries, of which another reader could take the other', async () => {
    const type = 'multipart/form-data; boundary="=_mark"; boundary=b'
    const answer = await sampleApp().post('measure-documents', `${part('', 'abc')}--=_mark--\r\n`, {
      'content-type': type,
    })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('two boundaries')])
  })

  it.each([
    ['before the first part', (size: number) => `${'x'.repeat(size)}\r\n${part('', 'abc')}--=_mark--\r\n`],
    [
      'before a first part without a line of its own',
      (size: number) => `${'x'.repeat(size)}${part('', 'abc')}--=_mark--`,
    ],
    ['behind the last part', (size: number) => `${part('', 'abc')}--=_mark--\r\n${'x'.repeat(size)}`],
    ['in the headers of a part', (size: number) => `${part(`x-long: ${'x'.repeat(size)}\r\n`, 'abc')}--=_mark--\r\n`],
  ])('bounds what stands %s', async (_, bodyOf) => {
    expect((await sendRaw(bodyOf(8000))).status).toBe(200)
    const refused = await sendRaw(bodyOf(5_000_000))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'payload_too_large', limit: 8192, unit: 'bytes' })
  })

  it('counts in the fingerprint of a call, by its bytes', async () => {
    const { fingerprintOf } = await import('../json/canonical-json.ts')
    const bytes = (...values: number[]): unknown => ({ b: { content: new Uint8Array(values) }, a: 1 })
    expect(fingerprintOf(bytes(1, 2))).toBe(fingerprintOf({ a: 1, b: { content: new Uint8Array([1, 2]) } }))
    expect(fingerprintOf(bytes(1, 2))).not.toBe(fingerprintOf(bytes(1, 3)))
    expect(fingerprintOf({ a: ['b'] })).not.toBe(fingerprintOf({ a: { 0: 'b' } }))
  })
})
