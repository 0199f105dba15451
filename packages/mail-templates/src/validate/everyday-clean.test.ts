import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { inspectEmail } from './inspect-email.ts'

const page = (style: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Your order</title><style>${style}</style></head><body><div style="display:none">It is on its way.</div><h1>Your order</h1>${body}</body></html>`
const told = (style: string, body: string): readonly string[] =>
  inspectEmail(
    { subject: 'Your order', html: page(style, body) },
    { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
  )
    .findings.filter(({ severity, code }) => severity !== 'info' && code !== 'no_text_part')
    .map(({ code, message }) => `${code}: ${message}`)

describe('what mails are full of, and is right', () => {
  it.each([
    'font: 400 16px/1.5 Inter, Arial, sans-serif',
    'text-decoration: underline dotted #333333 1px',
    'vertical-align: -2px',
    'margin: 0 auto !important',
    'border-radius: 4px 4px 0 0 / 2px',
    'border-top: thin dashed lightgoldenrodyellow',
    'color: windowtext',
    'mso-font-width: -100%; mso-padding-alt: 10px 20px; mso-ansi-language: EN-US',
    'list-style-type: lower-alpha; line-height: normal',
    'text-align: -webkit-center; width: 100%; max-width: 37.5em',
  ])('in attributes: %s', (style) => {
    expect(told('', `<div style="${style}">Some words of ours</div>`)).toEqual([])
  })

  it.each([
    'https://en.wikipedia.org/wiki/Mercury_(planet)',
    'https://www.firm.de/orders?filter[]=open&amp;sort[by]',
    'https://www.firm.de/?utm_source=mail&amp;utm_placement=top&amp;utm_creative=4&amp;utm_keyword=tax',
    'https://www2.firm.de/a',
  ])('in addresses of links: %s', (address) => {
    expect(told('', `<p><a href="${address}">Read about Mercury</a></p>`)).toEqual([])
  })

  it.each([
    '@media yahoo { .a { color: #111111 } }',
    '@media only screen and (min-resolution: 2dppx), print { .a { color: #111111 } }',
    '@media all and (width <= 600px) { .a { color: #111111 } }',
    '@-ms-viewport { width: device-width }',
    '.a\\:b, [data-ogsc] .a, u + .body .a { color: #111111 }',
    'a:not([href]):not(.b)::after { content: "" }',
    '@keyframes k { from { color: #111111 } 12.5% { color: #222222 } }',
    'span.MsoHyperlink { mso-style-priority: 99 }',
  ])('in sheets: %s', (sheet) => {
    expect(told(sheet, '<p>Some words of ours</p>')).toEqual([])
  })

  it.each([
    '<p>Saved in C:\\new and C:\\users. Le mot « été », слово «лето».</p>',
    '<table><caption>Your order</caption><tr><th scope="col">Item</th></tr><tr><td>x</td></tr></table>',
    '<!--[if !mso]><!--><p>x</p><!--<![endif]-->',
    '<pre>cp $src_dir/out {0}; printf %s</pre><p>Take <code>{0}</code> for <code>%s</code> or <kbd>$USER_NAME</kbd>.</p>',
    '<p>[Photo: Jane Roe]</p>',
    '<p>Call <b>main</b>() with a ?? b; say &quot;yes&quot;, or b &gt;; c.</p>',
    '<p lang="fr">Merci ; nous sommes là. Nous nous voyons : où ?</p><p>a) one, b) two :) and 12:30.</p>',
    '<p lang="hi">श्रीमान्\u200C य</p>',
    '<p role="module-content">x</p>',
    '<div itemscope itemtype="https://schema.org/Order"><meta itemprop="orderNumber" content="1">x</div>',
    '{{#each items as |item i|}}<p>{{i}} {{item.name}} {{@index}} {{../name}}</p>{{/each}}',
  ])('in words and tags: %s', (body) => {
    expect(told('', body)).toEqual([])
  })
})

/** All that is told of a text and html that say the same. */
const notesOn = (html: string, text: string, subject = 'Your order'): readonly string[] =>
  inspectEmail({ subject, html: page('', html), text }, { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 })
    .findings.filter(({ group }) => group !== 'clients')
    .map(({ code }) => code)

describe('what is not worth a note', () => {
  it.each([
    ['a link by its value', '<p><a href="{{enter}}">Your account</a></p>', 'Your account: {{enter}}'],
    [
      'a parameter that a section writes',
      '<p><a href="https://shop.de/?id={{#if a}}{{a}}{{/if}}">Your order</a></p>',
      'https://shop.de/?id={{#if a}}{{a}}{{/if}}',
    ],
    [
      'rows that are all of one width',
      '<table role="presentation"><tr><td colspan="2">Some</td></tr><tr><td colspan="2">words</td></tr></table>',
      'Some words',
    ],
  ])('%s', (_, html, text) => {
    expect(notesOn(html, text)).toEqual([])
  })

  it('a greeting in the subject with a name behind it', () => {
    expect(notesOn('<p>Some words</p>', 'Some words', 'Hello {{name}}')).toEqual([])
  })

  it('a value that the subject has', () => {
    expect(notesOn('<p>Some words</p>', 'Some words of {{number}}', 'Order {{number}}')).toEqual([])
  })

  it('a long line, which is sent encoded, more than in passing', () => {
    expect(told('', `<p>${'Some words. '.repeat(100)}</p>`)).toEqual([])
  })
})

it('says a contrast that is too low by less than a tenth as too low', () => {
  const { findings } = inspectEmail(
    { subject: 'Your order', html: page('', '<p style="color: #777777; background-color: #ffffff">Some words</p>') },
    { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
  )
  expect(findings.find(({ code }) => code === 'low_contrast')?.message).toContain('contrast of 4.4; 4.5 is')
})

describe('what is full of one sign', () => {
  it.each(
    '( |the |a.B|, |____|[b]|``a|a @b.c|=sum(|• |<br>|a@b.|C:\\Users\\|« |‹ |("„«‚|&laquo;|[|{|<|$(|#|@|%|&lt;&lt;|~~|!|`|**a|a?|%C3%BC|{Ab |$ab_|[a](|&lt;name |click here |<pre |<code>|[photo '
      .split('|')
      .concat('*|'),
  )('%s is looked at in linear time', async (sign) => {
    await expectLinearTime(
      1000,
      (size) => sign.repeat(size),
      (text) => told('', text),
    )
  })
})

it.each([
  ['the words of a link', (text: string) => `<a href="https://shop.example/a">${text}z</a>`, '!'],
  ['a host', (text: string) => `<a href="https://dev${text}!">Your order</a>`, '-a'],
])('%s of one sign is looked at in linear time', async (_, html, sign) => {
  await expectLinearTime(
    2000,
    (size) => html(sign.repeat(size)),
    (body) => told('', body),
  )
})

it.each([
  ['a selector', (text: string) => `${text} { color: #111111 }`, '> '],
  ['brackets of a selector', (text: string) => `${text} { color: #111111 }`, 'a['],
  ['a query', (text: string) => `@media ${text} { .a { color: #111111 } }`, '(min-width:1px) '],
  ['a sum', (text: string) => `.a { width: calc(${text}) }`, '1px+'],
  ['fonts', (text: string) => `.a { font-family: ${text} }`, `'a,`],
  ['places of an animation', (text: string) => `@keyframes k { ${text} { color: #111111 } }`, '1%, '],
])('%s of one sign is looked at in linear time', async (_, sheet, sign) => {
  await expectLinearTime(
    2000,
    (size) => sheet(sign.repeat(size)),
    (style) => told(style, '<p>Some words of ours</p>'),
  )
})

it.each([
  ['a comment for Outlook', (text: string) => `<!--[if mso]>${text}<![endif]-->`, '<table><tr><td>'],
  ['crosswise ends for Outlook', (text: string) => `<!--[if mso]>${text}<![endif]-->`, '<table><tr></table></tr>'],
  ['cells', (text: string) => `<table><tr>${text}</tr></table>`, '<td colspan="3" rowspan="3">x</td>'],
])('%s in thousands is looked at in linear time', async (_, html, sign) => {
  await expectLinearTime(
    500,
    (size) => html(sign.repeat(size)),
    (body) => told('', body),
  )
})
