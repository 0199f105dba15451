import type { JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, p, run, table, textBox } from '../testing/docx-builder.ts'
import { field, mergeField } from '../testing/field-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

/** A fault as somebody writes it, and what a hint must say: the tag as it is right. */
type Hinted = readonly [text: string, hint: string, data?: JsonObject]

const hinted: readonly Hinted[] = [
  // Calls of programs and spreadsheets.
  ['{upper(client.name)}', '{client.name | upper}'],
  ['{sum(items.price)}', '{items | sum:"price"}'],
  ['{client.name.toUpperCase()}', '{client.name | upper}'],
  ['{Math.round(total)}', '{total | round}'],
  ['{formatDate(due, "DD.MM.YYYY")}', '{due | date:"DD.MM.YYYY"}'],
  ['{new Date()}', '{today}'],
  ['{items.price | sum}', '{items | sum:"price"}', { items: [{ price: 2 }] }],
  ['{tags | join:", ":" and "}', 'Write {tags | list}.'],
  ['{total | round:2:3}', 'Write {total | round:2}.'],
  ['{%logo}', '{%logo | missing:"blank"}', { total: 1 }],
  // Slips of secretaries.
  ['{#fi isTrader}x{/fi}', '{#if isTrader}'],
  ['{#eahc items}x{/eahc}', '{#each items}'],
  ['{each items}x{/each}', '{#each items}'],
  ['{#if isTrader}x{esle}y{/if}', 'Write {else}'],
  ['{total / currency}', '{total | currency}'],
  ['{total: currency}', '{total | currency}'],
  ['{total || currency}', '{total | currency}'],
  ['{client.name} {sender.city} {image logo}', '{logo | image}'],
  ['{img:logo}', '{logo | image}'],
  ['{client.name} {sender.city} {t Due date}', '{t "Due date"}'],
  ['{due | date:“long"}', '{due | date:"long"}'],
  ['{due | date:„long„}', '{due | date:"long"}'],
  ["{due | date:''long''}", '{due | date:"long"}'],
  ['{total | currency:"{code}"}', '{total | currency:code}'],
  ['{prices.[code]}', '{prices[code]}'],
  ['{items(0).label}', '{items[0].label}'],
  ['{#if isTrader and and total > 5}x{/if}', '{#if isTrader and total > 5}'],
  ['{#if total >= 5 and <= 10}x{/if}', '{#if total >= 5 and total <= 10}'],
  ['{#if total > 5.000}x{/if}', '{#if total > 5000}'],
  ['{#if total > 1.250}x{/if}', '{#if total > 1250}'],
  ['{#each items}{label}, {/each}{items}', '{#each items}…{/each}'],
  ['{#each items}{label}, {/each}{items | upper}', '{#each items}…{/each}'],
  ['{#items}{label}: {price}, {/items}{items}', '{#each items}…{/each}'],
  ['{client}', '{client.name}'],
  ['{Number(total) + 5}', '{total + 5}'],
  ['{Number(fee)+5}', '{fee+5}'],
  ['{client.items()}', '{#each client}{$key}: {.}{/each}'],
  ['{#each client.items()}x{/each}', '{#each client}'],
  ['{items.find(i => i.price > 5).label}', '{items | filter:"price":">":5 | map:"label" | first}'],
  ['{#items.find(i => i.price > 5)}{label}{/}', '{#items | filter:"price":">":5 | first}'],
  ['{items.filter(i => i.id === 5)[0].label}', '{items | filter:"id":5 | map:"label" | first}'],
  ['{"%.2f"|format(total)}', '{total | number:2}'],
  ['{"%d" | format(total)}', '{total | number:0}'],
  ['{CONCATENATE(client.name, " ", total)}', '{client.name + " " + total}'],
  ['{IF(total>5,"x","y")}', '{total>5 ? "x" : "y"}'],
  ['{", ".join(names)}', '{names | join:", "}'],
  ['{total:formatN(2)}', '{total | number:2}'],
  ['{client.name:upper}', '{client.name | upper}'],
  ['{total:,.2f}', '{total | number:2}'],
  ['{#if len(items) > 3}x{/if}', '{#if (items | count) > 3}'],
  // Other engines.
  ['{d.client.name}', '{client.name}'],
  ['{d.paid:ifEQ(true):showBegin}', '{#if paid}'],
  ['{%p if paid %}', '{#if paid}'],
  ['{#if paid}x{elif total > 5}y{/if}', '{else if total > 5}'],
  ['{client.name} {sender.city} {%qr client.id}', '{client.id | qr}'],
  ['{client.name} {sender.city} {total in EUR}', '{total | currency:"EUR"}'],
  ['{image: photo}', '{photo | image}'],
  ["{items | sum(attribute='price')}", '{items | sum:"price"}'],
  ['{due.toLocaleDateString()}', '{due | date}'],
  ['{trader if paid else "consumer"}', '{paid ? trader : "consumer"}'],
  ['{#if client.kind == "a" or "b"}x{/if}', '{#if client.kind == "a" or client.kind == "b"}'],
  ['{#if a}x{else}y{else if b}z{/if}', 'An {else if x} stands before the {else}'],
  ['{d.due:addD(14, "day"):formatD("LL")}', '{due | addDays:14 | date:"long"}'],
  ['{d.items[].price:aggSum:formatC}', '{items | sum:"price" | currency}'],
  ['{d.paid:ifEQ(true):keep(row)}', '{#if paid}…{/if}, around what is kept'],
  ['{#client.name.includes("GmbH")}x{/}', '{#(client.name | like:"*GmbH*")}'],
  ['{#if ISBLANK(client.fax)}x{/if}', '{#if not client.fax}'],
  ['{#items.filter(i => i.price > 5)}x{/}', '{#items | filter:"price":">":5}'],
  ['{% for key, value in client.items() %}', '{#each client}'],
  ['{total | divided_by: 2}', '{total | divide:2}'],
  ['{client.name | uppercase}', '{client.name | upper}'],
  ['{client.name | wordcount}', 'the length of a text comes with the data'],
  ['{client.name | unheardOf}', 'Leave it out, and give the value in the data'],
  ['{client.name.heard(1)}', 'write {client.name.heard}'],
  ['{#if total % 2 == 0}x{/if}', 'no remainder of a division'],
  ['{items[items.length - 1].name} {items.name}', '{items[-1].name}'],
  ['{-p items}{label}{/items}', '{-w:p items}'],
  ['{o.lang=fr}', 'given with the call'],
  ['Of {@client.terms} alone', '{~client.terms}'],
  // Paths, arguments and quotation marks.
  ['{client..name}', '{client.name}'],
  ['{client?.name}', '{client.name}'],
  ['{client->name}', '{client.name}'],
  ['{client,name}', '{client.name}'],
  ['{client.name;}', '{client.name}'],
  ['{client.name upper}', '{client.name | upper}'],
  ['{total | currency="EUR"}', '{total | currency:"EUR"}'],
  ['{total | currency "EUR"}', '{total | currency:"EUR"}'],
  ['{total | currency:`EUR`}', '{total | currency:"EUR"}'],
  ['{total ¦ currency}', '{total | currency}'],
  ['{client.name | default:"the "Client""}', `{client.name | default:'the "Client"'}`],
  ['{(total + fee}', '{(total + fee)}'],
  ['{t "Due date}', '{t "Due date"}'],
  ['{isTrader ? "trader"}', '{isTrader ? "trader" : ""}'],
  ['\\{client.name\\}', '{client.name}'],
  ['{isTrader/}', '{/isTrader}'],
  ['{url | link:our website}', '{url | link:"our website"}, in quotation marks'],
  // Numbers, days and tests.
  ['{total * 19%}', '{total * 0.19}'],
  ['{total ^ 2}', '{total * total}'],
  ['{#if total > €5000}x{/if}', '{#if total > 5000}'],
  ['{#if total > $5000}x{/if}', 'the number alone: 5000'],
  ['{#if total > 1,000}x{/if}', '{#if total > 1000}'],
  ['{#if due > 31.12.2026}x{/if}', '{#if due > "2026-12-31"}'],
  ['{#if kind is sale}x{/if}', '{#if kind == "sale"}'],
  ['{#if total is 5}x{/if}', '{#if total == 5}'],
  ['{#if total is greater than 5}x{/if}', '{#if total > 5}'],
  ['{#if kind contains "sa"}x{/if}', '{#if (kind | like:"*sa*")}'],
  ['{#if kind in ["a", "b"]}x{/if}', '{#if kind == "a" or kind == "b"}'],
  ['{#if 1 < total < 10}x{/if}', '{#if total > 1 and total < 10}'],
  ['{#if total between 1 and 5}x{/if}', '{#if total >= 1 and total <= 5}'],
  ['{#if client.name is not empty}x{/if}', '{#if client.name}'],
  ['{#if isTrader then}x{/if}', '{#if isTrader}'],
  ['{#if status == "a" or "b"}x{/if}', '{#if status == "a" or status == "b"}'],
  ['{#if isTrader == "true"}x{/if}', 'Write {#if isTrader == true}'],
  // Values in words, named and in a row.
  ['{19% of total}', '{total * 0.19}'],
  ['{total x sender.rate}', '{total * sender.rate}'],
  ['{total + 50 €}', '{total + 50}'],
  ['{vat = total * 0.19}', '{= vat: total * 0.19}'],
  ['{client.name, client.city}', '{client.name}, {client.city}'],
  ['{client.name ~ " & Co"}', '{client.name + " & Co"}'],
  ['{isTrader ? "a", "b"}', '{isTrader ? "a" : "b"}'],
  ['{today - 14 | date}', '{today | addDays:-14}'],
  ['{d.total:add(5):formatC}', '{total | add:5 | currency}'],
  ['{client-name} {client.name}', 'Did you mean "client.name"?'],
  // Arguments that stand as formatters, and of another kind.
  ['{due | long}', '| date:"long"'],
  ['{due | date:"TT.MM.JJJJ"}', 'Write {due | date:"dd.MM.yyyy"}.'],
  ['{due | date:"dd/mm/yyyy"}', 'Write {due | date:"dd/MM/yyyy"}.'],
  ['{due | date:"%d %B %Y"}', 'Write {due | date:"dd MMMM yyyy"}.'],
  ['{items.forEach(i => i.label)}', '{#each items}…{/each}'],
  ['{items.map((i) => i.label).join(", ")}', '{items | map:"label" | join:", "}'],
  ['{client.name in capitals} {client.name}', '{client.name | upper}'],
  ['{client.due in long format} {client.due}', '{client.due | date:"long"}'],
  ['{#if no total}x{/if}', '{#if not total}'],
  ['{total | EUR}', '| currency:"EUR"'],
  ['{total | "0.00"}', '{total | picture:"0.00"}'],
  ['{#items items}{name}, {/items}', 'Write {#items} where the section begins'],
  // Sections.
  ['{#foreach item in items}{item.name}, {/foreach}', '{#each items}…{/each}'],
  ['{#each items as item}{item.name}, {/each}', '{name} and not {item.name}'],
  ['{#}x{/}', '{#items}, {#if paid}'],
  ['Or {else} not', '{#if x}…{else}…{/if}'],
  ['{#if isTrader}a{else}b{else}c{/if}', '{else if x}'],
  ['as above.{/items}', 'add {#items} before it'],
  ['as above.{/if}', 'add {#if …} before it'],
  ['{#if isTrader}a{/else}b{/if}', 'Write {else}'],
  ['{if# isTrader}x{/if}', '{#if isTrader}'],
  ['{#if: isTrader}x{/if}', '{#if isTrader}'],
  ['{#ifisTrader}x{/if}', 'Write {#if isTrader} where the section begins'],
  ['{#eachitems}{label}, {/each}', 'Write {#each items} where the section begins'],
  // Formatters by their arguments, in a chain and with others' arguments.
  ['{due | fomat:"long"}', '"date"'],
  ['{client.name | trim, upper}', '{client.name | trim | upper}'],
  ['{total | number:"0.00"}', '{total | picture:"0.00"}'],
  ['{items | map:"label" | joni:", "}', '"join"'],
  ['{client.fax | default:none}', '"none" in quotation marks'],
  ['{client.name | sum}', 'Write {client.name} in the place of {client.name | sum}'],
  ['{items | sum}{#items}{price | number}, {/items}', '{items | sum:"price"}'],
  ['{due | time:"hh:MM"}', 'Write {due | time:"hh:mm"}.'],
  // Quotation marks and braces.
  ['{#if kind == trader"}x{/if}', '{#if kind == "trader"}'],
  ['{"client.name | upper"}', '{client.name | upper}'],
  ["{t 'Due date}", '{t "Due date"}'],
  ['On due | date:"long"}', 'Write "{" before the tag'],
  ['{prices.{code}}', '{prices[code]}'],
  // Signs in another place.
  ['{logo%}', '{%logo}'],
  ['{client.terms~}', '{~client.terms}'],
  ['{picture: logo}', '{logo | image}'],
  ['{client . name}', '{client.name}'],
  ['{items.$index.label}', '{items[$index].label}'],
  ['{=vat = total * 0.19}', '{= vat: total * 0.19}'],
  ['{total}{#each items}{parent.total}, {/each}', '{../total}'],
  // Tests.
  ['{#if client.fax exists}x{/if}', '{#if client.fax}'],
  ['{#if client.fax is not given}x{/if}', '{#if not client.fax}'],
  ['{#if kind == "a" or "b" or "c"}x{/if}', '{#if kind == "a" or kind == "b" or kind == "c"}'],
  ['{isTrader ? "trader" :}', '{isTrader ? "trader" : ""}'],
  ['#if($isTrader)x#end', '{#if isTrader}'],
  ['<#list items as item>x</#list>', '{#each items}…{/each}'],
  // Words of sections in capitals, and the lists of other languages.
  ['{#If isTrader}x{/If}', '{#if isTrader}'],
  ['{#Each items}{label}, {/Each}', '{#each items}'],
  ['{#if total > 9}a{ELSE IF total > 5}b{/if}', '{else if total > 5}'],
  ['{#if total > 9}a{else-if total > 5}b{/if}', '{else if total > 5}'],
  ['{#each $items}{label}, {/each}', '{#each items}'],
  ['{#each items[]}{label}, {/each}', '{#each items}'],
  ['{items[#1].label}', '{items[1].label}'],
  ['{items[0.label}', '{items[0].label}'],
  ['{#each items}{label}, {/each}{items.label | join:"; "}', '{items | map:"label" | join:"; "}'],
  // Bars and arguments.
  ['{| client.name}', '{client.name}'],
  ['{client.name | | upper}', '{client.name | upper}'],
  ['{total | currency["EUR"]}', '{total | currency:"EUR"}'],
  ['{due | date/long}', '{due | date:"long"}'],
  ['{due | date.long}', '{due | date:"long"}'],
  ['{due | date-long}', '{due | date:"long"}'],
  ['{client.name. | upper}', '{client.name | upper}'],
  ['{due | date:"the d of MMMM"}', `Write {due | date:"'the' d 'of' MMMM"}.`],
  // More quotation marks.
  ['{due | date:″long″}', '{due | date:"long"}'],
  ['{due | date:""long""}', '{due | date:"long"}'],
  ["{client.fax | default:'it's none'}", `{client.fax | default:"it's none"}`],
  ['{t “Due date}', '{t "Due date"}'],
  ['{t: "Due date"}', '{t "Due date"}'],
  // Names in another order, and joined otherwise than most.
  ['{name of client}', '{client.name}'],
  ['{name.client}', '{client.name}'],
  ['{due_date} {dueDate} {matterNo}', 'Did you mean "dueDate"?'],
  // More tests and choices.
  ['{#if client has fax}x{/if}', '{#if client.fax}'],
  ['{#if isTrader, total > 5}x{/if}', '{#if isTrader and total > 5}'],
  ['{#if kind is one of "a", "b"}x{/if}', '{#if kind == "a" or kind == "b"}'],
  ['{#if due > 2026-12-31}x{/if}', '{#if due > "2026-12-31"}'],
  ['{isTrader then "a" else "b"}', '{isTrader ? "a" : "b"}'],
  ['{isTrader ? "a" "b"}', '{isTrader ? "a" : "b"}'],
  ['{define vat = total * 0.19}', '{= vat: total * 0.19}'],
  // Data.
  [
    'In {client.address}',
    '{client.address.street}, {client.address.city}',
    { client: { name: 'A', address: { street: 'x', city: 'y' } } },
  ],
  ['For {label}', '{#items}{label}{/items}', { items: [{ label: 'x' }] }],
  ['For {items[1].label}', 'has 1 item', { items: [{ label: 'x' }] }],
  ['By {names}', '{names | join:", "}', { names: ['a', 'b'] }],
  ['By {items}', '{#each items}{label}{/each}', { items: [{ label: 'x' }] }],
  ['By {items | upper}', '{#each items}{label | upper}{/each}', { items: [{ label: 'x' }] }],
  ['By {client | upper}', '{client.name | upper}', { client: { name: 'A' } }],
  ['On {items | date}', '{#each items}{label | date}{/each}', { items: [{ label: 'x' }] }],
  ['By {total | join}', '{total}', { total: 5 }],
  ['{#each total}x{/each}', '{#if total}', { total: 5 }],
  // Values that get a name.
  ['{= lonely: total * 2}', 'Write {lonely}'],
  // The tag as a whole, wherever a formatter or its argument has the fault.
  ['{client.fee | curency}', 'Write {client.fee | currency}.'],
  ['{#each items | sotr:"label"}{label}, {/each}', 'Write {#each items | sort:"label"}.'],
  ['{client.fee | multiply}', '{client.fee | multiply:1.19}'],
  ['{client.name | upper:"all"}', 'Write {client.name | upper}.'],
  ['{due | date:"extralong"}', '{due | date:"long"}'],
  ['{total | currency:"Dollar"}', 'Write {total | currency:"USD"}.'],
  ['{total | number:"2"}', 'Write {total | number:2}.'],
  ['{due | addDays:"30 days"}', '{due | addDays:30}'],
  ['{due | date(long)}', '{due | date:"long"}'],
  ['{logo | picture}', '{logo | image}'],
  ['{due | date:"long\'}', '{due | date:"long"}'],
  // Numbers in words.
  ['{due | addMonths:three}', '{due | addMonths:3}'],
  ['{total | number:two}', '{total | number:2}'],
  ['{due | addDays:fourteen}', '{due | addDays:14}', { due: '2026-01-05' }],
  // Formatters outside of the tag.
  ['In all {total} | currency now', '{total | currency}'],
  ['On {due}|date:"long"', '{due | date:"long"}'],
  // Keys, counters and items.
  ['{heir.{role}.name}', '{heir[role].name}'],
  ['{items[first].label}', '{items[0].label}'],
  ['{items[last].label}', '{items[-1].label}'],
  ['{#each items}{index}. {label}; {/each}', '{$number}'],
  ['{#each items}{label}; {/each}{index}', '{$number}'],
  ['{#items}{price}; {/items}{items.price}', '{#items}{price}{/items}'],
  // Words of sections in other languages.
  ['{#wenn isTrader}x{/wenn}', '{#if isTrader}'],
  ['{#für items}{label}, {/für}', '{#each items}'],
  ['{#si isTrader}x{/si}', '{#if isTrader}'],
  ['{#if}x{/if}', '{#if x}'],
  // More tests.
  ['{#if client.kind "trader"}x{/if}', '{#if client.kind == "trader"}'],
  ['{#if isTrader and}x{/if}', '{#if isTrader}'],
  ['{#if total ! 5}x{/if}', '{#if total != 5}'],
  ['{#if total > 5000 EUR}x{/if}', '{#if total > 5000}'],
  ['{client.fee currency} {matter_no}', '{client.fee | currency}'],
  // Pictures.
  ['{due | date:"dddd, d mmmm yyyy"}', '{due | date:"dddd, d MMMM yyyy"}'],
  ['{total | picture:"0.00,00"}', '{total | picture:"#,##0.00"}'],
  // Signs of others around a name that the template does not have.
  ['Dear @client.surname@', 'Write {client.surname}.'],
  ['Dear ｛client.surname｝', 'Write {client.surname}.'],
  // The whole tag, with the half that it lacks; formatters and ends in their order.
  ['Dear {client.surname and others', 'Write "}" at the end of the tag: {client.surname}.'],
  ['On {signed | date:"long" in Kiel', 'Write "}" at the end of the tag: {signed | date:"long"}.'],
  ['On signed | date:"long"} in Kiel', 'Write "{" before the tag: {signed | date:"long"}.'],
  ['{signed | upper | date:"long"}', 'Write {signed | date:"long" | upper}.'],
  ['{#if isTrader}a{#each items}{label}, {/if}b{/each}', 'Write {/each} before {/if}'],
  ['{= sums: heirs | sum}{sums}{#each heirs}{share}; {/each}', '{heirs | sum:"share"}'],
  ['{items[i].label}', '{items[$index].label}'],
  ['{items | sum:price}', 'Write {items | sum:"price"}'],
  // Tests with the text as it is right.
  ['{#if client.kind == trader}x{/if}', 'Write {#if client.kind == "trader"}'],
  ['{#if client.kind == "trader "}x{/if}', 'Write {#if client.kind == "trader"}'],
  ['{#if isTrader == "True"}x{/if}', 'Write {#if isTrader == true}'],
  ['{#if due > "31.12.2026"}x{/if}', 'Write {#if due > "2026-12-31"}'],
  ['{#if total > "5.000,00"}x{/if}', 'Write {#if total > 5000.00}'],
  ['{client.terms}', '{~client.terms}', { client: { name: 'A', terms: '<p>Terms</p>' } }],
  ['{items | sort:"lable" | map:"label"} The label is free.', 'Did you mean "label"?'],
  ['{items | sort:"weight"}', 'label, price', { items: [{ label: 'x', price: 2 }] }],
  // Signs and words that belong to no name.
  ['{#if isTrader?}x{/if}', 'Write {#if isTrader}'],
  ['{?client.surname}', 'Write {client.surname}'],
  ['{+client.surname}', 'Write {client.surname}'],
  ['{(#if isTrader)}x{/if}', 'Write {#if isTrader}'],
  ['{#each(items)}{label}, {/each}', 'Write {#each items}'],
  ['{#if(isTrader)}x{/if}', 'Write {#if isTrader}'],
  ['{#if exists client.fax}x{/if}', 'Write {#if client.fax}'],
  ['Of {City: client.city}', 'City: {client.city}'],
  ['Of {client.city> alone', '{client.city}'],
  ['Dear #client.surname# alone', 'Write {client.surname}.'],
  ['Dear $client.surname$ alone', 'Write {client.surname}.'],
  ['Dear {!Client.Surname}', 'Write {Client.Surname}'],
  ['{items | list | count}', 'Write {items | count} or {items | list}'],
  ['{due | date:"de-DE"}', 'Write {due | date:"long"}'],
  ['{#each items}{qty}; {/each}', 'the data has "label", "price" there', { items: [{ label: 'x', price: 2 }] }],
  // Words for arguments and places, and choices and tests in words.
  ['{due | date:lnog}', '{due | date:"long"}'],
  ['{total | currency:euro}', '{total | currency:"EUR"}'],
  ['{due | date:"shrot"}', '{due | date:"short"}'],
  ['{items[one].label}', '{items[0].label}'],
  ['{isTrader ? "a" else "b"}', '{isTrader ? "a" : "b"}'],
  ['{#if isTrader = no}x{/if}', '{#if not isTrader}'],
  ['{#if isTrader = yes}x{/if}', '{#if isTrader}'],
  ['Of __client.surname__ alone', 'Write {client.surname}.'],
  ['Of +++INS client.surname+++ alone', 'Write {client.surname}.'],
  ['{duedate | date} {dueDate | date:"long"} {matterNo}', 'Did you mean "dueDate"?'],
  // Values of the data that do not fit.
  ['{fee | currency}', 'Give 2000.00 as "fee"', { fee: '2.000,00 €' }],
  ['{signed | date}', 'Give "2026-03-14" as "signed"', { signed: '14.3.2026' }],
  ['{signed | date}', 'Give "2026-03-03" as "signed"', { signed: '3 March 2026' }],
  ['{fee | currency}', 'Give a number as "fee"', { fee: 'two thousand' }],
  ['{guarantor.idCard}', 'Give "guarantor.idCard" in the data, or write {guarantor.idCard | default:""}', {}],
  ['{isPaid}', '{isPaid ? "yes" : "no"}', { isPaid: true }],
  ['{client.address_street}', 'client.address.street', { client: { address: { street: 'x' } } }],
]

