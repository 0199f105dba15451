import type { ColumnMapping, Finding } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { consentsOf } from './consents.ts'

const read = (values: readonly (readonly [string, string])[]) => {
  const warnings: Finding[] = []
  const kept: string[] = []
  const fields = new Map<string, ColumnMapping['field']>([
    ['news', 'consent.news'],
    ['out', 'withdrawal.news'],
    ['name', 'name'],
  ])
  const row = { row: 1, values: values.map(([column, value]) => ({ column, value })), faults: [], cursor: '1' }
  const consents = consentsOf(row, fields, {
    birthDates: (text) => (text === '5.3.2026' ? '2026-03-05' : undefined),
    keep: (column, value) => kept.push(`${column}: ${value}`),
    warnings,
  })
  return { consents, kept, codes: warnings.map(({ code }) => code) }
}

describe('what a column says of a consent', () => {
  it.each([
    ['yes', { withdrawn: false }],
    ['JA', { withdrawn: false }],
    ['Opt-in', { withdrawn: false }],
    ['да', { withdrawn: false }],
    ['はい', { withdrawn: false }],
    ['no', { withdrawn: true }],
    ['Hayır', { withdrawn: true }],
    ['0', { withdrawn: true }],
    ['✓', { withdrawn: false }],
    ['☑', { withdrawn: false }],
    ['✗', { withdrawn: true }],
    ['☐', { withdrawn: true }],
    ['5.3.2026', { withdrawn: false, givenAt: '2026-03-05T00:00:00.000Z' }],
    ['2026-03-05T10:00:00+01:00', { withdrawn: false, givenAt: '2026-03-05T09:00:00.000Z' }],
    ['given; from crm', { withdrawn: false, source: 'crm' }],
    [
      'withdrawn 2026-03-05T09:00:00.000Z; given 2025-01-01T00:00:00.000Z; from csv: a; b.csv',
      {
        withdrawn: true,
        withdrawnAt: '2026-03-05T09:00:00.000Z',
        givenAt: '2025-01-01T00:00:00.000Z',
        source: 'csv: a; b.csv',
      },
    ],
  ])('%s', (text, is) => {
    expect(read([['news', text]])).toEqual({ consents: [{ purpose: 'news', ...is }], kept: [], codes: [] })
  })

  it('is that it is no more, where the column is of opt-outs, and nothing where that says no', () => {
    expect(read([['out', 'true']]).consents).toEqual([{ purpose: 'news', withdrawn: true }])
    expect(read([['out', 'false']])).toEqual({ consents: [], kept: [], codes: [] })
    expect(read([['out', '2026-03-05']]).consents).toMatchObject([{ withdrawnAt: '2026-03-05T00:00:00.000Z' }])
    for (const both of [['news', 'out'] as const, ['out', 'news'] as const]) {
      expect(read(both.map((column) => [column, 'yes'])).consents).toEqual([{ purpose: 'news', withdrawn: true }])
    }
  })

  it('is kept and told where it cannot be read, and nothing where the cell is empty', () => {
    for (const text of ['weekly', '(?)', '***', '☹']) {
      expect(read([['news', text]])).toEqual({ consents: [], kept: [`news: ${text}`], codes: ['invalid_consent'] })
    }
    expect(
      read([
        ['news', ' '],
        ['name', 'yes'],
      ]),
    ).toEqual({ consents: [], kept: [], codes: [] })
  })
})
