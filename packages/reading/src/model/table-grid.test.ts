import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ModelBuilder } from './model-builder.ts'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'

it('tiles whatever spans are given', () => {
  const cell = fc.record({
    text: fc.string({ maxLength: 3 }),
    rowSpan: fc.integer({ min: -2, max: 6 }),
    columnSpan: fc.integer({ min: 0, max: 6 }),
  })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }), fc.nat(9), (rows, headers) => {
      const builder = new ModelBuilder({ cells: 10_000, textLength: 10_000 })
      builder.table(rows, Math.min(headers, rows.length))
      expectModelInvariants({ ...builder.build(), keyValues: [], languages: [], contentType: 'x', extractor: 'x' })
    }),
    { numRuns: 300 },
  )
})

it('keeps to its limits', () => {
  const builder = new ModelBuilder({ cells: 100, textLength: 1000 })
  const wide = [[{ text: 'a', columnSpan: 1000 }]]
  expect(() => builder.table(wide, 0)).toThrowError(expect.objectContaining({ code: 'payload_too_large' }))
  const ten = [Array.from({ length: 10 }, () => ({ text: 'a' }))]
  for (let tables = 0; tables < 10; tables++) builder.table(ten, 0)
  expect(() => builder.table(ten, 0), 'cells of all tables').toThrowError(
    expect.objectContaining({ code: 'payload_too_large', details: { what: 'cells', limit: 100 } }),
  )
  expect(() => builder.block('paragraph', 'x'.repeat(1001))).toThrowError(
    expect.objectContaining({ code: 'payload_too_large' }),
  )
})
