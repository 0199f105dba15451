import { ChanceryError, Content } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage } from './message-bytes.ts'

const decoded = (message: Buffer): unknown => decodeMessage(message.subarray(4))
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
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('\u0000')), tie('value'), { noNullPrototype: true }),
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

  it('leaves out what is undefined, and may have the keys that stand for something else', () => {
    const value = { none: undefined, '\u0000': 'bytes', part: [new Uint8Array([1])], ['__proto__']: 1 }
    expect(Object.entries(passed(value) as object)).toEqual(Object.entries(value).slice(1))
    expect(passed({ text: '{"\\u0000":"bytes","part":7}' })).toEqual({ text: '{"\\u0000":"bytes","part":7}' })
  })

  it('holds content and errors as what they are', () => {
    const problem = { violations: [{ pointer: '/a', code: 'b', message: 'c' }], details: { limit: 3 }, retryAfterMs: 5 }
    const value = {
      content: new Content([new Uint8Array([1]), Buffer.from([2, 3])]),
      error: new ChanceryError('data_incomplete', 'Two are missing.', { ...problem, cause: new Error('secret') }),
    }
    const back = passed(value) as typeof value
    expect(back.content).toBeInstanceOf(Content)
    expect([...back.content.bytes]).toEqual([1, 2, 3])
    expect(ChanceryError.is(back.error)).toBe(true)
    expect(back.error).toMatchObject({ code: 'data_incomplete', message: 'Two are missing.', ...problem })
    expect(back.error.cause).toBeUndefined()
  })

  it('holds the same bytes once, wherever they stand', () => {
    const picture = new Uint8Array(10_000).fill(7)
    const message = encodeMessage([picture, { again: picture }, new Uint8Array(picture)])
    expect(message.length).toBeLessThan(21_000)
    expect(decoded(message)).toEqual([picture, { again: picture }, picture])
  })

  it('cannot be made of what would come back as something else', () => {
    const values = [
      Buffer.alloc(1).buffer,
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
    expect(() => encodeMessage(undefined)).toThrow(TypeError)
    for (const value of values) {
      expect(() => encodeMessage({ at: value }), String(value)).toThrow(TypeError)
    }
  })

  it('is not read where it is none', () => {
    const part = (bytes: Uint8Array): Buffer => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return Buffer.concat([length, bytes])
    }
    const message = (json: string, ...parts: Uint8Array[]): Buffer =>
      Buffer.concat([Buffer.from(json), ...parts].map(part))
    const marked = (rest: object): string => JSON.stringify([{ '\u0000': 'bytes', ...rest }])
    expect(decodeMessage(message('1'))).toBe(1)
    expect(decodeMessage(message(marked({ part: 0 }), new Uint8Array(2)))).toEqual([new Uint8Array(2)])
    const broken = [
      Buffer.alloc(0),
      Buffer.alloc(3),
      Buffer.from([0, 0, 0, 9, 123]),
      message('{"value":'),
      message(marked({ part: 1 }), new Uint8Array(2)),
      message(marked({ part: -1 }), new Uint8Array(2)),
      message(marked({ part: '__proto__' }), new Uint8Array(2)),
      message('{"\\u0000":"nonsense"}'),
      message('{"\\u0000":"error","problem":null}'),
      message('{"\\u0000":"content","chunks":7}'),
      message('{"\\u0000":"object","entries":7}'),
    ]
    for (const bytes of broken) expect(() => decodeMessage(bytes), bytes.toString()).toThrow()
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
