import type { EmailContent, JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createEmailTemplates } from '../email-templates.ts'

const { fill, inspect } = createEmailTemplates()
const { signal } = new AbortController()
const locale = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const sheet =
  '<style>p { color: red } .x { margin: 0 } @media (max-width: 9px) { p { color: blue } } a:hover { color: green }</style>'

async function filled(html: string, data: JsonObject = {}, more: Partial<EmailContent> = { inlineCss: true }) {
  const { email } = await fill({ subject: 's', html, ...more }, { ...locale, data, missing: 'error' }, { signal })
  return email.html ?? ''
}

describe('style sheets written into elements', () => {
  it('are, where the template asks for it', async () => {
    const html = await filled(`${sheet}<p class="x">{{a}}</p>`, { a: 'b' })
    expect(html).toContain('<p class="x" style="color: red; margin: 0;">b</p>')
    expect(html).toMatch(/<style>[^]*@media[^]*a:hover[^]*<\/style>/)
    expect(html).not.toContain('.x {')
  })

  it('are left where they are, where it does not', async () => {
    expect(await filled(`${sheet}<p>a</p>`, {}, {})).toBe(`${sheet}<p>a</p>`)
  })

  it('leave what an element says itself, and style what sections write', async () => {
    const html =
      '<style>td { color: red; padding: 1px }</style><table>{{#each l}}<tr><td style="color: blue">{{this}}</td></tr>{{/each}}</table>'
    const made = await filled(html, { l: ['1', '2'] })
    expect(made.match(/<td style="[^"]*">\d<\/td>/g)).toEqual([
      '<td style="padding: 1px; color: blue;">1</td>',
      '<td style="padding: 1px; color: blue;">2</td>',
    ])
  })

  it('leave the escaping of values, and what looks like a tag, as they are', async () => {
    const hostile = `"'><script>&amp;</script>{{x}}<% y %>JUICE_CODE_BLOCK_0_`
    const escaped = '&quot;&#39;&gt;&lt;script&gt;&amp;amp;&lt;/script&gt;{{x}}&lt;% y %&gt;JUICE_CODE_BLOCK_0_'
    expect(await filled(`${sheet}<b title='{{a}}'>{{a}}</b>`, { a: hostile })).toContain(
      `<b title="${escaped}">${escaped}</b>`,
    )
  })

  it('leave conditional comments and the whole document', async () => {
    const html = `<!DOCTYPE html>\n<html lang="en"><head>${sheet}</head><body><!--[if mso]><p>{{a}}</p><![endif]--><br></body></html>`
    const made = await filled(html, { a: 'b' })
    expect(made).toContain('<!--[if mso]><p>b</p><![endif]-->')
    expect(made).toMatch(/^<!DOCTYPE html>\n<html lang="en"><head>[^]*<br><\/body><\/html>$/)
  })

  it.each([
    ['an import', '@import url(https://fonts.example/x.css);', ''],
    ['a condition', '@supports (display: grid) { p { top: 0 } }', ''],
    ['what stands before or behind', 'p::before { content: "x" }', ''],
    [
      'what a mail program adds',
      '[data-ogsc] p { color: white } #outlook a { padding: 0 } u + .body { margin: 0 }',
      '',
    ],
    ['other media', 'p { display: none }', ' media="print"'],
    ['narrow screens', 'p { width: 100% }', ' media="only screen and (max-width: 480px)"'],
  ])('leave in the sheet what no attribute says: %s', async (_, css, attributes) => {
    const made = await filled(`<style${attributes}>${css}</style><p>a</p>`)
    expect(made.replaceAll(/[\s;]/g, '')).toContain(`<style${attributes}>${css}</style>`.replaceAll(/[\s;]/g, ''))
    expect(made).toContain('<p>a</p>')
  })

  it('are read in the comment signs of old, and for screens among other media', async () => {
    const made = await filled(
      '<style type="text/css"><!-- p { color: red } --></style><style media="screen, projection">p { top: 0 }</style><p>a</p>',
    )
    expect(made).toBe('<p style="color: red; top: 0;">a</p>')
  })

  it('survive sheets that are none', async () => {
    for (const css of [
      'p {',
      '}}} p { color: red }',
      'p { color: }',
      '@import "https://a.example/x.css"; p {}',
      ':is( { a: b }',
    ])
      expect(await filled(`<style>${css}</style><p>a</p>`)).toContain('>a</p>')
  })

  it('stand in the preview of the check', async () => {
    const template = { subject: 's', html: `${sheet}<p>{{a}}</p>`, inlineCss: true }
    const { preview } = await inspect(template, { ...locale, data: { a: 'b' } }, { signal })
    expect(preview?.html).toContain('<p style="color: red;">b</p>')
  })

  it('take time in proportion to the values', async () => {
    await expectLinearTime(
      500,
      (size) => ({ l: Array.from({ length: size }, () => '{{x}}') }),
      (data) => filled(`${sheet}{{#each l}}<p>{{this}}</p>{{/each}}`, data),
    )
  })
})
