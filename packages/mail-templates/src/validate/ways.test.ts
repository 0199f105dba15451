import type { InspectEmailRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { inspectEmail } from './inspect-email.ts'

const request: InspectEmailRequest = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const page = (body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>x</title>\n</head>\n<body>\n${body}\n</body>\n</html>`
/** Codes and lines, the first line of the body being 1. */
const found = (body: string): (string | number | undefined)[][] =>
  inspectEmail({ subject: 'x', html: page(body), text: 'x' }, request)
    .findings.filter(
      ({ code, group }) => code !== 'no_viewport' && /^(?:structure|accessibility|security)$/.test(group),
    )
    .map(({ code, location }) => [code, (location?.line ?? 0) - 7])

const alternatives = (first: string, second: string): string[] => [
  `{{#if a}}\n${first}\n{{else}}\n${second}\n{{/if}}`,
  `{{#a}}\n${first}\n{{/a}}\n{{^a}}\n${second}\n{{/a}}`,
  `{{#unless a}}\n${first}\n{{/unless}}\n{{#if a}}\n${second}\n{{/if}}`,
  `{{#if b}}\n<p>b</p>\n{{else if a}}\n${first}\n{{else}}\n${second}\n{{/if}}`,
  `{{#if b}}{{#if a}}\n${first}\n{{else}}\n${second}\n{{/if}}{{else}}<p>x</p>{{/if}}`,
  `{{#if b}}<p>x</p>{{else}}{{#if a}}\n${first}\n{{else}}\n${second}\n{{/if}}{{/if}}`,
]

describe('an inline partial', () => {
  const row = '{{#*inline "row"}}\n<tr><td>{{name}}</td></tr>\n{{/inline}}'
  it('is html of the place that it is called at', () => {
    expect(found(`${row}\n<table role="presentation">\n{{#each rows}}{{> row}}{{/each}}\n</table>`)).toEqual([])
    expect(found('<tr><td>x</td></tr>')).toEqual([['misplaced_element', 1]])
  })

  it('is looked at for what is wrong anywhere', () => {
    const picture = row.replace('<td>', '<td><img src="https://firm.de/a.png" width="9">')
    expect(found(picture)).toEqual([['no_alternative_text', 2]])
  })
})

describe('what stands after else', () => {
  it.each([
    ['unclosed_element', '<div>'],
    ['stray_end_tag', '</b>'],
    ['nested_link', '<a href="https://firm.de/">a <a href="https://firm.de/">b</a></a>'],
    ['block_in_paragraph', '<p>a <table role="presentation"><tr><td>b</td></tr></table></p>'],
    ['text_in_table', '<table role="presentation"><tr>text<td>x</td></tr></table>'],
    ['low_contrast', '<p style="color: #cccccc; background-color: #ffffff">x</p>'],
    ['hidden_text', '<p>seen</p><p style="display: none">x</p>'],
    ['duplicate_attribute', '<p title="a" title="b">x</p>'],
    ['link_text_mismatch', '<a href="https://evil.ru/">https://bank.de/</a>'],
    ['link_text_mismatch', '<a href="https://5.6.7.140/">https://1.2.7.140/</a>'],
  ])('is checked: %s', (code, html) => {
    for (const body of alternatives('<p>fine</p>', html)) {
      const line = body.split('\n').findIndex((each) => each.includes(html)) + 1
      const lines = inspectEmail({ subject: 'x', html: page(body), text: 'x' }, request)
        .findings.filter((each) => each.code === code)
        .map(({ location }) => (location?.line ?? 0) - 7)
      expect([body, lines]).toEqual([body, [line]])
    }
  })

  it.each([
    ['an id', '<p id="total">a</p>', '<p id="total">b</p>'],
    ['the main heading', '<h1>a</h1>', '<h1>b</h1>'],
    ['a whole table', '<table role="presentation"><tr><td>', '<table role="presentation"><tr><td>'],
  ])('comes instead of what is before it: %s twice is no fault', (_, first, second) => {
    const [end = ''] = /<table/.test(first) ? ['\n</td></tr></table>'] : ['']
    for (const body of alternatives(first, second).slice(0, end === '' ? 6 : 1)) expect(found(body + end)).toEqual([])
  })

  it('tells what is common to all branches once', () => {
    const [body = ''] = alternatives('<p>a</p>', '<p>b</p>')
    expect(found(`<b>\n${body}\n<h1>a</h1>\n<h1>b</h1>`)).toEqual([
      ['unclosed_element', 1],
      ['several_main_headings', 8],
    ])
  })

  it('may stand in attributes', () => {
    expect(found('<p {{#if a}}title="a"{{else}}title="b"{{/if}}>x</p>')).toEqual([])
    expect(found('<p {{#if a}}title="a"{{else}}title="b" title="c"{{/if}}>x</p>')).toEqual([['duplicate_attribute', 1]])
  })

  const chain = (count: number): string =>
    Array.from({ length: count }, (_, at) => `${at === 0 ? '{{#if' : '{{else if'} a${at}}}<p>a</p>`).join('') +
    '{{/if}}'
  const nested = (depth: number): string => '{{#a}}'.repeat(depth) + '<p>a</p>' + '{{/a}}'.repeat(depth)

  it('is told of where it is not all checked', () => {
    expect(found(chain(8))).toEqual([])
    expect(found(`\n${chain(9)}`)).toEqual([['too_many_branches', 2]])
    expect(found(nested(50))).toEqual([])
    expect(found(`\n${nested(51)}`)).toEqual([['too_many_branches', 2]])
  })

  it('costs no more than some ways, however many branches there are', async () => {
    await expectLinearTime(
      200,
      (count) => '{{#if a}}<p>a</p>{{else if b}}<p>b</p>{{else}}<p>c</p>'.repeat(count) + '{{/if}}'.repeat(count),
      (body) => found(body),
    )
  })
})
