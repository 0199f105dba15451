import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './canonical-json.ts'
import { incomingBody } from '../call/incoming-body.ts'
import { defaultHttpLimits } from '../settings.ts'

/** The fingerprint of a body as it comes in pieces of so many bytes. */
function ofBody(kind: 'json' | 'raw' | 'multipart', bytes: Buffer, headers: Record<string, string>, declared?: number) {
  const body = incomingBody(kind, new Headers(headers), 'document', declared, defaultHttpLimits)
  for (let at = 0; at < bytes.length; at += 5003) body.take(new Uint8Array(bytes.subarray(at, at + 5003)))
  return fingerprintOf(body.input())
}

describe('the fingerprint of a body', () => {
  it.each([0, 1, 2, 3, 1000, 50_000, 100_001])('is the same however %i bytes came', (size) => {
    const content = randomBytes(size)
    const text = content.toString('base64')
    const json = (written: string): Buffer => Buffer.from(`{"path":"a","document":{"content":"${written}"}}`)
    const form = `--b\r\ncontent-disposition: form-data; name="request"\r\n\r\n{"path":"a"}\r\n--b\r\ncontent-disposition: form-data; name="document"; filename=""\r\n\r\n`
    const whole = ofBody('json', json(text), {}, json(text).length)
    expect(ofBody('json', json(text), {})).toBe(whole)
    expect(ofBody('json', json(text.replaceAll('/', '\\/')), {})).toBe(whole)
    expect(ofBody('raw', content, { 'chancery-request': '{"path":"a"}' }, size)).toBe(whole)
    const parts = Buffer.concat([Buffer.from(form), content, Buffer.from('\r\n--b--\r\n')])
    expect(ofBody('multipart', parts, { 'content-type': 'multipart/form-data; boundary=b' })).toBe(whole)
    const other = Buffer.concat([content, Buffer.from('x')]).toString('base64')
    expect(ofBody('json', json(other), {})).not.toBe(whole)
  })

  it.each(['AAA', 'AA-_', 'AA\n==', 'A===', '====', 'AA=A', `${'A'.repeat(70_000)}!AAA`])(
    'holds what is no base64 as the text that it is: %#',
    (content) => {
      const decoded = fingerprintOf({ content: new Uint8Array(Buffer.from(content, 'base64')) })
      expect(fingerprintOf({ content })).not.toBe(decoded)
      expect(fingerprintOf({ content })).not.toBe(fingerprintOf({ content: `${content} ` }))
    },
  )

  it('takes texts of other fields as texts', () => {
    expect(fingerprintOf({ text: 'AAAA' })).not.toBe(fingerprintOf({ text: new Uint8Array(3) }))
  })
})
