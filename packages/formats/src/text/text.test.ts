import { describe, expect, it } from 'vitest'
import { declaredCharset } from './declared-charset.ts'
import { decodeText } from './decode-text.ts'

const bytes = (...given: readonly number[]): Uint8Array => Uint8Array.from(given)

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
