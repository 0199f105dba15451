import { ChanceryError, type EmailContent, type JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createEmailTemplates } from '../email-templates.ts'

const { fill, inspect } = createEmailTemplates()
const { signal } = new AbortController()
const locale = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const mail = (body: string): string =>
  `<mjml>\n<mj-body>\n<mj-section><mj-column>\n${body}\n</mj-column></mj-section>\n</mj-body>\n</mjml>`

async function filled(mjml: string, data: JsonObject, more: Partial<EmailContent> = {}): Promise<string> {
  const { email } = await fill({ subject: 's', mjml, ...more }, { ...locale, data, missing: 'error' }, { signal })
  return email.html ?? ''
}

async function refusal(mjml: string) {
  const error = await filled(mjml, { a: 'x' }).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!ChanceryError.is(error)) throw new Error('it was not refused')
  return error.violations.map(({ code, pointer, location }) => ({
    code,
    pointer,
    line: Reflect.get(location ?? {}, 'line'),
  }))
}

describe('MJML', () => {
  it('becomes html, with its tags filled and escaped by where they stand', async () => {
    const html = await filled(
      mail(
        '<mj-text>{{#each l}}<b>{{this}}</b>{{/each}}{{#if a > 1}}more{{/if}}</mj-text><mj-raw>{{#if a}}</mj-raw><mj-button href="{{url}}">Go</mj-button><mj-raw>{{/if}}</mj-raw>',
      ),
      { l: ['<1>', '2'], a: 2, url: 'javascript:1' },
    )
    expect(html).toMatch(/^\s*<!doctype html>/i)
    expect(html).toContain('<b>&lt;1&gt;</b><b>2</b>more')
    expect(html).toMatch(/<a[^>]*href="#"/)
    expect(html).not.toContain('<mj-')
  })

  it('may have partials, html in its data and style sheets written into elements', async () => {
    const html = await filled(
      mail('<mj-text css-class="x">{{> p}}{{{a}}}</mj-text>'),
      { a: '<i>i</i><script>1</script>' },
      {
        partials: { p: '<b>p</b>' },
        schema: { properties: { a: { type: 'string', contentMediaType: 'text/html' } } },
        inlineCss: true,
      },
    )
    expect(html).toContain('<b>p</b><i>i</i></div>')
    expect(html).not.toContain('<script')
  })

  it.each([
    ['no MJML', 'mjml_invalid', 1],
    ['', 'mjml_invalid', 1],
    [mail('<mj-txt>{{a}}</mj-txt>'), 'mjml_invalid', 4],
    [mail('<mj-include path="/etc/hostname" />'), 'mjml_include', 4],
    [mail('{{#if a}}<mj-text>x</mj-text>{{/if}}'), 'mjml_lost_tag', 4],
    [mail('<mj-text>\nDear\n{{a}}, this'), 'mjml_lost_tag', 6],
    [mail('<mj-text>in</mj-text>\nbetween'), 'mjml_lost_text', 5],
    [mail('<mj-text>never closed'), 'mjml_lost_text', 4],
  ])('is refused where something of it would be missing: %s', async (mjml, code, line) => {
    const found = await refusal(mjml)
    expect(found[0]).toEqual({ code, pointer: '/template/mjml', line })
  })

  it.each([
    ['a section that is not closed', '<mj-text>Dear\n{{#if a}}</mj-text>', ['unclosed_section', 5, 1]],
    ['a tag that is not closed', '<mj-button href="{{url">Go</mj-button>', ['unclosed_tag', 4, 18]],
    [
      'the second of two that are alike',
      '<mj-text>{{a}}</mj-text>\n<mj-text>{{a | nowhere}}</mj-text>',
      ['unknown_formatter', 5, 10],
    ],
    ['a link', '<mj-text>See\n<a href="htp://a.example">this</a></mj-text>', ['malformed_link', 5, 4]],
    ['the address of an image', '<mj-image alt="x" src="x.png" />', ['relative_image', 4, 24]],
    ['a style', '<mj-text><p style="display:flex">x</p></mj-text>', ['unsupported_style', 4, 20]],
    ['what it says of a text', '<mj-text color="#cccccc">Dear {{a}}</mj-text>', ['low_contrast', 4, 26]],
  ])('is what the place of a finding is of: %s', async (_, body, expected) => {
    const { findings } = await inspect({ subject: 's', mjml: mail(body) }, locale, { signal })
    const told = findings.map(({ code, location }) => [code, location?.field, location?.line, location?.column])
    const [code, ...place] = expected
    expect(told).toContainEqual([code, 'mjml', ...place])
  })

  it('is what the place of a refusal is of', async () => {
    expect(await refusal(mail('<mj-text>{{frob a}}</mj-text>'))).toEqual([
      { code: 'unknown_helper', pointer: '/template/mjml', line: 4 },
    ])
    const missing = await refusal(mail('<mj-text>{{a}} {{b}}</mj-text>'))
    expect(missing).toEqual([{ code: 'missing_value', pointer: '/data/b', line: 4 }])
  })

  it('is not blamed for the styles that MJML writes by itself', async () => {
    const body = '<mj-text>Dear Ms Lovelace, please find here what we have agreed upon.</mj-text>'
    const { findings } = await inspect({ subject: 's', mjml: mail(body) }, locale, { signal })
    expect(findings.filter(({ group }) => group === 'clients' || group === 'css')).toEqual([])
  })

  it('is checked: what MJML says, and what holds of all templates', async () => {
    const template = { subject: 's', mjml: mail('<mj-text colour="red">{{#if a}}</mj-text>') }
    const { findings, preview } = await inspect(template, { ...locale, data: { a: 'x' } }, { signal })
    const told = findings.map(({ code, severity, location }) => [code, severity, location?.field])
    expect(told).toContainEqual(['mjml_invalid', 'warning', 'mjml'])
    expect(told).toContainEqual(['unclosed_section', 'error', 'mjml'])
    expect(preview).toBeUndefined()
  })

  it('is told what was meant by names that MJML does not know', async () => {
    const mjml = mail('<mj-txt>a</mj-txt><mj-text colour="red" font-szie="9px" zzz="1">b</mj-text>')
    const { findings } = await inspect({ subject: 's', mjml }, locale, { signal })
    const told = findings.filter(({ code }) => code === 'mjml_invalid').map(({ hint }) => hint)
    expect(told).toEqual(['Did you mean "mj-text"?', 'Did you mean "color", "font-size"?'])
  })

  it('of another language is checked, too', async () => {
    const template = { subject: 's', mjml: mail('<mj-text>Dear {{a}}</mj-text>') }
    const locales = { de: { subject: 's', mjml: mail('\n<mj-txt>Hallo</mj-txt>') } }
    const { findings } = await inspect(template, { ...locale, locales }, { signal })
    const told = findings.filter(({ severity }) => severity === 'error')
    expect(told.map(({ code, location, locale: language }) => [language, code, location?.line])).toEqual([
      ['de', 'mjml_invalid', 5],
      ['de', 'mjml_lost_text', 5],
    ])
  })

  it('that cannot be read is told of once', async () => {
    const { findings } = await inspect({ subject: 's', mjml: '<p>no MJML</p>' }, locale, { signal })
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['mjml_invalid'])
  })

  it('of a sound template has no error', async () => {
    const template = { subject: 'News for {{a}}', mjml: mail('<mj-text>Dear {{a}}, this is a text.</mj-text>') }
    const { findings, preview } = await inspect(template, { ...locale, data: { a: 'x' } }, { signal })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(preview?.html).toContain('Dear x, this is a text.')
  })

  it('keeps every text, however it is written', async () => {
    const texts = [
      'a &amp; b&nbsp;&eacute; &lt;',
      'über\r\n  zwei  Zeilen',
      '<b>x</b> <i class="y">y</i><br/>z',
      '1 < 2, "q" \'q\'',
    ]
    const body = texts.map((text) => `<mj-text>${text}</mj-text><mj-button href="x">${text}</mj-button>`).join('\n')
    const more = `<mj-table><tr><td>cell</td></tr></mj-table><mj-raw><p>raw</p><style>p{top:0}</style></mj-raw><!-- no text -->`
    const parts = `<mj-social><mj-social-element name="web" href="x">web</mj-social-element></mj-social><mj-navbar><mj-navbar-link href="x">nav</mj-navbar-link></mj-navbar><mj-accordion><mj-accordion-element><mj-accordion-title>title</mj-accordion-title><mj-accordion-text>text</mj-accordion-text></mj-accordion-element></mj-accordion>`
    expect(await filled(mail(body + more + parts), {})).toContain('über')
  })

  it('is read again only where it has changed', async () => {
    const template = { subject: 's', mjml: mail('<mj-text>one</mj-text>') }
    const of = async () =>
      (await fill(template, { ...locale, data: {}, missing: 'error' }, { signal })).email.html?.includes('two')
    expect(await of()).toBe(false)
    template.mjml = mail('<mj-text>two</mj-text>')
    expect(await of()).toBe(true)
  })
})
