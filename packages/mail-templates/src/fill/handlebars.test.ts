import Handlebars from 'handlebars'
import type { JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { inspectEmail } from '../validate/inspect-email.ts'
import { fillEmail } from './fill-email.ts'

const request = { missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const fill = (text: string, data: JsonObject, partials: Readonly<Record<string, string>> = {}): string | undefined =>
  fillEmail({ subject: 's', text, partials }, { ...request, data }).email.text

const data: JsonObject = {
  name: 'root',
  n: 0,
  a: [{ name: 'x', tags: ['p', 'q'] }, { tags: [] }],
  o: { k1: { v: 1 }, k2: { v: 2 } },
  client: { name: 'Ada', 'full name': 'Ada L', '🎉': 'cake' },
  'a b': 'spaced',
  '🎉': 'party',
  key: 'k2',
  no: false,
  list: [1, 2, 3],
}

/** Templates whose bytes Handlebars itself tells. */
const alike: readonly string[] = [
  '{{#each o}}{{@key}}={{this.v}}{{#unless @last}},{{/unless}}{{/each}}',
  '{{^each none}}none{{/each}}{{^each a}}none{{/each}}{{^with none}}none{{/with}}',
  '{{#each a}}{{@index}}{{name}}{{../name}};{{/each}}',
  '{{#each a as |item i|}}{{i}}{{item.name}}{{#each item.tags as |tag|}}{{tag}}{{item.name}}{{/each}}{{/each}}',
  '{{#each a}}{{#each tags}}{{@index}}{{this}}{{../name}}{{../../name}}{{/each}}{{/each}}',
  '{{#each a}}({{@../index}}){{#each tags}}{{#if this}}{{@../index}},{{@../../index}},{{@index}};{{/if}}{{/each}}{{/each}}',
  '{{#each a}}{{#with ../client}}{{@index}}({{@../index}}){{/with}}{{/each}}{{@../index}}',
  '{{#each o}}{{#each this}}{{@../key}}{{@key}}:{{@../index}},{{@../last}}{{#if @../first}}f{{/if}}{{/each}}{{/each}}',
  '{{#a}}{{#tags}}{{@../index}},{{@index}};{{/tags}}{{/a}}{{#each a}}{{#each none}}x{{else}}{{@index}},{{@../index}};{{/each}}{{/each}}',
  '{{#each a}}{{@root.name}}{{/each}}{{@root.client.name}}',
  '{{#with client}}{{name}}{{../name}}{{n}}{{else}}none{{/with}}',
  '{{#with client as |c|}}{{c.name}}{{/with}}{{#with no}}x{{else}}none{{/with}}',
  '{{#with list}}{{this.[1]}}{{/with}}',
  '{{this.name}}{{./name}}{{this/name}}{{client/name}}{{client.[full name]}}{{[a b]}}',
  '{{lookup client "name"}}{{#each (lookup . "list")}}{{this}}{{/each}}{{lookup (lookup o key) "v"}}',
  '{{#if n includeZero=true}}zero{{else}}none{{/if}}{{#if n}}x{{else}}y{{/if}}',
  '{{#if no}}1{{else if name}}2{{else}}3{{/if}}{{#if no}}1{{else each list}}{{this}}{{/if}}',
  '{{#if no}}1{{else list}}{{this}}{{else}}3{{/if}}{{#if no}}1{{else client}}{{name}}{{/if}}{{#if no}}1{{else none}}2{{else}}3{{/if}}',
  '{{#each none}}x{{else}}{{name}}{{/each}}',
  'a\n  {{#if no}}\n  1\n  {{else if name}}\n  2\n  {{else}}\n  3\n  {{/if}}\nb\n',
  'a\n  {{#if name}}\n  1\n  {{else}}\n  3\n  {{/if}}\nb\n',
  '\\{{name}} {{name}} \\\\{{name}} x',
  '{{~name~}} \n {{~{name}~}} {{~#if name~}} y {{~/if~}} z',
  '{{!-- {{name}} --}}{{! x }}{{!-- a --~}} b',
  '{{name.length}} {{#each a}}{{name.length}} {{/each}}{{#if name.length}}x{{/if}}{{client.name.length}}',
  '{{#each list}}{{this.length}}{{/each}}{{#each a}}{{#each tags}}{{./length}} {{length}} {{/each}}{{/each}}',
  '{{🎉}}{{#if 🎉}}x{{/if}}{{client.🎉}}',
  '{{log name}}{{{name}}}{{&name}}',
]

describe('templates of Handlebars', () => {
  it.each(alike)('are filled to its bytes: %s', (template) => {
    expect(fill(template, data)).toBe(Handlebars.compile(template, { noEscape: true })(data))
  })

  it('write numbers side by side, which Handlebars adds where it does not escape', () => {
    const template = '{{#each a}}{{#each tags}}{{@../index}}{{@index}} {{/each}}{{/each}}{{n}}{{n}}'
    expect(fill(template, data)).toBe(Handlebars.compile(template)(data))
    expect(Handlebars.compile('{{n}}{{n}}', { noEscape: true })(data)).toBe('0')
  })

  it.each([
    ['{{#equals name "root"}}1{{else}}2{{/equals}}{{#notEquals name "x"}}3{{/notEquals}}', '13'],
    ['{{#greaterThan (length list) 2}}many{{/greaterThan}}{{#lessThan n 1}}few{{/lessThan}}', 'manyfew'],
    ['{{#if (and name (or no (not no)))}}y{{/if}}{{#if (eq name "root") and list}}z{{/if}}', 'yz'],
    ['{{insert nobody "default=Customer"}} {{insert name "default=x"}}', 'Customer root'],
    ['{{formatDate day "MMMM D, YYYY"}}', 'March 5, 2026'],
    ['{{lookup client "name" | upper}} {{First Name}} {{Amount (EUR)}}', 'ADA F 5'],
    ['{{{{raw}}}}{{name}}{{{{/raw}}}}', '{{name}}'],
  ])('and of SendGrid, with our formatters: %s', (template, filled) => {
    expect(fill(template, { ...data, day: '2026-03-05', 'First Name': 'F', 'Amount (EUR)': 5 })).toBe(filled)
  })

  it.each([
    ['{{frobnicate x}}', 'unknown_helper'],
    ['{{#frobnicate x}}{{/frobnicate}}', 'unknown_helper'],
    ['{{#if (frobnicate a b)}}x{{/if}}', 'unknown_helper'],
    ['{{x y=1}}', 'unknown_helper'],
    ['{{#if (eq a)}}x{{/if}}', 'wrong_argument'],
    ['{{@nope}}', 'unknown_variable'],
    ['{{lookup a.__proto__ "x"}}', 'forbidden_name'],
    ['{{#*frame "x"}}{{/frame}}', 'unsupported_tag'],
    ['{{> (which)}}', 'unsupported_tag'],
    ['{{<parent}}', 'unsupported_tag'],
    ['{{> nobody}}', 'unknown_partial'],
  ])('say what they use that is refused: %s', (text, code) => {
    const { findings } = inspectEmail({ subject: 's', text }, request)
    expect(findings.filter(({ severity }) => severity === 'error').map((each) => each.code)).toContain(code)
  })
})

describe('a helper called wrongly', () => {
  it.each([
    ['{{insert name "default=x" n}}', '"insert" takes 1 to 2 parameters, not 3.'],
    ['{{#if (eq n)}}x{{/if}}', '"eq" takes 2 parameters, not 1.'],
    ['{{#if (and n)}}x{{/if}}', '"and" takes 2 or more parameters, not 1.'],
  ])('is told how many parameters it takes: %s', (text, message) => {
    const { findings } = inspectEmail({ subject: 's', text }, request)
    expect(findings).toContainEqual(expect.objectContaining({ code: 'wrong_argument', message }))
  })
})

describe('Mustache', () => {
  it.each([
    ['{{=<% %>=}}(<%name%>)', '(root)'],
    ['({{=[ ]=}}[name])', '(root)'],
    ['|{{= | | =}}|name|', '|root'],
    ['a\n{{=@ @=}}\nb@name@', 'a\nbroot'],
    ['{{=<% %>=}}<%#list%>{{.}}<%.%><%/list%><%={{ }}=%>{{name}}', '{{.}}1{{.}}2{{.}}3root'],
    ['{{#client}}{{o.k3.v}}{{/client}}', ''],
  ])('changes delimiters, and hides outer names: %s', (template, filled) => {
    expect(fill(template, data)).toBe(filled)
  })

  it('an inner name hides an outer one, even where its path is broken', () => {
    expect(fill('{{#a}}{{b.c}}{{/a}}', { a: { b: {} }, b: { c: 'outer' } })).toBe('')
  })

  it('puts partials in, indented as their tag, in themselves too, with changed delimiters for themselves', () => {
    expect(fill('"{{> text}}"', {}, { text: 'from partial' })).toBe('"from partial"')
    expect(fill('"{{> none}}"', {})).toBe('""')
    expect(fill('\\\n {{>p}}\n/\n', { c: '<\n->' }, { p: '|\n{{{c}}}\n|\n' })).toBe('\\\n |\n <\n->\n |\n/\n')
    expect(fill('{{>n}}', { c: 'X', l: [{ c: 'Y', l: [] }] }, { n: '{{c}}<{{#l}}{{>n}}{{/l}}>' })).toBe('X<Y<>>')
    expect(fill('{{=| |=}}|>p|', { v: 1 }, { p: '.{{v}}.' })).toBe('.1.')
    expect(fill('{{> card client}}', data, { card: '{{name}}' })).toBe('Ada')
    expect(() => fill('{{> p}}', {}, { p: 'x{{> p}}' })).toThrow('A partial stands in itself too often.')
  })
})
