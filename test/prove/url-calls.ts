import type { CallBody } from './mixed-calls.ts'

/** Every place of every operation in which an address of a document can stand. */
export const urlCalls = (url: string): readonly CallBody[] =>
  (
    [
      ['store-document', { document: { url }, path: 'fetched.txt', onConflict: 'overwrite' }],
      ['extract-document', { document: { url } }],
      ['identify-key-fields', { document: { url } }],
      ['pre-filling', { template: { url }, data: {} }],
      ['validate-document-template', { template: { url } }],
      ['generate-document-template', { samples: [{ url }, { url }] }],
      ['send-email', { to: ['a@example.com'], subject: 'x', text: 'y', attachments: [{ url }], dryRun: true }],
      ['generate-email-template', { samples: [{ url }, { url }] }],
      ['validate-email-template', { template: { url } }],
      ['fill-email-template', { template: { url }, recipients: [{ to: 'a@example.com' }], dryRun: true }],
      [
        'fill-email-template',
        {
          template: { subject: 'x', text: 'y' },
          recipients: [{ to: 'a@example.com', attachments: [{ url }] }],
          attachments: [{ template: { url } }],
          dryRun: true,
        },
      ],
      ['enter-client-data', { source: { provider: 'csv', document: { url } }, dryRun: true }],
    ] as const
  ).map(([operation, input]) => ({ operation, body: JSON.stringify(input) }))
