import type { JsonObject } from '@chancery/core'
import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { inspectEmail } from '../validate/inspect-email.ts'
import { fillEmail } from './fill-email.ts'

const request = { missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const data: JsonObject = {
  name: 'Ada',
  title: 'root title',
  items: [
    { n: 1, title: 'one', subs: ['a', 'b'] },
    { n: 2, subs: [] },
  ],
  user: { first: 'U', title: 'user title', tags: ['x'] },
  url: 'https://example.com/a',
  empty: [],
  f: false,
  map: { k1: { v: 1 }, k2: { v: 2 } },
}

/** Templates with their partials, whose bytes Handlebars itself tells. */
const alike: readonly (readonly [text: string, partials: Readonly<Record<string, string>>])[] = [
  ['{{> p title="T"}}|{{title}}', { p: '<{{title}} {{name}}>' }],
  ['{{> p title=name}}', { p: '{{title}}' }],
  ['{{> p u=user}}', { p: '{{u.first}} {{u.title}} {{#with u}}{{first}}{{/with}}' }],
  ['{{> p a=1 b=true c=false}}', { p: '{{a}} {{#if b}}B{{/if}}{{#if c}}C{{else}}-{{/if}}' }],
  ['{{> p label="L"}}', { p: '{{#each items}}{{label}}{{../label}}{{n}};{{/each}}' }],
  ['{{> p title="T"}}', { p: '{{#if f}}x{{else}}{{title}}{{/if}}{{#unless f}}{{title}}{{/unless}}' }],
  ['{{#each items}}{{> p label=title extra=../name}};{{/each}}', { p: '{{n}}-{{label}}-{{extra}}' }],
  ['{{#each items}}{{> p i=@index last=@last}};{{/each}}', { p: '{{i}}{{#if last}}!{{/if}}' }],
  ['{{> p user title="T"}}', { p: '{{first}} {{title}}' }],
  ['{{> p user k=name}}', { p: '{{first}} {{k}}' }],
  ['{{#each items}}{{> p ../user k=n}};{{/each}}', { p: '{{first}}{{k}}{{#each tags}}{{../k}}{{this}}{{/each}}' }],
  ['{{> a t="T"}}', { a: '{{> b}}', b: '{{t}} {{name}}' }],
  ['{{> a t="T"}}', { a: '{{> b t="S"}}{{t}}', b: '{{t}}' }],
  [
    '{{> list rows=items}}',
    { list: '{{#each rows}}{{n}}{{#each subs}}{{this}}{{../n}}{{/each}}{{else}}none{{/each}}' },
  ],
  ['{{> list rows=items}}', { list: '{{rows.length}}{{#if rows.length}}y{{/if}}' }],
  ['{{> p x=(lookup user "first")}}', { p: '{{x}}' }],
  ['{{> p kind="big"}}{{> p kind="s"}}', { p: "{{#if (eq kind 'big')}}BIG{{else}}small{{/if}}" }],
  ['{{#each items}}{{> p it=this}}{{/each}}', { p: '{{it.n}}{{it.title}}' }],
  ['{{> shared/btn label="Go" href=url}}', { 'shared/btn': '[{{label}}]({{href}})' }],
  ['{{> "shared/btn" label="Go"}}', { 'shared/btn': '{{label}}' }],
  ['a\n  {{> p t="x"}}\nb', { p: '{{t}}\n{{name}}\n' }],
  ['{{#*inline "i"}}I{{name}}{{/inline}}{{> i}}{{> i}}', {}],
  ['{{> i}}{{#*inline "i"}}I{{/inline}}', {}],
  ['{{#*inline "r"}}{{n}}:{{title}};{{/inline}}{{#each items}}{{> r}}{{/each}}', {}],
  ['{{#*inline "r"}}{{label}}{{n}};{{/inline}}{{#each items}}{{> r label="x"}}{{/each}}', {}],
  ['{{#*inline "i"}}\n  line {{name}}\n{{/inline}}\nstart\n{{> i}}\nend\n', {}],
  ['{{#*inline "i"}}\nx\ny\n{{/inline}}\nstart\n  {{> i}}\nend\n', {}],
  ['{{#*inline "p"}}inline{{/inline}}{{> p}}', { p: 'outer' }],
  ['{{#*inline "slot"}}S{{/inline}}{{> p}}', { p: '<{{> slot}}>' }],
  ['{{#> layout}}body {{name}}{{/layout}}', { layout: '<{{> @partial-block}}>' }],
  ['{{#> layout}}b{{/layout}}', { layout: '{{> @partial-block}}{{> @partial-block}}' }],
  ['{{#> list}}{{n}},{{/list}}', { list: '{{#each items}}{{> @partial-block}}{{/each}}' }],
  ['{{#> layout}}\nbody {{name}}\n{{/layout}}\n', { layout: '<html>\n{{> @partial-block}}\n</html>\n' }],
  ['{{#> layout title="T"}}b{{/layout}}', { layout: '{{title}}:{{> @partial-block}}' }],
  ['{{#> layout title="T"}}{{title}}{{/layout}}', { layout: '{{> @partial-block}}' }],
  [
    '{{#> layout}}{{#*inline "head"}}H{{/inline}}{{#*inline "body"}}B{{name}}{{/inline}}{{/layout}}',
    { layout: '[{{> head}}|{{> body}}]' },
  ],
  [
    '{{#> layout}}{{#*inline "body"}}B{{/inline}}{{/layout}}',
    { layout: '[{{#> head}}default head{{/head}}|{{> body}}]' },
  ],
  [
    '{{#> layout}}\n  {{#*inline "body"}}\n    B {{name}}\n  {{/inline}}\n{{/layout}}\n',
    { layout: '<b>\n  {{> body}}\n</b>\n' },
  ],
  ['{{#> a}}x{{/a}}', { a: '<a>{{#> b}}{{> @partial-block}}y{{/b}}</a>', b: '<b>{{> @partial-block}}</b>' }],
  ['{{#> a}}1{{#> a}}2{{/a}}3{{/a}}', { a: '<{{> @partial-block}}>' }],
  ['{{#each items as |it|}}{{#> card}}{{it.n}}{{/card}}{{/each}}', { card: '({{> @partial-block}})' }],
  ['{{#> card user}}{{first}}{{/card}}', { card: '({{title}} {{> @partial-block}})' }],
  ['{{#> nope}}fb {{name}}{{/nope}}', {}],
  ['{{#each items}}{{#> nope}}{{n}}{{/nope}}{{/each}}', {}],
  ['{{#> a}}{{#if f}}x{{else}}y{{/if}}{{/a}}', { a: '<{{> @partial-block}}>' }],
  ['{{#> a}}  x  {{~/a}}', { a: '<{{> @partial-block}}>' }],
  ['{{#> a~}}  x  {{/a}}', { a: '<{{> @partial-block}}>' }],
  ['{{#*inline "i"~}}  x  {{~/inline}}[{{> i}}]', {}],
  ['a {{#*inline "i"}}x{{/inline}} b {{> i}}', {}],
  ['{{> tree n=items}}', { tree: '{{#each n}}{{this.n}}{{/each}}' }],
  ['{{> p label="L"}}', { p: '{{#user}}{{first}}{{../label}}{{/user}}' }],
  ['{{> p flag=f}}{{> p flag=name}}', { p: '{{^flag}}off{{/flag}}{{#if flag}}on{{/if}}' }],
  ['{{#each items}}{{> p title="T"}}{{/each}}', { p: '{{@root.title}}' }],
  ['{{> p t=null}}', { p: '[{{t}}]' }],
  ['{{> p m=map}}', { p: '{{#each m}}{{@key}}={{v}} {{/each}}' }],
  ['{{#*inline "i"}}1{{/inline}}{{#*inline "i"}}2{{/inline}}{{> i}}', {}],
  ['{{#if name}}{{#*inline "i"}}I{{/inline}}{{> i}}{{/if}}', {}],
  ['{{> p length=3 log="x"}}', { p: '{{this.length}}' }],
  ['{{> p t="it\'s" u=\'say "hi"\'}}', { p: '{{t}} {{u}}' }],
]

describe('partials of Handlebars: with names of their own, inline, with content', () => {
  it.each(alike)('are filled to its bytes: %s', (text, partials) => {
    const rival = Handlebars.create()
    rival.registerPartial(partials)
    rival.registerHelper('eq', (a: unknown, b: unknown) => a === b)
    const filled = fillEmail({ subject: 's', text, partials }, { ...request, data }).email.text
    expect(filled).toBe(rival.compile(text, { noEscape: true })(data))
  })

  it('read the data that they are called with, as far as anybody is told', () => {
    const template = { subject: 's', text: '{{> row label=client.name}}', partials: { row: '{{label}}{{price}}' } }
    const { variables } = inspectEmail(template, request)
    expect(variables.map(({ path }) => path)).toEqual(['client.name', 'price'])
  })

  it.each([
    ['{{#> a}}x', 'unclosed_section', 'Write {{/a}} behind it.'],
    ['{{#*inline "a"}}x{{/if}}', 'unclosed_section', 'Write {{/inline}} behind it.'],
    ['{{#*deco}}x{{/deco}}', 'unsupported_tag', 'Write {{#*inline "name"}}…{{/inline}}, and {{> name}}.'],
    ['{{> @partial-block}}', 'unknown_partial', 'It stands for the content of {{#> name}}…{{/name}}.'],
    ['{{> a b c x=1}}', 'unsupported_tag', 'Write {{> name}}, {{> name client}} or {{> name title="New"}}.'],
    ['{{> (lookup . "a")}}', 'unsupported_tag', 'Write {{#if …}}{{> name}}{{/if}} for each that it may be.'],
    ['{{#each items}}{{> deep i=@index}}{{/each}}', 'unsupported_tag', 'Give it a field of the item.'],
    ['{{> below t="x"}}', 'bad_expression', 'Give it a data path, or read the name alone.'],
  ])('say what is wrong, and what to write: %s', (text, code, hint) => {
    const partials = { a: 'x', deep: '{{#each subs}}{{../i}}{{/each}}', below: '{{t.u}}' }
    const { findings } = inspectEmail({ subject: 's', text, partials }, request)
    expect(findings).toContainEqual(expect.objectContaining({ code, hint }))
  })

  it('tell a value that may not stand there in the partial that it stands in', () => {
    const template = {
      subject: 's',
      html: '<p>x</p>\n\n{{> note}}',
      partials: { note: '<p style="color:{{c}}">x</p>' },
    }
    const { findings } = inspectEmail(template, request)
    const found = findings.find(({ code }) => code === 'variable_in_style')
    expect(found?.location).toMatchObject({ field: 'partials/note', line: 1, text: '{{c}}' })
  })
})
