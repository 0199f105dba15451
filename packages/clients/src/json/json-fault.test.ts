import { describe, expect, it } from 'vitest'
import { jsonFault } from './json-fault.ts'

describe('the first fault of a JSON text', () => {
  it.each([
    ['[{"name": "Ada"},\n {"name": "Bob",}]', { line: 2, column: 17 }],
    ['[{"name": "Ada"}\r\n {"name": "Bob"}]', { line: 2, column: 2 }],
    ["[{'name': 1}]", { line: 1, column: 3 }],
    ['[1, nope]', { line: 1, column: 5 }],
    ['[1, 02]', { line: 1, column: 6 }],
    ['{"a" 1}', { line: 1, column: 6 }],
    ['["a\\x"]', { line: 1, column: 4 }],
    ['["a\nb"]', { line: 1, column: 4 }],
    ['[1] 2', { line: 1, column: 5 }],
    ['[1}', { line: 1, column: 3 }],
    ['', 'end'],
    ['[{"name": "Ada"}', 'end'],
    ['[{"name": "Ada', 'end'],
    ['{"a": [1, {"b": {}}, []], "c": -1.5e3, "d": "\\u00e4"', 'end'],
  ])('of %j', (text, fault) => {
    expect(() => JSON.parse(text) as unknown).toThrowError()
    expect(jsonFault(text)).toEqual(fault)
  })

  it('is found below any number of brackets', () => {
    expect(jsonFault('['.repeat(1_000_000))).toBe('end')
    expect(jsonFault(`["${'x'.repeat(3_000_000)}${'\\n'.repeat(1_000_000)}" 1]`)).toMatchObject({ line: 1 })
  })

  it('is where JSON.parse meets it, whatever was cut out or put in', () => {
    const whole = '{"a": [1, {"b": {}}, []], "c": [], "d": "x"}'
    const faults = Array.from(whole, (_, at) => at).flatMap((at) => [
      whole.slice(0, at) + whole.slice(at + 1),
      `${whole.slice(0, at)},${whole.slice(at)}`,
    ])
    const placed = faults.flatMap((text) => {
      const [, column] = /\(line 1 column (\d+)\)/.exec(messageOf(text)) ?? []
      return column === undefined
        ? []
        : [{ text, fault: Number(column) > text.length ? 'end' : { line: 1, column: Number(column) } }]
    })
    expect(placed.length).toBeGreaterThan(30)
    expect(placed.map(({ text }) => ({ text, fault: jsonFault(text) }))).toEqual(placed)
  })
})

function messageOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
