import { addedToText, type DefectKind, inserted, replaced, styled, subjectIs } from './defect-kinds-fixture.ts'

const declared = (code: string, what: string, style: string): DefectKind =>
  inserted(code, what, `<div style="${style}">x</div>`)
const linked = (code: string, what: string, href: string): DefectKind =>
  inserted(code, what, `<p><a href="${href}">Our terms of business</a></p>`)
const said = (code: string, what: string, words: string): DefectKind => inserted(code, what, `<p>${words}</p>`)
const inPart = (code: string, what: string, field: 'from' | 'preheader', words: string): DefectKind => ({
  code,
  what,
  seed: (template) => ({ template: { ...template, [field]: words }, field, line: 1 }),
})

const cssKinds: readonly DefectKind[] = [
  declared('invalid_css', 'a size with the height of its line', 'font-size: 16px/24px'),
  declared('invalid_css', 'a picture as a colour', 'background-color: #ffffff url(https://firm.de/a.png)'),
  declared('invalid_css', 'a border without its line', 'border: 1px #cccccc'),
  declared('invalid_css', 'a display of two words', 'display: inline block'),
  declared('invalid_css', 'a list of fonts as one name', `font-family: 'Open Sans, Arial, sans-serif'`),
  declared('invalid_css', 'a mark around nothing of a font', `font-family: Open Sans', Arial`),
  declared('invalid_css', 'a generic font without its hyphen', 'font-family: Arial, sans serif'),
  declared('invalid_css', 'typographic marks around a font', 'font-family: “Open Sans”, Arial, sans-serif'),
  declared('invalid_css', 'a weight of thousands', 'font-weight: 7000'),
  declared('invalid_css', 'lines many times as high', 'line-height: 24'),
  declared('invalid_css', 'a place with a slip', 'background: #ffffff url(https://firm.de/a.png) center centre'),
  declared('invalid_css', 'a colour without per cent', 'color: hsl(120, 50, 50)'),
  declared('invalid_css', 'a density of a hundred', 'color: rgba(0, 0, 0, 80)'),
  styled('invalid_css', 'a semicolon in a query', '@media (max-width: 600px;) { .late { color: #111111; } }'),
  styled('invalid_css', 'no "and" in a query', '@media screen (max-width: 600px) { .late { color: #111111; } }'),
  styled(
    'invalid_css',
    'a query of no window',
    '@media (max-width: 480px) and (min-width: 600px) { .late { color: #111111; } }',
  ),
  styled('invalid_css', 'a comma behind a query', '@media (max-width: 600px), { .late { color: #111111; } }'),
  styled('invalid_css', 'a font of no url', '@font-face { font-family: Brand; src: https://firm.de/a.woff2; }'),
  styled('invalid_css', 'two signs of a child', '.late > > p { color: #111111; }'),
  styled('invalid_css', 'a sign of a child before nothing', '.late p > { color: #111111; }'),
  styled(
    'low_contrast',
    'pale on dark screens',
    '@media (prefers-color-scheme: dark) { .late { color: #333333 !important; background: #111111 !important; } }',
  ),
]

const structureKinds: readonly DefectKind[] = [
  inserted(
    'invalid_attribute',
    'a cell below the last row',
    '<table role="presentation"><tr><td rowspan="3">a</td></tr></table>',
  ),
  inserted(
    'invalid_attribute',
    'a cell over columns that there are not',
    '<table role="presentation"><tr><td>a</td></tr><tr><td colspan="3">c</td></tr></table>',
  ),
  inserted(
    'misplaced_element',
    'heads behind the body of a table',
    '<table><tbody><tr><td>x</td></tr></tbody><thead><tr><th>y</th></tr></thead></table>',
    '<thead',
  ),
  inserted('misplaced_element', 'a paragraph in a list of terms', '<dl><p>x</p></dl>'),
  inserted('misplaced_element', 'a label in a label', '<label>a <label>b</label></label>'),
  replaced('misplaced_element', 'a division behind the body', 'html', /<\/body>/, '</body><div>Sent by us</div>'),
  replaced('misplaced_element', 'words in the head', 'html', /<\/head>/, 'Hello there</head>'),
  inserted('repeated_element', 'a doctype in the middle', '<!DOCTYPE html>'),
  inserted('invalid_attribute', 'the size of a font in pixels', '<font size="14px">x</font>'),
  inserted('invalid_attribute', 'an attribute that is neither true nor false', '<p aria-hidden="yes">x</p>'),
  replaced('bad_language', 'a country for a language', 'html', /<html lang="[^"]*">/, '<html lang="jp">'),
  replaced('bad_language', 'two languages', 'html', /<html lang="[^"]*">/, '<html lang="en" xml:lang="fr">'),
  replaced('no_title', 'the title of an editor', 'html', /<title>[^<]*<\/title>/, '<title>Untitled Document</title>'),
]

