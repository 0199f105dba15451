import type { Mark } from './canaries.ts'
import { base64, type CallBody } from './mixed-calls.ts'

const call = (operation: string, input: object): CallBody => ({ operation, body: JSON.stringify(input) })

/** Calls, good and bad, with a word in each place of their bodies where a secret or something personal can stand. */
export function secretCalls(mark: Mark): readonly CallBody[] {
  const address = (): string => `${mark('address')}@example.com`
  const mailbox = (): string => `${mark('name')} <${address()}>`
  const url = (host: string): string =>
    `https://${mark('user')}:${mark('password')}@${host}/${mark('address path')}?token=${mark('query')}#${mark('fragment')}`
  const text = (): string => `Dear ${mark('mail body')}, {{${mark('tag name')}}}`
  const content = base64(`Invoice ${mark('document text')}`)
  const document = { content, filename: `${mark('document name')}.txt` }
  const mail = { to: [mailbox()], subject: mark('subject'), text: mark('mail body') }
  const path = `${mark('path')}/${mark('path')}.txt`
  const hooks = { webhook: url('hooks.example.com'), callbackUrl: url('hooks.example.com') }
  return [
    call('store-document', { document, path, metadata: { matter: mark('metadata') } }),
    call('store-document', { document, path, onConflict: 'fail' }),
    call('store-document', { document: { content: base64(mark('document text')) }, path }),
    call('store-document', { document, path: `../${mark('path')}`, sha256: mark('checksum') }),
    call('store-document', { document, path: `con/${mark('path')}`, provider: mark('provider') }),
    call('store-document', { document, path: mark('path'), sha256: '0'.repeat(64) }),
    call('store-document', {
      document: { content: `${mark('document text')}!` },
      path,
      [mark('field')]: mark('value'),
    }),
    call('extract-document', { document: { path: `${mark('path')}.pdf` } }),
    call('extract-document', { document: { path, version: mark('version') } }),
    call('extract-document', { document, include: [mark('view')], languages: [mark('language')] }),
    call('extract-document', { document, pages: mark('pages'), provider: mark('provider') }),
    ...['files.example.invalid', 'other.example.com', '127.0.0.1'].map((host) =>
      call('extract-document', { document: { url: url(host) } }),
    ),
    call('extract-document', {
      document: { url: `https://files.example.invalid/${mark('address path')}?token=${mark('query')}` },
    }),
    call('get-folder-directories', { path: mark('path'), filter: { name: mark('name') }, cursor: mark('cursor') }),
    call('get-folder-directories', { path: `a/../${mark('path')}`, sort: mark('sort') }),
    call('identify-key-fields', {
      text: `Invoice ${mark('document text')}`,
      fields: [{ name: mark('field'), pattern: `(${mark('pattern')}`, description: mark('description') }],
    }),
    call('identify-key-fields', { text: `IBAN ${mark('document text')}`, locale: mark('locale') }),
    call('pre-filling', { template: document, data: { [mark('field')]: mark('value') } }),
    call('pre-filling', { template: document, client: mark('client id') }),
    call('pre-filling', {
      template: document,
      records: [{ data: { a: mark('value') }, filename: `{${mark('tag name')}` }, { client: mark('client id') }],
      output: { path: `{${mark('tag name')}}/${mark('path')}`, provider: mark('provider') },
    }),
    call('validate-document-template', { template: { path: mark('path') }, schema: { type: mark('schema') } }),
    call('generate-document-template', {
      samples: [document, document],
      fields: [{ name: 'a', examples: [mark('value')] }, { name: `1${mark('field')}` }],
    }),
    call('send-email', { ...mail, html: `<p>${mark('mail body')}`, cc: [address()], bcc: [address()] }),
    call('send-email', { ...mail, headers: { 'X-Note': mark('header') }, metadata: { matter: mark('metadata') } }),
    call('send-email', { ...mail, headers: { [`${mark('header')} x`]: 'a', 'X-Note': `a\n${mark('header')}` } }),
    call('send-email', { ...mail, to: [mark('address'), `${mark('address')}@`], from: `${mark('address')} at home` }),
    call('send-email', { ...mail, attachments: [document, { path: mark('path') }, { url: url('hooks.example.com') }] }),
    call('send-email', { ...mail, sendAt: mark('time'), tags: [mark('tag')], replyTo: [mailbox()], ...hooks }),
    call('send-email', { ...mail, subject: `a\r\nBcc: ${address()}`, provider: mark('provider') }),
    call('generate-email-template', {
      samples: [
        { subject: mark('subject'), text: text(), html: `<p title="${mark('attribute value')}">` },
        { subject: mark('subject'), text: text() },
      ],
      output: { path: `../${mark('path')}` },
    }),
    call('validate-email-template', {
      template: { subject: mark('subject'), text: text(), html: `<a href="${url('hooks.example.com')}">{{` },
      data: { [mark('field')]: mark('value') },
    }),
    call('fill-email-template', {
      template: { subject: mark('subject'), text: text() },
      recipients: [
        { to: address(), data: { name: mark('value') } },
        { to: mark('address'), client: mark('client id') },
      ],
    }),
    call('fill-email-template', {
      template: { subject: '{{name}}', text: '{{name}} {{amount | currency}}' },
      recipients: [
        { to: address(), data: { name: mark('value'), amount: mark('value') } },
        { client: mark('client id') },
      ],
      missing: 'error',
    }),
    call('enter-client-data', {
      source: {
        provider: 'csv',
        document: { content: base64(`name,email,${mark('column')}\n${mark('client')},${address()},x\n,nobody,y\n`) },
        connection: mark('connection'),
      },
    }),
    call('enter-client-data', {
      source: {
        provider: 'csv',
        document: { content: base64(`name,email,phone\n${mark('client')},${address()},${mark('client')}\n,x,y\n`) },
      },
      mapping: { [mark('column')]: mark('client field') },
    }),
    call('enter-client-data', {
      source: { provider: 'csv', document: { content: base64(`name,email\n${mark('client')},${address()}\n,no\n`) } },
    }),
    { operation: 'send-email', body: `{"to":["${address()}"],"subject":"${mark('broken JSON')}",` },
    { operation: 'store-document', body: `{"path":"${mark('broken JSON')}","path":1,"__proto__":{}}` },
    { operation: 'pre-filling', body: `${mark('broken JSON')}` },
  ]
}

/** Calls that need a provider elsewhere, whatever that says. */
export function providerCalls(mark: Mark): readonly CallBody[] {
  const text = mark('document text')
  const document = { content: base64(`Invoice ${text}`), filename: `${mark('document name')}.txt` }
  return [
    call('send-email', {
      provider: 'sendgrid',
      to: [`${mark('name')} <${mark('address')}@example.com>`],
      subject: mark('subject'),
      html: `<p>${mark('mail body')}</p>`,
      attachments: [document],
      headers: { 'X-Note': mark('header') },
    }),
    call('fill-email-template', {
      provider: 'sendgrid',
      template: { subject: '{{name}}', text: `Dear {{name}} ${mark('mail body')}` },
      recipients: [{ to: `${mark('address')}@example.com`, data: { name: mark('value') } }],
    }),
    call('store-document', {
      provider: 'gcs',
      document,
      path: `${mark('path')}.txt`,
      metadata: { a: mark('metadata') },
    }),
    call('extract-document', { document: { path: `${mark('path')}.txt`, provider: 'gcs' } }),
    call('get-folder-directories', { provider: 'gcs', path: mark('path') }),
  ]
}
