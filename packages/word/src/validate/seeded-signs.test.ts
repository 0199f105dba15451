import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { chartFiles, chartParagraph, barChart, series } from '../testing/chart-builder.ts'
import { docx, type DocxParts, p, table } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: Date.UTC(2026, 10, 30) }

/** What is said of a template, by place: hints of each paragraph. */
async function hintsAt(parts: DocxParts | string, paragraph: number, data?: JsonObject): Promise<string> {
  const request = { ...context, ...(data === undefined ? {} : { data }) }
  const { findings } = await templates.inspect(vettedForTest(docx(parts), 'docx'), request, { signal })
  return findings.flatMap(({ hint, location }) => (location?.paragraph === paragraph ? [hint ?? ''] : [])).join('\n')
}

const others =
  p('{pupil.name}, {pupil.town}') + p('{#each courses}{title}, {fee | currency}; {/each}{paid ? "paid" : "open"}')

/** Each in a template with other tags, and what its hint says. */
it.each([
  // Signs of other keyboards, and doubled or wrong ones.
  ['{pupil．name}', '{pupil.name}'],
  ['{due | date：“long”}', '{due | date:"long"}'],
  ['{＃if paid}x{／if}', '{#if paid}'],
  ['By ｛pupil.name} here', '{pupil.name}'],
  ['{due | date:«long»}', '{due | date:"long"}'],
  ['{{pupil.name}', 'once, without a space after it: {pupil.name}'],
  ['{pupil.name}}', 'once: {pupil.name}'],
  ['{#if !paid)x{/if}', '{#if not paid}'],
  ['{#if fee > 5)x{/if}', '{#if fee > 5}'],
  ['By {…} here', 'Write the name of a value'],
  // Other engines and spreadsheets.
  ['{#with pupil}{name}{/with}', '{#pupil}…{/pupil}'],
  ['{formatDate due "DD.MM.YYYY"}', '{due | date:"DD.MM.YYYY"}'],
  ['{#each courses}{title}{#unless @last}, {/unless}{/each}', '{#unless $last}'],
  ['{=SUM(courses.fee)}', '{courses | sum:"fee"}'],
  ['{=IF(paid,"yes","no")}', '{paid ? "yes" : "no"}'],
  ['{paid:showBegin}x{paid:showEnd}', '{#if paid}'],
  ['{#ifnot paid}x{/if}', '{#if not paid}'],
  ['{#each courses}{i}. {title}; {/each}', '{$number}'],
  ['{#each courses}{#} {title}; {/each}', '{$number}'],
  // Formatters in other languages, and with their argument in the name.
  ['{pupil.fee | Währung}', '{pupil.fee | currency}'],
  ['{pupil.name | mayúsculas}', '{pupil.name | upper}'],
  ['{due | dateLong}', '{due | date:"long"}'],
  ['{due | longDate}', '{due | date:"long"}'],
  ['{pupil.fee | currencyEUR}', '{pupil.fee | currency:"EUR"}'],
  ['{pupil.fee | round:"0.01"}', '{pupil.fee | round:2}'],
  ['{pupil.phone | phone:DE}', '{pupil.phone | phone:"national":"DE"}'],
  ['{courses | join:"; "}', '{courses | map:"title" | join}'],
  // Tests in words, with all that the tag says.
  ['{#if paid et pupil.age > 17}x{/if}', '{#if paid and pupil.age > 17}'],
  ['{#if pupil.age mayor que 17}x{/if}', '{#if pupil.age > 17}'],
  ['{#if pupil.age größer als 17}x{/if}', '{#if pupil.age > 17}'],
  ['{#if pupil.age est supérieur à 17}x{/if}', '{#if pupil.age > 17}'],
  ['{#if pupil.age è almeno 17}x{/if}', '{#if pupil.age >= 17}'],
  ['{#if pupil.age is hoogstens 17}x{/if}', '{#if pupil.age <= 17}'],
  ['{#if pupil.age ist 17}x{/if}', '{#if pupil.age == 17}'],
  ['{#if paid + signed}x{/if}', '{#if paid and signed}'],
  ['{#if pupil.town ist nicht "Kiel"}x{/if}', '{#if pupil.town != "Kiel"}'],
  ['{#if pupil.town enthält "Kiel"}x{/if}', '{#if (pupil.town | like:"*Kiel*")}'],
  ['{wenn pupil.isNew}x', '{#if pupil.isNew}'],
  ['{für jedes courses}x', '{#each courses}'],
  ['{#if_pupil.isNew}x{/if}', '{#if pupil.isNew}'],
  ['{pupil.isNew ? fresh : known}', '{pupil.isNew ? "fresh" : "known"}'],
  // Spans of time, sizes and texts beside values.
  ['{due + 14 Tage}', '{due | addDays:14}'],
  ['{pupil.startsOn - 2 mois}', '{pupil.startsOn | addMonths:-2}'],
  ['{pupil.photo | img:40mm}', '{pupil.photo | image:"40mm"}'],
  ['{"Dr. "pupil.name}', '{"Dr. " + pupil.name}'],
  ['{due | date:"dd/MM/yyy"}', '{due | date:"dd/MM/yyyy"}'],
  ['{Seitenumbruch}', '{pageBreak}'],
  ['{#courses}{$i}. {title}; {/courses}', '"$number"'],
  ['{pupil.birthDate} {pupil.birthdate}', '"pupil.birthDate"'],
  // Items by their place.
  ['{courses{0}.title}', '{courses[0].title}'],
  ['{courses[].title}', '{#each courses}{title}{/each}'],
  ['{courses.0.titel}', '"courses.0.title"'],
  ['{courses[1].titel}', '"courses.1.title"'],
  ['{course.0.title}', '"courses"'],
])('%s is told to be written as %s', async (text, hint) => {
  expect(await hintsAt(others + p(text), 3)).toContain(hint)
})

