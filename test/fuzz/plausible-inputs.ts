import fc from 'fast-check'
import { letterDocument } from '../fixtures/letter.ts'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
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

const hostile = fc.constantFrom(...hostileTexts)

/** Mostly right: a request has many fields, and one wrong value hides all the others. */
const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: hostile })

const template = fc.array(fc.constantFrom(...fragments), { maxLength: 10 }).map((parts) => parts.join(''))
const line = template.map((text) => text.replaceAll('\n', ' '))

const docx = fc
  .record({
    name: template,
    number: template,
    total: template,
    items: fc.array(fc.tuple(template, template), { maxLength: 3 }),
  })
  .map(letterDocument)

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
    pdfOf(['INVOICE', 'Total: EUR 12.00', 'Invoice no.: 7']),
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
  fc.constantFrom('letter.docx', 'invoice.pdf', 'clients.csv', 'clients.json', 'a.vcf', 'mail.eml', 'note.md', 'x'),
  line.filter((text) => text !== ''),
)

const path = fc.constantFrom(
  'templates/welcome.docx',
  'letters/1.docx',
  'letters/{name}.docx',
  'notes/a.txt',
  'notes',
  'a/b/c',
)

const inline = (file: fc.Arbitrary<Uint8Array | string>): fc.Arbitrary<unknown> =>
  fc.record({ content: file.map(base64), filename: mostly(filename) }, { requiredKeys: ['content'] })

const elsewhere = fc.oneof(
  fc.constant({ path: 'templates/welcome.docx' }),
  fc.record({ path: mostly(path) }),
  fc.record({ url: fc.webUrl() }),
  fc.record({ content: fc.string(), path }),
)

const mailbox = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom('ada@example.com', 'Ada Lovelace <ada@example.com>', '"Turing, A." <alan@example.org>'),
  },
  { weight: 4, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.constantFrom('a@b', 'a@example.com, b@example.com', 'x <<a@example.com>') },
)

const data = fc.dictionary(
  fc.constantFrom('name', 'number', 'total', 'items', 'client', 'date', 'x', 'a', 'b', 'link'),
  fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('2026-03-03', '1200.50', '<b>x</b>', '{{x}}', '{x}'),
    fc.array(fc.record({ a: fc.string(), b: fc.integer() }), { maxLength: 3 }),
    fc.record({ name: fc.string(), email: fc.string() }),
  ),
  { noNullPrototype: true },
)

/** Left out nearly always: hardly any value is right. */
const seldom = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const clientFile = fc.oneof(
  fc
    .array(fc.array(fc.oneof(line, fc.string({ maxLength: 12 }), fc.emailAddress()), { minLength: 3, maxLength: 3 }), {
      maxLength: 4,
    })
    .map((rows) => [['Name', 'E-Mail', 'Phone'], ...rows].map((row) => row.join(',')).join('\n')),
  fc
    .array(fc.dictionary(fc.constantFrom('name', 'email', 'phone', 'birthDate', 'x'), fc.jsonValue({ maxDepth: 1 })), {
      maxLength: 4,
    })
    .map((rows) => JSON.stringify(rows)),
  fc
    .tuple(line, line)
    .map(([name, note]) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nNOTE:${note}\r\nEND:VCARD\r\n`),
)

const emailFile = fc.oneof(
  fc.tuple(line, template).map(([subject, text]) => JSON.stringify({ subject, text })),
  fc
    .tuple(line, template)
    .map(
      ([subject, text]) => `From: a@example.com\r\nSubject: ${subject}\r\nContent-Type: text/html\r\n\r\n${text}\r\n`,
    ),
)

/** Whom each operation can name as provider; stores and transports are called `memory` here. */
const providers: Readonly<Record<string, readonly string[]>> = {
  'extract-document': ['embedded'],
  'identify-key-fields': ['rules'],
  'enter-client-data': ['csv', 'json', 'vcard'],
}

/** What the callers of an operation would really send, right and wrong, for the shapes and fields where that matters. */
export function plausible(operation: string): Arbitraries {
  const wanted = operation.includes('email') ? emailFile : operation === 'enter-client-data' ? clientFile : docx
  const file = fc.oneof(
    { weight: 8, arbitrary: wanted },
    { weight: operation === 'extract-document' ? 8 : 1, arbitrary: content },
  )
  const documentSource = fc.oneof({ weight: 8, arbitrary: inline(file) }, { weight: 1, arbitrary: elsewhere })
  return {
    DocumentSource: documentSource,
    Attachment: documentSource,
    FilledAttachment: fc.record({ template: inline(docx), filename: mostly(filename) }, { requiredKeys: ['template'] }),
    EmailContent: fc.record({ subject: line, text: template, html: template }, { requiredKeys: ['subject', 'text'] }),
    Mailbox: mostly(mailbox),
    DocumentPath: mostly(path),
    Json: fc.oneof({ weight: 6, arbitrary: data }, fc.jsonValue({ maxDepth: 3 })),
    data: mostly(data),
    // Exactly one of text and document is right.
    document: operation === 'identify-key-fields' ? seldom(documentSource) : documentSource,
    client: seldom(fc.constant('nobody')),
    headers: mostly(fc.dictionary(fc.constantFrom('X-Matter', 'List-Unsubscribe'), line, { noNullPrototype: true })),
    mapping: mostly(
      fc.dictionary(fc.constantFrom('Name', 'E-Mail', 'x'), fc.constantFrom('name', 'ignore', 'custom.y')),
    ),
    path: mostly(path),
    filename: mostly(filename),
    text: mostly(template),
    html: mostly(template),
    subject: mostly(line),
    provider: mostly(fc.constantFrom(...(providers[operation] ?? ['memory']))),
    locale: mostly(fc.constantFrom('en-GB', 'de-DE', 'ar', 'xx', 'en-u-ca-buddhist')),
    timeZone: mostly(fc.constantFrom('UTC', 'Europe/Berlin', '+02:00')),
    currency: mostly(fc.constantFrom('EUR', 'usd', 'XXX')),
    country: fc.constantFrom('DE', 'gb', 'ZZ'),
    pattern: mostly(fc.constantFrom(String.raw`RE-\d+`, '(a+)+$', String.raw`(\w+)\1`, '(?<=x)y', 'a{999999}', '.*')),
    pages: mostly(fc.constantFrom('1', '1-3,7', '2-2')),
    sha256: seldom(fc.constant('0'.repeat(64))),
    version: seldom(fc.constantFrom('1', 'x')),
    cursor: seldom(fc.constantFrom('', 'abc', 'Zm9vOmJhcg', '0', '1', '-1', '9'.repeat(21))),
  }
}
