import fc from 'fast-check'
import { letterDocument } from '../fixtures/letter.ts'
import { pdfDocument } from '../fixtures/pdf.ts'
import { hostileTexts } from './near-misses.ts'
import type { Arbitraries } from './json-schema-arbitrary.ts'

const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64')

/** Pieces of the tag languages of Word and e-mail templates, right and wrong. */
const fragments = [
  'Dear ',
  '{name}',
  '{client.name}',
  '{total | currency:"EUR"}',
  '{date | date:"long"}',
  '{x | nosuch}',
  '{#items}',
  '{/items}',
  '{^items}',
  '{/}',
  '{%logo}',
  '{',
  '}',
  '{{name}}',
  '{{{raw}}}',
  '{{#each items}}',
  '{{/each}}',
  '{{#if x}}',
  '{{else}}',
  '{{/if}}',
  '{{total | currency:"EUR"}}',
  '{{',
  '<p>',
  '</p>',
  '<a href="{{link}}">',
  '<style>{{x}}</style>',
  '<!-- {{x}} -->',
  '\n',
  ' & ',
  'Invoice no. RE-2026-0042',
  'Total: EUR 1,234.50',
  '3 March 2026',
  '+49 30 123456',
  'DE89 3704 0044 0532 0130 00',
]

const template = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 10 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
)

const docx = fc
  .record({
    name: template,
    number: template,
    total: template,
    items: fc.array(fc.tuple(template, template), { maxLength: 3 }),
  })
  // XML has no NUL and no half surrogates: such text cannot be in a Word document.
  .map((letter) =>
    letterDocument(JSON.parse(JSON.stringify(letter).replaceAll(/\\u0000|\\ud[89a-f]../g, '')) as typeof letter),
  )

const whole = letterDocument({
  name: '{name}',
  number: '{number}',
  total: '{total}',
  items: [['{#items}{a}', '{b}{/items}']],
})

const content = fc.oneof(
  { weight: 4, arbitrary: docx },
  fc.constant(whole.subarray(0, whole.length / 2)),
  fc.constantFrom<Uint8Array | string>(
    pdfDocument(['INVOICE', 'Total: EUR 12.00', 'Invoice no.: 7']),
    'Name,E-Mail,Phone\nAda Lovelace,ada@example.com,+44 20 7946 0958\n,,\n',
    'Name;E-Mail\n"x\n',
    '[{"name":"Ada","email":"ada@example.com"},{"name":7}]',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nEMAIL:ada@example.com\nEND:VCARD\n',
    '{"subject":"Hi {{name}}","text":"Dear {{name}},\\n"}',
    '{"subject":7}',
    'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hi\r\nContent-Type: text/plain\r\n\r\nDear Ada,\r\n',
    '# Offer\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTotal: 1200 EUR\n',
    '<html><body><h1>Offer</h1><table><tr><td rowspan=9>x</table></body></html>',
    String.raw`{\rtf1\ansi Dear {\b Ada}\par}`,
    '%PDF-1.7\n%%EOF',
    'PK\u0003\u0004',
    '',
  ),
  fc.uint8Array({ maxLength: 200 }),
)

const filename = fc.oneof(
  fc.constantFrom(
    'letter.docx',
    'invoice.pdf',
    'clients.csv',
    'clients.json',
    'a.vcf',
    'mail.eml',
    'note.md',
    'a.html',
    'x',
  ),
  template.filter((text) => text !== ''),
)

const path = fc.oneof(
  fc.constantFrom('templates/welcome.docx', 'letters/1.docx', 'letters/{name}.docx', 'notes/a.txt', 'notes', 'a/b/c'),
  fc.constantFrom(...hostileTexts),
)

const documentSource = fc.oneof(
  { weight: 6, arbitrary: fc.record({ content: content.map(base64), filename }, { requiredKeys: ['content'] }) },
  { weight: 2, arbitrary: fc.record({ path }) },
  { weight: 1, arbitrary: fc.record({ url: fc.webUrl() }) },
  { weight: 1, arbitrary: fc.record({ content: fc.string(), path }) },
)

const attachment = fc.oneof(
  documentSource,
  fc.record({ content: content.map(base64), filename, inline: fc.constantFrom('logo', 'a@b') }),
)

const mailbox = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('ada@example.com', 'Ada Lovelace <ada@example.com>', 'alan@example.org') },
  fc.record({ address: fc.emailAddress(), name: fc.string({ maxLength: 20 }) }),
  fc.constantFrom(...hostileTexts, 'a@b', 'a@example.com, b@example.com', '"x" <a@example.com>'),
)

const data = fc.dictionary(
  fc.constantFrom('name', 'number', 'total', 'items', 'client', 'date', 'x', 'a', 'b', 'link'),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...hostileTexts), fc.integer()),
  { noNullPrototype: true },
)

/** What a caller of the operations would really send, right and wrong, for the shapes and fields where that matters. */
export const plausible: Arbitraries = {
  DocumentSource: documentSource,
  Attachment: attachment,
  Mailbox: mailbox,
  DocumentPath: path,
  Json: fc.oneof(fc.jsonValue({ maxDepth: 3 }), data),
  path,
  filename,
  text: template,
  html: template,
  subject: template,
  provider: fc.constantFrom('memory', 'embedded', 'rules', 'csv', 'json', 'vcard', 'nowhere', ...hostileTexts),
  locale: fc.constantFrom('en-GB', 'de-DE', 'ar', 'xx', 'x-private', 'en-u-ca-buddhist', ...hostileTexts),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', '+02:00', 'Mars/Base', ...hostileTexts),
  currency: fc.constantFrom('EUR', 'usd', 'XXX', ...hostileTexts),
  country: fc.constantFrom('DE', 'gb', 'ZZ'),
  pattern: fc.constantFrom(String.raw`RE-\d+`, '(a+)+$', String.raw`(\w+)\1`, '(?<=x)y', '[', 'a{999999}', '.*', ''),
  pages: fc.constantFrom('1', '1-3,7', '0', '3-1', '1-999999999', ...hostileTexts),
  cursor: fc.constantFrom('', 'abc', 'Zm9vOmJhcg', '0', '1', '2', '-1', '999999999999999999999', ...hostileTexts),
}