it('tells the path that a tab parts', async () => {
  const parted = '<w:p><w:r><w:t>At {pupil.em</w:t><w:tab/><w:t>ail} here</w:t></w:r></w:p>'
  expect(await hintsAt(others + parted, 3)).toContain('{pupil.email}')
})

it('names both ends of a section that is half in a table', async () => {
  expect(await hintsAt(others + p('{#if paid}') + table(['a', 'b{/if}']), 3)).toContain('Put {#if paid} and {/if} into')
})

it('tells a field of the data of a chart that has a slip', async () => {
  const relations = (target: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="chart1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart" Target="${target}"/></Relationships>`
  const body = others + chartParagraph('{courses | chart:"title":"fe"}') + p('{#each courses}{hours} {/each}')
  const files = {
    ...chartFiles(barChart(series(0))),
    'word/_rels/document.xml.rels': relations('charts/chart1.xml'),
  }
  const slip = body.replace('&quot;fe&quot;', '&quot;huors&quot;')
  expect(await hintsAt({ body: slip, files }, 3)).toContain('"hours"')
})

/** Each alone in a document that has no tag. */
it.each([
  ['{% if paid %}x{% endif %}', '{#if paid}'],
  ['{%tr for x in courses %}', '{#each courses}'],
  ['Dear {{ pupil.name | default("you") }}', '{{pupil.name | default:"you"}}'],
  ['Dear «Pupil_Name»', '{Pupil_Name}'],
  ['Dear <pupil_name>, welcome', '{pupil_name}'],
  ['Dear [PUPIL_NAME], welcome', '{PUPIL_NAME}'],
  ['Dear __PUPIL_NAME__, welcome', '{PUPIL_NAME}'],
  ['Dear %PUPIL_NAME%, welcome', '{PUPIL_NAME}'],
  ['Dear <<pupil_name>>', '{pupil_name}'],
  ['Dear [[pupil.name]]', '{pupil.name}'],
])('%s alone is told to be written as %s', async (text, hint) => {
  expect(await hintsAt(p('Welcome') + p(text), 2)).toContain(hint)
})

it.each([
  'See [1], [sic] and [www.school.org], <info@school.org> and <https://school.org/a_b>',
  'Set %PATH% and C:\\%USER%\\x, 5 % of 10 % in __init__ and #1 #2',
  'A set {x ∈ A}, «quoted» and «two words», #tag @name, array[index_of] and f[a_b]c',
])('says nothing of %s', async (text) => {
  expect(await hintsAt(p('Welcome') + p(text), 2)).toBe('')
})

it.each([
  ['1er mai 2026', '"2026-05-01"'],
  ['01-MAY-2026', '"2026-05-01"'],
  ['1º de mayo de 2026', '"2026-05-01"'],
  ['23/02/80', '"1980-02-23"'],
  ['31.02.2026', 'There is no day "31.02.2026"'],
])('tells the date that %s is', async (written, hint) => {
  expect(await hintsAt(p('{due | date}'), 1, { due: written })).toContain(hint)
})

it.each([
  [{}, '{{#if paid et pupil.age > 17}}x{{/if}}', '{{#if paid and pupil.age > 17}}'],
  [{ delimiters: { open: '<<', close: '>>' } }, '<<pupil.name | uper>>', '<<pupil.name | upper>>'],
])('writes hints in the delimiters of the template: %j', async (more, text, hint) => {
  const body = (text.startsWith('{') ? p('{{pupil.name}} {{pupil.age}}') : p('<<pupil.name>>')) + p(text)
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), { ...context, ...more }, { signal })
  expect(findings.map((finding) => finding.hint).join()).toContain(hint)
})
