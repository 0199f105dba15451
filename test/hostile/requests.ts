import type { Attack } from './attack.ts'

/** A call of the service that hands it a document. */
export interface DocumentCall {
  readonly operation: string
  readonly input: object
}

const providers: Readonly<Record<string, string>> = { csv: 'csv', json: 'json', vcf: 'vcard' }

/** All operations that would read a document of this name. Nothing is stored by any of them but imported clients. */
export function callsFor({
  filename,
  bytes,
  password,
}: Pick<Attack, 'filename' | 'bytes' | 'password'>): readonly DocumentCall[] {
  const document = {
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    filename,
  }
  const ending = filename.slice(filename.lastIndexOf('.') + 1)
  const provider = providers[ending]
  const data = { name: 'Ada', number: '1', total: 2, a: [1], items: [{ title: 'x', price: 1 }] }
  return [
    { operation: 'extract-document', input: { document, ...(password === undefined ? {} : { password }) } },
    ...(ending === 'docx'
      ? [
          { operation: 'pre-filling', input: { template: document, data, missing: 'blank', dryRun: true } },
          { operation: 'validate-document-template', input: { template: document } },
          { operation: 'generate-document-template', input: { samples: [document, document], dryRun: true } },
        ]
      : []),
    ...(provider === undefined
      ? []
      : [{ operation: 'enter-client-data', input: { source: { provider, document }, dryRun: true } }]),
  ]
}