const accessibilityKinds: readonly DefectKind[] = [
  inserted(
    'invalid_role',
    'decoration with words',
    '<img src="https://firm.de/a.png" width="9" role="none" alt="Our house">',
  ),
  inserted('invalid_role', 'a heading of no level', '<p role="heading">Total</p>'),
  inserted(
    'vague_alternative_text',
    'words that are said twice',
    '<a href="https://firm.de/pay"><img src="https://firm.de/a.png" width="9" alt="Pay now"> Pay now</a>',
  ),
  inserted('vague_alternative_text', 'a point for words', '<img src="https://firm.de/a.png" width="9" alt=".">'),
  inserted('vague_alternative_text', 'tags for words', '<img src="https://firm.de/a.png" width="9" alt="<b>A</b>">'),
  inserted('small_text', 'the least size of a font of old', '<p><font size="1">Some words</font></p>'),
]

const wordKinds: readonly DefectKind[] = [
  subjectIs('shouting_subject', 'letters set apart', () => 'F R E E  gift for you'),
  subjectIs('spaces_in_subject', 'a tab in the subject', () => 'Your\tinvoice'),
  inPart('free_sender', 'a sender of a service for everybody', 'from', 'Firm <firm.office@gmail.com>'),
  inPart('placeholder_domain', 'a sender of an example', 'from', 'Firm <office@example.com>'),
  inPart('html_in_text', 'tags in the preheader', 'preheader', '<b>Your invoice</b> is here'),
  inPart('no_preheader', 'a preheader that sends to a browser', 'preheader', 'View this email in your browser'),
  said('placeholder_text', 'the name of a field for a name', 'Dear Firstname,'),
  said('placeholder_text', 'a person of examples', 'Dear John Doe,'),
  said('placeholder_text', 'the note of a draft', 'DRAFT - do not send'),
  said('placeholder_text', 'words of examples in the middle', 'Consectetur adipiscing elit, sed do eiusmod.'),
  said('marks_of_markdown', 'bold by stars', 'This is **very important** to us'),
  said('marks_of_markdown', 'a link of Markdown', 'See [our terms](https://firm.de/terms) for more'),
  said('link_is_missing', 'words to be clicked without a link', 'To change this, click here.'),
  addedToText('html_in_text', 'an image that a converter left', '[cid:logo.png@01D5A2C3]'),
  addedToText('html_in_text', 'a text that says it is none', 'This e-mail requires an HTML-capable program.'),
  said('garbled_text', 'entities of another encoding', 'f&Atilde;&frac14;r Sie'),
  said('garbled_text', 'marks for lost letters', 'Gr??e aus M?nchen'),
  said('garbled_text', 'codes of an address in words', 'Gr%C3%BC%C3%9Fe'),
  said('garbled_text', 'an encoding of the Macintosh', 'Gr√º√üe'),
  said('garbled_text', 'an encoding of DOS', 'Gr├╝├ƒe'),
  said('garbled_text', 'bytes of a program', 'Gr\\xc3\\xbc\\xc3\\x9fe'),
]

