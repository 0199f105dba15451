/**
 * A receipt as shops send it, of some 24 kB: a style sheet, nested tables, ten rows, and the ways that templates choose
 * between texts. In the tags of Handlebars, which are ours too, and in those of Liquid.
 */
export type Tags = 'handlebars' | 'liquid'

interface Written {
  readonly value: (path: string) => string
  readonly each: (list: string, item: string, inside: (name: (field: string) => string) => string) => string
  readonly choose: (test: string, shown: string, hidden?: string) => string
}

const ways: Readonly<Record<Tags, Written>> = {
  handlebars: {
    value: (path) => `{{${path}}}`,
    each: (list, _item, inside) => `{{#each ${list}}}${inside((field) => `{{${field}}}`)}{{/each}}`,
    choose: (test, shown, hidden) => `{{#if ${test}}}${shown}${hidden === undefined ? '' : `{{else}}${hidden}`}{{/if}}`,
  },
  liquid: {
    value: (path) => `{{ ${path} | escape }}`,
    each: (list, item, inside) =>
      `{% for ${item} in ${list} %}${inside((field) => `{{ ${item}.${field} | escape }}`)}{% endfor %}`,
    choose: (test, shown, hidden) =>
      `{% if ${test} %}${shown}${hidden === undefined ? '' : `{% else %}${hidden}`}{% endif %}`,
  },
}

const selectors =
  'body,p,td,th,a,img,.wrapper,.content,.masthead,.footer,.button,.attributes,.item,.total,.discount,.social'
const sheet = selectors
  .split(',')
  .flatMap((selector, index) => [
    `${selector} { margin: 0 0 ${index}px; padding: ${index % 7}px 0; font-size: ${13 + (index % 4)}px; line-height: 1.625; color: #51545E; background-color: #F${index.toString(16)}F4F6; }`,
    `${selector} strong { color: #333${index.toString(16)}33; font-weight: bold; text-decoration: none; }`,
    `@media only screen and (max-width: ${500 + index}px) { ${selector} { width: 100% !important; text-align: center !important; } }`,
    `@media (prefers-color-scheme: dark) { ${selector} { background-color: #333333 !important; color: #FFFFFF !important; } }`,
  ])
  .join('\n    ')

const table = (rows: string): string =>
  `<table class="wrapper" width="100%" cellpadding="0" cellspacing="0" role="presentation" style="width: 100%; margin: 0; padding: 0">\n${rows}\n</table>`
const row = (cell: string): string =>
  `  <tr>\n    <td class="content" align="left" style="word-break: break-word; font-family: Arial, sans-serif; font-size: 16px; padding: 10px 0">\n      ${cell}\n    </td>\n  </tr>`

/** The html of the receipt. */
export function receipt(tags: Tags): string {
  const { value, each, choose } = ways[tags]
  const lines = each(
    'lines',
    'line',
    (field) =>
      `\n  <tr>\n    <td width="60%" class="item" style="padding: 10px 0; color: #51545E; font-size: 15px; line-height: 18px"><a href="https://shop.example/items/${field('code')}">${field('name')}</a></td>\n    <td width="20%" class="item" align="right">${field('count')}</td>\n    <td width="20%" class="item" align="right">${field('price')}</td>\n  </tr>`,
  )
  const notes = Array.from({ length: 36 }, (_, index) =>
    row(
      `<p style="margin: .4em 0 1.1875em; font-size: 13px">Section ${index + 1} of the terms: goods can be returned within thirty days, in their packaging, with this receipt. ${index % 4 === 0 ? `Questions go to ${value('support')}, with the number ${value('number')}.` : 'The statutory rights are not affected.'}</p>`,
    ),
  ).join('\n')
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1.0">
  <title>Receipt ${value('number')}</title>
  <style type="text/css" rel="stylesheet" media="all">
    ${sheet}
  </style>
</head>
<body style="height: 100%; margin: 0; background-color: #F4F4F7">
  <span class="preheader" style="display: none; font-size: 1px">Your receipt ${value('number')} of ${value('date')}.</span>
${table(row(`<a href="${value('shop.url')}" class="masthead"><img src="https://shop.example/logo.png" width="120" height="30" alt="The shop"></a>`))}
${table(
  row(`<h1>Hi ${value('client.name')},</h1>
      <p>Thank you for using ${value('shop.name')}. This e-mail is the receipt for your purchase. ${choose('isPaid', 'Nothing is due.', `Please pay ${value('total')} until ${value('due')}.`)}</p>
      ${choose('card.ending', `<p>The purchase will appear as “${value('shop.name')}” on the statement of your ${value('card.brand')} ending in ${value('card.ending')}.</p>`)}`),
)}
<table class="attributes" width="100%" cellpadding="0" cellspacing="0">
  <tr><th align="left">Description</th><th align="right">Count</th><th align="right">Amount</th></tr>${lines}
  <tr><td colspan="2" class="total" align="right">Total</td><td class="total" align="right">${value('total')}</td></tr>
</table>
${table(row(`<a href="${value('shop.url')}/receipts/${value('number')}" class="button" target="_blank">Open the receipt</a>`))}
${table(notes)}
${table(row(`<p class="footer">${value('shop.name')}, ${value('shop.street')}, ${value('shop.city')}</p>`))}
</body>
</html>
`
}

export const receiptData = {
  number: 'R-2026-0117',
  date: '24 November 2026',
  due: '8 December 2026',
  total: 'EUR 417.20',
  isPaid: false,
  support: 'help@shop.example',
  client: { name: 'Ada Lovelace' },
  card: { brand: 'Visa', ending: '4242' },
  shop: { name: 'The Shop', url: 'https://shop.example', street: '1 High Street', city: 'Cologne' },
  lines: Array.from({ length: 10 }, (_, index) => ({
    code: `A${index}-7`,
    name: `Article ${index}, large`,
    count: index + 1,
    price: `EUR ${(index + 1) * 7}.50`,
  })),
}
