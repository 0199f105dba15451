import type { EmailContent, InspectEmailRequest } from '@chancery/core'
import { addedToText, type DefectKind, inserted, type Seeded, subjectIs } from './defect-kinds-fixture.ts'

const lineOf = (source: string | undefined, pattern: RegExp): number =>
  (source ?? '').slice(0, Math.max(0, (source ?? '').search(pattern))).split('\n').length

/** Changes the template as a whole; the defect is where a pattern is first found then, or on the first line. */
const whole = (
  code: string,
  what: string,
  field: Seeded['field'],
  change: (template: EmailContent) => EmailContent,
  pattern = /^/,
  request: Partial<InspectEmailRequest> = {},
): DefectKind => ({
  code,
  what,
  seed(template) {
    const next = change(template)
    return { template: next, field, line: lineOf(next[field], pattern), request }
  },
})

const manyRules = Array.from({ length: 401 }, (_, at) => `.a${at} { color: #333333; }`).join(' ')

const body = (html: string | undefined, inner: string): string =>
  (html ?? '').replace(/(<body>)[^]*(<\/body>)/, `$1\n${inner}\n$2`)
const image = (index: number): string =>
  `<img src="https://cdn.firm.de/${index}.png" width="100" height="40" alt="House number ${index}">`

export const partKinds: readonly DefectKind[] = [
  whole(
    'too_many_styles',
    'more rules than are compared',
    'html',
    (template) => ({
      ...template,
      html: (template.html ?? '').replace('</head>', `<style>${manyRules}</style>\n</head>`),
    }),
    /<style/,
  ),
  whole('invalid_sender', 'a sender without an address', 'from', (template) => ({ ...template, from: 'Our office' })),
  whole('preheader_without_html', 'a preheader without html', 'preheader', ({ subject, text = '' }) => ({
    subject,
    text,
    preheader: 'Your invoice is here',
  })),
  whole('empty_body', 'neither text nor html', 'html', ({ subject }) => ({ subject, html: ' ' })),
  whole(
    'no_links_in_text',
    'a text part without addresses',
    'text',
    (template) => ({
      ...template,
      text: (template.text ?? '').replace(/https:\S*/g, '').replace('{{url}}', 'and on our pages'),
    }),
    /^/,
  ),
  whole(
    'image_only',
    'an image alone',
    'html',
    (template) => ({ ...template, html: body(template.html, image(1)) }),
    /<img/,
  ),
  whole(
    'many_images',
    'more images than words',
    'html',
    (template) => ({
      ...template,
      html: body(template.html, `<p>Here are our houses of today.</p>\n${[1, 2, 3, 4, 5].map(image).join('\n')}`),
    }),
    /<img/,
  ),
  whole(
    'no_preheader',
    'no summary for the inbox',
    'html',
    (template) => ({
      ...template,
      html: (template.html ?? '').replace(/[ \t]*<div style="display: none[^]*?<\/div>\n/, ''),
    }),
    /<body/,
  ),
  {
    code: 'long_preheader',
    what: 'a summary that is longer than any inbox shows',
    seed(template) {
      const html = (template.html ?? '').replace(
        /(<div style="display: none[^>]*>)[^]*?<\/div>/,
        `$1${'Your invoice of today, and all that there is to say of it. '.repeat(6)}</div>`,
      )
      return html === template.html
        ? undefined
        : { template: { ...template, html }, field: 'html', line: lineOf(html, /<div style="display: none/) }
    },
  },
  {
    code: 'preheader_repeats_subject',
    what: 'a summary that says the same as the subject',
    seed(template) {
      const html = (template.html ?? '').replace(
        /(<div style="display: none[^>]*>)[^]*?<\/div>/,
        (_, tag: string) => `${tag}${template.subject}</div>`,
      )
      return html === template.html
        ? undefined
        : { template: { ...template, html }, field: 'html', line: lineOf(html, /<div style="display: none/) }
    },
  },
  {
    code: 'preheader_repeats_subject',
    what: 'a preheader that says the same as the subject',
    seed: (template) => ({ template: { ...template, preheader: `${template.subject}.` }, field: 'preheader', line: 1 }),
  },
  whole('no_unsubscribe', 'advertising without a way out', 'html', (template) => ({
    ...template,
    text: `Our newsletter\n\n${template.text ?? ''}`,
  })),
  whole('large_html', 'nearly as much as Gmail shows', 'html', (template) => ({
    ...template,
    html: (template.html ?? '').replace(
      '</h1>',
      `$&${`\n<p>${'A sentence that goes on and on. '.repeat(10)}</p>`.repeat(260)}`,
    ),
  })),
  addedToText('long_text_line', 'a line without a space', 'x'.repeat(300)),
  inserted(
    'many_links',
    'more than a hundred links',
    `<p>${'<a href="https://firm.de/terms">Our terms</a> '.repeat(101)}</p>`,
  ),
  inserted(
    'deep_tables',
    'tables in tables in tables',
    `${'<table role="presentation"><tr><td>'.repeat(9)}x${'</td></tr></table>'.repeat(9)}`,
  ),
  {
    code: 'partial_support',
    what: 'what some programs support in part',
    seed(template, place) {
      const seeded = inserted('', '', '<p style="letter-spacing: 1px">x</p>').seed(template, place)
      return seeded && { ...seeded, request: { profile: 'strict' } }
    },
  },
]

export const subjectKinds: readonly DefectKind[] = [
  subjectIs('emoji_in_subject', 'emoji in the subject', (subject) => `🏠🔑✅ ${subject}`),
  subjectIs('spaces_in_subject', 'spaces in the subject', (subject) => ` ${subject}`),
  whole(
    'subject_may_be_empty',
    'a subject of a condition alone',
    'subject',
    (template) => ({ ...template, subject: '{{#if note}}{{note}}{{/if}}' }),
    /^/,
    { data: { number: '1', client: { name: 'Ada' }, url: 'https://firm.de/', items: [], note: '' } },
  ),
]

/** The template in another language, with something wrong about it. */
const inLocale = (
  code: string,
  what: string,
  change: (content: EmailContent) => EmailContent,
  at: (there: EmailContent, here: EmailContent) => Pick<Seeded, 'field'> & { readonly line: number | undefined },
): DefectKind => ({
  code,
  what,
  seed(template) {
    const translated: EmailContent = {
      subject: `Facture ${template.subject}`,
      html: (template.html ?? '').replace(/lang="[^"]*"/, 'lang="fr"').replace('</h1>', ', bonjour</h1>'),
      text: `Bonjour,\n${template.text ?? ''}`,
    }
    const there = change(translated)
    return { template, ...at(there, template), request: { locales: { fr: there } } }
  },
})

export const localeKinds: readonly DefectKind[] = [
  inLocale(
    'locale_value_missing',
    'a value that a translation lost',
    ({ subject, html = '', text = '' }) => ({
      subject,
      html: html.replaceAll('{{client.name}}', 'client'),
      text: text.replaceAll('{{client.name}}', 'client'),
    }),
    (_, { text }) => ({ field: 'text', line: lineOf(text, /\{\{client\.name/) }),
  ),
  inLocale(
    'locale_value_missing',
    'a value that the text of a translation lost',
    (content) => ({ ...content, text: (content.text ?? '').replaceAll('{{client.name}}', 'client') }),
    (_, { text }) => ({ field: 'text', line: lineOf(text, /\{\{client\.name/) }),
  ),
  inLocale(
    'locale_value_added',
    'a value that a translation has for itself',
    (content) => ({ ...content, text: `${content.text ?? ''}\n{{numero}}\n` }),
    ({ text }) => ({ field: 'text', line: lineOf(text, /\{\{numero/) }),
  ),
  inLocale(
    'locale_value_added',
    'a condition that a translation has for itself',
    (content) => ({ ...content, text: `${content.text ?? ''}\n{{#if pressé}}x{{/if}}\n` }),
    ({ text }) => ({ field: 'text', line: lineOf(text, /\{\{#if pressé/) }),
  ),
  inLocale(
    'locale_value_differs',
    'a value that a translation writes otherwise',
    (content) => ({ ...content, text: (content.text ?? '').replace('{{client.name}}', '{{client.name | number}}') }),
    ({ text }) => ({ field: 'text', line: lineOf(text, /\{\{client\.name/) }),
  ),
  inLocale(
    'locale_link_missing',
    'a link that a translation lost',
    (content) => ({ ...content, html: (content.html ?? '').replace(/<a\b[^<>]*href[^<>]*>([^<]*)<\/a>/, '$1') }),
    () => ({ field: 'html', line: undefined }),
  ),
  inLocale(
    'locale_part_missing',
    'a translation without html',
    ({ subject, text = '' }) => ({ subject, text: `${text}\n{{url}}\n` }),
    () => ({ field: 'html', line: undefined }),
  ),
  inLocale(
    'locale_hardly_checked',
    'a translation that is longer than all may be together',
    ({ subject, html = '', text = '' }) => {
      const blanks = ' '.repeat(1_000_000)
      return { subject, html: html + blanks, text: text + blanks }
    },
    () => ({ field: 'html', line: undefined }),
  ),
  inLocale(
    'not_translated',
    'a translation that is none',
    (content) => ({ ...content, subject: content.subject.replace('Facture ', '') }),
    () => ({ field: 'subject', line: 1 }),
  ),
  inLocale(
    'wrong_language',
    'a translation that names another language',
    (content) => ({ ...content, html: (content.html ?? '').replace('lang="fr"', 'lang="it"') }),
    ({ html }) => ({ field: 'html', line: lineOf(html, /<html/) }),
  ),
]
