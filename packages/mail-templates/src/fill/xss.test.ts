import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse } from 'parse5'
import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { fillEmail } from './fill-email.ts'

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" onmouseover="alert(1)',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  '--><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  ']]><svg onload=alert(1)>',
  'x onclick=alert(1)',
  '`-alert(1)-`',
  '\\";alert(1);//',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\0<script>alert(1)</script>',
  'expression(alert(1))',
  'colon;alert(1)',
  '58;alert(1)',
  '0;url=javascript:alert(1)',
  '//evil.example/x',
  'java',
  'JavaScript',
  'script',
  'j',
  'https',
  'mailto:a@b.example?bcc=c@d.example',
  'mailto',
  'a@b.example?bcc=c@d.example',
  'a@b.example,c@d.example&bcc=e@f.example',
  'x" style="background:url(https://evil.example/p.png)',
  'url(javascript:alert(1))',
  ';background:url(//evil.example/p.png)',
  '}</style><script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '<!--<script>',
  '--!><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  '\u2028alert(1)\u2029',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'javascript\u200b:alert(1)',
  'x, javascript:alert(1) 2x',
  'https://a.example/x" onload="alert(1)',
  'https://user@evil.example\\@firm.example/',
  '%6Aavascript:alert(1)',
  'feed:javascript:alert(1)',
  '{{x}}{{{x}}}',
]
const contexts = [
  '<p>{{x}}</p>',
  '<p title="{{x}}">a</p>',
  "<p title='{{x}}'>a</p>",
  '<p title={{x}}>a</p>',
  '<a href="{{x}}">a</a>',
  "<a href='  {{x}}'>a</a>",
  '<a href="{{x}}{{x}}">a</a>',
  '<a href="java{{x}}">a</a>',
  '<a href="{{x}}script:alert(1)">a</a>',
  "<a href='\t{{x}}&#x9;scr&#105;pt&colon;alert(1)'>a</a>",
  '<a href="{{x}}:alert(1)">a</a>',
  '<a href="{{x}}:{{x}}">a</a>',
  '<a href="{{scheme}}:{{x}}">a</a>',
  '<a href="{{scheme}}{{#if x}}:{{x}}{{/if}}">a</a>',
  '<a href="mailto:{{x}}">a</a>',
  '<a href="mailto:{{x}}?subject={{x}}">a</a>',
  '<a href="mailto:office@firm.example?subject={{x}}&amp;body={{x}}">a</a>',
  '<a href="tel:{{x}}">a</a>',
  '<a href="https://{{x}}/a">a</a>',
  '<a href="//{{x}}">a</a>',
  '<a href="#{{x}}">a</a>',
  '<a href="https://firm.example/?next={{x}}#{{x}}">a</a>',
  '<a href="a{{x}}{{x}}" ping="{{x}}">a</a>',
  '<area href="{{x}}">',
  '<table background="{{x}}"><tr><td>a</td></tr></table>',
  '<video src="{{x}}" poster="{{x}}"></video>',
  '<audio src="{{x}}"></audio>',
  '<source srcset="{{x}}">',
  '<img src="a.png" longdesc="{{x}}" usemap="{{x}}">',
  '<img src="a.png" alt="{{x}}" width="{{x}}">',
  '<input value="{{x}}" name=\'{{x}}\'>',
  '<body background="{{x}}"><p>a</p></body>',
  '<base href="{{x}}">',
  '<object data="{{x}}"></object>',
  '<embed src="{{x}}">',
  '<blockquote cite="{{x}}">a</blockquote>',
  '<svg><image xlink:href="{{x}}"/></svg>',
  '<svg><text>{{x}}</text></svg>',
  '<math><mtext>{{x}}</mtext></math>',
  '<svg><set attributeName="href" to="{{x}}"/></svg>',
  '<template><p>{{x}}</p></template>',
  '<style>@import "{{x}}";</style>',
  '<p style="background: url({{x}})">a</p>',
  "<p style='{{#if x}}color: red{{/if}}'>{{x}}</p>",
  '<p style={{x}}>a</p>',
  '<p onmouseover="{{x}}">a</p>',
  '<p data-x="{{x}}" aria-label="{{x}}">a</p>',
  '<!--[if mso]><a href="{{x}}">a</a><![endif]-->',
  '<!--[if !mso]><!--><p>{{x}}</p><!--<![endif]-->',
  '<xmp>{{x}}</xmp>',
  '<iframe>{{x}}</iframe>',
  '<noembed>{{x}}</noembed>',
  '<select><option value="{{x}}">{{x}}</option></select>',
  '<a href="{{x}}" {{#if x}}title="{{x}}"{{/if}}>a</a>',
  '<a href="{{& x}}">a</a>',
  '<a href="{{{x}}}" title="{{{x}}}">a</a>',
  '<a href="java{{x}}:alert(1)">a</a>',
  '<a href="{{#each parts}}{{this}}{{/each}}:alert(1)">a</a>',
  '<a href="{{x}}{{#if list}}script{{/if}}{{#if x}}:{{/if}}alert(1)">a</a>',
  '<a href="{{> p}}script:alert(1)">a</a>',
  '<a href="{{#if no}}https://firm.example/{{/if}}{{x}}script:alert(1)">a</a>',
  '<img srcset="https://a.example/x 1x, {{x}}script:alert(1) 2x">',
  '<svg><a xlink:href="{{x}}avascript:alert(1)">a</a></svg>',
  '<a href="java{{#if x}}{{x}}{{/if}}">a</a>',
  '<a href="https://firm.example/{{x}}">a</a>',
  '<a href="https://firm.example/?q={{x}}">a</a>',
  '<a href={{x}}>a</a>',
  '<a href=x{{x}}>a</a>',
  '<img src="{{x}}">',
  '<img srcset="https://a.example/x 1x, {{x}} 2x">',
  '<form action="{{x}}"></form>',
  '<button formaction="{{x}}">a</button>',
  '<svg><a xlink:href="{{x}}">a</a></svg>',
  '<svg><animate attributeName="href" to="{{x}}"/></svg>',
  '<iframe src="{{x}}"></iframe>',
  '<iframe srcdoc="{{x}}"></iframe>',
  '<meta http-equiv="refresh" content="0;url={{x}}">',
  '<meta http-equiv="refresh" content="{{x}}">',
  '<meta content="{{x}}" http-equiv="refresh">',
  '<a href="ja&Tab;vascript&colon;{{x}}">a</a>',
  '<a href="javascript&{{x}}">a</a>',
  '<a href="javascript&#{{x}}">a</a>',
  '<a href="&#106;avascript&#58{{x}}">a</a>',
  '<script src="{{x}}"></script>',
  '<link rel="stylesheet" href="{{x}}">',
  '<script>var a = "{{x}}"</script>',
  '<script type="application/ld+json">{"a": "{{x}}"}</script>',
  '<style>a { color: {{x}} }</style>',
  '<p style="color: {{x}}">a</p>',
  '<p onclick="f(\'{{x}}\')">a</p>',
  '<!-- {{x}} -->',
  '<!--[if mso]><p>{{x}}</p><![endif]-->',
  '<title>{{x}}</title>',
  '<textarea>{{x}}</textarea>',
  '<p {{x}}>a</p>',
  '<{{x}}>a</p>',
  '<h{{x}}>a</h1>',
  '<p {{x}}="a">a</p>',
  '{{#if x}}<a href="{{else}}<p title="{{/if}}{{x}}">a',
  '{{#list}}<a href="{{/list}}{{x}}">a</a>',
  '<a href="{{#if no}}https://firm.example/{{/if}}{{x}}">a</a>',
  '<noscript><p title="{{x}}"></noscript>',
  '<p>{{{x}}}</p>',
  '<p>{{& x}}</p>',
]

