import type { EmailContent } from '@chancery/core'
import { addedToText, type DefectKind, inserted, replaced, styled } from './defect-kinds-fixture.ts'

const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)
const linked = (code: string, what: string, href: string, words = 'Our terms of business'): DefectKind =>
  inserted(code, what, `<p><a href="${href}">${words}</a></p>`)
const house = 'Our house of red brick'

/** What readers hear or see twice, what is shown to nobody, and words that only their maker understands. */
export const toldTwiceKinds: readonly DefectKind[] = [
  said('stray_braces', 'a comment with half of its end', '{{!-- our note -}} x'),
  inserted('foreign_tag', 'a property of Angular', '<p><span [innerText]="name">x</span></p>'),
  said('foreign_tag', 'a value of Swift', 'Hello \\(name), thank you'),
  said('foreign_tag', 'a name in brackets, in small letters', 'Hello [user_name], thank you'),
  said('foreign_tag', 'a value of Ghost', 'Hello {name, "there"}'),
  replaced(
    'misspelt_attribute',
    'a short name of a meta with a slip',
    'html',
    /<\/head>/,
    '<meta name="robot" content="none"></head>',
  ),
  inserted('invalid_attribute', 'a place for the keyboard in a word', '<p tabindex="first">x</p>'),
  inserted(
    'invalid_attribute',
    'an image of no height',
    '<img src="https://firm.de/a.png" alt="House" width="90" height="0">',
  ),
  inserted(
    'vague_alternative_text',
    'an image that says the words beside it',
    `<p>${house} <img src="https://firm.de/a.png" width="90" alt="${house}"></p>`,
    '<img',
  ),
  inserted(
    'vague_alternative_text',
    'a text that stands for one',
    '<img src="https://firm.de/a.png" width="90" alt="alt text here">',
  ),
  inserted('unlabelled_field', 'a label of no field', '<label>Your name</label>'),
  said('link_like_text', 'underlined words that are no link', '<u>Our terms of business</u>'),
  linked('vague_link_text', 'a long address for words', 'https://firm.de/pay/now', 'https://firm.de/pay/now/here'),
  inserted(
    'same_link_text',
    'two links side by side to one place',
    '<p><a href="https://firm.de/plan">Our plan of the year</a>\n<a href="https://firm.de/plan">See how we work</a></p>',
    '<a href="https://firm.de/plan">See',
  ),
  linked('placeholder_domain', 'a place in brackets', 'https://firm.de/[path]'),
  inserted('invalid_css', 'a size of letters without its sign', '<p style="-webkit-text-size-adjust: 100">x</p>'),
  styled('invalid_css', 'an import behind a rule', '.late { color: #111111; } @import url(https://firm.de/a.css);'),
  addedToText(
    'link_is_missing',
    'a place to click in the text part',
    `${'x '.repeat(120)}Click here to see it${' x'.repeat(120)}`,
  ),
  {
    code: 'locale_link_missing',
    what: 'an image that a translation lost',
    seed(template) {
      const image = '<img src="https://firm.de/a.png" alt="House" width="90" height="40">'
      const html = (template.html ?? '').replace('</h1>', `</h1>\n${image}`)
      const french: EmailContent = {
        subject: `Facture ${template.subject}`,
        html: (template.html ?? '').replace(/lang="[^"]*"/, 'lang="fr"'),
        text: `Bonjour,\n${template.text ?? ''}`,
      }
      return { template: { ...template, html }, field: 'html', line: undefined, request: { locales: { fr: french } } }
    },
  },
]
