import { addedToText, type DefectKind, inserted, replaced, styled, subjectIs } from './defect-kinds-fixture.ts'

const linked = (code: string, what: string, href: string): DefectKind =>
  inserted(code, what, `<p><a href="${href}">Our terms of business</a></p>`)
const ofOutlook = (code: string, what: string, css: string): DefectKind =>
  replaced(code, what, 'html', /<\/head>/, `<!--[if mso]><style>${css}</style><![endif]--></head>`)

/** What checkers of html, of accessibility and of spam tell, each by one of their rules. */
export const otherToolsKinds: readonly DefectKind[] = [
  ofOutlook('unknown_css_property', 'a property with a slip in a sheet for Outlook', 'p { colr: red; }'),
  ofOutlook('invalid_css', 'a selector with a slip in a sheet for Outlook', '..panel { margin: 0; }'),
  ofOutlook('unclosed_css_block', 'a rule without its end in a sheet for Outlook', 'p { margin: 0;'),
  styled('invalid_css', 'two colons behind a property', 'h5 { color:: #222222; }'),
  inserted('bad_language', 'a part in a language that there is not', '<p lang="french">x</p>'),
  inserted('invalid_attribute', 'a state of ARIA on mere words', '<p aria-checked="true">x</p>'),
  inserted('invalid_role', 'a role that its element has anyhow', '<h2 role="heading">Our terms</h2>'),
  inserted('spam_words', 'a lottery', '<p>You have won the lottery of this week</p>'),
  subjectIs('placeholder_text', 'the mark of a spam filter', (subject) => `[SPAM] ${subject}`),
  inserted('foreign_tag', 'a section of docxtemplater', '<p>Hello {#client}you{/client}</p>'),
  inserted('foreign_tag', 'a text of Blade', "<p>@lang('mail.hello') there</p>"),
  inserted('foreign_tag', 'a field of Zapier', '<p>Hello {{1__first_name}}</p>'),
  inserted('missing_css_unit', 'a line without a unit', '<p style="border: 2 solid #222222">x</p>'),
  styled('invalid_css', 'a tag before a selector', '<b> h5 { margin: 0; }'),
  inserted(
    'repeated_element',
    'a second caption',
    '<table><caption>A</caption><caption>B</caption><tr><th scope="col">x</th></tr><tr><td>y</td></tr></table>',
  ),
  replaced('unclosed_page', 'a head without its end', 'html', /<head>([^]*?)<\/head>/, '<head>$1'),
  styled('invalid_css', 'a declaration in no rule', 'margin: 0;'),
  inserted(
    'distorted_image',
    'a height in per cent beside a width in pixels',
    '<img src="https://firm.de/a.png" alt="House" width="90" height="50%">',
  ),
  {
    code: 'invalid_sender',
    what: 'a line break in the sender',
    seed: (template) => ({ template: { ...template, from: 'Firm\n <office@firm.de>' }, field: 'from', line: 1 }),
  },
  linked('malformed_link', 'a part of a host that ends with a hyphen', 'https://www.firm-.de/terms'),
  linked('lookalike_domain', 'a known name in letters that look like it', 'https://www.rnicrosoft.com/terms'),
  linked('lookalike_domain', 'a known name with a digit', 'https://secure.paypa1.com/terms'),
  replaced('no_doctype', 'words before the doctype', 'html', /^<!doctype[^>]*>/i, 'Words $&'),
  replaced(
    'empty_css_rule',
    'a rule of nothing at the end of a sheet',
    'html',
    /<\/style>/,
    '.late { }$&{{! the head }}',
  ),
  addedToText('insecure_link', 'a link by http in the text', 'Our terms: http://www.firm.de/terms'),
  inserted(
    'misplaced_element',
    'a row in a cell',
    '<table role="presentation"><tr><td><tr><td>x</td></tr></td></tr></table>',
  ),
  inserted(
    'block_in_paragraph',
    'a paragraph in a link in a paragraph',
    '<p><a href="https://www.firm.de/terms"><p>Our terms</p></a></p>',
  ),
  inserted('unknown_element', 'an element of its own', '<my-button>Pay now</my-button>'),
  inserted('invalid_css_color', 'words for the parts of a colour', '<p style="color: rgb(a, b, c)">x</p>'),
  inserted('invalid_role', 'an empty role', '<p role="">x</p>'),
  linked('lookalike_domain', 'a known name with a letter thrice', 'https://www.gooogle.com/terms'),
  subjectIs('subject_may_be_empty', 'a condition around the whole subject', () => '{{#if paid}}Thank you{{/if}}'),
  inserted('odd_beside_value', 'per cent behind an amount', '<p>In all {{client.sum | currency}}% are due</p>'),
  inserted('spam_words', 'a loan for everybody', '<p>Borrow today, with no credit check</p>'),
  inserted('odd_punctuation', 'a small verb twice', '<p>We have have sent it to you</p>'),
  inserted('foreign_tag', 'a field of Benchmark', '<p>Hello [contact_attribute:firstname] there</p>'),
  inserted('invalid_role', 'no role, and words for it', '<p role="none" aria-label="Our terms">x</p>'),
  inserted(
    'vague_alternative_text',
    'a title that says the alternative text',
    '<img src="https://cdn.firm.de/a.png" width="40" alt="Our house" title="Our house">',
  ),
  inserted('signs_for_list', 'a list by numbers', '<p>1) Cups<br>2) Plates</p>', '2) Plates'),
  inserted(
    'invalid_image_address',
    'a scheme of an image with a slip',
    '<img src="httpss://cdn.firm.de/a.png" width="40" alt="Our house">',
  ),
  inserted('telling_comment', 'a slip in SQL', '<p>You have an error in your SQL syntax near line 1</p>', 'error in'),
  linked('value_as_host', 'a scheme from the data', '{{scheme}}://www.firm.de/terms'),
  addedToText('test_host', 'a host for tests in the text', 'Look here: https://staging.firm.de/pay'),
  subjectIs('control_character', 'a control character in the subject', (subject) => `${subject}\u0007`),
  addedToText('malformed_link', 'a scheme with two letters turned in the text', 'Look here: hppts://www.firm.de/pay'),
  inserted(
    'vague_alternative_text',
    'a number for alternative text',
    '<img src="https://cdn.firm.de/a.png" width="40" alt="12345">',
  ),
]