type Element = DefaultTreeAdapterTypes.Element

function elementsOf(html: string): readonly Element[] {
  const found: Element[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
    if ('content' in node) visit(node.content)
  }
  visit(parse(html))
  return found
}

const withoutBlanks = (url: string): string => url.replace(/[\s\p{Cc}]/gu, '')

/** What the addresses of an attribute are, in the attributes that have some. */
const addresses: Readonly<Record<string, (value: string) => readonly string[]>> = {
  ...Object.fromEntries(
    'href src action formaction background cite poster data longdesc usemap ping'
      .split(' ')
      .map((name) => [name, (value: string) => [value]]),
  ),
  srcset: (value) => value.split(','),
}
const schemeIn = (url: string): string => /^[^/?#:]*(?=:)/.exec(withoutBlanks(url))?.[0].toLowerCase() ?? ''
const allowed = new Set(['', 'http', 'https', 'mailto', 'tel', 'cid', '#'])
const templated = '#:'

/** What a mail program or browser would run, load or write to, or take for markup of the sender. */
function executable(html: string): readonly string[] {
  return elementsOf(html).flatMap(({ tagName, attrs, childNodes }) => {
    const isJson = attrs.some(({ name, value }) => name === 'type' && value === 'application/ld+json')
    const script = tagName === 'script' && !isJson ? ['script'] : []
    const words = childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('')
    const notJson = isJson && !isParsable(words) ? ['json'] : []
    const dangerous = attrs.filter(({ name, value }) => {
      const urls = addresses[name]?.(value) ?? []
      return (
        name.startsWith('on') ||
        name === 'srcdoc' ||
        urls.some((url) => !allowed.has(schemeIn(url)) && !withoutBlanks(url).includes(templated)) ||
        (name === 'content' && /url=(?:javascript|vbscript|data):/i.test(withoutBlanks(value)))
      )
    })
    const moreRecipients = attrs.filter(
      ({ name, value }) =>
        name === 'href' &&
        schemeIn(value) === 'mailto' &&
        /[?&](?:b?cc|to)=|^mailto:[^?]*,/i.test(withoutBlanks(value)),
    )
    return [...script, ...notJson, ...[...dangerous, ...moreRecipients].map(({ name, value }) => `${name}=${value}`)]
  })
}

/** Elements, names of attributes, and what of them no value may change. */
const shapeOf = (html: string): string =>
  elementsOf(html)
    .map(({ tagName, attrs, childNodes }) => {
      const style = attrs.find(({ name }) => name === 'style')?.value ?? ''
      const comments = childNodes.flatMap((node) =>
        tree.isCommentNode(node) ? [elementsInConditional(node.data)] : [],
      )
      return `${tagName}(${attrs.map(({ name }) => name).join(' ')})[${style}]${comments.join()}`
    })
    .join(' ')

/** Outlook reads what stands in a conditional comment; of other comments nothing may differ. */
function elementsInConditional(comment: string): string {
  const inside = /^\[if[^\]]*\]>([^]*)<!\[endif\]$/.exec(comment)?.[1]
  return inside === undefined ? comment : shapeOf(inside)
}

