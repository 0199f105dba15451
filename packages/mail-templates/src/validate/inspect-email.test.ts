import type { EmailContent, InspectRequest } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { fillEmail } from '../fill/fill-email.ts'
import { inspectEmail } from './inspect-email.ts'

const base: InspectRequest = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const inspect = (template: EmailContent, request: Partial<InspectRequest> = {}) =>
  inspectEmail(template, { ...base, ...request })
const codes = (template: EmailContent, request: Partial<InspectRequest> = {}): string[] =>
  inspect(template, request).findings.map(({ code }) => code)

const page = (body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Your invoice</title>${head}</head>
<body>
${body}
</body>
</html>`
const mail = (body: string, head = ''): EmailContent => ({
  subject: 'Your invoice',
  text: 'See the html.',
  html: page(body, head),
})

const clean: readonly EmailContent[] = [
  {
    subject: 'Invoice {{number}} of {{date | date:"long"}}',
    text: 'Dear {{client.name}},\n{{#each items}}\n- {{name}}: {{price | currency:"EUR"}}\n{{else}}\nnothing\n{{/each}}\n{{number}} {{date | date:"long"}} {{url}}',
    html: page(
      `<!--[if mso]><table role="presentation"><tr><td><v:roundrect href="{{url}}"></v:roundrect></td></tr></table><![endif]-->
<p>Dear {{client.name}}, {{number}} {{date | date:"long"}}</p>
<table role="presentation" width="600">
{{#each items}}<tr {{#if @first}}class="first"{{/if}}><td>{{name}}</td><td>{{price | currency:"EUR"}}<br></td></tr>{{else}}<tr><td colspan="2">nothing</td></tr>{{/each}}
</table>
<p>{{#if url}}<a href="{{url}}">{{else}}<a href="https://firm.test-firm.de/">{{/if}}Pay the invoice</a>
<a href="https://pay.firm-of-ada.de/?n={{number}}&amp;x=1">Or here instead</a></p>
<img src="https://cdn.firm-of-ada.de/logo.png" width="80" height="20" alt="Firm of Ada">`,
      '<style>.first { color: #333 } @media (max-width: 600px) { td { width: 100% !important } }</style>',
    ),
  },
  { subject: 'Kurze Nachricht', text: 'Sehr geehrte Frau {{name}},\n\nbis bald!\n' },
  { subject: 'x {{a}}', text: '{{a}}', html: '<p>{{a}}</p><ul><li>one<li>two</ul><p>three' },
  {
    subject: 'Receipt',
    text: 'Thanks, {{total}}',
    html: page('<script type="application/ld+json">{"@type": "Order", "total": "{{total}}"}</script>'),
  },
]

describe('inspectEmail', () => {
  it.each(clean.map((template) => [template.subject, template] as const))(
    'finds no fault in a good template: %s',
    (_, template) => {
      const report = inspect(template)
      expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
      const again = inspect(template, { data: report.sampleData })
      expect(again.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
      expect(again.preview).toBeDefined()
    },
  )

  const defects: readonly (readonly [string, string, EmailContent])[] = [
    ['a missing subject', 'empty_subject', { subject: ' ', text: 'x' }],
    ['a long subject', 'long_subject', { subject: 'word '.repeat(20), text: 'x' }],
    ['capitals', 'shouting_subject', { subject: 'ACT NOW AND WIN', text: 'x' }],
    ['exclamation marks', 'exclamation_marks', { subject: 'Hello!!', text: 'x' }],
    ['a false reply', 'false_reply', { subject: 'Re: your case', text: 'x' }],
    ['a subject of two lines', 'line_break_in_subject', { subject: 'a\nb', text: 'x' }],
    ['a subject that may be empty', 'subject_may_be_empty', { subject: '{{#if never}}{{else}}{{/if}}', text: 'x' }],
    ['no body', 'empty_body', { subject: 'x' }],
    ['no text part', 'no_text_part', { subject: 'x', html: '<p>x</p>' }],
    ['more than Gmail shows', 'clipped_by_gmail', mail(`<p>${'x'.repeat(103_000)}</p>`)],
    ['rather large', 'large_html', mail(`<p>${'x'.repeat(90_000)}</p>`)],
    ['an unclosed tag', 'unclosed_tag', mail('{{name')],
    ['an unclosed section', 'unclosed_section', mail('{{#if a}}')],
    ['an unopened section', 'unopened_section', mail('{{/if}}')],
    ['a block without value', 'empty_condition', mail('{{#if}}x{{/if}}')],
    ['an unknown formatter', 'unknown_formatter', mail('{{a | uper}}')],
    ['a partial', 'unknown_partial', mail('{{> header}}')],
    ['a tag with formatting', 'tag_split_by_html', mail('<p>{{<b>a</b>}}</p>')],
    ['a prototype', 'forbidden_name', mail('{{a.__proto__}}')],
    ['raw output', 'raw_output', mail('{{{a}}}')],
    ['a value in a script', 'variable_in_script', mail('<script>{{a}}</script>')],
    ['a value in a style', 'variable_in_style', mail('<p style="color: {{a}}">x</p>')],
    ['a value in a handler', 'variable_in_event_handler', mail('<p onclick="{{a}}">x</p>')],
    ['a value in a comment', 'variable_in_comment', mail('<!-- {{a}} -->')],
    ['a value in a tag', 'variable_in_tag', mail('<p {{a}}>x</p>')],
    ['an unquoted value', 'unquoted_attribute', mail('<p title={{a}}>x</p>')],
    ['a section across html', 'section_breaks_html', mail('<p {{#if a}}title="{{/if}}">x</p>')],
    ['similar names', 'similar_names', mail('{{customerName}} {{customerName}} {{customer_name}}')],
    ['single braces', 'stray_braces', mail('<p>{name}</p>')],
    ['spaced braces', 'stray_braces', mail('<p>{ {name}}</p>')],
    ['tags of others', 'foreign_tag', mail('<p>*|FNAME|*</p>')],
    ['an unclosed element', 'unclosed_element', mail('<div><p>x</p>')],
    ['crossed elements', 'unclosed_element', mail('<b><i>x</b></i>')],
    ['a stray end tag', 'stray_end_tag', mail('x</div>')],
    ['a doubled attribute', 'duplicate_attribute', mail('<p class="a" class="b">x</p>')],
    ['an attribute without quotes around', 'missing_whitespace_between_attributes', mail('<p class="a"id="b">x</p>')],
    ['an image without width', 'image_without_width', mail('<img src="https://a.firm.de/x.png" alt="">')],
    ['an image without address', 'image_without_source', mail('<img width="1" alt="">')],
    ['an image without words', 'no_alternative_text', mail('<img src="https://a.firm.de/x.png" width="1">')],
    ['a file name for words', 'file_name_as_text', mail('<img src="https://a.firm.de/x.png" width="1" alt="x.png">')],
    ['a relative image', 'relative_image', mail('<img src="x.png" width="1" alt="">')],
    ['an image as data', 'data_image', mail('<img src="data:image/png;base64,AA" width="1" alt="">')],
    ['an inline image', 'inline_image', mail('<img src="cid:logo" width="1" alt="">')],
    ['an empty link', 'empty_link', mail('<a href="">Our site</a>')],
    ['a # link', 'placeholder_link', mail('<a href="#">Our site</a>')],
    ['a javascript link', 'forbidden_link', mail('<a href="java&#10;script:x()">Our site</a>')],
    ['a relative link', 'relative_link', mail('<a href="/x">Our site</a>')],
    ['an http link', 'insecure_link', mail('<a href="http://firm.de/">Our site</a>')],
    ['a placeholder domain', 'placeholder_domain', mail('<a href="https://www.example.com/x">Our site</a>')],
    ['an odd scheme', 'unusual_link', mail('<a href="ftp://firm.de/x">Our site</a>')],
    ['vague words', 'vague_link_text', mail('<a href="https://firm.de/">Click here</a>')],
    ['no language', 'no_language', { ...mail(''), html: page('').replace(' lang="en"', '') }],
    ['no title', 'no_title', { ...mail(''), html: page('').replace('<title>Your invoice</title>', '') }],
    ['a script', 'active_element', mail('<script>x()</script>')],
    ['a form', 'unsupported_element', mail('<form></form>')],
    ['a style sheet', 'external_stylesheet', mail('', '<link rel="stylesheet" href="https://firm.de/a.css">')],
    ['a handler', 'event_handler', mail('<p onclick="x()">x</p>')],
    ['flex', 'unsupported_style', mail('<p style="display:flex">x</p>')],
    ['position', 'unsupported_style', mail('<p style="color: red; position: absolute">x</p>')],
    ['a long style', 'long_style', mail('', `<style>${'a{color:red}'.repeat(800)}</style>`)],
    ['a value in one part only', 'only_in_one_part', { subject: 'x', text: '{{a}}', html: '<p>{{a}}{{b}}</p>' }],
  ]
  it.each(defects)('finds %s (%s)', (_, code, template) => {
    expect(codes(template)).toContain(code)
    const advised = clean.flatMap((good) => inspect(good).findings.filter(({ severity }) => severity !== 'info'))
    expect(advised.map((finding) => finding.code)).not.toContain(code)
  })

  it('places every finding exactly', () => {
    const html = 'a\n  <p>{{name | uper}}</p>\n  <img src="x.png" width="1">\n'
    const places = inspect({ subject: 'x', text: 'x', html }).findings.map(({ code, location }) => [
      code,
      location?.line,
      location?.column,
      html.slice(location?.start, location?.end),
    ])
    expect(places).toContainEqual(['unknown_formatter', 2, 6, '{{name | uper}}'])
    expect(places).toContainEqual(['relative_image', 3, 8, 'src="x.png"'])
    expect(inspect({ subject: 'x', html }).findings.find(({ code }) => code === 'unknown_formatter')?.hint).toMatch(
      /upper/,
    )
  })

  it('finds a value that would break the line of the subject, with what else filling refuses', () => {
    const template = { subject: 's {{client.name}} {{#items}}{{n}}{{/items}}', text: '{{day | date}}' }
    const data = { client: { name: 'Ada\nBcc: x' }, items: [{ n: 'a' }, { n: 'b\rc' }], day: 'soon' }
    const faults = inspect(template, { data }).findings.filter(({ severity }) => severity === 'error')
    expect(faults.map(({ code, location }) => [code, location?.tag, location?.pointer])).toEqual([
      ['line_break_in_subject', '{{client.name}}', '/data/client/name'],
      ['line_break_in_subject', '{{n}}', '/data'],
      ['wrong_kind', '{{day | date}}', '/data/day'],
    ])
    const filling = { ...base, data, missing: 'error' } as const
    expect(() => fillEmail(template, filling)).toThrow(
      expect.objectContaining({
        violations: expect.arrayContaining(
          faults.map(({ code, location }) => expect.objectContaining({ code, pointer: location?.pointer })),
        ),
      }),
    )
  })

  it('compares with data and with a schema', () => {
    const template = { subject: 's', text: '{{client.name}} {{#items}}{{n}}{{/items}}' }
    const data = { client: { nmae: 'x' }, items: 'none', extra: 1 }
    expect(inspect(template, { data }).findings.find(({ code }) => code === 'missing_value')).toMatchObject({
      severity: 'error',
      hint: expect.stringContaining('client.nmae'),
      location: { field: 'text', line: 1, column: 1, pointer: '/data/client/name' },
    })
    expect(codes(template, { data })).toContain('unused_data')
    const schema = {
      type: 'object',
      properties: { client: { type: 'object', properties: { nam: { type: 'string' } } } },
    }
    expect(codes(template, { schema })).toContain('missing_value')
  })

  it('names all faults of the tags at once', () => {
    const text = '{{#if}}\n{{a | x}}\n{{> p}}\n{{b\n{{/c}}\n{{*deco}}\n{{d..e}}\n{{}}\n{{a.constructor}}\n{{#f}}'
    const lines = inspect({ subject: 's', text }).findings.filter(({ severity }) => severity === 'error')
    expect([...new Set(lines.map(({ location }) => location?.line))].sort((a, b) => Number(a) - Number(b))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it('lists one habit fifty times at most, and says how many more', () => {
    const findings = inspect(mail('<img alt="">'.repeat(60))).findings.filter(
      ({ code }) => code === 'image_without_source',
    )
    expect(findings).toHaveLength(50)
    expect(findings.at(-1)?.message).toContain('10 more')
  })

  it.each([
    '<div>',
    '</div>',
    '<a href=',
    '<!--',
    '<style>',
    '{name}',
    '[[',
    '<p style="',
    '&',
    '<b><i></b>',
    '<script>',
    '{{#if a}}{{else}}{{/if}}',
    '<img>',
  ])('takes linear time for %j over and over', async (piece) => {
    await expectLinearTime(
      7500,
      (size) => piece.repeat(Math.floor(size / piece.length)),
      (html) => inspect({ subject: piece, html }),
    )
  })
})

describe('a template of many faults', () => {
  it.each([
    ['open links', '<a>'.repeat(50_000)],
    ['open divisions', '<div>'.repeat(50_000)],
    ['control characters', 'a\0'.repeat(50_000)],
    ['attributes twice', `<p ${'a=1 '.repeat(50_000)}>`],
    ['ends without a start', '{{/a}}'.repeat(50_000)],
  ])('is told the first of them, and how many more there are: %s', (_, html) => {
    const { findings } = inspectEmail(
      { subject: 's', html },
      { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 },
    )
    expect(findings.length).toBeLessThan(200)
    expect(findings.some(({ message }) => /\(And \d{4,} more of this kind\.\)$/.test(message))).toBe(true)
  })
})

it('refuses more tags than every rule can look at, over all fields', () => {
  const tags = (count: number): string => '{{#if a}}{{b}}{{/if}}'.repeat(count / 2)
  expect(() => inspect({ subject: 's', html: tags(25_000), text: tags(25_002) })).toThrow(
    expect.objectContaining({ code: 'payload_too_large', details: { what: 'tags', limit: 50_000, actual: 50_002 } }),
  )
})

describe('style sheets that are too much to compare with the elements', () => {
  const faint = '<p class="a b">Hardly to be read</p><p class="gone">Not to be seen</p>'
  const sheet = (more: string) => `<style>.a { color: #eeeeee; } .gone { display: none; } ${more}</style>`
  const codesOf = (html: string): readonly string[] =>
    inspect({ subject: 's', text: 'A text of its own', html: `<html><body>${html}</body></html>` }).findings.flatMap(
      ({ code }) =>
        /^(?:too_many_styles|low_contrast|hidden_text|no_preheader|text_differs)$/.test(code) ? [code] : [],
    )
  const rules = (count: number): string =>
    Array.from({ length: count }, (_, at) => `.b .c${at} { color: #000000; }`).join('')

  it.each([
    ['many rules', rules(399), ''],
    [
      'many steps',
      '.nowhere .b { color: #000000; }'.repeat(390),
      '<div>'.repeat(400) + '<p class="b">x</p>'.repeat(200),
    ],
  ])('are told of, and nothing is guessed of what is seen: %s', (_, more, html) => {
    expect(codesOf(sheet(rules(10)) + faint).toSorted()).toEqual(['hidden_text', 'low_contrast', 'no_preheader'])
    expect(codesOf(sheet(more) + faint + html)).toEqual(['too_many_styles'])
  })
})

it.each([
  [
    'the link that a style sheet colours',
    '<body style="color: #222222">',
    '<a class="pay" href="https://firm.de">Pay</a>',
    '<a ',
  ],
  ['an element within it', '<body style="color: #222222">', '<p class="pay">Pay <b>now</b> in full</p>', '<p '],
  [
    'the cell that gives the ground',
    '<body style="color: #888888">',
    '<p style="background: #999999">Pay</p>',
    'style=',
  ],
  ['the element that all inherit from', '<body>', '<div style="color: #cccccc"><p>Pay</p></div>', 'style='],
])('tells of pale text where it gets its colours: %s', (_, body, inside, place) => {
  const html = `<html><head><style>.pay { color: #ffffff; background: #00aa55 }</style></head>\n${body}\n${inside}\n</body></html>`
  const found = inspect({ subject: 's', text: 'x', html }).findings.filter(({ code }) => code === 'low_contrast')
  expect(found.map(({ location }) => location?.line)).toEqual([3])
  expect(html.slice(found[0]?.location?.start, found[0]?.location?.end)).toContain(place)
})

it.each([
  ['{{#if a.b = true}}x{{/if}}', 'Write {{#if a.b == true}}.'],
  ['{{a.b.toUpperCase()}}', 'Write {{a.b | upper}}.'],
  ['{{ a.b:upper }}', 'Write {{ a.b | upper }}.'],
  ['{{{formatNumber(a.b, 2)}}}', 'Write {{{a.b | number:2}}}.'],
  ['{a.b}', 'Write {{a.b}}.'],
  ['{% if a.b %}', 'Write {{#if a.b}}…{{/if}}.'],
])('says how %s is written here', (text, hint) => {
  expect(inspect({ subject: 's', text }).findings.map((each) => each.hint)).toContain(hint)
})

it('tells which fixed texts the dictionaries of a locale lack, by the part that has them', () => {
  const template = {
    subject: '{{t "Invoice"}}',
    text: '{{t "Due"}} {{t "Place"}} {{t(Due)}}',
    html: '<p>{{t "Due"}}</p>',
  }
  const translations = { en: { Invoice: 'Invoice', Due: 'Due' }, de: { Invoice: 'Rechnung' }, fr: { Due: 'Dû' } }
  const { findings } = inspect(template, { translations })
  const missing = findings.filter(({ code }) => code === 'missing_translation')
  expect(
    missing.map(({ group, message, location }) => [group, location?.field, location?.tag, message.split(';')[0]]),
  ).toEqual([
    ['variables', 'subject', '{{t "Invoice"}}', 'The translations have no text for "Invoice" in fr'],
    ['variables', 'text', '{{t "Due"}}', 'The translations have no text for "Due" in de'],
    ['variables', 'text', '{{t "Place"}}', 'The translations have no text for "Place" in en-GB'],
  ])
  const silent = inspectEmail(template, { ...base, translations, severities: { missing_translation: 'off' } })
  expect(silent.findings.map(({ code }) => code)).not.toContain('missing_translation')
})

describe('a list or an object', () => {
  const told = (text: string): readonly unknown[] =>
    inspect({ subject: 's', text })
      .findings.filter(({ code }) => /_as_text$|unknown_helper|section_/.test(code))
      .map(({ code, location }) => [code, location?.path, location?.column])

  it.each([
    ['beside a section that reads names of its own', '{{#items}}{{name}}{{/items}} {{items}}', 'list_as_text', 'items'],
    ['inside a condition on it', '{{#if rows}}{{rows}}{{/if}}{{#each rows}}{{n}}{{/each}}', 'list_as_text', 'rows'],
    ['with a formatter of numbers', '{{#each rows}}{{n}}{{/each}}{{rows | currency}}', 'list_as_text', 'rows'],
    ['behind a default', '{{#each rows}}{{n}}{{/each}}{{rows | default:"-"}}', 'list_as_text', 'rows'],
    ['compared with a number', '{{#each rows}}{{n}}{{/each}}{{#if (gt rows 3)}}x{{/if}}', 'list_as_text', 'rows'],
    ['of an object around', '{{#with a}}{{#each rows}}{{n}}{{/each}}{{/with}}{{a.rows}}', 'list_as_text', 'a.rows'],
    ['read by with', '{{#with client}}{{name}}{{/with}}{{client}}', 'object_as_text', 'client'],
  ])('is no text: %s', (_, text, code, path) => {
    expect(told(text)).toEqual([[code, path, text.search(/\{\{(?:#if \(gt )?(?:items|rows|a\.rows|client)\b/) + 1]])
  })

  it.each([
    '{{#each rows}}{{n}}{{/each}}{{rows | count}}{{#if (gt (length rows) 3)}}x{{/if}}',
    '{{#each rows}}{{.}}{{/each}}{{rows | join:", "}}',
    '{{#paid}}Paid {{paid}}{{/paid}}',
    '{{#company}}at {{company}}{{/company}}, {{company}}',
    '{{#with name}}{{this}}{{/with}} {{name}}',
    '{{#if rows}}x{{/if}}{{#each rows}}{{n}}{{/each}}',
    '{{#each prices}}{{@key}}: {{this}}{{/each}}{{prices.net}}{{lookup prices "gross"}}',
  ])('may be used for what it is: %s', (text) => expect(told(text)).toEqual([]))

  it('whose keys a loop writes is an object, in the schema and in one that is given', () => {
    const text = '{{#each rows as |row k|}}{{k}} {{row.name}}{{/each}}'
    const entry = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
    const given = (rows: object) => ({ type: 'object', required: ['rows'], properties: { rows } })
    const checked = (rows: object) => inspectEmail({ subject: 's', text }, { ...base, schema: given(rows) })
    const wanted = checked({ type: 'object', additionalProperties: entry })
    expect(wanted.schema).toMatchObject({
      properties: { rows: { type: 'object', additionalProperties: { required: ['name'] } } },
      required: ['rows'],
    })
    expect(wanted.sampleData).toEqual({ rows: { example: { name: 'Ada Lovelace' } } })
    expect(wanted.variables.map(({ path, type }) => [path, type])).toEqual([
      ['rows', 'object'],
      ['rows.name', 'string'],
    ])
    const codes = (rows: object) =>
      checked(rows).findings.flatMap(({ code, group }) => (group === 'variables' ? code : []))
    expect(codes({ type: 'object', additionalProperties: entry })).toEqual([])
    expect(codes({ type: 'array', items: entry })).toEqual([])
    expect(codes({ type: 'string' })).toEqual(['wrong_kind'])
    expect(codes({ type: 'array', items: { type: 'string' } })).toEqual(['wrong_kind'])
  })

  it('that the schema has otherwise is told with tags as an e-mail has them', () => {
    const schema = { type: 'object', required: ['rows'], properties: { rows: { type: 'string' } } }
    const { findings } = inspectEmail({ subject: 's', text: '{{#each rows}}{{n}}{{/each}}' }, { ...base, schema })
    expect(findings.find(({ code }) => code === 'wrong_kind')?.hint).toContain('{{#if rows}}…{{/if}}')
  })

  it('is the one finding of a block that there is not', () => {
    expect(told('{{#repeat 3}}x{{/repeat}}{{#ifCond a "==" b}}y{{else}}z{{/ifCond}}').map((each) => each)).toEqual([
      ['unknown_helper', undefined, 1],
      ['unknown_helper', undefined, 26],
    ])
  })
})

it.each([
  ['<a href="https://firm.example/Катaлог?q=Вaза">x</a>', []],
  ['<a href="mailto:ada@firm.example?subject=Счeт">x</a>', []],
  ['<a href="https://pаypal.com/">x</a>', ['lookalike_domain']],
  ['<a href="https://firm.example/">pаypal</a>', ['mixed_scripts']],
  ['<a href="https://firm.example/a">x</a><p title="pаypal">y</p>', ['mixed_scripts']],
])('mixed alphabets matter where somebody reads them: %s', (html, codes) => {
  const { findings } = inspect({ subject: 's', html })
  expect(findings.map(({ code }) => code).filter((code) => /^(?:mixed|lookalike)/.test(code))).toEqual(codes)
})

describe('one cause', () => {
  const graveOf = (template: EmailContent): readonly (readonly [string, number | undefined])[] =>
    inspect(template)
      .findings.filter(({ severity }) => severity !== 'info')
      .map(({ code, location }) => [code, location?.line])

  it('is told once: a comment that takes the rest of the page', () => {
    const rest = page('<table role="presentation"><tr><td><p>x</p>\n<!-- note\n<p>y</p></td></tr></table>')
    expect(graveOf({ subject: 'Your invoice', text: 'See the html.', html: rest })).toEqual([['eof_in_comment', 6]])
  })

  it('is told where it stands: a title without words', () => {
    const html = page('<p>x</p>').replace('<title>Your invoice</title>', '\n<title> </title>')
    expect(graveOf({ subject: 'Your invoice', text: 'See the html.', html })).toEqual([['no_title', 4]])
  })

  it('is none where a class that is not displayed is hidden in other ways besides', () => {
    const style = '<style>.pre { display: none !important; visibility: hidden; opacity: 0; max-height: 0 }</style>'
    expect(graveOf(mail('<span class="pre">In short</span><p>x</p>', style))).toEqual([])
    const html = '<p>Write <code>&lt;b&gt;</code>, and <pre>&amp;nbsp;</pre></p>'.replaceAll('pre>', 'samp>')
    expect(graveOf(mail(html))).toEqual([])
  })
})

describe('a preheader that is a field of the template', () => {
  const html = page('<p>Your invoice {{number}} is here.</p>')
  const text = 'Your invoice {{number}} is here.'
  const told = (preheader: string, locales: Readonly<Record<string, EmailContent>> = {}) =>
    inspectEmail({ subject: 'Your invoice', preheader, html, text }, { ...base, locales })
      .findings.filter(({ code }) => /preheader|^locale_part|^not_translated/.test(code))
      .map(({ code, locale, location }) => [code, locale, location?.field])

  it('is one, and may be too long', () => {
    expect(told('To pay by {{due}}')).toEqual([])
    expect(told(' ')).toEqual([['no_preheader', undefined, 'html']])
    expect(told('To pay soon. '.repeat(20))).toEqual([['long_preheader', undefined, 'preheader']])
  })

  it('belongs into the other languages', () => {
    const fr = {
      subject: 'Facture',
      html: html.replace('Your invoice {{number}} is here', 'Facture {{number}}'),
      text: `Bonjour, ${text}`,
    }
    expect(told('To pay by {{due}}', { fr: { ...fr, preheader: 'A payer le {{due}}' } })).toEqual([])
    expect(told('To pay soon', { fr })).toEqual([['locale_part_missing', 'fr', 'preheader']])
    expect(told('To pay soon', { fr: { ...fr, preheader: 'To pay soon' } })).toEqual([
      ['not_translated', 'fr', 'preheader'],
    ])
  })
})

describe('text that a style sheet makes light on dark screens', () => {
  const light = '.note { background-color: #ffffff; color: #222222 }'
  const told = (dark: string): readonly (number | undefined)[] =>
    inspect(
      mail(
        '<p class="note">Some words</p>',
        `<style>\n${light}\n@media (prefers-color-scheme: dark) {\n${dark}\n}</style>`,
      ),
    )
      .findings.filter(({ code }) => code === 'low_contrast')
      .map(({ location }) => location?.line)

  it('is told where its ground stays light', () => {
    expect(told('.note { color: #eeeeee !important }')).toEqual([6])
  })

  it('is not where any ground is made dark, which may be its own', () => {
    expect(told('.note { color: #eeeeee !important } p { background: #111111 }')).toEqual([])
  })
})

it('tells text between rows at its words, behind the tag of a loop', () => {
  const { findings } = inspect(
    mail('<table role="presentation">\n{{#each items}}\nDish <tr><td>{{name}}</td></tr>{{/each}}</table>'),
  )
  expect(findings.find(({ code }) => code === 'text_in_table')?.location).toMatchObject({ line: 7, column: 1 })
})
