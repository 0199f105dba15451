import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { utf8 } from './attack.ts'
import { goodDocuments } from './good-documents.ts'
import { guard, guardedAttacks, longestMs, signal, verdictOn } from './guard-attacks.test-support.ts'
import { mutants } from './mutate.ts'
import { tiffPages } from './image-attacks.ts'
import { messageOfEntries } from './message-file-attacks.ts'
import { wordBody, wordText } from './packages.ts'

describe('the guard', () => {
  // `guard.deep.test.ts` has all of them.
  guardedAttacks(6)

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
