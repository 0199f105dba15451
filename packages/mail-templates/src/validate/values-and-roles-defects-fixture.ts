import type { EmailContent } from '@chancery/core'
import { addedToText, type DefectKind, inserted, lineOf, replaced, subjectIs } from './defect-kinds-fixture.ts'

const linked = (code: string, what: string, attributes: string): DefectKind =>
  inserted(code, what, `<p><a href="https://firm.de/terms" ${attributes}>Our terms of business</a></p>`)
const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)

/** The template in French, which says one thing otherwise than it. */
const inFrench = (code: string, what: string, field: 'html' | 'text', here: string, there: string): DefectKind => ({
  code,
  what,
  seed(template) {
    const put = (content: EmailContent, words: string): EmailContent => ({
      ...content,
      html: (content.html ?? '').replace('</h1>', `</h1>\n${field === 'html' ? words : ''}`),
      text: `${content.text ?? ''}\n${field === 'text' ? words : ''}\n`,
    })
    const french = put(
      {
        subject: `Facture ${template.subject}`,
        html: (template.html ?? '').replace(/lang="[^"]*"/, 'lang="fr"'),
        text: `Bonjour,\n${template.text ?? ''}`,
      },
      there,
    )
    return {
      template: put(template, here),
      field,
      line: lineOf(french[field], there),
      request: { locales: { fr: french } },
    }
  },
})

const attributeKinds: readonly DefectKind[] = [
  inserted('invalid_attribute', 'a map without a name', '<map><area href="https://firm.de/a" alt="Our firm"></map>'),
  linked('invalid_attribute', 'a relation with a slip', 'rel="nofolow"'),
  inserted('invalid_attribute', 'a language with an underscore', '<p lang="de_DE">Guten Tag</p>'),
  inserted('invalid_attribute', 'a country as the language of a text', '<p lang="jp">x</p>'),
  inserted('invalid_attribute', 'a moment in words', '<p><time datetime="tomorrow">x</time></p>'),
  inserted('invalid_attribute', 'a day that there is not', '<p><time datetime="2026-02-30">x</time></p>'),
  inserted(
    'invalid_attribute',
    'a flag that is turned off',
    '<input type="checkbox" checked="false" aria-label="Yes">',
  ),
  inserted('invalid_attribute', 'a colour of a font with a slip', '<font color="#12345">x</font>'),
  inserted(
    'invalid_attribute',
    'a border with a unit',
    '<table role="presentation" border="1px"><tr><td>x</td></tr></table>',
  ),
  inserted(
    'invalid_attribute',
    'places that are no numbers',
    '<map name="plan"><area coords="left,top" href="https://firm.de/a" alt="Our firm"></map>',
  ),
  inserted('invalid_attribute', 'an abbreviation without its words', '<p><abbr title="">VAT</abbr></p>'),
  inserted(
    'invalid_attribute',
    'an access key twice',
    '<p><a accesskey="p" href="https://firm.de/a">Our plan</a>\n<a accesskey="p" href="https://firm.de/b">Our price</a></p>',
    '<a accesskey="p" href="https://firm.de/b"',
  ),
  inserted(
    'invalid_attribute',
    'an access key of a word',
    '<p><a accesskey="pay" href="https://firm.de/a">Our plan</a></p>',
  ),
  replaced('invalid_attribute', 'a meta that says nothing', 'html', /<\/head>/, '<meta name="description"></head>'),
  replaced('repeated_element', 'the encoding twice', 'html', /<\/head>/, '<meta charset="utf-8"></head>'),
  replaced('no_title', 'the name of a file as the title', 'html', /<title>[^<]*<\/title>/, '<title>mail.html</title>'),
]

const roleKinds: readonly DefectKind[] = [
  inserted('invalid_role', 'a list by its role without items', '<div role="list"><div>x</div></div>'),
  inserted('invalid_role', 'an option by its role alone', '<div role="option">x</div>'),
  inserted('invalid_role', 'a box by its role that is neither full nor empty', '<div role="checkbox">x</div>'),
  inserted('invalid_attribute', 'a level in a word', '<div role="heading" aria-level="two">Our sums</div>'),
  inserted('invalid_attribute', 'a state that ARIA does not know', '<p aria-live="loud">x</p>'),
  inserted('no_alternative_text', 'an image by its role without words', '<div role="img"><span>x</span></div>'),
  inserted('hidden_text', 'a heading that is kept from screen readers', '<h2 aria-hidden="true">Our sums</h2>'),
  replaced('hidden_text', 'a body that is kept from screen readers', 'html', /<body/, '<body aria-hidden="true"'),
  linked('vague_link_text', 'a title that says the words again', 'title="Our terms of business"'),
  inserted(
    'empty_element',
    'a column without a head',
    '<table><tr><th>Sum</th>\n<th></th></tr><tr><td>1</td><td>2</td></tr></table>',
    '<th></th>',
  ),
  inserted(
    'link_like_text',
    'a link that looks like the words around it',
    '<p style="color: #333333">Read <a href="https://firm.de/terms" style="color: #333333; text-decoration: none">our terms of business</a> before.</p>',
  ),
]

const wordKinds: readonly DefectKind[] = [
  inserted('invalid_css', 'text that blinks', '<p style="text-decoration: blink">x</p>'),
  inserted('invalid_css', 'a flag before the value', '<p style="color: !important #333333">x</p>'),
  said('spam_words', 'letters that stand apart', 'F R E E for you'),
  subjectIs('spam_words', 'letters that stand apart in the subject', () => 'Your S-A-L-E-S of today'),
  said('empty_element', 'an empty element in a word', 'Our off<b></b>ice is open'),
  said('empty_element', 'a comment in a word', 'Our off<!-- x -->ice is open'),
  said('telling_comment', 'where a page was saved from', 'x <!-- saved from url=(0014)about:internet -->'),
  said('foreign_tag', 'a field between dollars', 'Hello $First Name$'),
  said('foreign_tag', 'a field between signs of a system that nobody knows', 'Hello ^firstname^'),
  said('foreign_tag', 'a value of Mailjet in brackets', 'Hello [[data:firstname:"there"]]'),
  said('foreign_tag', 'a value of Pug', 'Hello !{name}'),
  addedToText('malformed_link', 'a scheme without its colon in the text', 'Our terms: https//firm.de/terms'),
  addedToText('malformed_link', 'a comma in the place of a point in the text', 'Our terms: www,firm.de/terms'),
  {
    code: 'invalid_sender',
    what: 'a comma in a name outside of quotation marks',
    seed: (template) => ({
      template: { ...template, from: 'Firm, Berlin <office@firm.de>' },
      field: 'from',
      line: 1,
    }),
  },
]

const languageKinds: readonly DefectKind[] = [
  inFrench('locale_value_differs', 'another number in a translation', 'text', 'Within 14 days.', 'Avant 30 jours.'),
  inFrench(
    'locale_value_differs',
    'another number in the html of a translation',
    'html',
    '<p>Within 14 days.</p>',
    '<p>Avant 30 jours.</p>',
  ),
  inFrench(
    'locale_link_missing',
    'another firm behind a link of a translation',
    'html',
    '<p><a href="https://firm.de/terms">Our terms of business</a></p>',
    '<p><a href="https://other-firm.fr/terms">Nos conditions de vente</a></p>',
  ),
]

/** What validators of html and of WAI-ARIA, and filters of spam, tell of values, roles and words. */
export const valuesAndRolesKinds: readonly DefectKind[] = [
  ...attributeKinds,
  ...roleKinds,
  ...wordKinds,
  ...languageKinds,
]
