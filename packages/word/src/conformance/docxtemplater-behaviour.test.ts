import { ChanceryError, type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, type DocxParts, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()

const fill = (parts: DocxParts | string, data: JsonObject, more: Partial<FillRequest> = {}) =>
  templates.fill(
    vettedForTest(docx(parts), 'docx'),
    { data, missing: 'blank', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0, ...more },
    { signal },
  )

const users = [{ name: 'John' }, { name: 'Mary' }]
const entry = (text: string): string => `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`

/** What docxtemplater's documentation says of tags, feature by feature, each on a document of our own. */
type Feature = readonly [
  feature: string,
  template: DocxParts | string,
  data: JsonObject,
  text: string,
  more?: Partial<FillRequest>,
]
const features: readonly Feature[] = [
  ['a value', p('Hello {name}!'), { name: 'John' }, 'Hello John!'],
  ['a value with space in its tag', p('{ name }'), { name: 'John' }, 'John'],
  [
    'a name of many words',
    p('{First Name} {user-id} {größe} {名前}'),
    { 'First Name': 'A', 'user-id': 'B', größe: 'C', 名前: 'D' },
    'A B C D',
  ],
  ['a number, zero and a Boolean', p('{a} {b} {c} {d}'), { a: 1.5, b: 0, c: false, d: true }, '1.5 0 false true'],
  ['a missing value, never "undefined"', p('a{b}c{d.e}'), { b: null }, 'ac'],
  ['an empty text', p('a{b}c'), { b: '' }, 'ac'],
  ['a value that looks like a tag is text', p('{a}'), { a: '{b} {#c}', b: 'x' }, '{b} {#c}'],
  ['a value that looks like XML is text', p('{a}'), { a: '<w:p/> & "x" &amp; ]]>' }, '<w:p/> & "x" &amp; ]]>'],
  ['dollar signs are text', p('{a}'), { a: "$& $1 $$ $'" }, "$& $1 $$ $'"],
  ['a tag split over runs', p(['He {', 'na', 'me', '} {x', '}']), { name: 'John', x: 1 }, 'He John 1'],
  ['line breaks', p('{a}'), { a: 'one\ntwo\r\nthree' }, 'one\ntwo\nthree'],
  ['a dotted path', p('{user.address.city}'), { user: { address: { city: 'Rome' } } }, 'Rome'],
  ['a path through what is missing', p('[{user.address.city}]'), { user: {} }, '[]'],
  ['an index', p('{users.1.name}'), { users }, 'Mary'],
  ['a loop over objects', p('{#users}{name}, {/users}'), { users }, 'John, Mary,'],
  ['a loop over texts', p('{#list}{.}{/list}'), { list: ['a', 'b'] }, 'ab'],
  ['a loop over numbers, zero too', p('{#list}{.};{/list}'), { list: [0, 1] }, '0;1;'],
  ['an empty loop', p('a{#users}{name}{/users}b'), { users: [] }, 'ab'],
  ['a missing loop', p('a{#users}{name}{/users}b'), {}, 'ab'],
  ['a loop that closes without a name', p('{#users}{name};{/}'), { users }, 'John;Mary;'],
  [
    'a loop over an object is its scope',
    p('{#user}{name} of {city}{/user}'),
    { user: { name: 'John' }, city: 'Rome' },
    'John of Rome',
  ],
  ['a loop over a dotted path', p('{#a.users}{name};{/a.users}'), { a: { users } }, 'John;Mary;'],
  [
    'an inner name goes before an outer one',
    p('{name}{#users}{name}{/users}{name}'),
    { name: '-', users },
    '-JohnMary-',
  ],
  [
    'an outer name from a loop in a loop',
    p('{#a}{#b}{.}{x}{y} {/b}{/a}'),
    { x: 1, a: [{ y: 2, b: [3, 4] }] },
    '312 412',
  ],
  ['loops of one name in each other', p('{#a}{n}{#a}{n}{/a}{/a}'), { a: [{ n: 1, a: [{ n: 2, a: [] }] }] }, '12'],
  [
    'nested loops',
    p('{#a}{n}: {#b}{.},{/b}; {/a}'),
    {
      a: [
        { n: 'x', b: [1, 2] },
        { n: 'y', b: [] },
      ],
    },
    'x: 1,2,; y: ;',
  ],
  ['a condition', p('{#ok}yes{/ok}{#no}no{/no}'), { ok: true, no: false }, 'yes'],
  ['a condition on a text and on zero', p('{#a}a{/a}{#b}b{/b}{#c}c{/c}'), { a: 'x', b: '', c: 0 }, 'a'],
  ['an inverted section', p('{^a}none{/a}{^b}none{/b}'), { a: [], b: [1] }, 'none'],
  ['an inverted section over what is missing', p('{^a}none{/}'), {}, 'none'],
  ['conditions in each other', p('{#a}1{#b}2{/b}{^b}3{/b}{/a}{^a}4{/a}'), { a: true, b: false }, '13'],
  ['a comparison', p('{#n > 3}big{/}{#n <= 3}small{/}'), { n: 2 }, 'small'],
  ['and, or, not', p('{#a and not b}x{/}{#b || a}y{/}'), { a: true, b: false }, 'xy'],
  ['a choice', p('{a ? "yes" : "no"}'), { a: false }, 'no'],
  ['a default', p('{a ?? "none"} {b | default:"-"}'), { b: '' }, 'none -'],
  [
    'the place in a loop',
    p('{#l}{$index}{$number}{#$first}f{/}{#$last}l{/} {/l}'),
    { l: ['a', 'b', 'c'] },
    '01f 12 23l',
  ],
  ['a separator but for the last', p('{#l}{.}{^$last}, {/}{/l}'), { l: ['a', 'b', 'c'] }, 'a, b, c'],
  [
    'paragraph loops leave no empty line',
    p('A') + p('{#users}') + p('{name}') + p('{/users}') + p('B'),
    { users },
    'A\nJohn\nMary\nB',
  ],
  ['a hidden paragraph section leaves none', p('A') + p('{#no}') + p('x') + p('{/no}') + p('B'), {}, 'A\nB'],
  ['a section from paragraph to paragraph', p('a {#users}b') + p('{name}{/users} c'), { users }, 'a b\nJohnb\nMary c'],
  ['space within a loop is kept', p('{#l} {.} {/l}|'), { l: [1, 2] }, '1  2 |'],
  ['a list entry is repeated', entry('{#l}{.}{/l}'), { l: ['a', 'b'] }, 'a\nb'],
  ['a table row is repeated', table(['N', 'C'], ['{#users}{name}', 'x{/users}']), { users }, 'N\nC\nJohn\nx\nMary\nx'],
  ['two rows are repeated together', table(['{#users}{name}'], ['-{/users}']), { users }, 'John\n-\nMary\n-'],
  ['a loop in a cell', table(['{#users}{name} {/users}', 'x']), { users }, 'John Mary \nx'],
  ['rows in rows', table(['{#a}{n}', ''], ['', '{#b}{.}{/b}{/a}']), { a: [{ n: 1, b: ['x', 'y'] }] }, '1\n\n\nxy'],
  ['a whole table is repeated', p('{#users}') + table(['{name}']) + p('{/users}'), { users }, 'John\nMary'],
  ['a whole table under a condition', p('{#no}') + table(['x']) + p('{/no}') + p('end'), {}, 'end'],
  ['a text box', textBox(p('{#users}{name};{/users}')), { users }, 'John;Mary;'],
  [
    'raw XML where the call allows it',
    p('{@x}') + p('end'),
    { x: '<w:p><w:r><w:t>raw</w:t></w:r></w:p>' },
    'raw\nend',
    { rawXml: true },
  ],
  ['other delimiters', p('[[name]] {x}'), { name: 'John' }, 'John {x}', { delimiters: { open: '[[', close: ']]' } }],
  ['double braces', p('{{name}} {x}'), { name: 'John' }, 'John {x}'],
  ['curly quotes in an expression', p('{a == “x” ? ‘y’ : "z"}'), { a: 'x' }, 'y'],
]

/** What docxtemplater calls an error, and what it should. */
const faults: readonly (readonly [kind: string, template: DocxParts | string, code: string, location: object])[] = [
  ['unclosed tag', p('a') + p('b {x} {name'), 'unclosed_tag', { part: 'Body', paragraph: 2, start: 6 }],
  ['unopened tag', p('{x} name} b'), 'unopened_tag', { part: 'Body', paragraph: 1, start: 8 }],
  ['duplicate open tag', p('a {b} { {name}'), 'duplicate_open', { paragraph: 1, start: 6 }],
  ['duplicate close tag', p('a {name} }'), 'duplicate_close', { paragraph: 1 }],
  ['unclosed loop', p('x {#users} y'), 'unclosed_section', { paragraph: 1, start: 2, end: 10 }],
  ['unopened loop', p('x {/users} y'), 'unopened_section', { paragraph: 1, start: 2, end: 10 }],
  ['loop closed by another name', p('{#users}{/people}'), 'section_mismatch', { start: 8 }],
  ['crossing loops', p('{#a}{#b}{/a}{/b}'), 'crossing_sections', { paragraph: 1 }],
  ['loop over half a table', table(['{#a}x']) + p('{/a}'), 'loop_position_invalid', { paragraph: 1 }],
  ['loop from a cell into another table', table(['{#a}']) + table(['{/a}']), 'loop_position_invalid', {}],
  ['loop from the body into a text box', p('{#a}') + textBox(p('{/a}')), 'loop_position_invalid', {}],
  ['loop from part to part', { body: p('{#a}'), header: p('{/a}') }, 'unclosed_section', { part: 'Body' }],
  ['empty tag', p('a {} b {x}'), 'empty_tag', { start: 2, end: 4 }],
  ['expression that is none', p('{x} {a +}'), 'bad_expression', { paragraph: 1 }],
  ['formatter that is none', p('{a | uper}'), 'unknown_formatter', { paragraph: 1 }],
  ['tag over two paragraphs', p('{na') + p('me} {x}'), 'unclosed_tag', { paragraph: 1, start: 0 }],
  ['XML that is not balanced', '<w:p><w:r><w:t>{a}</w:t></w:p>', 'malformed_xml', { part: 'Body' }],
]

describe('what docxtemplater documents', () => {
  it.each(features.map((feature) => ({ name: feature[0], feature })))('$name', async ({ feature }) => {
    const [, template, data, text, more] = feature
    expect(textOf((await fill(template, data, more)).content.bytes)).toBe(text)
  })

  it.each(faults)('%s is found at its place', async (_, template, code, location) => {
    const error: unknown = await fill(template, {}).catch((thrown: unknown) => thrown)
    if (!ChanceryError.is(error)) throw error
    expect(error.code).toBe('template_invalid')
    expect(error.violations).toContainEqual(
      expect.objectContaining({ code, location: expect.objectContaining(location) as unknown }),
    )
  })

  it('tells the faults of all parts at once', async () => {
    const parts = { body: p('{a') + p('{#b}'), header: p('{/c}'), footer: p('{d'), footnotes: p('{| x}') }
    const error: unknown = await fill(parts, {}).catch((thrown: unknown) => thrown)
    const violations = ChanceryError.is(error) ? (error.violations ?? []) : []
    expect(violations).toMatchObject([
      { code: 'unclosed_tag', location: { part: 'Body' } },
      { code: 'unclosed_section', location: { part: 'Body' } },
      { code: 'unopened_section', location: { part: 'Header 1' } },
      { code: 'unclosed_tag', location: { part: 'Footer 1' } },
      { code: 'bad_expression', location: { part: 'Footnotes' } },
    ])
  })

  it('keeps raw XML out unless the call allows it, and refuses what is none', async () => {
    await expect(fill(p('{@x}'), { x: '<w:p/>' })).rejects.toSatisfy(ChanceryError.is)
    for (const x of ['<w:p>', 'a < b', '<w:p></w:r>', '<!DOCTYPE x><w:p/>'])
      await expect(fill(p('{@x}'), { x }, { rawXml: true }), x).rejects.toMatchObject({ code: 'data_incomplete' })
  })
})
