import { describe, expect, it } from 'vitest'
import { CardColumns } from './card-columns.ts'

describe('columns that were parts of a card', () => {
  it('are further addresses one after the other, and what is none is left', () => {
    const columns = new CardColumns({
      'ADR 2.street': 'Row 1',
      'ADR 2.type': 'home',
      'ADR 3.locality': 'Leeds',
      'ADR 4.district': 'of few cards',
      'ADR 5.street': 'behind a gap',
      'ADR 22.street': 'Row 22',
    })
    expect(columns.furtherAddresses()).toEqual([
      { type: 'home', parts: ['', '', 'Row 1', '', '', '', ''] },
      { type: undefined, parts: ['', '', '', 'Leeds', '', '', ''] },
    ])
    expect(Object.keys(columns.left)).toEqual(['ADR 4.district', 'ADR 5.street', 'ADR 22.street'])
  })

  it('leaves a type alone, one that is none, and lines with an empty one among them', () => {
    const custom = { 'ADR 2.type': 'home', 'ADR.type': 'moon', 'TEL.fax': '1\n\n2', 'ORG 3': 'without a second' }
    const columns = new CardColumns(custom)
    expect([columns.furtherAddresses(), columns.addressType('ADR'), columns.lines('TEL.fax')]).toEqual([
      [],
      undefined,
      [],
    ])
    expect(columns.furtherOrganizations()).toEqual([])
    expect(columns.left).toEqual(custom)
  })
})
