import { serialize } from 'node:v8'
import { ChanceryError, Content } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeInTurns, decodeMessage, encodeMessage } from './message-bytes.ts'

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

  it('gives back a long text of Latin-1 at one byte a character, as V8 writes it', () => {
    const text = 'Müller '.repeat(200_000)
    expect(serialize(passed(text)).toString('latin1', 2, 4)).toContain('"')
    expect(passed(text)).toBe(text)
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

  const grid = (rows: number, columns: number) =>
    Array.from({ length: rows }, (_, row) => ({
      row,
      cells: Array.from({ length: columns }, (_cell, at) => `${row}.${at}`),
    }))

  it.each([
    ['a list of many', grid(10_000, 2)],
    ['a list of few that hold many', grid(10, 5000)],
    ['lists in each other, each short of a part', grid(200, 900)],
    ['long texts', Array.from({ length: 100 }, (_, index) => `${index}\n`.repeat(20_000))],
    ['many of what is marked', Array.from({ length: 9000 }, (_, index) => ({ own: new Uint8Array([index % 256]) }))],
    ['many keys', { keys: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`key ${index}`, index])) }],
  ])('is read in turns, the same and never much at once: %s', async (_, value) => {
    const message = encodeMessage(value)
    let [parts, most, turns] = [0, 0, 0]
    for (let at = 4; at < message.length; at += 5 + message.readUInt32BE(at)) {
      most = Math.max(most, message.readUInt32BE(at))
      parts++
    }
    expect(most).toBeLessThan(1024 * 1024)
    expect(await decodeInTurns(message.subarray(4), async () => void turns++)).toEqual(value)
    expect(turns).toBe(parts)
    expect(decoded(message)).toEqual(value)
  })

  it('is not read where it is none', () => {
    const part = (kind: number, bytes: Uint8Array): Buffer => {
      const head = Buffer.alloc(5)
      head.writeUInt32BE(bytes.length)
      head.writeUInt8(kind, 4)
      return Buffer.concat([head, bytes])
    }
    const json = (value: unknown): Buffer => part(2, Buffer.from(JSON.stringify(value)))
    const marked = (what: string, rest: object): object => ({ '\u0000': what, ...rest })
    const two = part(0, new Uint8Array(2))
    expect(decodeMessage(json(1))).toBe(1)
    expect(decodeMessage(Buffer.concat([two, json([marked('part', { part: 0 })])]))).toEqual([new Uint8Array(2)])
    expect(decodeMessage(Buffer.concat([json([1]), json(marked('list', { parts: [0] }))]))).toEqual([1])
    const broken: Buffer[][] = [
      [],
      [Buffer.alloc(3)],
      [Buffer.alloc(4)],
      [Buffer.from([0, 0, 0, 9, 2, 123])],
      [two],
      [part(3, Buffer.from('1'))],
      [part(2, Buffer.from('{"value":'))],
      ...[1, -1, 0.5, '__proto__', 'length'].map((at) => [two, json([marked('part', { part: at })])]),
      [json([1]), json(marked('part', { part: 0 }))],
      [two, json(marked('list', { parts: [0] }))],
      [json(1), json(marked('list', { parts: [0] }))],
      // As often as this, a few bytes would be more than there is memory.
      [json([1]), json(marked('list', { parts: [0, 0] }))],
      [json(marked('list', { parts: 7 }))],
      [json(marked('nonsense', {}))],
      [json(marked('error', { problem: null }))],
      [json(marked('content', { chunks: 7 }))],
      [json(marked('object', { entries: 7 }))],
    ]
    for (const parts of broken) {
      const bytes = Buffer.concat(parts)
      expect(() => decodeMessage(bytes), bytes.toString()).toThrow()
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
