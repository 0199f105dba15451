import { expect, it } from 'vitest'
import { cellText } from './cell-text.ts'

it.each([
  [['Liefer\u2010', 'adressen\u2010', 'verwaltung'], 'Lieferadressenverwaltung'],
  [['Wartungs-', 'vertrag und Ein-', 'und Ausbau'], 'Wartungsvertrag und Ein- und Ausbau'],
  [['Müller-', 'Lüdenscheidt'], 'Müller-Lüdenscheidt'],
  [['two words', 'below'], 'two words below'],
  [['10 -', '14'], '10 - 14'],
  [[], ''],
])('makes one text of the lines of a cell: %j', (lines, text) => {
  expect(
    cellText(
      lines,
      lines.map(() => 10),
    ).text,
  ).toBe(text)
})

it('tells where each line stands, without the hyphen that is gone', () => {
  const { text, lines } = cellText(['Liefer-', 'adresse', 'neu'], [10, 10, 10])
  expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(['Liefer', 'adresse', 'neu'])
})

it('keeps the end of a line in type of another size', () => {
  expect(cellText(['Date of', 'birth', '4 May'], [7, 7, 10]).text).toBe('Date of birth\n4 May')
})