function isParsable(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const fill = (html: string, x: string): string | undefined => {
  try {
    const request = { missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
    const data = { x, scheme: 'mailto', list: [1, 2], parts: [...x.replace(/[^a-z]/gi, '')] }
    return fillEmail({ subject: 's', html, partials: { p: '{{x}}' } }, { ...request, data }).email.html
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'template_invalid') return undefined
    throw error
  }
}

describe('values of hostile data', () => {
  it.each(contexts)('run nowhere in %s', (template) => {
    for (const payload of payloads) {
      const html = fill(template, payload)
      if (html === undefined) continue
      expect([payload, html, executable(html)]).toEqual([payload, html, []])
      // The value adds no element, attribute or style: they are the same with a harmless one.
      expect([payload, shapeOf(html)]).toEqual([payload, shapeOf(fill(template, 'harmless') ?? '')])
    }
  })

  it('are tried in many places, most of which take values', () => {
    expect([contexts.length >= 77, payloads.length >= 46]).toEqual([true, true])
    expect(contexts.filter((each) => fill(each, 'harmless') !== undefined).length).toBeGreaterThan(50)
  })

  it('can be told from harmless ones: the check itself finds what is executable', () => {
    for (const html of [
      '<script>1</script>',
      '<p onclick="x">',
      '<a href=" java\nscript:x">',
      '<iframe srcdoc="x">',
      '<a href="mailto:a?bcc=b">',
      '<img src="data:x">',
    ]) {
      expect(executable(html)).not.toEqual([])
    }
  })

  it('leaves good links as they are', () => {
    const link = (href: string, x: string) => /href="([^"]*)"/.exec(fill(`<a href="${href}">a</a>`, x) ?? '')?.[1]
    expect(link('{{x}}', 'https://firm.example/a?b=1&c=ü#d')).toBe('https://firm.example/a?b=1&amp;c=%C3%BC#d')
    expect(link('{{x}}', 'mailto:ada@client.example')).toBe('mailto:ada@client.example')
    expect(link('{{x}}', 'tel:+49 221 1')).toBe('tel:+49%20221%201')
    expect(link('{{x}}', 'www.firm.example')).toBe('www.firm.example')
    expect(link('{{x}}', 'javascript:1')).toBe('#')
    expect(link('mailto:{{x}}', 'ada@client.example')).toBe('mailto:ada@client.example')
    expect(link('https://firm.example/{{x}}/b', 'a%20b c')).toBe('https://firm.example/a%20b%20c/b')
    expect(link('https://firm.example/?q={{x}}', 'A & B=C/ü')).toBe('https://firm.example/?q=A%20%26%20B%3DC%2F%C3%BC')
  })

  it('keep an address that the template goes on with, where its scheme is safe', () => {
    const link = (href: string, x: string) => /"([^"]*)"/.exec(fill(`<a href="${href}">a</a>`, x) ?? '')?.[1]
    expect(link('{{x}}:8080/a', 'https://firm.example')).toBe('https://firm.example:8080/a')
    expect(link('{{x}}://firm.example', 'https')).toBe('https://firm.example')
    expect(link('{{x}}/a:b', 'docs')).toBe('docs/a:b')
    expect(link('{{x}}?at=10:30', '')).toBe('?at=10:30')
    expect(link('{{x}}:8080/a', 'localhost')).toBe('#:8080/a')
    expect(link('java{{x}}:alert(1)', 'script')).toBe('java#:alert(1)')
    const srcset = '<img srcset="{{x}} 1x, https://a.example/b 2x, {{x}}:8080 3x">'
    expect(fill(srcset, 'a.png')).toBe('<img srcset="a.png 1x, https://a.example/b 2x, #:8080 3x">')
  })

  it('tell the value that would become a scheme, in its place', () => {
    const request = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
    const { findings } = fillEmail(
      { subject: 's', html: '\n <a href="{{kind}}script:{{act}}">x</a>' },
      { ...request, data: { kind: 'java', act: 'alert(1)' } },
    )
    expect(findings).toMatchObject([
      { code: 'unsafe_url', severity: 'warning', location: { field: 'html', line: 2, column: 11, path: 'kind' } },
    ])
  })

  it('are read once, however many make an address', () => {
    const html = '<a href="{{#each list}}{{.}}{{/each}}:x">a</a>{{#each list}}<a href="{{.}}">b</a>{{/each}}'
    const list = Array.from({ length: 90_000 }, () => 'a')
    const request = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
    const { email } = fillEmail({ subject: 's', html }, { ...request, data: { list } })
    expect(email.html).toMatch(/^<a href="#a{89999}:x">/)
  })

  it('let no value add recipients where a value gives the scheme', () => {
    const link = (href: string, s: string, x: string) =>
      /href="([^"]*)"/.exec(
        fillEmail(
          { subject: 's', html: `<a href="${href}">a</a>` },
          { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0, data: { s, x } },
        ).email.html ?? '',
      )?.[1]
    expect(link('{{s}}:{{x}}', 'mailto', 'a@b.example?bcc=c@d.example')).toBe('mailto:a@b.example%253Fbcc=c@d.example')
    expect(link('{{s}}{{x}}', 'mailto:a@b.example', '?bcc=c')).toBe('mailto:a@b.example%253Fbcc=c')
    expect(link('ma{{s}}:{{x}}', 'ilto', 'a?bcc=c')).toBe('mailto:a%253Fbcc=c')
    expect(link('{{s}}/{{x}}', 'https://a.example', 'b?c=d&e')).toBe('https://a.example/b?c=d&amp;e')
    expect(link('{{s}}:{{x}}', 'https', '//a.example/b?c=d,e')).toBe('https://a.example/b?c=d,e')
  })

  it('let no value add recipients to a link for mail', () => {
    const link = (href: string, x: string) => /href="([^"]*)"/.exec(fill(`<a href="${href}">a</a>`, x) ?? '')?.[1]
    expect(link('mailto:{{x}}', 'a@b.example?bcc=c@d.example')).toBe('mailto:a@b.example%253Fbcc=c@d.example')
    expect(link('mailto:{{x}}', 'a@b.example%3Fbcc=c')).toBe('mailto:a@b.example%253Fbcc=c')
    expect(link('mail&#116;o:{{x}}', 'a@b.example,c@d.example')).toBe('mail&#116;o:a@b.example%252Cc@d.example')
    expect(link('{{x}}', 'mailto:a@b.example?bcc=c@d.example')).toBe('mailto:a@b.example')
  })

  it('reports a link that was left out', () => {
    const request = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const
    const { findings } = fillEmail(
      { subject: 's', html: '\n <a href="{{site}}">x</a>' },
      { ...request, data: { site: 'javascript:1' } },
    )
    expect(findings).toMatchObject([
      { code: 'unsafe_url', severity: 'warning', location: { field: 'html', line: 2, column: 11, path: 'site' } },
    ])
    expect(JSON.stringify(findings)).not.toContain('javascript')
  })
})
