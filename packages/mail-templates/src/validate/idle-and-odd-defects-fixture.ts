import { asked, type DefectKind, inserted, replaced, styled, subjectIs } from './defect-kinds-fixture.ts'

const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)
const declared = (what: string, style: string): DefectKind =>
  inserted('invalid_css', what, `<div style="${style}">x</div>`)

const data = { number: '1', client: { name: 'Ada' }, url: 'https://firm.de/', items: [{}], note: 'x' }
const valued = (what: string, name: string): DefectKind =>
  asked('odd_value', what, 'text', /\{\{client\.name/, { data: { ...data, client: { name } } })

/** Tags that change nothing. */
const idleKinds: readonly DefectKind[] = [
  said('idle_tag', 'a condition on a value and itself', '{{#if number == number}}x{{/if}}'),
  said('idle_tag', 'a condition that asks nothing', '{{#if true}}x{{/if}}'),
  said('idle_tag', 'branches that say the same', '{{#if late}}Paid{{else}}Paid{{/if}}'),
  said('idle_tag', 'a loop that says the same for each', '{{#each rows}}<b>Cup</b>{{/each}}'),
  said('idle_tag', 'a condition in its opposite', '{{#if late}}{{#unless late}}x{{/unless}}{{/if}}'),
  said('idle_tag', 'capitals made small', '{{number | upper | lower}}'),
  said('idle_tag', 'a value twice in a row', 'Dear {{client.name}} {{client.name}}, welcome'),
  said('empty_section', 'an else with nothing behind it', '{{#if late}}x{{else}}{{/if}}'),
  said('value_out_of_place', 'a name written as a date', '{{client.name | date}}'),
]

const valueKinds: readonly DefectKind[] = [
  valued('a name of blanks', '  '),
  valued('entities in a value', 'Fish &amp; chips'),
  valued('lost letters in a value', 'JÃ¼rgen'),
  valued('a tag of another system in a value', '*|FNAME|*'),
  valued('a time as machines write it', '2026-12-24T00:00:00.000Z'),
  valued('milliseconds in a value', '1798070400000'),
  asked('odd_value', 'an address with spaces', 'html', /\{\{url/, { data: { ...data, url: ' https://firm.de/ ' } }),
  asked('odd_value', 'the machine of a developer as an address', 'html', /\{\{url/, {
    data: { ...data, url: 'http://localhost:3000/' },
  }),
]

const wordKinds: readonly DefectKind[] = [
  said('odd_punctuation', 'a small word twice', 'Thank you for the the order'),
  said('odd_punctuation', 'a space before a comma', 'Thank you , we are glad'),
  said('odd_punctuation', 'two points', 'We pack it tomorrow.. Then it is sent.'),
  said('odd_punctuation', 'a bracket without its end', 'All of this (see our terms is ours'),
  said('odd_punctuation', 'brackets around nothing', 'Call us ( ) at any time'),
  said('odd_punctuation', 'sentences without a space', 'We pack it tomorrow.Then it is sent.'),
  said('marks_of_markdown', 'marks of a forum', '[b]New[/b] prices'),
  said('placeholder_text', 'a line to be filled', 'Dear ________, thank you'),
  said('placeholder_text', 'a remark of a reviewer', '[Comment: is this right?]'),
  said('link_is_missing', 'a word to unsubscribe that is no link', 'Unsubscribe'),
]

const pageKinds: readonly DefectKind[] = [
  declared('a centre of Britain', 'justify-content: centre'),
  declared('a place in words that is none', 'background-position: left top right'),
  declared('five corners', 'border-radius: 1px 2px 3px 4px 5px'),
  declared('a colour of a shadow with a slip', 'box-shadow: 0 2px 4px grren'),
  declared('an outline of two lines', 'outline: solid dotted red'),
  inserted('misspelt_attribute', 'an attribute that there is not', '<p alignment="left">x</p>'),
  inserted('invalid_attribute', 'an attribute of another element', '<p size="3">x</p>'),
  inserted(
    'invalid_attribute',
    'a row of more cells than all others',
    `<table role="presentation">${'<tr><td>a</td><td>b</td></tr>'.repeat(2)}<tr><td>c</td><td>d</td><td>e</td></tr></table>`,
  ),
  replaced(
    'misspelt_attribute',
    'a meta element with a slip',
    'html',
    /<meta name="viewport"/,
    '<meta name="viewprot"',
  ),
  inserted('empty_element', 'a list without items', '<ul></ul>'),
  inserted('empty_element', 'a row without cells', '<table role="presentation"><tr></tr></table>'),
  inserted('empty_element', 'breaks for room', 'a<br><br><br><br>b'),
  {
    code: 'unknown_class',
    what: 'a class that differs from its style',
    seed: (template, place) => {
      const withStyle = styled('', '', '.muted-words { color: #333333; }').seed(template, place)
      return withStyle && inserted('', '', '<p class="mutd-words">x</p>').seed(withStyle.template, place)
    },
  },
]

const nearKinds: readonly DefectKind[] = [
  inserted(
    'malformed_link',
    'a host that differs from the others',
    '<p><a href="https://atelier.de/a">Our terms</a> <a href="https://atelier.de/b">Our shop</a>\n<a href="https://ateleir.de/c">Our house</a></p>',
    '<a href="https://ateleir',
  ),
  inserted('malformed_link', 'an "&" twice', '<p><a href="https://firm.de/?a=1&amp;amp;b=2">Our terms</a></p>'),
  inserted('redirect_link', 'an archive of pages', '<p><a href="https://web.archive.org/web/2020/a">Our terms</a></p>'),
  inserted(
    'credentials_in_link',
    'a token for all',
    `<p><a href="https://firm.de/?token=${'aB3'.repeat(8)}">Our terms</a></p>`,
  ),
  inserted(
    'invalid_image_address',
    'an ending with a slip of an image',
    '<img src="https://firm.de/a.pgn" width="9" alt="A house">',
  ),
  inserted('signs_for_list', 'a list by signs', '<p>• Cups<br>• Plates</p>', '• Plates'),
  inserted('invalid_css', 'a font with a slip', '<p style="font-family: Ariel, sans-serif">x</p>', ''),
  inserted('telling_comment', 'a machine of the house', '<p>From db01.firm.local</p>'),
  subjectIs('odd_punctuation', 'a subject that ends with a comma', (subject) => `${subject},`),
]

const secondKinds: readonly DefectKind[] = [
  declared('a time for a size', 'font-size: 2s'),
  declared('a gradient of one colour', 'background: linear-gradient(#ffffff)'),
  declared('a turn of no unit', 'transform: rotate(45)'),
  inserted('empty_css_value', 'a flag alone', '<p style="float: !important">x</p>'),
  styled('invalid_css', 'a selector in marks', '".late" { margin: 0; }'),
  inserted('misplaced_element', 'a caption behind rows', '<table><tr><th>a</th></tr><caption>x</caption></table>'),
  inserted(
    'misplaced_element',
    'a heading in a heading by a link',
    '<h2><a href="https://firm.de/q"><h3>Our terms</h3></a></h2>',
  ),
  inserted(
    'invalid_attribute',
    'a shape that there is not',
    '<map name="m1"><area shape="circel" coords="1,1,1" href="https://firm.de/h" alt="A house"></map>',
  ),
  said('odd_punctuation', 'a bracket too many', 'All of this (see our terms)) is ours'),
  said('placeholder_text', 'an amount to be put in', 'You owe us EUR X.XX today'),
  said('placeholder_text', 'the answer of a model', 'Certainly! Here is the e-mail that you asked for:'),
  said('placeholder_text', 'a formula of a sheet', 'Total: =SUM(A1:A5)'),
  said('telling_comment', 'a folder of a person', 'Saved in C:\\Users\\anna\\mail.html'),
  said('name_without_tag', 'a path behind an at sign', 'Dear @client.name, welcome'),
  valued('JSON in a value', '{"a":1}'),
  inserted('malformed_link', 'a service without a person', '<p><a href="https://wa.me/">Our chat</a></p>'),
  inserted('file_name_as_text', 'a hash for words', '<img src="https://firm.de/a.png" width="9" alt="a3f9c2e17b">'),
]

/** What tables of the platform, and of the habits of writers, tell. */
export const idleAndOddKinds: readonly DefectKind[] = [
  ...idleKinds,
  ...valueKinds,
  ...wordKinds,
  ...pageKinds,
  ...nearKinds,
  ...secondKinds,
]
