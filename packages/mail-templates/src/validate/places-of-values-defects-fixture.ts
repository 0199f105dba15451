import { addedToText, asked, type DefectKind, inserted, replaced, styled, subjectIs } from './defect-kinds-fixture.ts'

const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)
const declared = (code: string, what: string, style: string): DefectKind =>
  inserted(code, what, `<div style="${style}">x</div>`)
const linked = (code: string, what: string, href: string): DefectKind =>
  inserted(code, what, `<p><a href="${href}">Our terms of business</a></p>`)

const data = { number: '1', client: { name: 'Ada' }, url: 'https://firm.de/', items: [{}], note: 'x' }

/** Values and their names where they do not belong, and what stands right beside them. */
const valueKinds: readonly DefectKind[] = [
  said('name_without_tag', 'a path without braces', 'Dear client.name, thank you'),
  said('name_without_tag', 'a path by a stroke', 'Dear CLIENT_NAME, thank you'),
  said('name_without_tag', 'a name between signs of another system', 'Number ^number^'),
  said('name_without_tag', 'a path in quotation marks', '{{"client.name"}}'),
  subjectIs('name_without_tag', 'a path without braces in the subject', () => 'An invoice for client.name'),
  linked('value_out_of_place', 'a name for a mailbox', 'mailto:{{client.name}}'),
  linked('value_out_of_place', 'a mailbox for an address', '{{client.email}}'),
  inserted(
    'value_out_of_place',
    'an address for words',
    '<img src="https://firm.de/a.png" width="9" alt="{{url}}">',
    'alt',
  ),
  said('odd_beside_value', 'a greeting without a space', 'Dear{{client.name}}, welcome'),
  said('odd_beside_value', 'two commas behind a value', 'Dear {{client.name}},, welcome'),
  said('odd_beside_value', 'a currency twice', 'Sum: €{{total | currency:"EUR"}}'),
  asked('odd_value', 'a word of a program', 'text', /\{\{client\.name/, {
    data: { ...data, client: { name: 'undefined' } },
  }),
  asked('odd_value', 'html in a value', 'text', /\{\{client\.name/, {
    data: { ...data, client: { name: '<b>A</b>' } },
  }),
  asked('odd_value', 'an address without its scheme', 'html', /\{\{url/, { data: { ...data, url: 'firm.de' } }),
  said('stray_braces', 'a comment that ends with the next tag', '{{! note {{number}}'),
]

const wordKinds: readonly DefectKind[] = [
  said('placeholder_text', 'the pattern of a date', 'Pay by dd/mm/yyyy at the latest'),
  said('placeholder_text', 'the first day of Unix', 'Due on 01.01.1970'),
  said('placeholder_text', 'a date that was none', 'Your visit: Invalid Date'),
  said('placeholder_text', 'what a telephone adds', 'Sent from my iPhone'),
  said('placeholder_text', 'the head of an answered message', '-----Original Message-----'),
  said('placeholder_text', 'the warning of a gateway', 'CAUTION: This email originated from outside.'),
  subjectIs('placeholder_text', 'the name of a file', () => 'Invoice_final_v2.docx'),
  said('placeholder_text', 'an error of a sheet', 'Total: #REF!'),
  said('placeholder_text', 'an error of a word processor', 'Error! Bookmark not defined.'),
  said('placeholder_text', 'a number of examples', 'Call 555-555-5555'),
  said('placeholder_text', 'the name of an emoji', 'Thank you :tada: for this'),
  subjectIs('placeholder_text', 'a subject of dashes', () => ':--'),
  addedToText('marks_of_markdown', 'a line of a table of Markdown', '|---|---|'),
  addedToText('link_is_missing', 'a button that a text has not', 'Click the button below to pay.'),
  said('link_is_missing', 'a link to follow that is none', 'To leave, follow this link.'),
]

const addressKinds: readonly DefectKind[] = [
  linked('malformed_link', 'parameters without their question mark', 'https://firm.de/pay&amp;utm_source=mail'),
  linked('malformed_link', 'the point of a sentence', 'https://firm.de/pay.'),
  linked('malformed_link', 'statistics with a slip', 'https://firm.de/pay?utm_souce=mail'),
  linked('malformed_link', 'statistics twice', 'https://firm.de/?utm_source=a&amp;utm_source=b'),
  linked('malformed_link', 'four letters w', 'https://wwww.firm.de/'),
  linked('malformed_link', 'a parameter without a name', 'https://firm.de/pay?=1'),
  linked('test_host', 'a draft of a page', 'https://firm.de/?p=12&amp;preview=true'),
  linked('test_host', 'a mailbox of the web', 'https://mail.google.com/mail/u/0/#inbox/Fm'),
  linked('invalid_tel', 'spaces of a number', 'tel:+49 30 1234567'),
]

const pageKinds: readonly DefectKind[] = [
  declared('invalid_css', 'a weight in pixels', 'font-weight: 700px'),
  declared('invalid_css', 'fonts without commas', 'font-family: Arial Helvetica sans-serif'),
  declared('invalid_css', 'a part of a colour beyond 255', 'color: rgb(0, 300, 0)'),
  styled('invalid_css', 'a function of Sass', '.late { color: darken(#333333, 10%); }'),
  styled('invalid_css', 'a variable in a value', '.late { color: $brand; }'),
  styled('invalid_css', 'a semicolon behind a rule', '.a { margin: 0; }; .late { margin: 0; }'),
  declared('invalid_css', 'a picture without url()', 'background-image: https://firm.de/a.png'),
  declared('invalid_css', 'a shadow of a colour alone', 'box-shadow: #333333'),
  declared('invalid_css', 'per cent beside numbers', 'color: rgb(10%, 20, 30)'),
  styled('invalid_css', 'a colon apart from its name', 'a: hover { color: #111111; }'),
  inserted('invalid_attribute', 'a point in a class', '<p class=".late">x</p>'),
  inserted(
    'vague_alternative_text',
    'the size of an image',
    '<img src="https://firm.de/a.png" width="9" alt="600x200">',
  ),
  replaced('invalid_attribute', 'a viewport with a slip', 'html', /device-width/, 'device-witdh'),
  replaced('bad_language', 'a country that there is not', 'html', /<html lang="[^"]*"/, '<html lang="en-UK"'),
  inserted('invalid_attribute', 'a style without quotation marks', '<p style=color:#333333; font-size:14px>x</p>'),
  inserted('invalid_attribute', 'a list that begins with a word', '<ol start="one"><li>x</li></ol>'),
  inserted(
    'invalid_attribute',
    'a set of images without a comma',
    '<img src="https://firm.de/a.png" srcset="https://firm.de/a.png 1x https://firm.de/b.png 2x" width="9" alt="A">',
  ),
  inserted('tab_order', 'a link that no key reaches', '<p><a href="https://firm.de/t" tabindex="-1">Our terms</a></p>'),
  inserted(
    'empty_link_text',
    'a link whose words are hidden',
    '<p><a href="https://firm.de/t"><b aria-hidden="true">Our terms</b></a></p>',
    '<a',
  ),
]

/** Values where they do not belong, and what a table of the right words tells. */
export const placeKinds: readonly DefectKind[] = [...valueKinds, ...wordKinds, ...addressKinds, ...pageKinds]
