import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumberFormat, showNumber, showText } from '../numbers/number-format.ts'
import { SharedFormula } from './shared-formula.ts'

const shown = (code: string, number: number, date1904 = false): string =>
  showNumber(number, parseNumberFormat(code), date1904).text
const value = (code: string, number: number, date1904 = false): string | number =>
  showNumber(number, parseNumberFormat(code), date1904).value

describe('numbers as they are shown', () => {
  it.each([
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 12345678901234, '12345678901234'],
    ['General', 1e-7, '1E-07'],
    ['0', 2.5, '3'],
    ['0.00', 2.675, '2.68'],
    ['0.00', -0.001, '0.00'],
    ['#,##0.00', 1234567.891, '1,234,567.89'],
    ['#,##0', 0, '0'],
    ['#.##', 0.5, '.5'],
    ['000', 7, '007'],
    ['000-00-0000', 12345678, '012-34-5678'],
    ['(###) ###-####', 2125550123, '(212) 555-0123'],
    ['0%', 0.125, '13%'],
    ['0.0%', 0.125, '12.5%'],
    ['0.00E+00', 12345, '1.23E+04'],
    ['0.00E+00', 0.00012, '1.20E-04'],
    ['##0.0E+0', 12345, '12.3E+3'],
    ['# ?/?', 1.5, '1 1/2'],
    ['# ??/??', 2.142, '2 1/7'],
    ['?/8', 0.375, '3/8'],
    ['#,##0 ;(#,##0)', -1234, '(1,234)'],
    ['#,##0.00 "€";[Red]-#,##0.00 "€"', -5, '-5.00 €'],
    ['[$€-407] #,##0', 1234, '€ 1,234'],
    ['"Nr. "0', 7, 'Nr. 7'],
    ['0.0,,"M"', 12_300_000, '12.3M'],
    ['[<100]"low";[>=100]"high"', 99, 'low'],
    ['[<100]"low";[>=100]"high"', 100, 'high'],
    ['0;-0;"none"', 0, 'none'],
    ['@', 5, '5'],
    ['0 ge', 5, '5 ge'],
    [';;;', 5, ''],
    ['', 5, '5'],
    ['"<"@">"', 5, '5'],
    ['"x "General', -1, '-x 1'],
    // No section is for negative numbers alone: the sign is shown.
    ['[>=1000]#,##0;0.00', -5, '-5.00'],
    ['[=0]"none";#,##0.00', -1234.5, '-1,234.50'],
    ['[<0]"";0%', -0.5, ''],
    ['[Red][<0]0.0;0.00', -5, '5.0'],
    // Beyond what a double holds there are zeros.
    ['0.00000000000', 1_234_567.891, '1234567.89100000000'],
    ['0??', 7, '0 7'],
    ['#/#', 1.005, '1/1'],
    ['# ?/?', 0.999_999_99, '1'],
  ])('%s of %d is %s', (code, number, text) => expect(shown(code, number)).toBe(text))

  it.each([
    ['yyyy-mm-dd', 46_053, '2026-01-31', '2026-01-31'],
    ['d mmmm yyyy', 1, '1 January 1900', '1900-01-01'],
    ['[$-407]d. mmmm yyyy', 46_095, '14. März 2026', '2026-03-14'],
    ['[$-40C]dddd d mmmm', 46_095, 'samedi 14 mars', '2026-03-14'],
    ['[$-pl-PL]d mmmm', 46_095, '14 marca', '2026-03-14'],
    ['[$-809]d mmm', 46_095, '14 Mar', '2026-03-14'],
    ['dd.mm.yyyy', 0, '00.01.1900', 0],
    ['yyyy-mm-dd h:mm', 0.5, '1900-01-00 12:00', '12:00:00'],
    ['dd/mm/yy', 59, '28/02/00', '1900-02-28'],
    // The day that never was, and the one after it.
    ['yyyy-mm-dd', 60, '1900-02-29', '1900-02-29'],
    ['yyyy-mm-dd', 61, '1900-03-01', '1900-03-01'],
    ['ddd, mmm d', 46_053, 'Sat, Jan 31', '2026-01-31'],
    ['h:mm AM/PM', 0.75, '6:00 PM', '18:00:00'],
    ['hh:mm:ss', 0.999_999_9, '00:00:00', '00:00:00'],
    ['yyyy-mm-dd h:mm', 46_053.5, '2026-01-31 12:00', '2026-01-31T12:00:00'],
    ['[$-411]ggge"年"m"月"', 46_053, '令和8年1月', '2026-01-31'],
    ['[$-411]gg.ee.mm', 32_516, '平.01.01', '1989-01-08'],
    ['[$-411]ge.m.d', 46_053, 'R8.1.31', '2026-01-31'],
    ['[$-404]e/m/d', 46_053, '2026/1/31', '2026-01-31'],
    ['[h]:mm', 1.104166667, '26:30', 'PT26H30M'],
    ['[mm]:ss', 0.5, '720:00', 'PT12H'],
    ['mm:ss.0', 0.000_030_09, '00:02.6', '00:00:03'],
  ])('%s of %d is the date %s', (code, number, text, iso) => {
    expect(shown(code, number)).toBe(text)
    expect(value(code, number)).toBe(iso)
  })

  it('counts from 1904 where the workbook does', () => {
    expect(value('yyyy-mm-dd', 0, true)).toBe('1904-01-01')
    expect(shown('dddd', 0, true)).toBe('Friday')
  })

  it('shows texts through the section for texts', () => {
    expect(showText('x', parseNumberFormat('0;-0;0;"[" @ "]"'))).toBe('[ x ]')
    expect(showText('x', parseNumberFormat('0.00'))).toBe('x')
  })

  it('shows any number as its format says, of which there are thousands', () => {
    for (const decimals of [0, 1, 2, 4]) {
      const format = parseNumberFormat(`#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`} "EUR"`)
      const { format: reference } = new Intl.NumberFormat('en', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
      fc.assert(
        fc.property(fc.integer({ min: -1e9, max: 1e9 }), (units) => {
          const number = units / 10 ** decimals
          expect(showNumber(number, format, false)).toEqual({ text: `${reference(number)} EUR`, value: number })
        }),
      )
    }
  })

  it('takes any code and any number', () => {
    for (const code of ['', ';;;', '[', '"', '\\', '[h', 'E+', '/', '#/', '0'.repeat(900), '#,'.repeat(400), 'am/pm']) {
      for (const number of [0, -1, 1e308, 5e-324, 2_958_466, -0.5]) expect(shown(code, number)).toBeTypeOf('string')
    }
  })
})

it.each([
  ['A1+$B$2', 2, 1, 'B3+$B$2'],
  ['SUM(A$1:A1)', 1, 0, 'SUM(A$1:A2)'],
  ['LOG10(A1)&"A1"', 1, 1, 'LOG10(B2)&"A1"'],
  ["'A1 x'!C3*Sheet2!C3", 0, 2, "'A1 x'!E3*Sheet2!E3"],
  ['VLOOKUP(A1,C:D,2)', 0, 1, 'VLOOKUP(B1,D:E,2)'],
  ['Table1[A1]', 0, 0, 'Table1[A1]'],
])('%s moved by %i rows and %i columns is %s', (formula, rows, columns, moved) => {
  expect(new SharedFormula(formula, 4, 3).at(4 + rows, 3 + columns)).toBe(moved)
})
