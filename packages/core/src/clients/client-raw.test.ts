import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SourceRow } from '../ports/client-source.ts'
import { latestRaws, maxRawBytes, maxRaws, rawSaid } from './client-raw.ts'

const origin = { source: 'crm', import: 'r', at: '2026-01-01', row: 1 }
const row = (values: readonly (readonly [string, string])[]): SourceRow => ({
  row: 1,
  values: values.map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: '1',
})

it('keeps a row as its source has it, without empty cells', () => {
  const said = rawSaid(
    row([
      ['Mail', 'A@x.org '],
      ['Mail', 'b@x.org'],
      ['Fax', ' '],
      ['__proto__', 'p'],
    ]),
    'd',
    origin,
  )
  expect(said).toEqual({ ...origin, digest: 'd', values: said.values })
  expect(Object.entries(said.values)).toEqual([
    ['Mail', 'A@x.org \nb@x.org'],
    ['__proto__', 'p'],
  ])
})

it('keeps no more than its bound, the beginning of a row in whole characters, and says where there was more', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '会', '😀'), minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, fc.nat(400)), { maxLength: 12 }), (cells) => {
      const long = cells.map(([column, value, times], at) => [`${at}${column}`, value.repeat(times + 1)] as const)
      const { values, isCut } = rawSaid(row(long), 'd', origin)
      const bytes = Object.entries(values).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)
      expect(bytes).toBeLessThanOrEqual(maxRawBytes)
      const whole = Object.fromEntries(long)
      for (const [column, value] of Object.entries(values)) {
        expect(whole[column]?.startsWith(value)).toBe(true)
        expect(value.isWellFormed()).toBe(true)
      }
      expect(isCut === true).toBe(JSON.stringify(values) !== JSON.stringify(whole))
      if (isCut) expect(bytes).toBeGreaterThan(maxRawBytes - 45 * 4)
    }),
  )
})

it('keeps the latest of each source, of so many', () => {
  const said = (source: string, at: string) => rawSaid(row([['a', at]]), at, { ...origin, source, at })
  const many = Array.from({ length: maxRaws + 2 }, (_, n) => said(`s${n}`, `2026-01-${10 + n}`))
  const { raw = [] } = latestRaws([said('crm', '2025'), ...many, said('crm', '2027')])
  expect(raw).toHaveLength(maxRaws)
  expect(raw.slice(0, 2).map(({ source, at }) => [source, at])).toEqual([
    ['crm', '2027'],
    [`s${maxRaws + 1}`, `2026-01-${11 + maxRaws}`],
  ])
  expect(latestRaws([])).toEqual({})
})
