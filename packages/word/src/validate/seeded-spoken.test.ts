import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const inspect = async (body: string) => {
  const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: Date.UTC(2026, 10, 30) }
  const { signal } = new AbortController()
  return (await createWordTemplates().inspect(vettedForTest(docx(body), 'docx'), context, { signal })).findings
}

const rest =
  p(
    '{kunde.name}, {kunde.anschrift.ort}, {netto | currency}, {faellig | date:"long"}, {wochen} Wochen, {art}, {kunde.anschrift.hausnummer}, {datumBis}',
  ) +
  p('{#each positionen}') +
  p('{bezeichnung}: {einzelpreis | currency}') +
  p('{/each}') +
  p('{#if istKunde}VAT{/if}')

it.each([
  // Functions of spreadsheets by their names in other languages.
  ['{WENN(netto > 100;"groß";"klein")}', '{netto > 100 ? "groß" : "klein"}'],
  ['{SI(netto > 100;"oui";"non")}', '{netto > 100 ? "oui" : "non"}'],
  ['{SUMME(positionen.einzelpreis)}', '{positionen | sum:"einzelpreis"}'],
  ['{RUNDEN(netto;2)}', '{netto | round:2}'],
  ['{HEUTE()}', '{today}'],
  ['{GROSS(kunde.name)}', '{kunde.name | upper}'],
  ['{VERKETTEN(kunde.name;", ";kunde.anschrift.ort)}', '{kunde.name + ", " + kunde.anschrift.ort}'],
  ['{TEXT(faellig;"TT.MM.JJJJ")}', '{faellig | date:"dd.MM.yyyy"}'],
  // True and false.
  ['{#if istKunde == falsch}x{/if}', '{#unless istKunde}'],
  ['{#if istKunde == vrai}x{/if}', '{#if istKunde}'],
  // A formatter and what it takes, both in another language, and a formatter by its beginning.
  ['{faellig | datum:"lang"}', '{faellig | date:"long"}'],
  ['{netto | curr}', '{netto | currency}'],
  ['{netto | perc:1}', '{netto | percent:1}'],
  // Shares.
  ['{1/12 of netto | currency}', '{netto / 12 | currency}'],
  ['{2/3 of netto | currency}', '{netto * 2 / 3 | currency}'],
  ['{half of netto | currency}', '{netto / 2 | currency}'],
  ['{ein Drittel von netto | currency}', '{netto / 3 | currency}'],
  ['{netto * ½ | currency}', '{netto * 0.5 | currency}'],
  ['{netto * 1½ | currency}', '{netto * 1.5 | currency}'],
  // Arrows that were signs of an order.
  ['{#if netto ⇐ 500}x{/if}', '{#if netto <= 500}'],
  ['{#if netto ⇒ 500}x{/if}', '{#if netto >= 500}'],
  // Choices of what is not in quotation marks.
  ['{if netto then netto else "none"}', '{netto ? netto : "none"}'],
  ['{wenn istKunde dann kunde.name sonst art}', '{istKunde ? kunde.name : art}'],
  // What is asked of a list, behind it and before it.
  ['{#each positionen sorted by bezeichnung}{bezeichnung}; {/each}', '{#each positionen | sort:"bezeichnung"}'],
  ['{#each positionen sortiert nach einzelpreis}{bezeichnung}; {/each}', '{#each positionen | sort:"einzelpreis"}'],
  [
    '{#each positionen where einzelpreis > 100}{bezeichnung}; {/each}',
    '{#each positionen | filter:"einzelpreis":">":100}',
  ],
  ['{#each first 3 positionen}{bezeichnung}; {/each}', '{#each positionen | limit:3}'],
  // Lists in the singular of other languages.
  ['{#each position}{bezeichnung}; {/each}', 'positionen'],
  // Days and what is added to them.
  ['{faellig + wochen}', '{faellig | addWeeks:wochen}'],
  // Quotation marks that are none, and names in them.
  ["{faellig | date:,,long''}", '{faellig | date:"long"}'],
  ["{'netto' | currency}", '{netto | currency}'],
  // Built-ins of Freemarker.
  ['${netto?string.currency}', '{netto | currency}'],
  ['${kunde.name?upper_case}', '{kunde.name | upper}'],
  // A part of a date, and a part of a text.
  ['{faellig.day}', '{faellig | date:"d"}'],
  ['{faellig.month}', '{faellig | date:"M"}'],
  ['{art.name}', 'Write {art}'],
  ['{#each art}x{/each}', '{#if art}'],
  // A path with a step less, one more, another in its place, and without its beginning.
  ['{kunde.hausnummer}', 'kunde.anschrift.hausnummer'],
  ['{kunde.wohnung.hausnummer}', 'kunde.anschrift.hausnummer'],
  ['{anschrift.ort}', 'kunde.anschrift.ort'],
  // Words of a name the other way round.
  ['{bisDatum}', 'datumBis'],
  // Arguments the other way round, and texts without quotation marks.
  ['{positionen | sort:"desc":"einzelpreis" | count}', '{positionen | sort:"einzelpreis":"desc" | count}'],
  ['{art | truncate:"…":10}', '{art | truncate:10:"…"}'],
  ['{kunde.name | default:to be agreed}', '{kunde.name | default:"to be agreed"}'],
  ['{kunde.name | default:none"}', '{kunde.name | default:"none"}'],
  // Words around a test, a count and a loop.
  ['{#if wochen no more than 12}x{/if}', '{#if wochen <= 12}'],
  ['{#if wochen not less than 12}x{/if}', '{#if wochen >= 12}'],
  ['{#if istKunde}x{else netto}y{/if}', '{else if netto}'],
  ['{#jede positionen}{bezeichnung}; {/jede}', '{#each positionen}'],
  ['{#each positionen}{@index}. {bezeichnung}; {/each}', '{$index}'],
  ['{#each positionen}{loop.index}. {bezeichnung}; {/each}', '{$number}'],
  ['{sum positionen.einzelpreis}', '{positionen | sum:"einzelpreis"}'],
  ['{10 Prozent von netto | currency}', '{netto * 0.1 | currency}'],
  ['{faellig + wochen weeks}', '{faellig | addWeeks:wochen}'],
  ['{#if faellig > "1. Juli 2026"}x{/if}', '{#if faellig > "2026-07-01"}'],
  // Words of sections with a slip, a formatter in a test, signs that look like others.
  ['{#eacch positionen}{bezeichnung}; {/each}', '{#each positionen}'],
  ['{#if positionen | count > 3}x{/if}', '{#if (positionen | count) > 3}'],
  ['{#if wochen ≧ 10}x{/if}', '{#if wochen >= 10}'],
  ['{wochen · 2}', '{wochen * 2}'],
  ['{netto : 12 | currency}', '{netto / 12 | currency}'],
  ['{#if art is "a" or "b"}x{/if}', '{#if art == "a" or art == "b"}'],
  ['{#if istKunde is not}x{/if}', '{#if not istKunde}'],
  ['{#if -istKunde}x{/if}', '{#if not istKunde}'],
  ['{istKunde : "yes" : "no"}', '{istKunde ? "yes" : "no"}'],
  ['{art or else "post"}', '{art ?? "post"}'],
  ['{faellig | date:"Month d, yyyy"}', '{faellig | date:"MMMM d, yyyy"}'],
  ['{#if istKunde}x{ansonsten}y{/if}', '{else}'],
  ['{JAHR(faellig)}', '{faellig | year}'],
  ['{netto | words:"de"}', '{netto | words:"":"de"}'],
  // Parentheses for braces, where a formatter stands in them.
  ['Zu zahlen: (netto | currency)', '{netto | currency}'],
])('says how %s is written', async (text, right) => {
  const found = (await inspect(rest + p(text))).filter(({ location }) => location?.paragraph === 6)
  expect(found.map(({ hint }) => hint).join('\n')).toContain(right)
})

