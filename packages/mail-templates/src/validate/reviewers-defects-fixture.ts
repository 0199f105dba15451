import type { EmailContent } from '@chancery/core'
import { addedToText, type DefectKind, inserted, lineOf, replaced, styled, subjectIs } from './defect-kinds-fixture.ts'

const declared = (code: string, what: string, style: string): DefectKind =>
  inserted(code, what, `<div style="${style}">Some words of ours</div>`)
const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)

/** A sentence in both parts that says something else in one of them. */
const saidOtherwise = (what: string, html: string, text: string, field: 'html' | 'text'): DefectKind => ({
  code: 'parts_disagree',
  what,
  seed(template, place) {
    const seeded = inserted('', '', `<p>${html}</p>`).seed(template, place)
    if (seeded === undefined) return undefined
    const next = { ...seeded.template, text: `${template.text ?? ''}\n${text}\n` }
    return { ...seeded, template: next, field, line: lineOf(next[field], field === 'html' ? html : text) }
  },
})

const sentBy = (code: string, what: string, from: string): DefectKind => ({
  code,
  what,
  seed: (template) => ({ template: { ...template, from }, field: 'from', line: 1 }),
})

const variableKinds: readonly DefectKind[] = [
  inserted(
    'list_as_text',
    'a field of a list outside of its loop',
    '<p>{{articles.title}}</p>\n<p>{{#each articles}}{{title}} {{/each}}</p>',
  ),
  said('list_as_text', 'a list that is named again in its loop', '{{#each articles}}{{articles.title}} {{/each}}'),
  said('list_as_text', 'an item by a name that it has not', '{{#each articles}}{{article.title}} {{/each}}'),
  {
    code: 'locale_value_added',
    what: 'another list in a translation',
    seed(template) {
      const html = (template.html ?? '')
        .replace(/\{\{#(each )?items/, '{{#$1positions')
        .replace('{{/items', '{{/positions')
      if (html === template.html) return undefined
      const fr: EmailContent = { ...template, subject: `Facture ${template.subject}`, html }
      return { template, field: 'html', line: lineOf(html, 'positions}}'), request: { locales: { fr } } }
    },
  },
  saidOtherwise('another number in the text part', 'Pay within 30 days please', 'Pay within 14 days please', 'text'),
  saidOtherwise('another number in the html', 'Pay within 45 days please', 'Pay within 14 days please', 'html'),
  saidOtherwise('another mailbox', 'Write to office@firm.de please', 'Write to sales@firm.de please', 'text'),
]

const cssKinds: readonly DefectKind[] = [
  declared('overridden_css', 'a property twice', 'color: #222222; margin: 0; color: #333333'),
  declared('overridden_css', 'a side before all sides', 'padding-left: 20px; padding: 10px'),
  styled(
    'overridden_css',
    'a property twice in a sheet',
    '.late { font-size: 14px; font-size: 16px; }',
    'font-size: 14',
  ),
  styled('empty_css_rule', 'a rule of nothing', '.late { }'),
]

const structureKinds: readonly DefectKind[] = [
  {
    code: 'unclosed_page',
    what: 'a body without its end',
    seed(template) {
      const html = (template.html ?? '').replace(/<\/body>\s*/, '')
      return { template: { ...template, html }, field: 'html', line: lineOf(html, '<body') }
    },
  },
  inserted('repeated_attribute', 'a class twice', '<p class="muted muted">Some words of ours</p>'),
  inserted('invalid_attribute', 'an empty label', '<p><a href="https://firm.de/q" aria-label="">Our terms</a></p>'),
  inserted(
    'hidden_link',
    'a link in what is hidden from screen readers',
    '<div aria-hidden="true"><a href="https://firm.de/q">Our terms</a></div>',
    '<a',
  ),
  declared('tight_lines', 'lines over each other', 'font-size: 16px; line-height: 0.8'),
  declared('tight_lines', 'lines over each other in pixels', 'font: 20px/12px Arial, sans-serif'),
  inserted(
    'same_link_text',
    'the same words for two targets',
    '<p><a href="https://firm.de/q">Terms of use</a> or <a href="https://firm.de/r">Terms of use</a></p>',
  ),
  inserted('bold_heading', 'bold words for a heading', '<p><b>Delivery and returns</b></p>\n<p>Some words of ours</p>'),
]

const wordKinds: readonly DefectKind[] = [
  said('spam_words', 'a friend of nobody', 'Dear Friend, we are glad'),
  said('spam_words', 'a word with points in it', 'A F.R.E.E offer for you'),
  said('spam_words', 'a word with digits in it', 'Cheap V1agra for you'),
  addedToText('malformed_link', 'a space in an address of the text', 'See https:// www.firm.de/pay for more'),
  addedToText('malformed_link', 'a mailbox of nobody', 'Write to firm.house@gmial.com for more'),
  sentBy('invalid_sender', 'a sender whose host has a slip', 'Firm House <firm.house@gmial.com>'),
]

const secondKinds: readonly DefectKind[] = [
  replaced('bad_language', 'a language of other letters', 'html', /<html lang="[^"]*">/, '<html lang="ja">'),
  replaced('bad_language', 'a language of other words', 'html', /<html lang="[^"]*">/, '<html lang="fr">'),
  said('spam_words', 'a threat', 'Your account will be suspended unless you verify your password'),
  subjectIs('placeholder_text', 'a word of a program at the end of a subject', (subject) => `${subject} for null`),
  subjectIs('placeholder_text', 'a draft', (subject) => `DRAFT: ${subject}`),
  subjectIs('marks_of_markdown', 'marks of Markdown in a subject', (subject) => `**${subject}**`),
  addedToText('garbled_text', 'codes of an encoding', 'Your total =3D EUR 5'),
  addedToText('garbled_text', 'a space as a code', 'Hello=20there'),
  addedToText('html_in_text', 'a line of a message of old', 'This is a multi-part message in MIME format.'),
  inserted('malformed_link', 'a network of nobody', '<p><a href="https://www.facebook.com/">Follow us there</a></p>'),
]

const thirdKinds: readonly DefectKind[] = [
  said('stray_braces', 'a comment of two hyphens without its end', '{{!-- a remark on {{number}}'),
  inserted(
    'misplaced_element',
    'a cell in a cell',
    '<table role="presentation"><tr><td>a<td>b</td></td></tr></table>',
    '<td>b',
  ),
  inserted('odd_comment', 'the end of a comment alone', '--><p>Some words of ours</p>'),
  inserted('misplaced_element', 'a term without its list', '<div><dt>Some words of ours</dt></div>'),
  declared('invalid_css_color', 'a colour in quotation marks', "color: '#333333'"),
  saidOtherwise(
    'another telephone',
    'Call us at +44 117 496 0123 please',
    'Call us at +44 117 496 0999 please',
    'text',
  ),
  sentBy('invalid_sender', 'a mark around the sender without its other', '"Firm House <office@firm.de>'),
  sentBy('placeholder_text', 'a word of a program for a sender', 'undefined <office@firm.de>'),
  {
    code: 'no_preheader',
    what: 'a preheader that sends to a browser in few words',
    seed: (template) => ({
      template: { ...template, preheader: 'View in browser' },
      field: 'preheader',
      line: 1,
    }),
  },
]

/** What reviewers of mails, and linters of pages and style sheets, tell first. */
export const reviewersKinds: readonly DefectKind[] = [
  ...variableKinds,
  ...cssKinds,
  ...structureKinds,
  ...wordKinds,
  ...secondKinds,
  ...thirdKinds,
]
