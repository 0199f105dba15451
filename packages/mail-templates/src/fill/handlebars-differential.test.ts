import * as fc from 'fast-check'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { fillEmail } from './fill-email.ts'

/** What stands where a name is looked up, outermost first: names that can be written there, and lists, objects, conditions. */
interface Around {
  readonly values: readonly string[]
  readonly lists: readonly string[]
  readonly maps: readonly string[]
  readonly objects: readonly string[]
}

const root: Around = {
  values: [
    's',
    'n',
    'e',
    't',
    'this.s',
    './n',
    '[a b]',
    'o.s',
    'o/s',
    'o.[s]',
    'this/o/s',
    'lookup o "s"',
    'lookup o key',
  ],
  lists: ['lo', 'this.lo', 'none'],
  maps: ['map', './map'],
  objects: ['o', 'this.o'],
}
const item: Around = {
  values: ['s', 'n', 'this.s', './s', 'this.[n]', 'lookup this "s"', 'lookup . "n"'],
  lists: ['lo'],
  maps: ['map'],
  objects: ['o'],
}
const fields = {
  s: fc.constantFrom('', 'x', 'yz'),
  n: fc.constantFrom(0, 1, 20),
  key: fc.constantFrom('s', 'n'),
  e: fc.constant(''),
}
const leaf = fc.record({ ...fields, lo: fc.constant([]), map: fc.constant({}), o: fc.constant({ s: 'deep', n: 3 }) })
const data = fc.record({
  ...fields,
  t: fc.boolean(),
  'a b': fc.constant('spaced'),
  lo: fc.array(leaf, { maxLength: 2 }),
  map: fc.dictionary(fc.constantFrom('k', 'l', 'm'), leaf, { maxKeys: 2 }),
  o: leaf,
})

