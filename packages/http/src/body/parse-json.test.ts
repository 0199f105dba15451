import { ChanceryError } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

const limits = { jsonDepth: 64, jsonValues: 1_000_000, jsonItems: 1_000_000, jsonKeys: 1_000_000 }

const codeOf = (text: string): string => {
  try {
    parseJson(text, limits)
    return 'fine'
  } catch (error) {
    if (ChanceryError.is(error)) return error.code
    throw error
  }
}

const parses = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

describe('parseJson', () => {
  it('lets through whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5 })),
        fc.nat(3),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent)
          expect(codeOf(text)).toBe(/"(?:__proto__|constructor|prototype)":/.test(text) ? 'unsafe_input' : 'fine')
        },
      ),
    )
  })

  it('finds malformed exactly what JSON.parse finds malformed', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '"',
      '\\',
      '\\u00e',
      '\\ud800',
      '"\\q":',
      '"\\q\\ud800"',
      '1',
      '-',
      '0',
      '.5',
      'e',
      'E+1',
      'true',
      'nul',
      'null',
      ' ',
      '\n',
      '\u{feff}',
      '\u0000',
      'ü',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = `{"k":${tokens.join('')}}`
        expect(codeOf(text) !== 'malformed_json').toBe(parses(text))
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    '{"n":-0,"m":1.5e3,"l":1E-400,"i":9007199254740992,"j":100000000000000000000,"k":123456789012345680000}',
    '{"s":"\\ud83d\\ude00 \u{1f600}","t":"\\\\ud800"}',
    '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}',
    ' \t\r\n{} \n',
  ])('lets through %s', (text) => expect(codeOf(text)).toBe('fine'))

  it.each([
    ['{"a":{"b~/":[0,0,0]}}', 'too_many_items', '/a/b~0~1', 2],
    ['{"a":[[],[{"k":1,"l":2,"m":3,"n":4}]]}', 'too_many_keys', '/a/1/0', 3],
    ['{"a":1,"b":2,"c":3,"d":4}', 'too_many_keys', '', 3],
  ])('bounds the entries of each container of %s', (text, code, pointer, limit) => {
    const small = { ...limits, jsonItems: 2, jsonKeys: 3 }
    expect(() => parseJson(text, small)).toThrow(
      expect.objectContaining({
        code: 'unsafe_input',
        details: { limit, actual: limit + 1, pointer },
        violations: [expect.objectContaining({ code, pointer })],
      }),
    )
    expect(parseJson('{"a":[1,2],"b":[3,4],"c":{"a":1,"b":2,"c":3}}', small)).toBeDefined()
  })

  it('stops at the first entry that is too much', () => {
    const keys = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}`
    const bounded = { ...limits, jsonItems: 50_000, jsonKeys: 10_000 }
    // What stands behind is not even JSON.
    expect(() => parseJson(`${keys} nonsense`, bounded)).toThrow(expect.objectContaining({ code: 'unsafe_input' }))
    expect(() => parseJson(`{"a":[${'0,'.repeat(60_000)} nonsense`, bounded)).toThrow(
      expect.objectContaining({ code: 'unsafe_input' }),
    )
  })

  it.each<readonly [string, (size: number) => string]>([
    ['an open string', (size) => `{"a":"${'x'.repeat(size)}`],
    ['escapes', (size) => `{"a":"${'\\u0041'.repeat(size / 6)}"}`],
    ['half characters', (size) => `{"a":[${'"\\ud800",'.repeat(size / 9)}0]}`],
    ['digits', (size) => `{"a":${'9'.repeat(size)}}`],
    ['keys', (size) => `{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['one key over and over', (size) => `{${'"a":1,'.repeat(size / 6)}"a":1}`],
    ['lines', (size) => `{"a":${'\n'.repeat(size)}x}`],
  ])('takes time in proportion to the text, of %s', async (_, make) => {
    await expectLinearTime(250_000, make, codeOf)
  })
})

it('tells the faults below a key of megabytes in few words', () => {
  const text = `{"${'k'.repeat(1_000_000)}":[${'"\\ud800",'.repeat(99)}"\\ud800"]}`
  let told: unknown
  try {
    parseJson(text, limits)
  } catch (error) {
    told = ChanceryError.is(error) ? error.violations : error
  }
  expect(told).toHaveLength(100)
  expect(JSON.stringify(told).length).toBeLessThan(200_000)
})

it('counts the lines of a body that is nothing but line breaks', () => {
  for (const [text, line, column] of [
    ['\n'.repeat(1_000_000), 1_000_001, 1],
    ['\n{\n x', 3, 2],
    ['x', 1, 1],
  ] as const)
    expect(() => parseJson(text, limits)).toThrow(
      expect.objectContaining({ code: 'malformed_json', details: { line, column } }) as Error,
    )
})
