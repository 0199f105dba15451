import { expect, it } from 'vitest'
import { asWrittenHere } from './other-engines.ts'

it.each([
  // Jinja, docassemble.
  ['%p if is_business %', '{#if is_business}'],
  ['%- if total > 1.000,50 -%', '{#if total > 1000.50}'],
  ['elif total > 5', '{else if total > 5}'],
  ['endif', '{/if}'],
  ['%tr endfor %', '{/each}'],
  ['%tr for item in items %', '{#each items}…{/each}'],
  ['for each item in items', '{#each items}…{/each}'],
  ['% set vat = total * 0.19 %', '{= vat: total * 0.19}'],
  ['"trader" if isBusiness else "consumer"', '{isBusiness ? "trader" : "consumer"}'],
  ['#if not defined("client.title")', '{#if not client.title}'],
  ['comma_and_list(names)', '{names | list}'],
  ['today(format="d MMMM yyyy")', '{today | date:"d MMMM yyyy"}'],
  ['% IF paid %', '{#if paid}'],
  ['items.map(i => i.price)', '{items | map:"price"}'],
  // Carbone.
  ["d.no:prepend('No ')", `{'No ' + no}`],
  ['d.client.name', '{client.name}'],
  ['d.isBusiness:ifEQ(true):showBegin', '{#if isBusiness}'],
  ['d.kind:ifEQ(sale):hideBegin', '{#unless kind == "sale"}'],
  ['d.isBusiness:showEnd', '{/if}'],
  ["d.fee:ifGT(5):show('high'):elseShow('low')", `{fee > 5 ? 'high' : 'low'}`],
  ['d.items[].price:aggSum', '{items | sum:"price"}'],
  ['#vat = d.total:mul(0.19)', '{= vat: total | multiply:0.19}'],
  ['#vat = d.total', '{= vat: total}'],
  // docxtemplater, easy-template-x.
  [':footnote note', '{note | footnote}'],
  [':include annex', '{annex | document}'],
  ['%qr client.id', '{client.id | qr}'],
  ['image: photo', '{photo | image}'],
  ['#items [loopOver: "row"]', '{-w:tr items}'],
  // Slips.
  ['client.name/', '{client.name}'],
  ['client.name?', '{client.name}'],
  ['#if isBusiness not', '{#if not isBusiness}'],
  ['total in EUR', '{total | currency:"EUR"}'],
  ['dueDate, date', '{dueDate | date}'],
  // What is a tag of this language, or none of any.
  ['client.name', undefined],
  ['amount in words', undefined],
  ['#if total > 5', undefined],
  ['first name, last name', undefined],
])('%s is %s here', (source, here) => {
  expect(asWrittenHere(source)).toBe(here)
})

it.each([
  ['if ', 'a '],
  ['d.a:', 'ifEQ('],
  ['% ', ' %'],
  ['"a" if ', 'else '],
  ['for ', 'in '],
  ['a', '/ '],
])('comes to an end for %j and as many %j as it looks at', (head, piece) => {
  // Ways to divide them that double with each would take longer than there is time.
  expect(() => asWrittenHere((head + piece.repeat(300)).slice(0, 300))).not.toThrow()
})
