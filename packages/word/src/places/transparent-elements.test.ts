import type { JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p, run, textOf } from '../testing/docx-builder.ts'
import { control } from '../testing/field-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0, missing: 'error' } as const
const text = async (body: string, data: JsonObject): Promise<string> => {
  const { content } = await templates.fill(vettedForTest(docx(body), 'docx'), { ...context, data }, { signal })
  return textOf(content.bytes)
}

const data = { items: [{ a: 1 }, { a: 2 }], client: 'C' }
const google = (inner: string): string => control('<w:id w:val="7"/><w:tag w:val="goog_rdk_7"/>', inner)
const around: Readonly<Record<string, (inner: string) => string>> = {
  'controls of Google Docs': google,
  'smart tags': (inner) => `<w:smartTag w:uri="u" w:element="e"><w:smartTagPr/>${inner}</w:smartTag>`,
  'custom XML': (inner) => `<w:customXml w:uri="u" w:element="e">${inner}</w:customXml>`,
}

describe.each(Object.entries(around))('tags through %s', (_, wrapped) => {
  it.each<readonly [string, string, string]>([
    ['begin in one and end behind it', `<w:p>${run('{cli')}${wrapped(run('ent'))}${run('}')}</w:p>`, 'C'],
    ['have a section from one', `<w:p>${wrapped(run('{#items}{a'))}${run('}{/items}')}</w:p>`, '12'],
    ['have a section to one', `<w:p>${run('{#items}{a}')}${wrapped(wrapped(run('{/items}!')))}</w:p>`, '12!'],
    ['have a section from a paragraph in one', wrapped(p('{#items}')) + p('{a}') + p('{/items}'), '1\n2'],
  ])('%s', async (_case, body, expected) => {
    expect(await text(body, data)).toBe(expected)
  })
})

it('a tag may end in a control of a form, which it then fills', async () => {
  const body = `<w:p>${run('x{cli')}${control('<w:tag w:val="other"/>', run('ent}'))}${run('y')}</w:p>`
  expect(await text(body, data)).toBe('xCy')
})

it('a section that ends outside of the control where it begins is told with its place', async () => {
  const body = p('before') + `<w:p>${control('<w:tag w:val="other"/>', run('{#items}'))}${run('{a} {/items}')}</w:p>`
  const { findings } = await templates.inspect(vettedForTest(docx(body), 'docx'), context, { signal })
  expect(findings).toEqual([
    expect.objectContaining({
      code: 'loop_position_invalid',
      location: expect.objectContaining({ part: 'Body', paragraph: 2, start: 0, end: 8, tag: '{#items}' }) as unknown,
    }),
  ])
})
