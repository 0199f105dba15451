import { letterDocument } from '../fixtures/letter.ts'

export interface MixedRequest {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Requests of many kinds, each made from a number so that they differ. */
export async function mixedRequests(): Promise<readonly ((number: number) => MixedRequest)[]> {
  const template = Buffer.from(
    letterDocument({ name: '{name}', number: '{number}', total: '{total | currency:"EUR"}' }),
  ).toString('base64')
  const csv = (n: number): string => base64(`Name,Email\nClient ${n % 500},client${n % 500}@example.com\n`)
  return [
    (n) => ({
      operation: 'store-document',
      input: {
        document: { content: base64(`text ${n}`), filename: 'a.txt' },
        path: `mixed/${n % 200}.txt`,
        onConflict: 'overwrite',
      },
    }),
    () => ({ operation: 'get-folder-directories', input: { path: 'mixed', limit: 50 } }),
    (n) => ({
      operation: 'extract-document',
      input: { document: { content: base64(`# Title ${n}\n\nTotal: ${n} EUR\n`), filename: 'a.md' } },
    }),
    (n) => ({
      operation: 'identify-key-fields',
      input: { text: `Invoice no. ${n}\nDate: 3 March 2026\nTotal: EUR ${n}.50\n` },
    }),
    (n) => ({
      operation: 'pre-filling',
      input: {
        template: { content: template, filename: 't.docx' },
        data: { name: `Client ${n}`, number: String(n), total: n },
      },
    }),
    () => ({ operation: 'validate-document-template', input: { template: { content: template, filename: 't.docx' } } }),
    (n) => ({
      operation: 'validate-email-template',
      input: { template: { subject: `Hello {{name}} ${n}`, html: '<p>Dear {{name}}</p>' } },
    }),
    (n) => ({
      operation: 'send-email',
      input: { from: 'a@example.com', to: [`b${n}@example.com`], subject: 'x', text: 'y', dryRun: n % 4 !== 0 },
    }),
    (n) => ({
      operation: 'enter-client-data',
      input: { source: { provider: 'csv', document: { content: csv(n), filename: 'c.csv' } } },
    }),
  ]
}
