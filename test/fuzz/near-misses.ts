import fc from 'fast-check'

type Place = readonly (string | number)[]

/** Every place in a JSON value, the root first. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [place, ...entries.flatMap(([key, item]) => placesIn(item, [...place, key]))]
}

/** A copy in which the value at a place is another; `undefined` takes it away. */
function replaceAt(value: unknown, [key, ...rest]: Place, make: (old: unknown) => unknown): unknown {
  if (key === undefined) return make(value)
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === key ? replaceAt(item, rest, make) : item))
  }
  const entries = Object.entries(value as object).map(([name, item]) => [
    name,
    name === key ? replaceAt(item, rest, make) : item,
  ])
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

const nested = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Texts that have broken parsers, paths, templates, headers, spreadsheets and shells before. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\r\nBcc: eve@example.com',
  '../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'C:\\con',
  '/dev/null',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '__proto__',
  'constructor',
  'toString',
  '{{constructor.constructor("return process")()}}',
  '{#a}{#b}{/a}{/b}',
  '{/}',
  '{{#each x}}',
  '{{{{',
  '}}}}',
  '{% raw %}',
  '${7*7}',
  '<script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  ']]>',
  "' OR 1=1 --",
  '=cmd|"/c calc"!A1',
  '(a+)+$',
  '[',
  '\ud800',
  '\u202egnp.exe',
  '\ufeff\u200b',
  'İıſß',
  '👩‍👩‍👧‍👦'.repeat(20),
  'a'.repeat(20_000),
  '('.repeat(5000),
  '9'.repeat(400),
]

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { content: 'aGk=', path: 'a.txt' },
  nested(20),
  nested(300),
]

/** Values that were right until one thing in them was changed: taken away, replaced, wrapped or joined by another. */
export const nearMisses = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .record({
      value: valid,
      place: fc.nat(),
      change: fc.constantFrom('drop', 'replace', 'wrap', 'extra', 'number'),
      hostile: fc.constantFrom(...hostileValues),
      other: fc.jsonValue({ maxDepth: 3 }),
      number: fc.double({ noNaN: true, noDefaultInfinity: true }),
      key: fc.oneof(
        fc.constantFrom(...hostileTexts.filter((text) => text !== '__proto__')),
        fc.string({ maxLength: 8 }),
      ),
    })
    .map(({ value, place, change, hostile, other, number, key }) => {
      const places = placesIn(value)
      const at = places[place % places.length] ?? []
      switch (change) {
        case 'drop':
          return at.length === 0 ? {} : replaceAt(value, at, () => undefined)
        case 'replace':
          return replaceAt(value, at, () => hostile)
        case 'wrap':
          return replaceAt(value, at, (old) => [old])
        case 'number':
          return replaceAt(value, at, () => number)
        default:
          return replaceAt(value, at, (old) =>
            typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old, [key]: other } : hostile,
          )
      }
    })