const templates = createWordTemplates()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const { signal } = new AbortController()

const hintsOf = async (body: string, data?: JsonObject): Promise<readonly string[]> => {
  const request = data === undefined ? context : { ...context, data }
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), request, { signal })
  return findings.flatMap(({ hint, severity }) => (severity === 'info' || hint === undefined ? [] : [hint]))
}

it.each(hinted.map(([text, hint, data]) => ({ text, hint, data })))(
  '$text is told to be written as $hint',
  async ({ text, hint, data }) => {
    const body = p('Dear {client.name}, {#if isTrader}x{/if} {sender.lastName} {due | date}') + p(text)
    expect((await hintsOf(body, data)).join('\n')).toContain(hint)
  },
)

it('names the field that closes what a field of a merge begins', async () => {
  const open = `<w:p>${mergeField('TableStart:Fees')}${mergeField('Label')}</w:p>`
  expect(await hintsOf(open)).toContain('Add MERGEFIELD TableEnd:Fees where it ends.')
})

it('tells of months behind hours, with any sign between', async () => {
  for (const pattern of ['HH:MM', 'DD.MM.YY HH.MM']) {
    const { findings } = await templates.inspect(vettedForTest(docx(p(`{due | date:"${pattern}"}`)), 'docx'), context, {
      signal,
    })
    expect(findings.map(({ message }) => message).join(), pattern).toContain('minutes are written mm')
  }
})

