import { Content } from '../../model/content.ts'
import type { ClientRecord } from '../../model/client-record.ts'
import { present } from '../../present.ts'
import { provenanceOf } from '../provenance.ts'
import { clientTable } from './client-table.ts'
import { jscontactCard } from './jscontact-card.ts'
import { vcardText } from './vcard-text.ts'

export const exportFormats = ['csv', 'vcard', 'vcard-3.0', 'json', 'jscontact'] as const
export type ExportFormat = (typeof exportFormats)[number]

interface WrittenClients {
  readonly filename: string
  readonly contentType: string
  readonly content: Content
}

const withProvenance = (record: ClientRecord) => ({ ...record, ...present({ provenance: provenanceOf(record) }) })

/** Clients as a document of a format. @param options.bom for `csv` alone */
export function exportDocument(
  records: readonly ClientRecord[],
  format: ExportFormat,
  options: { readonly bom: boolean },
): WrittenClients {
  const encoder = new TextEncoder()
  const document = (filename: string, contentType: string, pieces: readonly string[]): WrittenClients => ({
    filename,
    contentType,
    content: new Content(pieces.map((piece) => encoder.encode(piece))),
  })
  switch (format) {
    case 'csv':
      return document('clients.csv', 'text/csv; charset=utf-8', [clientTable(records, options)])
    case 'vcard':
    case 'vcard-3.0': {
      const version = format === 'vcard' ? '4.0' : '3.0'
      return document('clients.vcf', 'text/vcard; charset=utf-8', [
        records.map((record) => vcardText(record, version)).join(''),
      ])
    }
    case 'json':
      return document('clients.json', 'application/json', [
        `${JSON.stringify(records.map(withProvenance), undefined, 2)}\n`,
      ])
    case 'jscontact':
      // A list of cards has no type of its own; one card is application/jscontact+json.
      return document('clients.json', 'application/json', [
        `${JSON.stringify(records.map(jscontactCard), undefined, 2)}\n`,
      ])
  }
}