const linkKinds: readonly DefectKind[] = [
  linked('malformed_link', 'a place for a value of a router', 'https://firm.de/orders/:id'),
  linked('malformed_link', 'a value that there was not', 'https://firm.de/orders/undefined'),
  linked('placeholder_domain', 'a place for an address', 'https://firm.de/INSERT_LINK_HERE'),
  linked('malformed_link', 'two slashes in a path', 'https://firm.de//pay'),
  linked('malformed_link', 'a colon without a port', 'https://firm.de:/pay'),
  linked('malformed_link', 'an ending with a slip', 'https://firm.con/pay'),
  linked('malformed_link', 'two places of a page', 'https://firm.de/pay#a#b'),
  linked('invalid_mailto', 'the host of a mailbox with a slip', 'mailto:help@gmial.com'),
  linked('invalid_mailto', 'an "and" in the subject of a mail', 'mailto:office@firm.de?subject=Terms&amp;more'),
  linked('invalid_tel', 'a nought in brackets', 'tel:+49(0)301234567'),
  linked('redirect_link', 'an address of a search', 'https://www.google.com/url?q=https://firm.de/pay'),
  linked('shortened_link', 'a short address of a form', 'https://forms.gle/abc123'),
  inserted(
    'relative_image',
    'a relative image in a set',
    '<img src="https://firm.de/a.png" srcset="b.png 2x" width="9" alt="Our house">',
  ),
  inserted('not_an_image', 'a folder as an image', '<img src="https://firm.de/images/" width="9" alt="Our house">'),
  inserted('image_without_width', 'a width of auto', '<img src="https://firm.de/a.png" width="auto" alt="Our house">'),
  inserted('image_without_width', 'a width of all', '<img src="https://firm.de/a.png" width="100%" alt="Our house">'),
]

const outlookKinds: readonly DefectKind[] = [
  inserted('placeholder_link', 'a button of Outlook to nothing', '<!--[if mso]><v:rect href="#"></v:rect><![endif]-->'),
  inserted('relative_image', 'a relative image of Outlook', '<!--[if mso]><v:fill src="img/bg.png"/><![endif]-->'),
  inserted('unclosed_conditional', 'a comment in a condition', '<!--[if mso]><!-- a button --><p>x</p><![endif]-->'),
  inserted(
    'unbalanced_conditional',
    'ends of Outlook in another order',
    '<!--[if mso]><table><tr><td><![endif]--><p>x</p><!--[if mso]></table></tr></td><![endif]-->',
  ),
  inserted(
    'unbalanced_conditional',
    'ends of Outlook on another condition',
    '<!--[if mso]><table><tr><td><![endif]--><p>x</p><!--[if lt mso 12]></td></tr></table><![endif]-->',
  ),
]

