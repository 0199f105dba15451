import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { control } from '../testing/field-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
const { signal } = new AbortController()

it.each([
  ['delimiters', '{a}'.repeat(20_001)],
  ['fields and content controls', control('<w:tag w:val="a"/>', p('x')).repeat(20_001)],
])('a template of more %s than any has is refused, and told why', async (what, body) => {
  const template = vettedForTest(docx(what === 'delimiters' ? p(body) : body), 'docx')
  const fill = createWordTemplates().fill(template, { ...context, missing: 'blank', data: {} }, { signal })
  await expect(fill).rejects.toMatchObject({ code: 'payload_too_large', details: { what, limit: 20_000 } })
})
