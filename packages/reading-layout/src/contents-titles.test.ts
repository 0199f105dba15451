import { expect, it } from 'vitest'
import { ContentsTitles } from './contents-titles.ts'
import type { TextLine } from './text-lines.ts'

const line = (text: string): TextLine => ({
  text,
  left: 50,
  right: 500,
  top: 100,
  bottom: 112,
  size: 10,
  bold: false,
  italic: false,
  family: 'serif',
  ink: 0,
  fixedPitch: false,
  baseline: 110,
  rightToLeft: false,
  hyphenated: false,
  parts: text.split('\t').length,
  markerIsSetOff: false,
  firstIsRaised: false,
  looks: [],
})

function contentsOf(...texts: readonly string[]): ContentsTitles {
  const contents = new ContentsTitles()
  contents.add(texts.map(line))
  return contents
}

it('knows the titles of a printed table of contents, also those over two lines and with tabs', () => {
  const contents = contentsOf(
    'Contents',
    '1. Scope of the work ........ 3',
    'What was found in the course of the first year of',
    'the survey . . . . . . 5',
    'Next steps\t12',
    'Table 1: Rents ........ 14',
  )
  expect(contents.has('1. Scope of the work')).toBe(true)
  expect(contents.has('What was found in the course of the first year of the survey')).toBe(true)
  expect(contents.has('NEXT STEPS')).toBe(true)
  expect(contents.has('Table 1: Rents')).toBe(false)
  expect(contents.has('Contents')).toBe(false)
})

it('reads the page before the dots where lines run to the left, and dots on a line of their own', () => {
  const contents = contentsOf('مقدمه.........30', 'كليد اول22.......', 'كليد دوم30......', 'هدف اول', '.......... 32')
  expect(contents.has('كليد دوم')).toBe(true)
  expect(contents.has('هدف اول')).toBe(true)
})

it('tells the headers of parts, which several columns begin with', () => {
  const contents = contentsOf('Part one', 'text')
  expect(contents.isRunning('Part one')).toBe(false)
  contents.add([line('Part one')])
  expect(contents.isRunning('Part one')).toBe(true)
})

it('takes no list of prices or amounts for one', () => {
  const contents = contentsOf('Soup ........ 12', 'Salad ........ 9', 'Bread ........ 3', 'Cake ........ 7')
  expect(contents.has('Soup')).toBe(false)
})

it('reads lines without end in linear time', () => {
  const started = performance.now()
  contentsOf(...Array.from({ length: 50_000 }, () => `${'. '.repeat(140)} 4`), '.'.repeat(1_000_000))
  expect(performance.now() - started).toBeLessThan(5000)
})
