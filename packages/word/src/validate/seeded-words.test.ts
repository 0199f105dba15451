import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, type DocxParts, p } from '../testing/docx-builder.ts'
import { field } from '../testing/field-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const inspect = async (parts: DocxParts | string, data?: JsonObject) => {
  const context = {
    locale: 'en-GB',
    timeZone: 'UTC',
    currency: 'EUR',
    now: Date.UTC(2026, 10, 30),
    ...(data === undefined ? {} : { data }),
  }
  const { signal } = new AbortController()
  return (await createWordTemplates().inspect(vettedForTest(docx(parts), 'docx'), context, { signal })).findings
}

const rest =
  p('{client.firstName} {client.lastName} {client.sex}, {total | currency}, {due | date:"long"}, {dept}') +
  p('{#each items}{label}, {/each} {#if isTrader}VAT{/if} {paid ? "settled" : "open"}')

it.each([
  // Answers in words, of what other tags take for true or false.
  ['{#if isTrader == yes}x{/if}', '{#if isTrader}'],
  ['{#if isTrader == no}x{/if}', '{#unless isTrader}'],
  ['{#if isTrader == "ja"}x{/if}', '{#if isTrader}'],
  ['{#if isTrader != "Yes"}x{/if}', '{#unless isTrader}'],
  ['{#if paid == "oui"}x{/if}', '{#if paid}'],
  // Several texts that one value is compared with.
  ['{#if dept == "HR" / "IT"}x{/if}', '{#if dept == "HR" or dept == "IT"}'],
  ['{#if dept != "HR"/"IT"/"QA"}x{/if}', '{#if dept != "HR" and dept != "IT" and dept != "QA"}'],
  // Values that stand side by side.
  ['{client.firstName client.lastName}', '{client.firstName} {client.lastName}'],
  ['{client.firstName || " " || client.lastName}', '{client.firstName + " " + client.lastName}'],
  // Words without quotation marks.
  ['{dept | default:General}', '{dept | default:"General"}'],
  ['{client.sex == "m" ? Mr : Ms}', '{client.sex == "m" ? "Mr" : "Ms"}'],
  // Choices.
  ['{client.sex == "m" : "Mr" ? "Ms"}', '{client.sex == "m" ? "Mr" : "Ms"}'],
  ['{if client.sex == "m" then "Mr" else "Ms"}', '{client.sex == "m" ? "Mr" : "Ms"}'],
  // What a loop and a call have.
  ['{#each items}{label}{if not last}, {/if}{/each}', '{#if not $last}'],
  ['{#each items}{label}{#if not last}, {/if}{/each}', '{#if not $last}'],
  ['{#each items}{#unless first}, {/unless}{label}{/each}', '{#unless $first}'],
  ['{heute | date:"long"}', '{today | date:"long"}'],
  ['{current date}', '{today}'],
  ['{date du jour}', '{today}'],
  // Formatters in words.
  ['{due | longdate}', '{due | date:"long"}'],
  ['{due | date:"numeric"}', '{due | date:"short"}'],
  ['{due | date:"Wochentag"}', '{due | date:"EEEE"}'],
  ['{due | date:"année"}', '{due | date:"yyyy"}'],
  ['{due | date:"kurz"}', '{due | date:"short"}'],
  ['{due | date:"ausgeschrieben"}', '{due | date:"long"}'],
  // A formatter as a field of what other tags write.
  ['{due.year}', '{due | year}'],
  ['{client.lastName.upper}', '{client.lastName | upper}'],
  // Signs that belong outside of the braces, or nowhere.
  ['{€ total}', '€ {total}'],
  ['{$client.lastName}', '{client.lastName}'],
  ['{@client.lastName}', '{client.lastName}'],
  ['{#if {isTrader}}x{/if}', '{#if isTrader}'],
  ['{#if isTrader,paid}x{/if}', '{#if isTrader and paid}'],
  ['{total | number:0.00}', '{total | number:2}'],
  // Remarks as programs have them.
  ['{// ask the partner}', '{! ask the partner}'],
])('%s is told with %s', async (text, hint) => {
  const hints = (await inspect(rest + p(text))).map((each) => each.hint ?? '')
  expect(hints.some((each) => each.includes(hint))).toBe(true)
})

it.each([
  ['{#if client.sex == "ja"}x{/if}'],
  ['{#if dept == "no"}x{/if}'],
  ['{dept | default:client.firstName}'],
  ['{#each items}{label}{#if not $last}, {/if}{/each}'],
  ['{dept or "General"}'],
  ['{#tasks}{task} by {who}, {/tasks}'],
  ['{total / 2} {today | date:"long"}'],
])('%s is right', async (text) => {
  expect(await inspect(rest + p(text))).toEqual([])
})

it.each([
  ['{due - today}', { due: '2026-12-24' }, 'duration'],
  ['{total | currency}', { total: '90,-' }, 'Give 90 as "total"'],
  ['{items * 2}', { items: [{ label: 'a' }] }, 'count'],
  [
    '{#items}{label} by {who.name}; {/items}',
    { items: [{ label: 'a', who: { name: 'b' } }, { label: 'c' }] },
    'Item 2 of "items" has no "who.name"',
  ],
])('%s with data is told', async (text, data, hint) => {
  const hints = (await inspect(p(`{due | date} {#items}{label}, {/items} ${text}`), data)).map(
    (each) => each.hint ?? '',
  )
  expect(hints.some((each) => each.includes(hint))).toBe(true)
})

it('tells of numbers of pages that are no fields', async () => {
  const footer = p('Page {page} of {pages}')
  const [first, ...others] = await inspect({ body: rest, footer })
  expect(first).toMatchObject({ code: 'page_number', severity: 'warning', location: { part: 'Footer 1' } })
  expect(first?.hint).toContain('Insert > Page Number')
  expect(others).toEqual([])
  expect(await inspect(rest + p('see page {page} of the book'))).toEqual([])
})

it('tells of a quotation mark that is open in the code of a field', async () => {
  const open = `<w:p>${field(' MERGEFIELD total \\# "#,##0.00 ', '1')}</w:p>`
  const found = await inspect(rest + open)
  expect(found.map(({ code, hint }) => [code, hint])).toEqual([
    ['field_switch_ignored', 'Close the quotation mark: \\# "#,##0.00".'],
  ])
})

it('tells of cross-references to what a condition may leave out', async () => {
  const clause = `<w:p><w:bookmarkStart w:id="1" w:name="_Ref1"/><w:r><w:t>Penalty</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p>`
  const reference = `<w:p>${field(' REF _Ref1 \\r \\h ', '2')}</w:p>`
  const told = async (body: string) => (await inspect(rest + body)).map(({ code }) => code)
  expect(await told(p('{#if penalty}') + clause + p('{/if}') + reference)).toEqual(['reference_may_break'])
  expect(await told(p('{#if penalty}') + clause + reference + p('{/if}'))).toEqual([])
  expect(await told(clause + p('{#if penalty}') + reference + p('{/if}'))).toEqual([])
  expect(await told(p('{#if a}x{/if}') + clause + p('{#if penalty}') + p('x') + p('{/if}') + reference)).toEqual([])
})