it.each(['ASK', 'FILLIN'])('says that nobody answers a field %s', async (type) => {
  const asking = `<w:p>${field(` ${type} Party "Who is it?" `, '')}</w:p>`
  expect((await hintsOf(p('{client.name}') + asking)).join()).toContain('Write a tag in its place')
})

it('tells of a field IF that compares nothing', async () => {
  const told = 'Let it compare fields and texts: IF {MERGEFIELD a} = "b" "then" "else".'
  const code = (text: string) => p('{client.name}') + `<w:p>${field(text, 'x')}</w:p>`
  expect(await hintsOf(code(' IF "x" "y" '))).toContain(told)
  expect(await hintsOf(code(' IF 1 = 1 "x" "y" '))).not.toContain(told)
})

it.each([
  ['\\@ "qqq"', 'such as \\@ "d MMMM yyyy"'],
  ['\\@ "hello"', 'such as \\@ "d MMMM yyyy"'],
  ['\\@ "d de MMMM de yyyy"', `Write 'de'`],
  ['\\# "euro"', 'such as \\# "#,##0.00"'],
  ['\\* Uper', '\\* Upper'],
  ['\\* Sparkling', '\\* Upper, Lower, FirstCap'],
])('tells how the switch %s of a field is written', async (code, hint) => {
  const told = await hintsOf(p('{client.name}') + `<w:p>${field(` MERGEFIELD due ${code} `, 'x')}</w:p>`)
  expect(told.join()).toContain(hint)
})

