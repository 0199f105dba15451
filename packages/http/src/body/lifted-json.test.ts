import { randomBytes } from 'node:crypto'
import type { ChanceryError } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonBody, parseLifted } from './json-body.ts'
import { LiftingJson, type LiftedJson } from './lifted-json.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const long = randomBytes(100_001)
const text = long.toString('base64')
const fields = ['document', 'template']
const mostBytes = 32 * 1024 * 1024

/** A text with its documents taken out of it, as it comes in pieces of so many bytes. */
function lift(json: string, piece = Infinity, declared: number | undefined = bytesOf(json).length): LiftedJson {
  const bytes = bytesOf(json)
  const lifting = new LiftingJson(declared, fields, mostBytes)
  for (let at = 0; at < bytes.length; at += piece) lifting.take(bytes.slice(at, at + piece))
  return lifting.end()
}

/** What a text is parsed to with its documents lifted, and how long the rest was. */
function parsed(json: string, piece?: number): { readonly value: Record<string, unknown>; readonly rest: number } {
  const lifted = lift(json, piece)
  const value = JSON.parse(Buffer.from(lifted.json).toString()) as Record<string, unknown>
  lifted.putBack(value)
  return { value, rest: lifted.json.length }
}

describe('a long document', () => {
  it.each([
    ['', (content: string) => `{"document":{"content":"${content}"}}`],
    [
      'among other fields',
      (content: string) => `{"a":[{"b":1}],"template":{"x":{"y":[]},"content":"${content}","z":2}}`,
    ],
    ['among spaces', (content: string) => ` {\n"document" :\t{ "content" : "${content}" } } `],
    [
      'behind strings with quotes',
      (content: string) => String.raw`{"q\"":"\\","document":{"f":"\\\"","content":"${content}"}}`,
    ],
  ])('is lifted out of the text: %s', (_, json) => {
    const { value, rest } = parsed(json(text))
    const source = (value['document'] ?? value['template']) as { content: Uint8Array }
    expect(long.equals(source.content)).toBe(true)
    expect(rest).toBeLessThan(200)
    expect({ ...value, document: 0, template: 0 }).toEqual({
      ...(JSON.parse(json('')) as object),
      document: 0,
      template: 0,
    })
  })

  it.each([1, 2, 3, 5, 1000, 65_536])('is the same in pieces of %i bytes', (piece) => {
    const { value, rest } = parsed(`{"f":"\\\\\\"","document":{"content":"${text}","z":"é"}}`, piece)
    expect(long.equals((value['document'] as { content: Uint8Array }).content)).toBe(true)
    expect(value).toMatchObject({ f: '\\"', document: { z: 'é' } })
    expect(rest).toBeLessThan(200)
  })

  it('needs no declared length, nor is one believed', () => {
    const json = `{"document":{"content":"${text}"}}`
    for (const declared of [undefined, 70_000, 10_000_000]) {
      const lifting = new LiftingJson(declared, fields, mostBytes)
      lifting.take(bytesOf(json))
      const { json: rest, putBack } = lifting.end()
      const value = JSON.parse(Buffer.from(rest).toString()) as { document: { content: Uint8Array } }
      putBack(value)
      expect(long.equals(value.document.content)).toBe(true)
    }
  })

  it('is no view into what came in, whose memory is used again', () => {
    const bytes = bytesOf(`{"document":{"content":"${text}"}}`)
    const lifting = new LiftingJson(bytes.length, fields, mostBytes)
    lifting.take(bytes)
    bytes.fill(0)
    const { json, putBack } = lifting.end()
    const value = JSON.parse(Buffer.from(json).toString()) as { document: { content: Uint8Array } }
    putBack(value)
    expect(long.equals(value.document.content)).toBe(true)
  })

  it.each([
    ['elsewhere', `{"data":{"content":"${text}"}}`],
    ['deeper', `{"document":{"x":{"content":"${text}"}}}`],
    ['in a list', `{"document":[{"content":"${text}"}]}`],
    ['under another name', `{"document":{"text":"${text}"}}`],
    ['as a key', `{"document":{"${text}":"content"}}`],
    ['of another length', `{"document":{"content":"${text}A"}}`],
    ['with a line break', `{"document":{"content":"${text}\\n"}}`],
    ['with a sign that is none', `{"document":{"content":"${text.replace(/.$/, '!')}"}}`],
    ['with padding inside', `{"document":{"content":"AA==${text}"}}`],
    ['short', '{"document":{"content":"AAAA"}}'],
  ])('stays what it is: %s', (_, json) => {
    for (const piece of [Infinity, 999]) expect(parsed(json, piece).value).toEqual(JSON.parse(json))
  })

  const document = `"document":{"content":"${text}"}`
  it.each([
    ['in its line', `{"é":"😀",${document},x}`],
    ['right behind it', `{"document":{"content":"${text}"x}}`],
    ['behind a byte order mark', `\ufeff{"document":{"content":"${text}"x}}`],
    ['behind two', `{${document},"template":{"content":"${text}"},x}`],
    ['between two', `{\n${document},x,\n"template":{"content":"${text}"}}`],
    ['in a line of its own', `{"é":"😀",${document},\n\n  x}`],
    ['before it', `{x,${document}}`],
    ['at its end', `{"document":{"content":"${text}"`],
    ['within it', `{"document":{"content":"${text}`],
    ['by brackets that do not match', `{"document":{"content":"${text}"}]]`],
  ])('changes no column of what is no JSON: %s', (_, json) => {
    const limits = { jsonDepth: 9, jsonValues: 99, jsonItems: 99, jsonKeys: 99 }
    const told = (parse: () => unknown): unknown => {
      try {
        return parse()
      } catch (error) {
        const { message, details } = error as ChanceryError
        return { message, details }
      }
    }
    expect(told(() => parseLifted(lift(json, 4099), limits))).toEqual(told(() => parseJsonBody(bytesOf(json), limits)))
  })
})

it('changes nothing of any other JSON', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const padded = `${json}${' '.repeat(70_000)}`
      expect(Buffer.from(lift(padded, 7001).json).toString()).toBe(padded)
    }),
    { numRuns: 50 },
  )
})
