import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { compilePattern, occurringIn } from './pattern.ts'

const found = (pattern: string, text: string): string[] =>
  compilePattern(pattern, 0)
    .occurrences(text)
    .map(({ start, end }) => `${start} ${text.slice(start, end)}`)

it.each([
  ['[0-9]+', '12 345 6', ['0 12', '3 345', '7 6']],
  ['A-\\d{3}', 'A-100A-200, A-300', ['12 A-300']],
  // What stands before a match says whether it begins a word or a line, also where it follows another.
  ['\\B-', 'a -- b-', ['2 -', '3 -']],
  ['(?m)^\\d', '1\n2 3\n4', ['0 1', '2 2', '6 4']],
  ['^\\d{2}$', '12 345 67', ['0 12', '7 67']],
  ['x*', 'a xx b x', ['2 xx', '7 x']],
  ['zz', 'a xx b x', []],
  ['.+', '', []],
])('%s is found in %j', (pattern, text, expected) => {
  expect(found(pattern, text)).toEqual(expected)
})

it('is looked for to the end, behind thousands that are parts of words', () => {
  expect(found('\\d{3}', `${'1234 '.repeat(5000)}567`)).toEqual(['25000 567'])
})

const filling = 'no number here. '.repeat(200)

it.each([
  [
    'across the places where reading begins anew',
    '\\d{2}-\\d{2}',
    Array.from({ length: 40 }, (_, n) => `${'x '.repeat(n + 100)} 12-34 `).join(''),
    40,
  ],
  [
    'as a whole, where it is longer than is read at once',
    '(?s)From .*? until',
    `${filling}From ${filling} until ${filling}From a until b`,
    2,
  ],
  ['as far as it goes, though it could end before', 'A[a-z ]*', `${filling}A ${'ab '.repeat(500)}1`, 1],
  ['whatever is cut off where reading ends', '7\\b.?$', `7 7 ${filling}7`, 3],
  ['between halves of characters that are no halves', '\\PL', '\u{1f600}'.repeat(3000), 2000],
])('is found %s', (_, pattern, text, count) => {
  const raw = RE2JS.compile(pattern.replace(/\$$/, ''))
  const matcher = raw.matcher(text)
  const all: string[] = []
  while (matcher.find() && all.length < 2000) all.push(`${matcher.start()} ${matcher.group()}`)
  const own = found(pattern, text)
  expect(own).toHaveLength(count)
  for (const each of own) expect(all).toContain(each)
})

it('occurs a few thousand times at most', () => {
  expect(found('\\d', '1 '.repeat(5000))).toHaveLength(2000)
})

it.each([
  ['short', (size: number) => 'AB12 3456 '.repeat(size / 10)],
  ['long', (size: number) => `A${'x'.repeat(600)}1 `.repeat(size / 603)],
  ['no', (size: number) => 'AAAA '.repeat(size / 5)],
])('is looked for in linear time, where there are many %s occurrences', async (_, make) => {
  await expectLinearTime(100_000, make, async (text) => found('A[A-Za-z]*[0-9]', text))
})

const those = (sources: readonly string[], text: string): readonly string[] =>
  [...occurringIn(text, sources.map(compilePattern))].map(({ source }) => source)

it('is looked for together with others, and none that occurs is passed over', () => {
  const text = 'Invoice 1042\nDE89 3704'
  const absent = Array.from({ length: 37 }, (_, n) => `[A-Z]{2}${n}x`)
  const present = ['(?i)INVOICE', '^\\d{4}$', 'DE\\d\\d|FR', '(?m)^DE', '[a-z]+', '\\QDE8']
  expect(those(absent, text)).toEqual([])
  for (const [at, each] of present.entries()) {
    const found = those([...absent.slice(0, at * 7), each, ...absent.slice(at * 7)], text)
    expect(found).toContain(each.replace(/^\^|\$$/g, ''))
    expect(found.length).toBeLessThanOrEqual(10)
  }
  // One is looked for by itself.
  expect(those(['zz'], text)).toEqual(['zz'])
})
