import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

/** Tags that show of what kind each value is. */
const right =
  p('Dear {client.name} of {client.city}, due {due | date:"dd.MM.yyyy"}, {date | date:"long"}: {total | currency}.') +
  p('{#each items}') +
  p('{title}: {price | currency}') +
  p('{/each}') +
  p('{#if paid}Paid.{/if} {fee} {status}')

/** What is told of the sixth paragraph; all others are right. */
async function told(text: string): Promise<readonly string[]> {
  const { findings } = await templates.inspect(vettedForTest(docx(right + p(text)), 'docx'), context, { signal })
  expect(
    findings.map(({ location }) => location?.paragraph),
    text,
  ).toEqual(findings.map(() => 6))
  return findings.map(({ hint = '' }) => hint)
}

describe('tags that can be read and mean nothing', () => {
  it.each([
    // Values of another kind than elsewhere.
    ['{due | currency}', 'Write {due | date:"dd.MM.yyyy"}'],
    ['{total | date:"long"}', 'Write {total | currency}'],
    ['{due * 2}', '{due | addDays:14}'],
    ['{#if due > 2026}x{/if}', '{#if due > "2026-01-01"}'],
    ['{#if due == 2026}x{/if}', '{#if (due | year) == 2026}'],
    ['{due | upper}', 'Write {due | date:"dd.MM.yyyy"}'],
    ['{due - date}', 'Write {date | duration:due}'],
    ['{total + 1} {#each total}x{/each}', '{#each total}'],
    ['{#if total is zero}x{/if}', 'Write {#if total == 0}.'],
    ['{client | upper}', 'Write {client.name | upper}'],
    ['{client.name * 2}', 'Write {client.name}'],
    ['{#each client}{name}{/each}', 'Write {#client}…{/client}'],
    // Words and texts where a sign wants a number or a day.
    ['{due + "1 year"}', 'Write {due | addYears:1}.'],
    ['{due - "two weeks"}', 'Write {due | addWeeks:-2}.'],
    ['{#if total >= zero}x{/if}', 'Write {#if total >= 0}.'],
    ['{#if total > "100 EUR"}x{/if}', 'Write {#if total > 100}.'],
    ['{#if due < tomorrow}x{/if}', 'Write {#if due < (today | addDays:1)}.'],
    ['{#if due < "next month"}x{/if}', 'Write {#if due < (today | addMonths:1)}.'],
    ['{#if status > "open"}x{/if}', '{#if status == "open"}'],
    ['{#if total > null}x{/if}', '{#if total > 0}'],
    ['{total / 0}', 'behind "/"'],
    ['{#if paid == 1}x{/if}', 'Write {#if paid}'],
    ['{client.name ?? none}', 'Write {client.name ?? "none"}'],
    ['{items.price | sum}', 'Write {items | sum:"price"}'],
    ['{#unless not paid}x{/unless}', 'Write {#if paid}'],
    // Names.
    ['{2total}', 'Write {2 * total}'],
    ['{client>city}', 'Write {client.city}.'],
    ['{$total}', 'Write {total}.'],
    ['{data.total | currency}', 'Write {total | currency}'],
    ['{data.total}', 'Write {total}'],
    ['{items[1st].title}', 'Write {items[0].title}.'],
    ['{#if either paid or status}x{/if}', 'Write {#if paid or status}'],
    ['{totl}', 'Did you mean "total"?'],
    ['{TBD}', 'Write the name of a value'],
    ['{items | avg:"title"}', 'Write the name of a field that is a number'],
    ['{items[1]}', '{items[1].name}'],
    ['{tomorrow}', 'Write {today | addDays:1}'],
    // Remarks, braces and brackets that were meant as values.
    ['{!paid!}', 'Write {paid}'],
    ['{!total | currency}', 'Write {total | currency}'],
    ['The [1st] payment', 'where a value is meant'],
    ["{paid ? 'yes' ; 'no'}", "Write {paid ? 'yes' : 'no'}."],
  ])('%s is told with %s', async (text, hint) => {
    expect((await told(text)).join('\n')).toContain(hint)
  })

  it.each([
    ['{#if total > > 5}x{/if}', 'Leave out ">": {#if total > 5}.'],
    ['{total ++ fee}', 'Leave out "+": {total + fee}.'],
    ['{√total}', 'Leave out "√": {total}.'],
    ['{total +}', 'Leave out "+": {total}.'],
    ['{client.name -> upper}', 'Write {client.name | upper}.'],
    ['{total | two decimals}', 'Write {total | number:2}.'],
    ['{date("dd.MM.yyyy")}', 'Write {date | date:"dd.MM.yyyy"}.'],
    ['{#each items | sort by price}{title}, {/each}', 'Write {#each items | sort:"price"}.'],
    ['{#if total > or = 5}x{/if}', 'Write {#if total >= 5}.'],
    ['{#if paid && !status &&}x{/if}', 'Leave out "&&": {#if paid && !status}.'],
    ['{[total]}', 'Write {total}, without brackets inside.'],
    ['(total}', 'Write "{" before the tag: {total}.'],
    ['{client→name}', 'Write {client.name}.'],
    ['{paid "yes" "no"}', 'Write {paid ? "yes" : "no"}.'],
    ['{client.name ", " client.city}', 'Write {client.name + ", " + client.city}.'],
    ["{status | default:'none}", 'Write {status | default:"none"}.'],
    ['{paid, "yes", "no"}', 'Write {paid ? "yes" : "no"}.'],
  ])('%s cannot be read, and is told with %s', async (text, hint) => {
    expect((await told(text)).join('\n')).toContain(hint)
  })

  it.each([
    '{#if due > "2026-01-31" and fee > 100}x{/if}',
    '{#if due < (today | addDays:14)}x{/if}',
    '{#if total > limit}x{/if} {limit | currency}',
    '{#if status == "ten"}x{/if}',
    '{client.name + " and partners"} {total * 2 - fee | currency}',
    '{#if date < due}x{/if} {date | default:"soon"}',
    '{amount.value | currency} {name.first} {price.amount * 2} {deadline.day | date:"long"}',
    '[Signature] [1] [sic] (see [note 3]) [REDACTED] {!a remark about the total}',
  ])('%s is right', async (text) => {
    expect(await told(text)).toEqual([])
  })
})
