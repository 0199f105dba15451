import { expect, it } from 'vitest'
import { withoutCounterpart } from './without-counterpart.ts'
import { writtenRight } from './written-right.ts'

it.each([
  // Methods and functions of programs.
  ['client.name.substring(0, 10)', 'client.name | truncate:10:""'],
  ['names.slice(1, 4)', 'names | limit:3:1'],
  ['client.name.includes("GmbH") and paid', '(client.name | like:"*GmbH*") and paid'],
  ['due.getFullYear()', 'due | year'],
  ['moment(due).add(14, "days").format("DD.MM.YYYY")', 'due | addDays:14 | date:"DD.MM.YYYY"'],
  ['moment(end).diff(start, "months")', 'start | duration:end:"months"'],
  ['Math.max(total, 100)', 'total > 100 ? total : 100'],
  ['parseInt(total)', 'total | floor'],
  ['items.filter(i => i.price > 5)', 'items | filter:"price":">":5'],
  ['items.reduce((sum, i) => sum + i.price, 0)', 'items | sum:"price"'],
  ['items.sort((a, b) => a.price - b.price)', 'items | sort:"price"'],
  ['items[items.length - 1].name', 'items[-1].name'],
  ['upper(trim(client.name))', 'client.name | trim | upper'],
  ['client.name.concat(" & Co")', 'client.name + " & Co"'],
  ['total ** 3', 'total * total * total'],
  // Carbone.
  ["d.no:padr(8, '.')", "no | padEnd:8:'.'"],
  ["d.due:addD(14, 'day'):formatD('L')", 'due | addDays:14 | date:"short"'],
  ["d.due:subD(2, 'month')", 'due | addMonths:-2'],
  ["d.end:diffD(d.start, 'days')", 'start | duration:end:"days"'],
  ["d.due:startOfD('month')", 'due | startOfMonth'],
  ['d.items[].price:aggSum:formatC', 'items | sum:"price" | currency'],
  ["d.items[].name:aggStr(', ')", `items | map:"name" | join:', '`],
  ["d.due:formatD('DD/MM/YYYY')", 'due | date:"DD/MM/YYYY"'],
  ['d.client.url:barcode(qrcode)', 'client.url | qr'],
  ['d.logo:imageFit(contain)', 'logo | image:"":"":"contain"'],
  ["d.total:convCurr('USD')", `total | multiply:rate | currency:'USD'`],
  // Jinja, docassemble, Liquid, Twig.
  ['items | selectattr("price", "gt", 5)', 'items | filter:"price":">":5'],
  ["total | round(0, 'floor')", 'total | floor'],
  ['total | divided_by: 2', 'total | divide:2'],
  ['total | minus: 5', 'total | subtract:5'],
  ['no | append: "/26"', 'no + "/26"'],
  ['name | escape', 'name'],
  ["total | number_format(2, ',', '.')", 'total | number:2'],
  ['due | date_modify("+14 days")', 'due | addDays:14'],
  ['due | date: "%d %B %Y"', 'due | date:"dd MMMM yyyy"'],
  ["fax | default('none', true)", "fax | default:'none'"],
  ['due | strftime("%d.%m.%Y")', 'due | date:"dd.MM.yyyy"'],
  ['quantity_noun(count, "item")', 'count | plural:"# item":"# items"'],
  ['date_difference(starting=signed, ending=due).days', 'signed | duration:due:"days"'],
  ['items.number()', 'items | count'],
  ['loop.index is even', '$even'],
  // Spreadsheets.
  ['TEXT(due, "dd.mm.yyyy")', 'due | date:"dd.MM.yyyy"'],
  ['IF(isTrader; "a"; "b")', 'isTrader ? "a" : "b"'],
  ['EDATE(due, 3)', 'due | addMonths:3'],
  ['ROUND(SUM(items.price), 2)', 'items | sum:"price" | round:2'],
  ['AND(isTrader, total > 5)', 'isTrader and total > 5'],
  ['ISBLANK(client.fax)', 'not client.fax'],
  ['VLOOKUP(code, prices, 2)', 'prices[code]'],
  // What there is nothing for, and what is right.
  ['client.name.split(" ")', undefined],
  ['unheardOf(total)', undefined],
  ['total | unheardOf', undefined],
  ['total | currency', undefined],
])('%s is written %s', (source, right) => {
  expect(writtenRight(source)).toBe(right)
})

it.each([
  ['client.name.split(" ")', 'No formatter takes a text apart'],
  ['d.name:unaccent', 'give it in the data'],
  ['d.items[i].price:cumSum', 'a running total is a field of the items'],
  ['JSON.stringify(client)', '{client.name}'],
  ['client.pronoun_objective()', 'Write a choice'],
  ['client.address.on_one_line()', 'Write its fields behind each other'],
  ['client.unheardOf("dog")', 'write {client.unheardOf}'],
])('%s is told to be %s', (source, hint) => {
  expect(withoutCounterpart(source)).toContain(hint)
})
