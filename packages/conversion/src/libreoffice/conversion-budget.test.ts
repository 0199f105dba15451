import { buildZip } from '@chancery/port-contracts/zip-builder'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { describe, expect, it } from 'vitest'
import { boundWork, workOfSize } from './conversion-budget.ts'

describe('the work that the size of a document allows', () => {
  it('grows with what is packed, however well it packs', () => {
    const once = docxOf(['Please pay within a week.'])
    const often = docxOf(Array.from({ length: 20_000 }, () => 'Please pay within a week.'))
    expect(often.length).toBeLessThan(once.length * 20)
    expect(workOfSize(often)).toBeGreaterThan(workOfSize(once) + 1500)
  })

  it('is that of the bytes where they are no archive', () => {
    expect(workOfSize(new Uint8Array(100_000))).toBeCloseTo(2000)
    expect(workOfSize(new Uint8Array())).toBe(0)
    expect(workOfSize(docxOf(['x']).subarray(0, 100))).toBeCloseTo(2)
  })
})

describe('a conversion that would be stopped in any case', () => {
  const partOf = (name: string, megabytes: number): Uint8Array =>
    buildZip([{ name, content: ' '.repeat(megabytes * 1024 * 1024) }])

  it('is refused before an office works for it', () => {
    const refusal = expect.objectContaining({
      code: 'payload_too_large',
      details: { what: 'ms of conversion', limit: 2000 },
    })
    expect(() => boundWork(partOf('word/document.xml', 20), 2000)).toThrow(refusal)
    expect(() => boundWork(partOf('word/document.xml', 20), 60_000)).not.toThrow()
  })

  it('is none for its pictures, or where nothing tells', () => {
    expect(() => boundWork(partOf('word/media/image1.emf', 20), 2000)).not.toThrow()
    expect(() => boundWork(partOf('word/document.xml', 18), 2000)).not.toThrow()
    expect(() => boundWork(new Uint8Array(1000), 1)).not.toThrow()
  })
})
