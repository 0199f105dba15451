import type { ClientNormalizer, ColumnMapping, NormalizedRow, SourceRow } from '@chancery/core'
import { clientFields } from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const row = (
  number: number,
  cells: readonly (readonly [string, string])[],
  more: Partial<SourceRow> = {},
): SourceRow => ({
  row: number,
  values: cells.map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: `${number}`,
  ...more,
})

/** What every normalizer of client rows must do. */
export function clientNormalizerContract(name: string, make: () => ClientNormalizer): void {
  describe(`${name} keeps the contract of a client normalizer`, () => {
    const given = (mapping: Readonly<Record<string, ColumnMapping['field']>>): ColumnMapping[] =>
      Object.entries(mapping).map(([column, field]) => ({ column, field, confidence: 1, reason: 'given' }))
    const normalize = (rows: readonly SourceRow[], mapping: readonly ColumnMapping[], country?: string) =>
      make().normalize(rows, mapping, { locale: 'en', ...(country === undefined ? {} : { country }) })

    it('maps every column once, in order, what the caller says first', async () => {
      const columns = ['email', 'zzz', 'phone', '__proto__']
      const mapping = await make().map(columns, [], { phone: 'ignore', zzz: 'custom.z' })
      expect(mapping.map(({ column }) => column)).toEqual(columns)
      expect(mapping[1]).toEqual({ column: 'zzz', field: 'custom.z', confidence: 1, reason: 'given' })
      expect(mapping[2]).toEqual({ column: 'phone', field: 'ignore', confidence: 1, reason: 'given' })
      for (const { field, confidence } of mapping) {
        const isKnown = field === 'ignore' || (clientFields as readonly string[]).includes(field)
        expect(isKnown || /^custom\..{1,64}$/.test(field)).toBe(true)
        expect(confidence >= 0 && confidence <= 1).toBe(true)
      }
    })

    it('gives one outcome a row, in order; none for no rows', async () => {
      const mapping = given({ n: 'name' })
      const rows = [row(1, [['n', 'Ada']]), row(2, []), row(3, [['n', 'Bob']])]
      const results = await normalize(rows, mapping)
      expect(results.map(({ data }) => data?.name)).toEqual(['Ada', undefined, 'Bob'])
      expect(results[1]?.errors).toMatchObject([{ severity: 'error' }])
      expect(await normalize([], mapping)).toEqual([])
    })

    it('makes a row unusable that its source could not read, and passes its remarks on', async () => {
      const fault = { code: 'cut', severity: 'error', message: 'Cut off.' } as const
      const hint = { code: 'short', severity: 'warning', message: 'Short.' } as const
      const [broken, tolerated] = await normalize(
        [row(1, [['n', 'Ada']], { faults: [fault] }), row(2, [['n', 'Bob']], { faults: [hint] })],
        given({ n: 'name' }),
      )
      expect(broken).toMatchObject({ errors: [fault] })
      expect(broken?.data).toBeUndefined()
      expect(tolerated).toMatchObject({ data: { name: 'Bob' }, errors: [], warnings: [hint] })
    })

    it('gives the same again for the same', async () => {
      const rows = [
        row(1, [
          ['n', 'Ada Lovelace'],
          ['p', '020 7946 0958'],
          ['b', '03/04/1985'],
        ]),
      ]
      const mapping = given({ n: 'name', p: 'phone', b: 'birthDate' })
      const normalizer = make()
      const options = { locale: 'en-GB', country: 'GB' }
      const first = await normalizer.normalize(rows, mapping, options)
      expect(await normalizer.normalize(rows, mapping, options)).toEqual(first)
    })

    it('loses no value: each is in the data, in the custom columns, or the row is refused', async () => {
      const cell = fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a@b.co', '1/2/2000', 'x'),
      )
      const columns = [...clientFields, 'custom.__proto__', 'custom.constructor', 'custom.own'] as const
      const mapping = given(Object.fromEntries(columns.map((field) => [`column ${field}`, field])))
      const cells = fc.array(fc.tuple(fc.constantFrom(...columns), cell), { maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(cells, async (list) => {
          const source = row(
            1,
            list.map(([field, value]) => [`column ${field}`, value] as const),
          )
          const [result] = (await normalize([source], mapping)) as [NormalizedRow]
          if (result.data === undefined) {
            expect(result.errors.length).toBeGreaterThan(0)
            return
          }
          const kept = JSON.stringify([result.data, result.externalId, result.clientId])
          for (const [, value] of list) if (value === 'x') expect(kept).toContain('x')
          expect(result.data.name).not.toBe('')
          expect(Object.getPrototypeOf(result.data.custom)).toBe(Object.prototype)
        }),
        { numRuns: 100 },
      )
    })
  })
}
