import { expect, it } from 'vitest'
import { shownJson } from './shown-json.ts'

it('keeps what fits into a line in one, and breaks the rest', () => {
  expect(shownJson({ a: [1, 'two', null], b: {} })).toBe('{"a": [1, "two", null], "b": {}}')
  const wide = { list: Array.from({ length: 3 }, () => ({ text: 'x'.repeat(40) })) }
  expect(shownJson(wide)).toBe(
    `{\n  "list": [\n${wide.list.map((each) => `    {"text": "${each.text}"}`).join(',\n')}\n  ]\n}`,
  )
  expect(JSON.parse(shownJson(wide))).toEqual(wide)
})

it('cuts long texts, and leaves what JSON does not know away', () => {
  expect(shownJson({ a: 'x'.repeat(121), b: undefined })).toBe(`{\n  "a": "${'x'.repeat(120)}…"\n}`)
})
