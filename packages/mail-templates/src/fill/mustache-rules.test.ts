import type { EmailContent, JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { fillEmail } from './fill-email.ts'

/**
 * A case, or more, for each test of the core modules of the Mustache specification (1.4: comments, delimiters,
 * interpolation, inverted sections, partials, sections), in words of our own; but for those whose data is a list or a text,
 * which no call can give. What the specification says for every kind of tag is asked of every kind.
 */
type Case = readonly [
  rule: string,
  template: string,
  data: JsonObject,
  filled: string,
  partials?: EmailContent['partials'],
]

const fill = (
  text: string,
  data: JsonObject,
  partials: EmailContent['partials'] = {},
  field: 'text' | 'html' = 'text',
) =>
  fillEmail(
    { subject: 's', [field]: text, partials },
    { data, missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
  ).email[field]

const told = (cases: readonly Case[]): void => {
  for (const [rule, template, data, filled, partials] of cases)
    it(rule, () => {
      expect(fill(template, data, partials)).toBe(filled)
    })
}

/** What is said of the lines around a tag, for tags that write nothing themselves: `tag` is one such. */
const lines = (tag: string): readonly Case[] => [
  [`${tag} inside a line`, `ab${tag}cd`, {}, 'abcd'],
  [`${tag} with space around`, `ab ${tag} cd`, {}, 'ab  cd'],
  [`${tag} at the end of a line`, `  ab ${tag}\n`, {}, '  ab \n'],
  [`${tag} alone on its line`, `ab\n${tag}\ncd\n`, {}, 'ab\ncd\n'],
  [`${tag} alone and indented`, `ab\n  ${tag}\ncd\n`, {}, 'ab\ncd\n'],
  [`${tag} alone, with blanks behind`, `ab\n  ${tag} \t\ncd\n`, {}, 'ab\ncd\n'],
  [`${tag} alone between CRLF`, `ab\r\n${tag}\r\ncd`, {}, 'ab\r\ncd'],
  [`${tag} alone on the first line`, `  ${tag}\ncd`, {}, 'cd'],
  [`${tag} alone on the last line`, `ab\n  ${tag}`, {}, 'ab\n'],
]

describe('comments', () => {
  told([
    ...lines('{{! a note }}'),
    ...lines('{{!\n  of\n  lines\n}}'),
    [
      'a comment that looks like a name',
      '({{!name}})({{! name! }})',
      { name: 'x', 'name!': 'y', '!name': 'z' },
      '()()',
    ],
  ])
})

describe('delimiters', () => {
  told([
    ...lines('{{=@ @=}}'),
    ...lines('{{= @   @ =}}'),
    ['a pair', '{{=<% %>=}}[<% a %>]', { a: 'x' }, '[x]'],
    ['signs of regular expressions', '[{{=( )=}}(a)]', { a: 'x' }, '[x]'],
    ['back again', '{{=<% %>=}}<%a%>{{a}}<%={{ }}=%>{{a}}<%a%>', { a: 'x' }, 'x{{a}}x<%a%>'],
    ...['#', '^'].map((sign): Case => [
      `they hold inside and after {{${sign}…}}`,
      `{{${sign}a}}\n {{b}} |b|\n{{/a}}\n{{= | | =}}\n|${sign}a|\n {{b}} |b|\n|/a|\n|b|`,
      { a: sign === '#', b: 'x' },
      ' x |b|\n {{b}} x\nx',
    ]),
    ['a partial has its own', '({{>p}})\n{{= | | =}}\n(|>p|)', { a: 'x' }, '(-x-)\n(-x-)', { p: '-{{a}}-' }],
    [
      'those of a partial end with it',
      '({{>p}})\n(-{{a}}-|a|)',
      { a: 'x' },
      '(-x- =x=)\n(-x-|a|)',
      { p: '-{{a}}- {{= | | =}}=|a|=' },
    ],
  ])
})

describe('interpolation', () => {
  const ways: readonly ((name: string) => string)[] = [
    (name) => `{{${name}}}`,
    (name) => `{{{${name}}}}`,
    (name) => `{{&${name}}}`,
  ]
  told(
    ways.flatMap((way): readonly Case[] => {
      const of = way('a')
      return [
        [`${of}: a text`, `Dear ${of}!\n`, { a: 'Ada' }, 'Dear Ada!\n'],
        [`${of}: a number`, `"${of}"`, { a: 85 }, '"85"'],
        [`${of}: a decimal`, `"${of}"`, { a: 1.21 }, '"1.21"'],
        [`${of}: null`, `(${of})`, { a: null }, '()'],
        [`${of}: nothing`, `(${of})`, {}, '()'],
        [`${of}: blanks around`, `| ${of} |`, { a: 'x' }, '| x |'],
        [`${of}: its line stays`, `  ${of}\n`, { a: 'x' }, '  x\n'],
        [`${of}: blanks inside`, `|${way(' a ')}|`, { a: 'x' }, '|x|'],
        [`${of}: a dotted name is no key with a dot`, `(${way('a.b')})`, { 'a.b': 'x' }, '()'],
        [`${of}: a dotted name goes past a key with a dot`, `(${way('a.b')})`, { 'a.b': 'x', a: { b: 'y' } }, '(y)'],
        [`${of}: a dotted name`, `${way('a.b')}={{#a}}${way('b')}{{/a}}`, { a: { b: 'x' } }, 'x=x'],
        [`${of}: of any depth`, way('a.b.c.d.e'), { a: { b: { c: { d: { e: 'x' } } } } }, 'x'],
        [`${of}: a broken chain`, `(${way('a.b.c')})`, { a: {} }, '()'],
        [`${of}: a chain is not looked for elsewhere`, `(${way('a.b.c.d')})`, { a: { b: {} }, c: { d: 'x' } }, '()'],
        [
          `${of}: its first name is looked for as any`,
          `{{#a}}${way('b.c.d')}{{/a}}`,
          { a: { b: { c: { d: 'inner' } } }, b: { c: { d: 'outer' } } },
          'inner',
        ],
        [`${of}: an inner name hides the outer`, `({{#a}}${way('b.c')}{{/a}})`, { a: { b: {} }, b: { c: 'x' } }, '()'],
        [`${of}: the item itself`, `{{#a}}(${way('.')}){{/a}}`, { a: ['x', 2, 3.5] }, '(x)(2)(3.5)'],
      ]
    }),
  )
  told([['no tag', 'Hello {you} { } }}\n', {}, 'Hello {you} { } }}\n']])

  it('escapes in html, with three braces too unless the value is declared as html', () => {
    for (const way of ways)
      expect(fill(`<p>${way('a')}</p>`, { a: '& " < >' }, {}, 'html')).toBe('<p>&amp; &quot; &lt; &gt;</p>')
  })
})

/** What holds of `{{#a}}` over what is true, and of `{{^a}}` over what is not. */
const shownSections = (sign: '#' | '^', a: boolean): readonly Case[] => {
  const open = `{{${sign}a}}`
  return [
    [`${open} is shown`, `"${open}x{{/a}}"`, { a }, '"x"'],
    [`${open} is hidden`, `"${open}x{{/a}}"`, { a: !a }, '""'],
    [
      `${open} more than once`,
      `${open}\n* 1\n{{/a}}\n* {{b}}\n${open}\n* 3\n{{/a}}\n`,
      { a, b: '2' },
      '* 1\n* 2\n* 3\n',
    ],
    [`${open} in itself, shown`, `| A ${open}B ${open}C{{/a}} D{{/a}} E |`, { a }, '| A B C D E |'],
    [`${open} in itself, hidden`, `| A ${open}B ${open}C{{/a}} D{{/a}} E |`, { a: !a }, '| A  E |'],
    [`${open} of a dotted name`, `({{${sign}a.b.c}}x{{/a.b.c}})`, { a: { b: { c: a } } }, '(x)'],
    [`${open} of a dotted name, hidden`, `({{${sign}a.b.c}}x{{/a.b.c}})`, { a: { b: { c: !a } } }, '()'],
    [`${open} with white space around`, ` | ${open}\t|\t{{/a}} | \n`, { a }, ' | \t|\t | \n'],
    [`${open} with white space inside`, ` | ${open} {{! kept }}\n {{/a}} | \n`, { a }, ' |  \n  | \n'],
    [`${open} in one line`, ` ${open}YES{{/a}}\n ${open}NO{{/a}}\n`, { a }, ' YES\n NO\n'],
    [`${open} on lines of its own`, `| a\n${open}\n|\n{{/a}}\n| b\n`, { a }, '| a\n|\n| b\n'],
    [`${open} on indented lines`, `| a\n  ${open}\n|\n  {{/a}}\n| b\n`, { a }, '| a\n|\n| b\n'],
    [`${open} between CRLF`, `|\r\n${open}\r\n{{/a}}\r\n|`, { a }, '|\r\n|'],
    [`${open} on the first line`, `  ${open}\n#{{/a}}\n/`, { a }, '#\n/'],
    [`${open} to the last line`, `#${open}\n/\n  {{/a}}`, { a }, '#\n/\n'],
    [`${open} with blanks inside its tags`, `|{{${sign} a }}={{/ a }}|`, { a }, '|=|'],
  ]
}

describe('sections', () => {
  told([
    ...shownSections('#', true),
    ['null is not true', '({{#a}}x{{/a}})', { a: null }, '()'],
    ['what is not there is not true', '({{#a}}x{{/a}})({{#a.b.c}}x{{/a.b.c}})', {}, '()()'],
    ['a broken chain is not true', '({{#a.b.c}}x{{/a.b.c}})', { a: {} }, '()'],
    ['an object is looked into', '{{#a}}Hi {{b}}.{{/a}}', { a: { b: 'Joe' } }, 'Hi Joe.'],
    [
      'what an object lacks is looked for around',
      '{{#in}}{{a}}, {{b}}, {{c.d}}{{/in}}',
      { a: 'foo', b: 'wrong', in: { b: 'bar' }, c: { d: 'baz' } },
      'foo, bar, baz',
    ],
    ['a text is there as itself', '{{#a}}{{.}} is {{a}}{{/a}}', { a: 'bar' }, 'bar is bar'],
    [
      'all that is around loops',
      '{{#l}}{{#m}}{{up.b}}{{n}}.{{#k}}{{up.a}}{{n}}{{x}}.{{/k}}{{/m}}{{/l}}',
      { l: [{ up: { a: 'A', b: 'a' }, m: [{ n: '1', k: [{ x: 'x' }, { x: 'y' }] }] }] },
      'a1.A1x.A1y.',
    ],
    [
      'objects in objects, on lines of their own',
      '{{#a}}\n{{one}}\n{{#b}}\n{{one}}{{two}}{{one}}\n{{#c}}\n{{one}}{{two}}{{three}}\n{{#d}}\n{{four}}{{one}}\n{{#five}}\n{{.}}{{five}}{{two}}\n{{/five}}\n{{four}}\n{{/d}}\n{{three}}\n{{/c}}\n{{two}}\n{{/b}}\n{{one}}\n{{/a}}\n',
      { a: { one: 1 }, b: { two: 2 }, c: { three: 3, d: { four: 4, five: 5 } } },
      '1\n121\n123\n41\n552\n4\n3\n2\n1\n',
    ],
    ['a list', '"{{#l}}{{n}}{{/l}}"', { l: [{ n: 1 }, { n: 2 }, { n: 3 }] }, '"123"'],
    ['an empty list', '"{{#l}}x{{/l}}"', { l: [] }, '""'],
    [
      'lists in lists',
      '{{#l}}({{#.}}{{.}}{{/.}}){{/l}}',
      {
        l: [
          [1, 2],
          ['a', 'b'],
        ],
      },
      '(12)(ab)',
    ],
    ['the item over and over', '{{#l}}{{#.}}{{n}}{{/.}};{{/l}}', { l: [{ n: 1 }, { n: 2 }] }, '1;2;'],
  ])

  it('escape the item in html', () => {
    expect(fill('{{#l}}({{.}}){{/l}}', { l: ['&', '"', '<'] }, {}, 'html')).toBe('(&amp;)(&quot;)(&lt;)')
  })
})

describe('inverted sections', () => {
  told([
    ...shownSections('^', false),
    ['null', '({{^a}}x{{/a}})', { a: null }, '(x)'],
    ['an object is true', '({{^a}}Hi {{b}}{{/a}})', { a: { b: 1 } }, '()'],
    ['a list is true', '({{^a}}{{n}}{{/a}})', { a: [{ n: 1 }] }, '()'],
    ['an empty list is not', '({{^a}}x{{/a}})', { a: [] }, '(x)'],
    ['what is not there', '({{^a}}x{{/a}})({{^a.b.c}}y{{/a.b.c}})', {}, '(x)(y)'],
    ['a broken chain', '({{^a.b.c}}x{{/a.b.c}})', { a: {} }, '(x)'],
  ])
})

describe('what is not of the core modules', () => {
  const inherits = 'Templates that inherit from others are not supported.'
  it.each([
    ['{{<super}}{{$title}}sub{{/title}}{{/super}}', [inherits, inherits]],
    ['a{{$title}}of its own{{/title}}b', [inherits]],
    ['{{=<% %>=}}<%<super%>x<%/super%>', [inherits]],
    ['{{>*which}}', ['A partial whose name is a value is not supported.']],
    ['{{> * which }}', ['A partial whose name is a value is not supported.']],
    ['{{* note}}', ['Decorators are not supported.']],
    ['{{#*frame "x"}}a{{/frame}}', ['Decorators are not supported.']],
  ])('is refused for what it is, and for nothing else: %s', (template, messages) => {
    const faults = messages.map((message) => expect.objectContaining({ code: 'unsupported_tag', message }))
    expect(() => fill(template, {}, { layout: 'y' })).toThrow(expect.objectContaining({ violations: faults }))
  })

  it('leaves names with $ to who has no blocks of that name', () => {
    expect(fill('{{#x}}{{$index}}{{/x}}{{#index}}{{/index}}', { x: [1, 2] })).toBe('01')
  })
})

describe('partials', () => {
  told([
    ['one', '"{{>p}}"', {}, '"of p"', { p: 'of p' }],
    ['one that is not there', '"{{>p}}"', {}, '""'],
    ['in the place of its tag', '"{{>p}}"', { a: 'x' }, '"*x*"', { p: '*{{a}}*' }],
    ['inside a loop', '{{#l}}{{>p}};{{/l}}', { l: [{ a: 1 }, {}], a: 'x' }, '1;x;', { p: '{{a}}' }],
    ['in itself', '{{>p}}', { c: 'X', l: [{ c: 'Y', l: [] }] }, 'X<Y<>>', { p: '{{c}}<{{#l}}{{>p}}{{/l}}>' }],
    ['in another', '{{>p}}', { a: 'x' }, '[<x>]', { p: '[{{>q}}]', q: '<{{a}}>' }],
    ['with white space around', '| {{>p}} |', {}, '| \t|\t |', { p: '\t|\t' }],
    ['inside an indented line', '  {{a}}  {{> p}}\n', { a: '|' }, '  |  >\n>\n', { p: '>\n>' }],
    ['between CRLF', '|\r\n{{>p}}\r\n|', {}, '|\r\n>|', { p: '>' }],
    ['on the first line', '  {{>p}}\n>', {}, '  >\n  >>', { p: '>\n>' }],
    ['on the last line', '>\n  {{>p}}', {}, '>\n  >\n  >', { p: '>\n>' }],
    [
      'indented, but not its values',
      '\\\n {{>p}}\n/\n',
      { a: '<\n->' },
      '\\\n |\n <\n->\n |\n/\n',
      { p: '|\n{{{a}}}\n|\n' },
    ],
    ['indented in another', '  {{>p}}\n', {}, '  1\n    2\n  3\n', { p: '1\n  {{>q}}\n3\n', q: '2\n' }],
    ['with blanks inside its tag', '|{{> p }}|', {}, '|[]|', { p: '[]' }],
  ])
})
