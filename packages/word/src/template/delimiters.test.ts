import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const given = [
  ['<<', '>>'],
  ['[[', ']]'],
  ['«', '»'],
  ['<%', '%>'],
  ['${', '}'],
  ['{', '}'],
  ['{{', '}}'],
  ['(=', '=)'],
] as const

const inspect = (texts: readonly string[], delimiters?: { open: string; close: string }) =>
  templates.inspect(
    vettedForTest(docx(texts.map((text) => p(text)).join('')), 'docx'),
    { ...context, ...(delimiters === undefined ? {} : { delimiters }) },
    { signal },
  )

describe('delimiters', () => {
  it.each(given)('%s %s are taken as given, and told', async (open, close) => {
    const tag = (text: string): string => `${open}${text}${close}`
    const texts = [`${tag('#items')}${tag('name | upper')}, ${tag('/items')}`, `${tag('#if n > 1')}many${tag('/if')}`]
    const delimiters = { open, close }
    const document = vettedForTest(docx(texts.map((text) => p([text.slice(0, 1), text.slice(1)])).join('')), 'docx')
    const data = { items: [{ name: 'a' }, { name: 'b' }], n: 2 }
    const filled = await templates.fill(document, { ...context, data, missing: 'error', delimiters }, { signal })
    expect(textOf(filled.content.bytes)).toBe('A, B, \nmany')
    expect(filled.delimiters).toEqual(delimiters)
    const report = await inspect([...texts, tag('x | uper'), `${open}half`], delimiters)
    expect(report.delimiters).toEqual(delimiters)
    expect(report.findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([
      ['unknown_formatter', 3],
      ['unclosed_tag', 4],
    ])
  })

  it('of one document are kept apart: what is cached for one choice is not taken for another', async () => {
    const document = vettedForTest(docx(p('{a} <<a>>')), 'docx')
    const fill = async (delimiters?: { open: string; close: string }): Promise<string> => {
      const request = { ...context, data: { a: 1 }, missing: 'error' } as const
      const choice = delimiters === undefined ? {} : { delimiters }
      return textOf((await templates.fill(document, { ...request, ...choice }, { signal })).content.bytes)
    }
    expect(await fill()).toBe('1 <<a>>')
    expect(await fill({ open: '<<', close: '>>' })).toBe('{a} 1')
    expect(await fill()).toBe('1 <<a>>')
  })

  it('fill file names too', async () => {
    const request = { ...context, data: { a: 1 }, missing: 'error', delimiters: { open: '[[', close: ']]' } } as const
    expect((await templates.fillText('x [[a]] {a}.docx', request)).text).toBe('x 1 {a}.docx')
  })

  it.each([
    [{ open: '', close: '}' }],
    [{ open: '%', close: '%' }],
    [{ open: 'a', close: 'b' }],
    [{ open: '{ ', close: '}' }],
  ])('of no use are refused: %j', async (delimiters) => {
    await expect(inspect(['{a}'], delimiters)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('are double braces where the template has more of them, and single ones are told', async () => {
    const { delimiters, findings } = await inspect(['{{a}} {{b}}', 'x {c} { d: 1 }'])
    expect(delimiters).toEqual({ open: '{{', close: '}}' })
    expect(findings).toMatchObject([
      {
        code: 'mixed_delimiters',
        severity: 'warning',
        hint: 'Write {{c}}.',
        location: { paragraph: 2, start: 2, end: 5 },
      },
    ])
  })

  it('of other engines are told where there are no tags', async () => {
    const { findings } = await inspect(['<<name>> [[other.one]] <%= x %>'])
    expect(findings.map(({ code, severity, location }) => [code, severity, location?.tag])).toEqual([
      ['other_delimiters', 'warning', '<<name>>'],
      ['other_delimiters', 'warning', '[[other.one]]'],
      ['other_delimiters', 'warning', '<%= x %>'],
    ])
    const beside = (await inspect(['{a} <<name>>'])).findings
    expect(beside.map(({ code, location }) => [code, location?.tag])).toEqual([['other_delimiters', '<<name>>']])
    expect((await inspect(['<<name>> alone'])).findings.map(({ severity }) => severity)).toEqual(['info'])
  })
})