const securityKinds: readonly DefectKind[] = [
  said('secret', 'a key that signs events', 'whsec_abcdefghijklmnopqrstuvwxyz012345'),
  said('secret', 'a key of a language model', 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD'),
  said('secret_value', 'the number of a card as a value', '{{creditCardNumber}}'),
  said('telling_comment', 'a notice of PHP', 'Notice: Undefined variable: name in /var/www/a.php on line 12'),
  said('telling_comment', 'a failure of .NET', 'System.NullReferenceException: no object'),
  said('telling_comment', 'a failure of a database', 'SQLSTATE[42S02]: no table'),
]

const foreignKinds: readonly DefectKind[] = (
  [
    ['Java', '<p>You have {0} messages</p>'],
    ['printf', '<p>Hello %s, welcome</p>'],
    ['server-side includes', '<!--#include virtual="/footer.html" -->'],
    ['Knockout', '<p data-bind="text: name">x</p>'],
    ['AMP', '<amp-img src="https://firm.de/a.png"></amp-img>'],
    ['MailPoet', '<p>[subscriber:firstname | default:reader]</p>'],
    ['SugarCRM', '<p>Dear $contact_first_name,</p>'],
    ['Moodle', '<p>Dear {$a->firstname},</p>'],
    ['Word, with a space', '<p>Dear &lt;&lt;First Name&gt;&gt;,</p>'],
    ['WordPress', '<p>[gallery ids="1,2"]</p>'],
    ['Listrak', '<p>##FirstName##</p>'],
  ] as const
).map(([system, html]) => inserted('foreign_tag', system, html))

/** What the second of such trials found. */
const secondKinds: readonly DefectKind[] = [
  declared('invalid_css', 'round corners in a word', 'border-radius: round'),
  declared('invalid_css', 'two colours of a background', 'background: #ffffff #000000'),
  declared('invalid_css', 'two widths of a border', 'border: 1px 2px solid #cccccc'),
  declared('invalid_css', 'a sum without spaces', 'width: calc(100%-20px)'),
  declared('invalid_css_color', 'a shadow of no colour', 'text-shadow: 1px 1px #12'),
  declared('invalid_css', 'a pointer with a slip', 'cursor: pionter'),
  declared('invalid_css', 'a variable without dashes', 'color: var(ink)'),
  styled('invalid_css', 'a query with an equals sign', '@media (max-width = 600px) { .late { color: #111111; } }'),
  styled('invalid_css', 'a place of an animation in a word', '@keyframes k { start { color: #111111; } }', 'start'),
  styled('invalid_css', 'an animation without a name', '@keyframes { from { color: #111111; } }'),
  styled('invalid_css', 'a bracket of a selector that is not closed', 'a[href { color: #111111; }'),
  styled('invalid_css', 'a comment of html in a rule', '.late { <!-- color: #111111; --> }'),
  styled('invalid_css', 'an element with a slip in a selector', 'tabel { color: #111111; }'),
  inserted('misplaced_element', 'a source of no picture', '<source srcset="https://firm.de/a.png">'),
  replaced('invalid_attribute', 'a viewport without its width', 'html', /width=device-width, /, ''),
  replaced('wrong_charset', 'an encoding in marks', 'html', /charset="utf-8"/, 'charset="“utf-8”"'),
  inserted('unlabelled_field', 'a field whose id no label names', '<input type="text" id="q9">'),
  subjectIs('placeholder_text', 'a subject of a trial in brackets', () => '[TEST] Your invoice'),
  subjectIs('false_reply', 'a false reply in Swedish', () => 'SV: Din faktura'),
  said('placeholder_text', 'a name in angles', 'Dear &lt;name&gt;,'),
  said('marks_of_markdown', 'code of Markdown', 'Use `code` here'),
  linked('placeholder_domain', 'a host of a house', 'https://wiki.intern/pay'),
  linked('malformed_link', 'a parameter without a value', 'https://firm.de/?utm_source=&amp;utm_medium=mail'),
  linked('test_host', 'a page that is edited', 'https://docs.google.com/document/d/1a/edit'),
  linked('test_host', 'a preview of a service', 'https://firm.vercel.app/pay'),
  inserted(
    'not_an_image',
    'a film as an image',
    '<img src="https://www.youtube.com/watch?v=a" width="9" alt="Our house">',
  ),
  said('secret', 'a key of age', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`),
  said('garbled_text', 'escapes without their stroke', 'Mu00fcller'),
  ...(
    [
      ['a macro of FreeMarker', '<@greet name="x"/>'],
      ['an event of Vue', '<p @click="go">x</p>'],
      ['Struts', '<s:property value="name"/>'],
      ['Airtable', '<p>{Email Address}</p>'],
      ['Gmail', '<p>Hello @firstname,</p>'],
      ['a variable of a shell', '<p>Hello $USER_NAME</p>'],
    ] as const
  ).map(([system, html]) => inserted('foreign_tag', system, html)),
]

/** What was missed when kinds that nobody had seen were first tried. */
export const firstSightKinds: readonly DefectKind[] = [
  ...cssKinds,
  ...structureKinds,
  ...accessibilityKinds,
  ...wordKinds,
  ...linkKinds,
  ...outlookKinds,
  ...securityKinds,
  ...foreignKinds,
  ...secondKinds,
]
