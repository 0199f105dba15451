import type { JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { fillEmail } from './fill-email.ts'

const fill = (text: string, data: JsonObject, field: 'text' | 'html' = 'text'): string | undefined =>
  fillEmail(
    { subject: 's', [field]: text },
    { data, missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
  ).email[field]

/** Behaviours of the Mustache specification (core modules) and of Handlebars' built-in blocks: template, data, result. */
const table: readonly (readonly [string, string, JsonObject, string])[] = [
  ['a value', 'Hi {{name}}!', { name: 'A' }, 'Hi A!'],
  ['space in a tag', '|{{  name  }}|', { name: 'A' }, '|A|'],
  ['a number', '{{n}}', { n: 1.21 }, '1.21'],
  ['a missing value', '|{{n}}|', {}, '||'],
  ['a dotted name', '{{a.b.c}}', { a: { b: { c: 1 } } }, '1'],
  ['a broken chain', '|{{a.b.c}}|', { a: {}, c: 1 }, '||'],
  ['surrounding space kept', '  {{a}}\n', { a: 'x' }, '  x\n'],
  ['a section over true', '{{#a}}x{{/a}}', { a: true }, 'x'],
  ['a section over false', '{{#a}}x{{/a}}', { a: false }, ''],
  ['a section over an object', '{{#a}}{{b}}{{/a}}', { a: { b: 1 } }, '1'],
  ['a section over a list', '{{#a}}{{n}},{{/a}}', { a: [{ n: 1 }, { n: 2 }] }, '1,2,'],
  ['an empty list', '|{{#a}}x{{/a}}|', { a: [] }, '||'],
  ['the item itself', '{{#a}}({{.}}){{/a}}', { a: [1, 'b'] }, '(1)(b)'],
  ['nested lists', '{{#a}}({{#.}}{{.}}{{/.}}){{/a}}', { a: [[1, 2], [3]] }, '(12)(3)'],
  ['outer names inside', '{{#a}}{{x}}{{/a}}', { a: [{}], x: 'o' }, 'o'],
  ['inner names first', '{{#a}}{{x}}{{/a}}', { a: [{ x: 'i' }], x: 'o' }, 'i'],
  ['inverted, missing', '{{^a}}x{{/a}}', {}, 'x'],
  ['inverted, true', '|{{^a}}x{{/a}}|', { a: true }, '||'],
  ['inverted, empty list', '{{^a}}x{{/a}}', { a: [] }, 'x'],
  ['a doubled section', '{{#a}}1{{/a}}-{{#a}}2{{/a}}', { a: true }, '1-2'],
  ['standalone lines', '| A\n{{#a}}\n|\n{{/a}}\n| B', { a: true }, '| A\n|\n| B'],
  ['indented standalone lines', '| A\n  {{#a}}\n|\n  {{/a}}\n| B', { a: true }, '| A\n|\n| B'],
  ['standalone CRLF', '|\r\n{{#a}}\r\n{{/a}}\r\n|', { a: true }, '|\r\n|'],
  ['standalone at the start', '  {{#a}}\n#{{/a}}\n/', { a: true }, '#\n/'],
  ['standalone at the end', '#{{#a}}\n/\n  {{/a}}', { a: true }, '#\n/\n'],
  ['not standalone', ' | {{#a}}\t|\t{{/a}} | \n', { a: true }, ' | \t|\t | \n'],
  ['two on a line are not standalone', ' {{#a}}Y{{/a}}\n {{#a}}G{{/a}}\n', { a: true }, ' Y\n G\n'],
  ['a comment', '12{{! no }}34', {}, '1234'],
  ['a comment over lines', '1{{!\n no\n}}2', {}, '12'],
  ['a standalone comment', 'B\n  {{! no }}\nE', {}, 'B\nE'],
  ['a comment with braces', '1{{!-- {{x}} --}}2', {}, '12'],
  ['each', '{{#each a}}{{this}}{{/each}}', { a: [1, 2] }, '12'],
  ['each with else', '{{#each a}}x{{else}}none{{/each}}', { a: [] }, 'none'],
  ['each with this.', '{{#each a}}{{this.n}}{{/each}}', { a: [{ n: 1 }] }, '1'],
  [
    'index, first, last',
    '{{#each a}}{{@index}}{{#if @first}}F{{/if}}{{#if @last}}L{{/if}} {{/each}}',
    { a: [1, 2] },
    '0F 1L ',
  ],
  ['key of a list', '{{#each a}}{{@key}}{{/each}}', { a: ['x', 'y'] }, '01'],
  ['if', '{{#if a}}x{{else}}y{{/if}}', { a: 0 }, 'y'],
  ['else if', '{{#if a}}1{{else if b}}2{{else if c}}3{{else}}4{{/if}}', { c: true }, '3'],
  ['else if, last', '{{#if a}}1{{else if b}}2{{else}}4{{/if}}.', {}, '4.'],
  ['unless', '{{#unless a}}x{{else}}y{{/unless}}', { a: true }, 'y'],
  ['with', '{{#with a}}{{b}}{{/with}}', { a: { b: 1 } }, '1'],
  ['a parent', '{{#with a}}{{../x}}{{/with}}', { a: { b: 1 }, x: 'o' }, 'o'],
  ['a shadowed parent', '{{#each a}}{{../x}}{{x}}{{/each}}', { a: [{ x: 'i' }], x: 'o' }, 'oi'],
  [
    'a parent inside a condition',
    '{{#each a}}{{#if ../x}}{{../x}}{{x}}{{/if}}{{/each}}',
    { a: [{ x: 'i' }], x: 'o' },
    'oi',
  ],
  ['{{^}} as else', '{{#if a}}x{{^}}y{{/if}}', {}, 'y'],
  ['white space control', 'a \n {{~x~}} \n b', { x: '-' }, 'a-b'],
  ['SendGrid equals', '{{#equals a "x y"}}1{{else}}2{{/equals}}', { a: 'x y' }, '1'],
  ['SendGrid greaterThan', '{{#greaterThan n 3}}1{{else}}2{{/greaterThan}}', { n: 3 }, '2'],
  ['a formatter', '{{n | currency:"EUR"}}', { n: 1234.5 }, '€1,234.50'],
  ['a default', '{{n | default:"-"}}', {}, '-'],
]

describe('the template language', () => {
  it.each(table)('%s', (_, template, data, expected) => {
    expect(fill(template, data)).toBe(expected)
  })

  it('escapes in html, and reads entities that an editor wrote into a tag', () => {
    expect(fill('{{a}}', { a: `&"<>'` }, 'html')).toBe('&amp;&quot;&lt;&gt;&#39;')
    expect(fill('{{n | currency:&quot;EUR&quot;}}', { n: 1 }, 'html')).toBe('€1.00')
  })

  const hostile = [
    '{{',
    '{{{',
    '{{!--',
    '{{#a}}',
    '{{a',
    '}}',
    '<!--',
    '<a b="',
    ' \n',
    '{{else}}',
    '[[a',
    '<style>',
    '{{a b',
  ]
  it.each(hostile)('is linear in %j over and over', async (piece) => {
    await expectLinearTime(
      5000,
      (size) => piece.repeat(Math.floor(size / piece.length)),
      (source) => {
        for (const field of ['text', 'html'] as const) {
          try {
            fill(source, {}, field)
          } catch (error) {
            expect((error as { code?: string }).code).toMatch(/^(?:template_invalid|payload_too_large)$/)
          }
        }
      },
    )
  })
})