it('takes the later of two spellings for the slip, where one has its umlaut as two letters', async () => {
  const found = await inspect(rest + p('Fällig ist der Betrag am {fällig | date:"long"}.'))
  expect(found.map(({ hint, location }) => [location?.paragraph, hint])).toEqual([[6, 'Did you mean "faellig"?']])
})

it('takes the rarer of two uses for the slip, and of two as usual the later', async () => {
  const at = async (body: string) => (await inspect(body)).map(({ location, hint }) => [location?.paragraph, hint])
  expect(await at(p('{summe} {summe | currency}') + p('{summe.betrag}'))).toEqual([
    [2, expect.stringContaining('Write {summe}')],
  ])
  expect(await at(p('{summe.betrag} {summe.waehrung}') + p('{summe}'))).toEqual([
    [2, expect.stringContaining('Write a field of it')],
  ])
  expect(await at(p('{summe}') + p('{summe.betrag}'))).toEqual([
    [2, expect.stringMatching(/\{summe\}.*\{summe\.betrag\}/)],
  ])
})

it('tells a comparison in words once', async () => {
  expect((await inspect(rest + p('{#if istKunde == falsch}x{/if}'))).map(({ hint }) => hint)).toEqual([
    expect.stringContaining('{#unless istKunde}'),
  ])
  const hints = (await inspect(rest + p('{#if istKunde equals false}x{/if}'))).map(({ hint }) => hint)
  expect(new Set(hints)).toEqual(new Set(['Write {#if istKunde == false}.']))
})

it('leaves names that are like words of sections and like calls', async () => {
  expect(await inspect(p('{#beach houses}{street}, {/} {Jahr(e)} {reach}'))).toEqual([])
})

it('leaves short texts in an order, such as grades', async () => {
  expect(await inspect(p('{grade} {#if grade < "AB"}x{/if} {#if level >= "B2"}y{/if}'))).toEqual([])
})