it('takes the pictures of fields that people write as they are', async () => {
  for (const code of [
    '\\@ "d. MMMM yyyy"',
    `\\@ "d' de 'MMMM' de 'yyyy"`,
    '\\@ "h:mm am/pm"',
    '\\@ "d MMMM yyyy г."',
    '\\# "€ #,##0.00 EUR"',
  ])
    expect(await hintsOf(p('{client.name}') + `<w:p>${field(` MERGEFIELD due ${code} `, 'x')}</w:p>`), code).toEqual([])
})

it('tells of a section that begins in a text box and ends outside', async () => {
  const told = await hintsOf(p('{client.name}') + textBox(p('{#if isTrader}in the box')) + p('outside {/if}'))
  expect(told).toEqual(['Put both tags into the same text box, note or control.'])
})

it('tells of a section that takes a row with it which it only touches', async () => {
  const ends = table(['{#if isTrader}VAT', '19'], ['{/if}Net', '1'])
  expect(await hintsOf(ends)).toEqual(['Put {/if} into the last cell of the row above.'])
  const begins = table(['Item', 'Price{#each items}'], ['{label}', '{price}{/each}'])
  expect(await hintsOf(begins)).toEqual(['Put {#each items} into the first cell of the row below.'])
  const chained = table(['{#if isTrader}VAT', '19'], ['{else if isFirm}Tax', '5'], ['{/if}Net', '1'])
  expect(await hintsOf(chained)).toEqual(['Put {/if} into the last cell of the row above.'])
  const whole = table(['{#each items}', ''], ['{label}', '{price}'], ['{note}', '{/each}'], ['{#if a}x', 'y{/if}'])
  expect(await hintsOf(whole)).toEqual([])
})

it('tells of a field within a tag', async () => {
  const parted = `<w:p>${run('Of {client.')}${field(' PAGE ', '1')}${run('name} here')}</w:p>`
  expect(await hintsOf(p('{client.name}') + parted)).toContain(
    'Write the tag anew in one piece, and the field before or behind it.',
  )
  const beside = `<w:p>${run('Of {client.')}${run('name}')}${field(' PAGE ', '1')}</w:p>`
  expect(await hintsOf(p('{client.name}') + beside)).toEqual([])
})

it('takes for a slip what begins otherwise than most names', async () => {
  expect(await hintsOf(p('{Total} {client.name} {due}') + p('{total}'))).toContain('Did you mean "total"?')
})

it.each([
  '{#if a. > 1,000}x{/if}',
  '{a(b(c.d',
  '{a ? "b',
  '{a | b(',
  '{a.. is 5%}',
  '{a.b(c) - ',
  '{a | b(c) | d: ',
  '{f(a, b).c(d',
])('writes %s right in time in proportion to the text', async (sign) => {
  await expectLinearTime(300, (count) => p('{client.name}') + p(sign.repeat(count)), hintsOf)
})
