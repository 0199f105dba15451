import { expect, it } from 'vitest'
import { listMarker } from './list-marker.ts'

it.each([
  ['decimal', 12, '12'],
  ['decimalZero', 4, '04'],
  ['lowerLetter', 27, 'aa'],
  ['upperLetter', 26, 'Z'],
  ['lowerRoman', 1994, 'mcmxciv'],
  ['upperRoman', 4000, '4000'],
  ['ordinal', 22, '22nd'],
  ['ordinal', 11, '11th'],
  ['lowerLetter', 0, '0'],
] as const)('%s %i is %s', (numbering, number, marker) => {
  expect(listMarker(number, numbering)).toBe(marker)
})
