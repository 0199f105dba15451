import { docxOf } from '@chancery/port-contracts/sample-documents'
import { describe, expect, it } from 'vitest'
import { workOfSize } from './conversion-budget.ts'

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
