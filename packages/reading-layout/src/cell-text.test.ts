import { expect, it } from 'vitest'
import { type CellLine, cellText } from './cell-text.ts'

const line = (right: number, look: Partial<CellLine> = {}): CellLine => ({
  size: 10,
  bold: false,
  left: 0,
  right,
  firstWidth: 30,
  ...look,
})

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
      lines.map(() => line(100)),
      false,
    ).text,
  ).toBe(text)
})

it('tells where each line stands, without the hyphen that is gone', () => {
  const { text, lines } = cellText(['Liefer-', 'adresse', 'neu'], [line(100), line(100), line(100)], false)
  expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual(['Liefer', 'adresse', 'neu'])
})

it('keeps the end of a line in type of another size', () => {
  const looks = [line(100, { size: 7 }), line(100, { size: 7 }), line(100)]
  expect(cellText(['Date of', 'birth', '4 May'], looks, true).text).toBe('Date of birth\n4 May')
})

it('keeps the end of a line in type of another weight, and one before a word that had room', () => {
  const text = (looks: readonly CellLine[], isHeader = false): string =>
    cellText(['Sender', 'Mira Holt, Cork'], looks, isHeader).text
  expect(text([line(100, { bold: true }), line(100)])).toBe('Sender\nMira Holt, Cork')
  expect(text([line(40), line(100)])).toBe('Sender\nMira Holt, Cork')
  expect(text([line(80), line(100)])).toBe('Sender Mira Holt, Cork')
  // Lines that are centred, and the names of columns.
  expect(text([line(70, { left: 30 }), line(100)])).toBe('Sender Mira Holt, Cork')
  expect(text([line(40), line(100)], true)).toBe('Sender Mira Holt, Cork')
})
