import type { EmailContent } from '@chancery/core'

interface Shape {
  readonly indent: string
  readonly doctype: string
  readonly language: string
  /** Tables in tables, a single column of divisions, or one table with conditional comments for Outlook. */
  readonly layout: 'tables' | 'divisions' | 'outlook'
  readonly inlined: boolean
  readonly loop: 'each' | 'section' | 'none'
  readonly preheader: boolean
  readonly words: Readonly<Record<'hello' | 'thanks' | 'pay' | 'help' | 'title', string>>
}

const english = {
  hello: 'Hello',
  thanks: 'Thank you for your order. It will be on its way tomorrow morning.',
  pay: 'Pay your invoice',
  help: 'Our office answers every question on weekdays between nine and five.',
  title: 'Your invoice',
}
const german = {
  hello: 'Guten Tag',
  thanks: 'Vielen Dank für Ihren Auftrag. Wir führen ihn morgen früh aus.',
  pay: 'Rechnung bezahlen',
  help: 'Unser Büro beantwortet jede Frage werktags zwischen neun und fünf.',
  title: 'Ihre Rechnung',
}
const modern = '<!doctype html>'
const old =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

const shapes: readonly Shape[] = [
  {
    indent: '  ',
    doctype: modern,
    language: 'en',
    layout: 'tables',
    inlined: false,
    loop: 'each',
    preheader: true,
    words: english,
  },
  {
    indent: '    ',
    doctype: old,
    language: 'en-GB',
    layout: 'tables',
    inlined: true,
    loop: 'section',
    preheader: false,
    words: english,
  },
  {
    indent: '\t',
    doctype: modern,
    language: 'de',
    layout: 'tables',
    inlined: false,
    loop: 'none',
    preheader: true,
    words: german,
  },
  {
    indent: '  ',
    doctype: modern,
    language: 'en',
    layout: 'divisions',
    inlined: true,
    loop: 'each',
    preheader: true,
    words: english,
  },
  {
    indent: '',
    doctype: modern,
    language: 'en',
    layout: 'divisions',
    inlined: false,
    loop: 'section',
    preheader: false,
    words: english,
  },
  {
    indent: '    ',
    doctype: old,
    language: 'de-AT',
    layout: 'divisions',
    inlined: true,
    loop: 'none',
    preheader: true,
    words: german,
  },
  {
    indent: '  ',
    doctype: modern,
    language: 'en',
    layout: 'outlook',
    inlined: true,
    loop: 'each',
    preheader: true,
    words: english,
  },
  {
    indent: '\t',
    doctype: old,
    language: 'en-US',
    layout: 'outlook',
    inlined: false,
    loop: 'each',
    preheader: false,
    words: english,
  },
  {
    indent: '  ',
    doctype: modern,
    language: 'de',
    layout: 'outlook',
    inlined: true,
    loop: 'section',
    preheader: true,
    words: german,
  },
  {
    indent: '',
    doctype: old,
    language: 'en',
    layout: 'tables',
    inlined: true,
    loop: 'each',
    preheader: true,
    words: english,
  },
  {
    indent: '    ',
    doctype: modern,
    language: 'de-CH',
    layout: 'tables',
    inlined: true,
    loop: 'none',
    preheader: false,
    words: german,
  },
  {
    indent: ' ',
    doctype: modern,
    language: 'en',
    layout: 'outlook',
    inlined: false,
    loop: 'none',
    preheader: true,
    words: english,
  },
]