/** White space and text between tags: what standalone lines and `~` differ by. */
const space = fc.constantFrom('', ' ', '\n', '\n  ', '  \n', 'w', 'w\n', '\nw', ' w ', '\r\n', '\n\n', '\t')
const tilde = fc.constantFrom('', '', '', '~')
const tag = (body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(tilde, body, tilde).map(([before, text, after]) => `{{${before}${text}${after}}}`)

const conditions = (values: readonly string[], lists: readonly string[]): fc.Arbitrary<string> => {
  const plain = values.filter((each) => !each.includes(' ') || each.startsWith('['))
  const called = values.filter((each) => each.includes('lookup')).map((each) => `(${each})`)
  return fc.oneof(
    fc.constantFrom(...plain, ...lists, ...called),
    fc
      .tuple(fc.constantFrom('eq', 'ne'), fc.constantFrom(...plain), fc.constantFrom('0', '1', '"x"', 'n'))
      .map((all) => `(${all.join(' ')})`),
    fc.constantFrom(...plain).map((each) => `(not ${each})`),
    fc.tuple(fc.constantFrom(...plain), fc.constantFrom(...plain)).map(([a, b]) => `(and ${a} (or ${b} ${a}))`),
  )
}

/** The names of a scope, with those of the scopes and loops around it. */
function within(kind: 'loop' | 'object', outer: Around, params: readonly string[]): Around {
  const up = (names: readonly string[]): string[] =>
    names.flatMap((name) => (/^[a-z.]+$/.test(name) && !/^(?:this|\.)/.test(name) ? [`../${name}`] : []))
  const [it, key] = params
  return {
    values: [
      ...item.values,
      ...up(outer.values),
      '@root.s',
      ...(kind === 'loop' ? ['@index', '@key', '@first', '@last'] : []),
      ...(it === undefined ? [] : [`${it}.s`, `${it}.n`]),
      ...(key === undefined ? [] : [key]),
    ],
    // Handlebars takes an item inside the same item for one scope, by the identity of the object; ours are always two.
    lists: [...item.lists, ...(kind === 'object' ? up(outer.lists) : [])],
    maps: item.maps,
    objects: [...item.objects, ...(it === undefined ? [] : [`${it}.o`])],
  }
}

function body(around: Around, depth: number): fc.Arbitrary<string> {
  const value = tag(fc.constantFrom(...around.values))
  const others = [
    value,
    tag(fc.constantFrom('! note', '!-- {{s}} --')),
    fc.constantFrom('\\{{s}} ', '\\\\{{s}}', '{{{s}}}', '{{&n}}', '{{{{raw}}}} {{s}} {{{{/raw}}}}'),
    tag(fc.constantFrom('> plain', '> lines', '> "plain"', '> inline')),
    tag(fc.constantFrom(...around.values.filter((each) => /^[a-z.]+$/.test(each))).map((each) => `> given it=${each}`)),
    tag(fc.constant('> given this it="I" s=n')),
  ]
  if (depth === 0) return pieces(fc.oneof(...others))
  const inner = body(around, depth - 1)
  const framed = fc.tuple(tag(fc.constant('#> frame')), inner, tag(fc.constant('/frame'))).map((all) => all.join(''))
  const otherwise = fc.option(fc.tuple(tag(fc.constantFrom('else', '^')), inner), { nil: undefined })
  const end = (found: readonly [string, string] | undefined): string => found?.join('') ?? ''
  const test = fc
    .tuple(
      fc.constantFrom('if', 'unless'),
      conditions(around.values, around.lists),
      tilde,
      tilde,
      inner,
      otherwise,
      tilde,
      tilde,
    )
    .chain(([word, asked, a, b, shown, hidden, c, d]) =>
      fc
        .option(fc.tuple(tag(fc.constantFrom(...around.lists.map((list) => `else if ${list}`))), inner), {
          nil: undefined,
        })
        .map((chained) => `{{${a}#${word} ${asked}${b}}}${shown}${end(chained)}${end(hidden)}{{${c}/${word}${d}}}`),
    )
  const turning = (word: 'each' | 'with', over: readonly string[]): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.constantFrom(...over),
        fc.constantFrom<readonly string[]>([], [], ['it'], word === 'each' ? ['it', 'ix'] : ['it']),
        tilde,
        tilde,
      )
      .chain(([list, params, a, b]) =>
        fc
          .tuple(body(within(word === 'each' ? 'loop' : 'object', around, params), depth - 1), otherwise, tilde, tilde)
          .map(
            ([shown, hidden, c, d]) =>
              `{{${a}#${word} ${list}${params.length === 0 ? '' : ` as |${params.join(' ')}|`}${b}}}${shown}${end(hidden)}{{${c}/${word}${d}}}`,
          ),
      )
  return pieces(
    fc.oneof(
      ...others,
      framed,
      test,
      turning('each', [...around.lists, ...around.maps]),
      turning('with', around.objects),
    ),
  )
}

const pieces = (tags: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fc.tuple(space, tags), { maxLength: 3 }).chain((all) => space.map((last) => all.flat().join('') + last))

const rival = Handlebars.create()
rival.registerHelper({
  eq: (a: unknown, b: unknown) => a === b,
  ne: (a: unknown, b: unknown) => a !== b,
  not: (a: unknown) => rival.Utils.isEmpty(a) || a === 0,
  and: (a: unknown, b: unknown) => (rival.Utils.isEmpty(a) || a === 0 ? a : b),
  or: (a: unknown, b: unknown) => (rival.Utils.isEmpty(a) || a === 0 ? b : a),
  raw(this: unknown, options: Handlebars.HelperOptions) {
    return options.fn(this)
  },
})
const partials = {
  given: '[{{it}}{{s}}{{#each lo}}{{../it}}{{s}}{{../n}}{{/each}}]',
  frame: '<\n{{> @partial-block}}\n{{#with o}}{{> @partial-block}}{{/with}}>',
  plain: '<{{s}}>',
  lines: 'one\n{{#if n}}\n  {{n}}\n{{/if}}\nend\n',
}
rival.registerPartial(partials)

describe('the same bytes as Handlebars', () => {
  it('for any of its blocks, with any data, white space and nesting', () => {
    const request = { missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
    fc.assert(
      fc.property(body(root, 2), data, (written, values) => {
        const text = `${written}\n{{#*inline "inline"}}\n  {{s}}{{n}}\n{{/inline}}\n`
        const { email } = fillEmail({ subject: 's', text, partials }, { ...request, data: values })
        expect(email.text).toBe(rival.compile(text)(values))
      }),
      { numRuns: 150 },
    )
  })
})
