import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { countCells } from './count-cells.ts'

it('counts what is parsed', () => {
  const texts = fc.array(fc.constantFrom('a', 'b c', '"', '"a""b,c"', '"x,y"', ',', ';', '\n', '\r\n', '\n\n'), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 4 }), (parts) => {
      const text = parts.flat().join('')
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n', skipEmptyLines: true })
      // Where quotes are wrong, parsers differ in what they make of them.
      fc.pre(errors.length === 0 && !text.includes('\r') && !/^""$/m.test(text))
      const lastIsOpen = text.endsWith(',') ? 1 : 0
      expect(countCells(text, ',', Infinity)).toBe(data.flat().length - lastIsOpen)
    }),
    { numRuns: 500 },
  )
})

it('stops behind the bound', () => {
  expect(countCells('a,'.repeat(1000), ',', 10)).toBe(11)
  expect(countCells('"a,b";c\r\n\r\nd;e\r\n', ';', 10)).toBe(4)
})
