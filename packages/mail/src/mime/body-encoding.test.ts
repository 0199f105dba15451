import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Body, joinedPieces, type Piece, textBody } from './body-encoding.ts'

const turn = async (): Promise<void> => undefined
const joined = async (pieces: readonly Piece[]): Promise<Buffer> => Buffer.from(await joinedPieces(pieces, turn))

describe('a message of pieces', () => {
  it('has base64 as Node writes it, in lines of 76 characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(3), async (bytes, skipped) => {
        const { content } = base64Body(bytes.subarray(skipped))
        const expected = Buffer.from(bytes.subarray(skipped))
          .toString('base64')
          .replace(/.{76}(?=.)/g, '$&\r\n')
        expect((await joined([content])).toString('latin1')).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('is as long as its pieces, whatever they are', async () => {
    const pieces = ['Grüße\r\n', { base64: new Uint8Array(57) }, '', { base64: new Uint8Array() }, '\r\n']
    const written = `Grüße\r\n${'A'.repeat(76)}\r\n`
    expect((await joined(pieces)).toString()).toBe(written)
  })
})

describe('a long text, or attachment, that is written in turns', () => {
  const turns = async (write: (turn: () => Promise<void>) => Promise<unknown>): Promise<number> => {
    let count = 0
    await write(async () => void count++)
    return count
  }

  /** RFC 2045, 6.7, backwards. */
  const unquoted = (text: string): string =>
    Buffer.from(
      text
        .replaceAll('=\r\n', '')
        .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
      'latin1',
    ).toString()

  // Of each so much that steps end within it, at other places.
  const long = fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'a',
          '=',
          'Grüße ',
          '\n',
          '\r\n',
          '\r',
          'x \n',
          '\t',
          '--\n',
          'a line of text\r\n',
          '€ and more than that ',
        ),
        fc.integer({ min: 1, max: 100_000 }),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.map(([text, count]) => text.repeat(Math.ceil(count / text.length))).join(''))

  it('is what it was made of, in lines that are short enough', async () => {
    await fc.assert(
      fc.asyncProperty(long, async (text) => {
        const { encoding, content } = await textBody(text, turn)
        const written = (await joined([content])).toString()
        const wire = text.split(/\r\n|\r|\n/).join('\r\n')
        if (encoding === 'base64') expect(Buffer.from(written, 'base64').toString()).toBe(wire)
        if (encoding === '7bit') expect(written).toBe(wire)
        if (encoding !== 'quoted-printable') return
        expect(unquoted(written)).toBe(wire)
        for (const line of written.split('\r\n')) {
          if (line.length > 76 || /[^!-~]$|[^\t -~]/.test(line)) expect.fail(JSON.stringify(line))
        }
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    ['plain lines', 'Dear Ada\n'],
    ['lines with escapes', 'Grüße aus dem Büro, und noch etwas mehr\n'],
    ['one line of escapes', '='],
    ['base64', 'ü'],
  ])('lets others have their turn: %s', async (_, part) => {
    const text = part.repeat(1_000_000 / part.length)
    expect(
      await turns(async (own) => {
        const { content } = await textBody(text, own)
        await joinedPieces([content], own)
      }),
    ).toBeGreaterThan(5)
  })
})
