import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, headerBytes } from './message-format.ts'

const decoded = (message: Buffer): unknown => decodeMessage(message.subarray(headerBytes)).value
const passed = (value: unknown): unknown => decoded(encodeMessage(value))

const sendable = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary' }),
    // Lone surrogates are no text of UTF-8.
    fc
      .tuple(
        fc.string({ unit: fc.constantFrom('a', 'é', '’', '\u{1f600}', '\ud800', '"'), minLength: 1 }),
        fc.integer({ min: 300, max: 2000 }),
      )
      .map(([text, count]) => text.repeat(count)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
    fc.int32Array().map((numbers) => new Int32Array(numbers)),
    fc.float64Array().map((numbers) => new Float64Array(numbers).subarray(numbers.length >> 1)),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
  ),
})).value

describe('a message', () => {
  it('gives back what it was made of', () => {
    fc.assert(
      fc.property(sendable, (value) => {
        expect(passed(value)).toEqual(value)
      }),
    )
  })

  it('leaves out what is undefined, and may have the keys that the envelope has', () => {
    const value = { none: undefined, value: [new Uint8Array([1])], places: [], parts: 'x', ['__proto__']: 1 }
    expect(Object.entries(passed(value) as object)).toEqual(Object.entries(value).slice(1))
  })

  it('holds the same bytes once, wherever they stand', () => {
    const picture = new Uint8Array(10_000).fill(7)
    const message = encodeMessage([picture, { again: picture }, new Uint8Array(picture)])
    expect(message.length).toBeLessThan(21_000)
    expect(decoded(message)).toEqual([picture, { again: picture }, picture])
  })

  it('holds long texts as they are, and does not write them as JSON', () => {
    const text = '"’'.repeat(5000)
    expect(encodeMessage({ text }).length).toBeLessThan(Buffer.byteLength(text) + 200)
    expect(passed([text, { text }])).toEqual([text, { text }])
  })

  it('cannot be made of what would come back as something else', () => {
    const values = [
      Number.NaN,
      Infinity,
      new Date(0),
      new Map(),
      1n,
      Symbol('x'),
      () => 1,
      [undefined],
      new Float32Array(1),
    ]
    for (const value of values) {
      expect(() => encodeMessage({ at: value }), String(value)).toThrow(TypeError)
    }
  })

  it('is not read where it is none', () => {
    const message = (head: string, bytes = 0): Buffer => {
      const size = Buffer.alloc(4)
      size.writeUInt32BE(Buffer.byteLength(head))
      return Buffer.concat([size, Buffer.from(head), Buffer.alloc(bytes)])
    }
    const place = (path: unknown, part = 0): string =>
      JSON.stringify({ value: {}, places: [{ path, part }], parts: [{ kind: 'bytes', bytes: 1 }] })
    expect(decodeMessage(message('{"value":1}')).value).toBe(1)
    expect(decodeMessage(message(place(['value']), 1)).value).toEqual(new Uint8Array(1))
    const broken = [
      Buffer.alloc(0),
      Buffer.alloc(3),
      Buffer.from([0, 0, 0, 9, 123]),
      message('{"value":'),
      message('{"value":[null],"places":[{"path":["value",0],"part":0}],"parts":[{"kind":"bytes","bytes":2}]}', 1),
      message('{"value":[null],"places":[{"path":["value",0],"part":0}],"parts":[{"kind":"int32","bytes":3}]}', 3),
      message('{"value":[null],"places":[{"path":["value",0],"part":0}],"parts":[{"bytes":-1}]}', 1),
      message('{"value":[null],"places":[{"path":["value",0],"part":0}],"parts":[{"bytes":"x"}]}', 1),
      message('null'),
      message('{"places":7,"parts":[]}'),
      ...[['value', 'x'], ['value', '__proto__', 'polluted'], ['constructor', 'prototype'], [], 'value', 7].map(
        (path) => message(place(path), 1),
      ),
      message(place(['value'], 5), 1),
    ]
    for (const bytes of broken) expect(() => decodeMessage(bytes), bytes.toString()).toThrow()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
