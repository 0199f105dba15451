import { ChanceryError, type ErrorKind } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { processorMs } from '@chancery/port-contracts/processor-time'
import { createDocumentGuard } from '@chancery/guard'
import { describe, expect, it } from 'vitest'
import { type Attack, utf8 } from './attack.ts'
import { attacks } from './attacks.ts'
import { goodDocuments } from './good-documents.ts'
import { mutants } from './mutate.ts'
import { tiffPages } from './image-attacks.ts'
import { messageOfEntries } from './message-file-attacks.ts'
import { wordBody, wordText } from './packages.ts'

const guard = createDocumentGuard()
const { signal } = new AbortController()
/** Ten times what the slowest takes, of a processor’s time. */
const longestMs = 5000
const refusals = new Set<ErrorKind>(['invalid-input', 'too-large', 'unreadable-document'])

type Named = Pick<Attack, 'bytes' | 'filename' | 'password'>

/** What the guard made of a document: `accepted`, a code, or whatever else it threw, which it never may. */
async function verdictOn({ bytes, filename, password }: Named): Promise<{ verdict: string; ms: number }> {
  let verdict = 'accepted'
  const ms = await processorMs(async () => {
    try {
      await guard.vet(bytes, { filename, signal, ...(password === undefined ? {} : { password }) })
    } catch (error) {
      verdict = ChanceryError.is(error) && refusals.has(error.kind) ? error.code : `threw ${String(error)}`
    }
  })
  return { verdict, ms }
}

describe('the guard', () => {
  it('identifies, and refuses or accepts every attack, at once, and throws nothing else', async () => {
    const faults: string[] = []
    let count = 0
    for (const attack of attacks()) {
      const { name, bytes, expect: wanted } = attack
      count++
      const identifying = await processorMs(() => expect(guard.identify(bytes)).toMatch(/^[a-z]+$/))
      if (identifying > longestMs) faults.push(`${name}: identified too late`)
      const { verdict, ms } = await verdictOn(attack)
      if (verdict.startsWith('threw')) faults.push(`${name}: ${verdict}`)
      if (ms > longestMs) faults.push(`${name}: ${ms.toFixed(0)} ms`)
      if (wanted !== undefined && verdict !== wanted) faults.push(`${name}: ${verdict} instead of ${wanted}`)
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(700)
  })

  it('takes every good document without a finding', async () => {
    for (const { filename, bytes } of goodDocuments()) {
      expect({ filename, findings: (await guard.vet(bytes, { filename, signal })).findings }).toEqual({
        filename,
        findings: [],
      })
    }
  })

  it('refuses or accepts mutants of them', async () => {
    const faults: string[] = []
    let accepted = 0
    for (const { seed, filename, bytes } of mutants(goodDocuments(), 500)) {
      const { verdict, ms } = await verdictOn({ bytes, filename })
      if (verdict.startsWith('threw') || ms > longestMs) faults.push(`${filename}, seed ${seed}: ${verdict}, ${ms} ms`)
      if (verdict === 'accepted') accepted++
    }
    expect(faults).toEqual([])
    // Mutants that never get past the door would test nothing behind it; ones that all do, no door.
    expect(accepted).toBeGreaterThan(100)
    expect(accepted).toBeLessThan(450)
  })
})

describe('time grows with size alone', () => {
  const stored = (unit: string) => (size: number) => wordBody(wordText(unit.repeat(size)))
  const plain =
    (unit: string, before = '') =>
    (size: number) =>
      utf8(before + unit.repeat(size))
  const shapes: readonly (readonly [string, number, (size: number) => Uint8Array])[] = [
    ['XML comments', 100_000, stored('<!---->')],
    ['XML comments that stay open', 200_000, stored('<!--')],
    ['XML tags', 100_000, stored('<w:b/>')],
    ['XML text', 2_000_000, stored('x')],
    ['"<" in XML', 400_000, stored('<')],
    ['JSON strings', 200_000, plain('"a",', '[')],
    ['commas', 1_000_000, plain('1,2\n')],
    ['quotes', 2_000_000, plain('"')],
    ['blanks', 2_000_000, plain(' ')],
    ['headers', 200_000, plain('X-A: b\n', 'From: a@b\nMessage-ID: x\n')],
    ['RTF groups', 500_000, plain('{}', '{\\rtf1 ')],
    ['HTML tags', 400_000, plain('<p a="b">', '<html>')],
    ['end records', 200_000, plain('PK\u0005\u0006', 'PK\u0003\u0004')],
    ['PDF objects', 400_000, plain('1 0 obj\n', '%PDF-1.7\n')],
    ['RTF binary data', 200_000, plain('\\bin1 a', '{\\rtf1 ')],
    ['vCards', 100_000, plain('BEGIN:VCARD\nEND:VCARD\n')],
    ['mail folded', 200_000, plain('\n a', 'From: a@b\nMessage-ID: x\nX-A: b')],
    ['markdown links', 400_000, plain('[a](b')],
    ['TIFF directories', 4000, tiffPages],
    [
      'JPEG segments',
      1_600_000,
      (size) => Buffer.concat([Uint8Array.of(0xff, 0xd8), Buffer.alloc(4 * size, Uint8Array.of(0xff, 0xe1, 0, 2))]),
    ],
    ['compound files', 20_000, messageOfEntries],
  ]
  it.each(shapes)('%s', async (_name, size, make) => {
    await expectLinearTime(size / 4, make, (bytes) => verdictOn({ bytes, filename: 'a' }))
  })
})
