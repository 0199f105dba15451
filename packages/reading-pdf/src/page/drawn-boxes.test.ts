import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { expect, it } from 'vitest'
import { withDrawnBoxes } from './drawn-boxes.ts'
import { linesAt, pdfOf } from '../pdf-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const square = (x: number, y: number): string => `${x} ${y} 9 9 re S`
const cross = (x: number, y: number): string => `${x} ${y} m ${x + 7} ${y + 7} l S ${x + 7} ${y} m ${x} ${y + 7} l S`

const page = [
  ...linesAt(90, 700, ['I accept the rules']),
  ...linesAt(90, 660, ['Send me letters']),
  ...linesAt(72, 620, ['X']),
  ...linesAt(90, 620, ['I am of age']),
]

it('reads squares drawn beside text as boxes, ticked by a letter or by lines', async () => {
  const drawn = [square(70, 699), cross(71, 700), square(70, 659), square(70, 619)]
  const model = await readForTest(pdfOf({ pages: [page], content: drawn.join('\n') }), 'pdf')
  expect(model.text).toBe('☒ I accept the rules\n☐ Send me letters\n☒ I am of age')
  expect(model.formFields.map(({ name, value }) => [name, value])).toEqual([
    ['I accept the rules', true],
    ['Send me letters', false],
    ['I am of age', true],
  ])
})

it('leaves squares that are filled, far from text or in rows', async () => {
  const filled = `0.5 g 70 699 9 9 re f ${square(70, 699)}`
  const rows = [square(300, 659), square(309, 659), square(318, 659)]
  const model = await readForTest(
    pdfOf({ pages: [linesAt(90, 700, ['Sales', 'of May'])], content: [filled, square(400, 300), ...rows].join('\n') }),
    'pdf',
  )
  expect(outline(model).join()).not.toContain('☐')
  expect(model.formFields).toEqual([])
})

it.each([
  ['✓', '☑'],
  ['√', '☑'],
  ['✕', '☒'],
  ['✖', '☒'],
])('makes a %s in a box a part of the text beside it, in whatever type and tag it is', (drawn, sign) => {
  const look = { bold: false, fixedPitch: false, hyphenated: false, rightToLeft: false, artifact: false }
  const tick: PdfWord = {
    ...look,
    text: drawn,
    size: 6,
    left: 12,
    right: 18,
    top: 11,
    bottom: 19,
    baseline: 18,
    break: 'line',
    content: 1,
  }
  const word: PdfWord = {
    ...look,
    text: 'Diabetes',
    size: 11,
    left: 24,
    right: 70,
    top: 9,
    bottom: 21,
    baseline: 18,
    break: 'line',
    content: 2,
  }
  const sides = [
    { left: 10, right: 20, top: 10, bottom: 10.5 },
    { left: 10, right: 20, top: 20, bottom: 20.5 },
    { left: 10, right: 10.5, top: 10, bottom: 20 },
    { left: 20, right: 20.5, top: 10, bottom: 20 },
  ]
  const words = withDrawnBoxes([tick, word], { rules: sides, marks: [], dots: [], rounds: [] })
  expect(words.map(({ text, content, size, break: before }) => [text, content, size, before])).toEqual([
    [sign, 2, 11, 'line'],
    ['Diabetes', 2, 11, 'space'],
  ])
})
