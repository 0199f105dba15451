import { describe, expect, it } from 'vitest'
import { sampleApp } from '../testing/sample-app.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)

/** A call whose body is a document. */
async function send(headers: Record<string, string>, name = 'measure-documents') {
  const { app, key } = sampleApp()
  const init = { method: 'POST', headers: { 'x-api-key': key, ...headers }, body: bytes }
  const response = await app.request(`/${name}`, init)
  return {
    status: response.status,
    body: (await response.json()) as { data?: unknown; code?: string; detail?: string; errors?: unknown },
  }
}

describe('a document as the body', () => {
  it('is what the request in the header says of it', async () => {
    const headers = {
      'content-type': 'application/pdf',
      'chancery-request': '{"note":"n\\u00fc","document":{"filename":"a"}}',
    }
    expect(await send(headers)).toMatchObject({
      status: 200,
      body: { data: { note: 'nü', documents: [{ name: 'a', type: 'application/pdf', size: 256 }] } },
    })
  })

  it.each([
    ['bytes of no type', { 'content-type': 'application/octet-stream' }, ''],
    ['no type', {}, ''],
    ['JSON', { 'content-type': 'application/json' }, 'application/json'],
  ])('may be %s', async (_, headers, type) => {
    const { body } = await send({ 'chancery-request': '{}', ...headers })
    expect(body.data).toEqual({ documents: [{ name: '', type, size: 256 }] })
  })

  it('has its request in UTF-8, too', async () => {
    const header = Buffer.from('{"note":"Zoë 合同"}').toString('latin1')
    expect((await send({ 'chancery-request': header })).body.data).toMatchObject({ note: 'Zoë 合同' })
  })

  it.each([
    ['a header that is no JSON', '{', 400, 'malformed_json'],
    ['a header that is no object', '[]', 400, 'malformed_json'],
    ['a dangerous header', '{"__proto__":1}', 400, 'unsafe_input'],
    ['a document in the header as well', '{"document":{"content":"AA=="}}', 422, 'invalid_request'],
    ['a document that is none', '{"document":"a"}', 422, 'invalid_request'],
    ['a field that there is not', '{"path":"a"}', 422, 'invalid_request'],
  ])('is refused with %s', async (_, header, status, code) => {
    const answer = await send({ 'chancery-request': header })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('says of a header that is no JSON that it is the header', async () => {
    const answer = await send({ 'chancery-request': '{"path":"a"' })
    expect(answer.body.detail).toMatch(/^The header `chancery-request` is not JSON at its end: /)
  })

  it('is refused by a call that takes none', async () => {
    const answer = await send({ 'chancery-request': '{"text":"t"}' }, 'keep-note')
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('is none without the header, which is told where there could be one', async () => {
    const answer = await send({ 'content-type': 'application/pdf' })
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    expect(answer.body.detail).toContain('`chancery-request` has the request as JSON')
    const other = await send({ 'content-type': 'application/pdf' }, 'keep-note')
    expect(other.body.detail).not.toContain('chancery-request')
  })
})
