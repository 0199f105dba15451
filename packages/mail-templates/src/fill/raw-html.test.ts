import type { EmailContent, JsonObject, JsonSchema } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createEmailTemplates } from '../email-templates.ts'

const { fill, inspect } = createEmailTemplates()
const { signal } = new AbortController()
const locale = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const html = { type: 'string', contentMediaType: 'text/html' }
const properties = {
  intro: html,
  plain: { type: 'string' },
  notes: { type: 'array', items: { type: 'object', properties: { body: html } } },
  texts: { type: 'array', items: html },
  client: { type: 'object', properties: { signature: { type: 'string', format: 'html' } } },
}
const schema: JsonSchema = { type: 'object', properties }

async function filled(template: string, data: JsonObject, given: JsonSchema | null = schema) {
  const content: EmailContent = { subject: 's', html: template, ...(given === null ? {} : { schema: given }) }
  const { email, findings } = await fill(content, { ...locale, data, missing: 'error' }, { signal })
  return { html: email.html, codes: findings.map(({ code, severity }) => `${severity} ${code}`) }
}

describe('values in three braces', () => {
  it.each([
    ['{{{intro}}}', { intro: 'a <b>b</b>' }],
    ['{{& intro}}', { intro: 'a <b>b</b>' }],
    ['{{#notes}}{{{body}}}{{/notes}}', { notes: [{ body: 'a <b>b</b>' }] }],
    ['{{#each notes}}{{{this.body}}}{{/each}}', { notes: [{ body: 'a <b>b</b>' }] }],
    ['{{#each notes as |note|}}{{{note.body}}}{{/each}}', { notes: [{ body: 'a <b>b</b>' }] }],
    ['{{#notes}}{{{intro}}}{{/notes}}', { notes: [{}], intro: 'a <b>b</b>' }],
    ['{{#client}}{{#notes}}{{{body}}}{{/notes}}{{/client}}', { client: { a: 1 }, notes: [{ body: 'a <b>b</b>' }] }],
    ['{{#each notes}}{{{../intro}}}{{/each}}', { notes: [{}], intro: 'a <b>b</b>' }],
    ['{{#each texts}}{{{this}}}{{/each}}', { texts: ['a <b>b</b>'] }],
    ['{{#if intro}}{{{client.signature}}}{{/if}}', { intro: 'x', client: { signature: 'a <b>b</b>' } }],
  ])('are html where the schema of the template says so: %s', async (template, data) => {
    expect(await filled(template, data)).toEqual({ html: 'a <b>b</b>', codes: ['info html_value'] })
  })

  it.each([
    ['{{{plain}}}', { plain: '<b>' }],
    ['{{{unknown}}}', { unknown: '<b>' }],
    ['{{#each notes}}{{{plain}}}{{/each}}', { notes: [{ plain: '<b>' }] }],
    ['<p title="{{{intro}}}">', { intro: '<b>' }],
    ['<title>{{{intro}}}</title>', { intro: '<b>' }],
    ['<svg>{{{intro}}}</svg>', { intro: '<b>' }],
  ])('are escaped elsewhere, and told: %s', async (template, data) => {
    const { html: made, codes } = await filled(template, data)
    expect(made).toContain('&lt;b&gt;')
    expect(codes).toEqual(['warning raw_output'])
  })

  it('are escaped where the template has no schema', async () => {
    expect((await filled('{{{intro}}}', { intro: '<b>' }, null)).html).toBe('&lt;b&gt;')
  })

  it('in two braces are never html', async () => {
    expect(await filled('{{intro}}', { intro: '<b>' })).toEqual({ html: '&lt;b&gt;', codes: [] })
  })

  it('are told once as html, and each as escaped', async () => {
    const { codes } = await filled('{{{intro}}}{{{intro}}}{{{plain}}}{{{plain}}}', { intro: 'x', plain: 'x' })
    expect(codes).toEqual(['info html_value', 'warning raw_output', 'warning raw_output'])
  })

  it('keep what formats, and lose what could do more', async () => {
    const of = async (intro: string) => (await filled('{{{intro}}}', { intro })).html
    expect(await of('<p style="color: #f00; position: fixed">a<br>b</p>')).toBe('<p style="color:#f00">a<br />b</p>')
    expect(await of('<a href="https://a.example/?b=1" target="_top">a</a>')).toBe(
      '<a href="https://a.example/?b=1">a</a>',
    )
    expect(await of('<a href="mailto:a@b.example?bcc=c@d.example">a</a>')).toBe('<a href="mailto:a@b.example">a</a>')
    expect(await of('<a href="java\nscript:alert(1)">a</a>')).toBe('<a>a</a>')
    expect(await of('<img src="cid:logo" onerror="x"><img src="data:image/png;base64,AA">')).toBe(
      '<img src="cid:logo" /><img />',
    )
    expect(await of('<script>x</script><style>p{}</style><!-- c --><iframe src="https://a.example"></iframe>b')).toBe(
      'b',
    )
    expect(await of('<b>not closed')).toBe('<b>not closed</b>')
    expect(await of('</td></table></b>closed too often')).toBe('closed too often')
    expect(await of('<svg><a xlink:href="javascript:1">a</a></svg><math><mi>b</mi></math>')).toBe('<a>a</a>b')
  })

  it('are told by the check, with the schema of the template or of the call', async () => {
    const codes = async (content: EmailContent, given?: JsonSchema) => {
      const request = { ...locale, ...(given === undefined ? {} : { schema: given }) }
      const { findings } = await inspect(content, request, { signal })
      return findings.flatMap(({ code, severity }) => (/raw|html_value/.test(code) ? [`${severity} ${code}`] : []))
    }
    const content = { subject: 's', html: '<p>{{{intro}}}</p>' }
    expect(await codes(content)).toEqual(['warning raw_output'])
    expect(await codes({ ...content, schema })).toEqual(['info html_value'])
    expect(await codes(content, schema)).toEqual(['info html_value'])
  })
})
