import { randomBytes } from 'node:crypto'
import type { ChanceryError } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'
import { liftBase64 } from './long-base64.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const long = randomBytes(100_001)
const text = long.toString('base64')
const fields = ['document', 'template']

/** What a text is parsed to with its documents lifted, and how long the rest was. */
function parsed(json: string): { readonly value: Record<string, unknown>; readonly rest: number } {
  const lifted = liftBase64(bytesOf(json), fields)
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

  it('is there once: it stands where its text stood', () => {
    const body = bytesOf(`{"document":{"content":"${text}"}}`)
    const lifted = liftBase64(body, fields)
    const value = JSON.parse(Buffer.from(lifted.json).toString()) as { document: { content: Uint8Array } }
    lifted.putBack(value)
    expect(value.document.content.buffer).toBe(body.buffer)
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
  ])('stays what it is: %s', (_, json) => expect(parsed(json).value).toEqual(JSON.parse(json)))

  it.each([
    `{"document":{"content":"${text}"`,
    `{"document":{"content":"${text}`,
    `{"document":{"content":"${text}"}]]`,
  ])('is not touched in a text that is cut off', (json) =>
    expect(Buffer.from(liftBase64(bytesOf(json), fields).json).toString()).toBe(json),
  )

  const document = `"document":{"content":"${text}"}`
  it.each([
    ['in its line', `{"é":"😀",${document},x}`],
    ['right behind it', `{"document":{"content":"${text}"x}}`],
    ['behind a byte order mark', `\ufeff{"document":{"content":"${text}"x}}`],
    ['behind two', `{${document},"template":{"content":"${text}"},x}`],
    ['between two', `{\n${document},x,\n"template":{"content":"${text}"}}`],
    ['in a line of its own', `{"é":"😀",${document},\n\n  x}`],
    ['before it', `{x,${document}}`],
  ])('changes no column of what is no JSON: %s', (_, json) => {
    const limits = { jsonDepth: 9, jsonValues: 99, jsonItems: 99, jsonKeys: 99 }
    const told = (documents: readonly string[]): unknown => {
      try {
        return parseJsonBody(bytesOf(json), limits, documents)
      } catch (error) {
        const { message, details } = error as ChanceryError
        return { message, details }
      }
    }
    expect(liftBase64(bytesOf(json), fields).json.length).toBeLessThan(200)
    expect(told(fields)).toEqual(told([]))
  })
})

it('changes nothing of any other JSON', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const padded = `${json}${' '.repeat(70_000)}`
      expect(Buffer.from(liftBase64(bytesOf(padded), fields).json).toString()).toBe(padded)
    }),
    { numRuns: 50 },
  )
})
