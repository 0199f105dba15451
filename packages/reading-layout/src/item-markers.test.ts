import { expect, it } from 'vitest'
import { itemMarker } from './item-markers.ts'

it.each([
  ['• a point', '•', 'bullet'],
  ['– a point', '–', 'dash'],
  ['o a point', 'o', 'dash'],
  ['☐ open', '☐', 'bullet'],
  ['☒ done', '☒', 'bullet'],
  ['1. a point', '1.', 'number'],
  ['(iv) a point', '(iv)', 'number'],
  ['12.1 The term', '12.1', 'number'],
  ['» a point', '»', 'dash'],
  ['► a point', '►', 'bullet'],
  ['3- sorrow', '3-', 'number'],
  ['٣ - النص', '٣ -', 'number'],
  ['(۱۲) متن', '(۱۲)', 'number'],
] as const)('%s begins with the marker %s', (text, marker, kind) => {
  expect(itemMarker(text)).toMatchObject({ marker, kind, markerLength: marker.length + 1 })
})

it.each([
  '14. March 2026 and its annexes',
  '2026 was a year',
  '1204.50 EUR',
  'on the table',
  'A. Smith',
  '☐ cash ☒ card',
  '2 – 5 years',
])('takes %s for text', (text) => expect(itemMarker(text)).toBeUndefined())

it('reads a marker that letters and Roman numerals share in both ways', () => {
  expect(itemMarker('i) a point')?.counts).toEqual([
    { series: 'i)', value: 1 },
    { series: 'a)', value: 9 },
  ])
  expect(itemMarker('۱۲- متن')?.counts).toEqual([{ series: '#-', value: 12 }])
  expect(itemMarker('1.2.3 a point')?.counts).toEqual([{ series: '1.2.#', value: 3 }])
})
