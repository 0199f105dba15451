import * as fc from 'fast-check'
import { ChanceryError } from '@chancery/core'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { inspectEmail } from '../validate/inspect-email.ts'
import { fillEmail } from '../fill/fill-email.ts'

const request = { missing: 'blank', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

/** Pieces that move a tokenizer through all its states, with values and sections between them. */
const pieces = [
  '<p>',
  '</p>',
  '<a href="',
  '<a href=',
  "<a title='",
  '"',
  "'",
  '>',
  '<',
  '/',
  ' ',
  '=',
  '<!--',
  '-->',
  '--!>',
  '<!--[if mso]>',
  '<![endif]-->',

  '<title>',
  '</title>',
  '<style>',
  '</style>',
  '<script>',
  '</script>',
  '<textarea>',
  '</textarea>',
  '<!doctype html>',
  '<?x',
  '</',
  '<svg>',
  '</svg>',

  'https://a.example/',
  '?q=',
  'java',
  'script:',
  'onclick',
  'style',
  'x',
  '&amp',
  '\n',
  '\u00a0',
  '\v',
  '<img src="',
  '<xmp>',
  '</xmp>',
  '<noscript>',
  '<table>',
  '<select>',
  '<math>',

  '{{v}}',
  '{{v}}',
  '{{v}}',
  '{{#if v}}',
  '{{else}}',
  '{{/if}}',
  '{{#l}}',
  '{{/l}}',
]
/** Conditions in a tag, which end elsewhere in it than they began. */
const inTagPieces = ['<a', ' href="', ' title', '="', '"', ' lang=x', ' onclick', '=', '>', ' ', 'x', '/', "'"].concat([
  '{{v}}',
  '{{#if v}}',
  '{{else}}',
  '{{/if}}',
  '{{#l}}',
  '{{/l}}',
  '{{#if w}}',
  '{{/if}}',
])
const tagSoup = fc.array(fc.constantFrom(...inTagPieces), { maxLength: 12 }).map((inner) => `<a${inner.join('')}>`)
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((pieces) => pieces.join(''))

/** Names of elements and attributes in order, and the values of attributes that can run. */
function shape(html: string): string {
  const found: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) found.push(`${node.tagName}(${node.attrs.map(({ name }) => name).join(' ')})`)
    if ('childNodes' in node) node.childNodes.forEach(visit)
    if ('content' in node) visit(node.content)
  }
  visit(parse(html))
  return found.join(' ')
}

const fill = (html: string, v: string): string | undefined => {
  try {
    return fillEmail({ subject: 's', html }, { ...request, data: { v, l: [1, 2], w: '' } }).email.html
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'template_invalid') return undefined
    throw error
  }
}

describe('contexts of values', () => {
  it('hold: whatever the template, a hostile value changes no element and no attribute', () => {
    let filled = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: soup }, tagSoup), (template) => {
        const harmless = fill(template, 'w')
        if (harmless === undefined) return
        if (template.includes('{{v}}')) filled += 1
        for (const hostile of ['"><i x=1>', "'><i x=1>", ' a=b ', '--><i>', '</title></textarea></xmp><i>', '/><i>']) {
          expect([template, shape(fill(template, hostile) ?? '')]).toEqual([template, shape(harmless)])
        }
      }),
      { numRuns: 600 },
    )
    expect(filled).toBeGreaterThan(25)
  })

  it.each([
    ['<math><textarea><{{v}}<p>', undefined],
    ['<svg><title><b "></title>{{v}}', undefined],
    ['<svg><style><a href="</style>{{v}}">', undefined],
    ['<svg><title>{{v}}</title></svg>{{v}}', '<svg><title>a&lt;</title></svg>a&lt;'],
    ['<svg></svg><style>a { color: red }</style>{{v}}', '<svg></svg><style>a { color: red }</style>a&lt;'],
    ['{{#if v}}<svg>{{/if}}<title><b>{{v}}</title>', undefined],
  ])('are clear, or refused, in what is no html: %s', (template, filled) => expect(fill(template, 'a<')).toBe(filled))

  it('are refused behind more of an address than any server need take', () => {
    const link = (length: number) => `<a href="https://a.example/${'x'.repeat(length)}{{v}}">x</a>`
    expect(fill(link(7900), 'a')).toContain('xa"')
    expect(fill(link(8000), 'a')).toBeUndefined()
  })

  it.each([
    '<td{{#if w}} nowrap{{/if}} width="1">{{v}}</td>',
    '<td{{#if w}} nowrap{{else}} lang="de"{{/if}}>{{v}}</td>',
    '<input {{#if w}}checked{{/if}}> {{v}}',
    '<input {{#if w}}checked{{/if}}/> {{v}}',
    '<p{{#l}} lang="de"{{/l}}>{{v}}</p>',
    '<p{{#if w}} title=x{{/if}}\n>{{v}}</p>',
  ])('are known behind a condition in a tag: %s', (template) => expect(fill(template, 'a<')).toContain('a&lt;'))

  it.each([
    '<p{{#if w}} title{{/if}}="{{v}}">x</p>',
    '<a{{#if w}} b{{/if}}href="{{v}}">x</a>',
    '<a{{#if w}} b{{/if}}{{v}}>x</a>',
    '<a{{#if w}} onclick="{{/if}} {{v}}">x</a>',
    '<a {{#if w}}on{{/if}}click="{{v}}">x</a>',
    '<a {{#if w}}href{{else}}title{{/if}}="{{v}}">x</a>',
    '<{{#if w}}svg{{else}}p{{/if}}>{{v}}',
    '<script{{#if w}} type="application/json"{{/if}}>"{{v}}"</script>',
    '<p{{#l}}lang="de"{{/l}}>{{v}}</p>',
  ])('are refused where a condition in a tag leaves them open: %s', (template) =>
    expect(fill(template, 'x')).toBeUndefined(),
  )

  it('are found without a fault of our own, whatever the template', () => {
    fc.assert(
      fc.property(soup, (template) => {
        const { findings } = inspectEmail({ subject: 's', html: template, text: template }, request)
        for (const { location } of findings) {
          if (location?.start === undefined || location.end === undefined) continue
          expect(location.start).toBeLessThanOrEqual(location.end)
          expect(location.end).toBeLessThanOrEqual(Math.max(template.length, 1))
        }
      }),
      { numRuns: 300 },
    )
  })
})
