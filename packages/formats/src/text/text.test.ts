import { describe, expect, it } from 'vitest'
import { declaredCharset } from './declared-charset.ts'
import { decodeText } from './decode-text.ts'
import { dosCodePages, dosDecoder } from './dos-code-pages.ts'
import { utf16Text } from './utf16-text.ts'

const bytes = (...given: readonly number[]): Uint8Array => Uint8Array.from(given)

it('reads whole units of UTF-16 from any place to any other, and lone surrogates as they are', () => {
  const given = bytes(1, 65, 0, 0xe4, 0, 0x3d, 0xd8, 66)
  expect([utf16Text(given, 1), utf16Text(given, 1, 5), utf16Text(given, 1, 2), utf16Text(given, 3, 99)]).toEqual([
    'Aä\ud83d',
    'Aä',
    '',
    'ä\ud83d',
  ])
  expect([utf16Text(given, 9, 20), utf16Text(given, 5, 2), utf16Text(given.subarray(1))]).toEqual(['', '', 'Aä\ud83d'])
})

describe('a text is decoded', () => {
  it.each<[what: string, given: Uint8Array, labels: readonly (string | undefined)[], text: string]>([
    ['by its byte order mark before all else', bytes(0xff, 0xfe, 0xe4, 0), ['windows-1252'], 'ä'],
    ['by the mark of the other order', bytes(0xfe, 0xff, 0, 0xe4), [], 'ä'],
    ['without its mark', bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa4), [], 'ä'],
    ['by the first label that is known', bytes(0xe4), [undefined, 'x-none', 'koi8-r', 'windows-1252'], 'Д'],
    ['as UTF-8', bytes(0xc3, 0xa4), [], 'ä'],
  ])('%s', (_, given, labels, text) => {
    expect(decodeText(given, ...labels)).toEqual({ text, isAssumed: false })
  })

  it('as Windows-1252 where nothing is known, and says so', () => {
    expect(decodeText(bytes(0xe4, 0x80), 'x-none')).toEqual({ text: 'ä€', isAssumed: true })
  })
})

it.each([
  ['<!doctype html><meta charset=ISO-8859-1>', 'windows-1252'],
  ['<META http-equiv="Content-Type" content="text/html; charset = \'koi8-r\'">', 'koi8-r'],
  ['<?xml version="1.0" encoding="Shift_JIS"?><html/>', 'shift_jis'],
  ['<meta charset="utf-16">', undefined],
  ['<meta charset="x-none">', undefined],
  [`<!--${' '.repeat(2048)}--><meta charset="koi8-r">`, undefined],
  ['', undefined],
])('%j declares %s', (text, charset) => {
  // In the middle of other bytes, as parts of files are.
  const around = Buffer.from(`xx${text}<meta charset="big5">`)
  expect(declaredCharset(around.subarray(2, 2 + text.length))).toBe(charset)
})

describe('code pages of DOS', () => {
  // Each in bytes that others read as something else.
  it.each([
    ['cp437', [0x9b, 0xe4], '¢Σ'],
    ['cp850', [0x9b, 0xd5], 'øı'],
    ['cp852', [0x88, 0xd5], 'łŇ'],
    ['cp737', [0x80, 0xe1, 0xf4], 'ΑάΪ'],
    ['cp775', [0x80, 0xd4], 'Ćį'],
    ['cp855', [0x84, 0xa1], 'ёА'],
    ['cp857', [0x8d, 0x98, 0xa7, 0xd5], 'ıİğ\ufffd'],
    ['cp858', [0xd5, 0x9b], '€ø'],
    ['cp860', [0x84, 0xa9], 'ãÒ'],
    ['cp862', [0x80, 0x9a], 'את'],
    ['cp863', [0x84, 0x8e], 'ÂÀ'],
    ['cp865', [0x9b, 0xaf], 'ø¤'],
  ])('%s', (name, given, text) => {
    expect(dosDecoder(name)?.(bytes(0x41, ...given, 0x7a))).toBe(`A${text}z`)
    expect([...(dosDecoder(name)?.(Uint8Array.from({ length: 256 }, (_, byte) => byte)) ?? '')]).toHaveLength(256)
  })

  it('are guessed among where they have letters of their own', () => {
    expect(dosCodePages.every((name) => dosDecoder(name) !== undefined)).toBe(true)
    expect(dosDecoder('cp1')).toBeUndefined()
  })
})
