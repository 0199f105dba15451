import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizePath } from '../model/document-path.ts'
import { distinctNames, documentName } from './document-name.ts'

const nameOf = (text: string): string => documentName(text, 'docx', 'letter').name

describe('the name of a document', () => {
  it('is what the tags say, with its ending', () => {
    expect(documentName('Letter Ada', 'docx', 'x')).toEqual({ name: 'Letter Ada.docx', findings: [] })
    expect(documentName('Letter Ada.docx', 'pdf', 'x').name).toBe('Letter Ada.pdf')
    expect(documentName('v1.2', 'docx', 'x').name).toBe('v1.2.docx')
  })

  it.each(['', '   ', '..', '...', '.docx'])('is the template’s where %j is none', (text) => {
    expect(documentName(text, 'docx', 'letter')).toMatchObject({
      name: 'letter.docx',
      findings: [{ code: 'filename_changed', severity: 'warning' }],
    })
  })

  it.each([
    ['a/b\\c', 'a-b-c.docx'],
    ['../../etc/passwd', '..-..-etc-passwd.docx'],
    ['con', '_con.docx'],
    ['a\u0000b\u202ec', 'abc.docx'],
  ])('has nothing in it that a path could be made of: %j', (text, name) => {
    expect(documentName(text, 'docx', 'x')).toMatchObject({ name, findings: [{ code: 'filename_changed' }] })
  })

  it('is legal, bounded, and has room for a number, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const name = nameOf(text)
        expect(normalizePath(`folder/${name}`)).toEqual({ path: `folder/${name}`, changes: [] })
        expect(Buffer.from(name).length).toBeLessThanOrEqual(247)
      }),
      { numRuns: 40 },
    )
  })

  it('has as many bytes as leave room for its ending and a number of four digits', () => {
    const long = (length: number) => documentName('x'.repeat(length), 'docx', 'y')
    // 255 bytes, less those of ".docx" and " (1000)".
    expect(long(243)).toEqual({ name: `${'x'.repeat(243)}.docx`, findings: [] })
    expect(long(244)).toMatchObject({ name: `${'x'.repeat(243)}.docx`, findings: [{ code: 'filename_changed' }] })
    expect(nameOf(`${'x'.repeat(242)}. x`)).toBe(`${'x'.repeat(242)}.docx`)
  })

  it('takes what it needs of megabytes', () => {
    expect(nameOf('é'.repeat(20_000_000)).length).toBeLessThan(250)
  })
})

describe('names that differ', () => {
  it('get numbers, also where only case differs, and never one that is taken', () => {
    const distinct = distinctNames(['report.json'])
    expect(['a.docx', 'A.docx', 'a (2).docx', 'a.docx', 'report.json'].map(distinct)).toEqual([
      'a.docx',
      'A (2).docx',
      'a (2) (2).docx',
      'a (3).docx',
      'report (2).json',
    ])
  })

  it('of ten thousand alike, cost no more than others', () => {
    const distinct = distinctNames()
    const names = new Set(Array.from({ length: 10_000 }, () => distinct('letter.docx')))
    expect(names.size).toBe(10_000)
  })
})