function htmlOf({ indent, doctype, language, layout, inlined, loop, preheader, words }: Shape): string {
  const style = (css: string): string => (inlined ? ` style="${css}"` : '')
  const lines: string[] = []
  const at = (depth: number, line: string): void => void lines.push(`${indent.repeat(depth)}${line}`)
  at(0, doctype)
  at(0, `<html lang="${language}">`)
  at(1, '<head>')
  at(2, '<meta charset="utf-8">')
  at(2, '<meta name="viewport" content="width=device-width, initial-scale=1">')
  at(2, `<title>${words.title}</title>`)
  at(2, '<style>')
  at(3, 'body, td { font-family: Arial, sans-serif; color: #333333; }')
  at(3, '.button { background-color: #1a5fb4; color: #ffffff; padding: 12px 20px; }')
  at(2, '</style>')
  at(1, '</head>')
  at(1, '<body>')
  if (preheader) at(2, `<div style="display: none; max-height: 0; overflow: hidden">${words.thanks} {{number}}</div>`)
  let depth = 2
  const opened: string[] = []
  const open = (tag: string, name: string): void => {
    at(depth, tag)
    opened.push(name)
    depth += 1
  }
  const table = '<table role="presentation" width="600" cellpadding="0" cellspacing="0">'
  if (layout === 'divisions') {
    open(`<div${style('max-width: 600px; margin: 0 auto')}>`, 'div')
    open('<div>', 'div')
  } else {
    if (layout === 'outlook') at(depth, '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->')
    open(table, 'table')
    open('<tr>', 'tr')
    open(`<td${style('padding: 20px')}>`, 'td')
    if (layout === 'tables') {
      open(table, 'table')
      open('<tr>', 'tr')
      open('<td>', 'td')
    }
  }
  at(depth, '<img src="https://cdn.kanzlei-lovelace.de/logo.png" width="120" height="40" alt="Lovelace & Co">')
  at(depth, `<h1${style('font-size: 24px; color: #222222')}>${words.hello} {{client.name}}</h1>`)
  at(depth, `<p${style('font-size: 16px; line-height: 24px')}>${words.thanks}</p>`)
  if (loop !== 'none') {
    at(depth, '<ul>')
    at(depth + 1, loop === 'each' ? '{{#each items}}' : '{{#items}}')
    at(depth + 1, '<li>{{title}}: {{price}}</li>')
    at(depth + 1, loop === 'each' ? '{{/each}}' : '{{/items}}')
    at(depth, '</ul>')
  }
  at(depth, `<p>{{number}}</p>`)
  at(
    depth,
    `<p><a class="button" href="https://pay.kanzlei-lovelace.de/invoices?n={{number}}"${style('background-color: #1a5fb4; color: #ffffff')}>${words.pay}</a></p>`,
  )
  at(depth, '{{#if note}}')
  at(depth, '<p>{{note}}</p>')
  at(depth, '{{/if}}')
  at(depth, `<p${style('font-size: 14px; color: #555555')}>${words.help}</p>`)
  at(depth, '<p><a href="{{url}}">kanzlei-lovelace.de</a></p>')
  while (opened.length > 0) {
    depth -= 1
    at(depth, `</${opened.pop() ?? ''}>`)
  }
  if (layout === 'outlook') at(depth, '<!--[if mso]></td></tr></table><![endif]-->')
  at(1, '</body>')
  at(0, '</html>')
  return `${lines.join('\n')}\n`
}

const textOf = ({ words, loop }: Shape): string =>
  [
    `${words.hello} {{client.name}},`,
    '',
    words.thanks,
    ...(loop === 'none'
      ? []
      : [
          loop === 'each' ? '{{#each items}}' : '{{#items}}',
          '- {{title}}: {{price}}',
          loop === 'each' ? '{{/each}}' : '{{/items}}',
        ]),
    '',
    '{{number}}',
    `${words.pay}: https://pay.kanzlei-lovelace.de/invoices?n={{number}}`,
    '{{#if note}}{{note}}{{/if}}',
    words.help,
    '{{url}}',
    '',
  ].join('\n')

/** Templates without a fault, as firms write them: old and new, with and without Outlook's comments, in two languages. */
export const templateShapes: readonly EmailContent[] = shapes.map((shape) => ({
  subject: `${shape.words.title} {{number}}`,
  html: htmlOf(shape),
  text: textOf(shape),
}))
