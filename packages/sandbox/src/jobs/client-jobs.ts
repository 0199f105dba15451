import type { ClientNormalizer, ClientSource, ColumnMapping, NormalizedRow, SourceRow } from '@chancery/core'
import type { JobTools } from '../child/serve-jobs.ts'
import type { FileSourceName, JobPayloads, ReadingSettings, ReadRows } from './payloads.ts'

type MakeSource = (settings: ReadingSettings) => Promise<ClientSource>

/** Spreadsheets are read as documents are; what comes of their tables is the source's matter. */
const ofSheets =
  (id: 'xlsx' | 'xls' | 'ods'): MakeSource =>
  async (settings) => {
    const { createSheetSource } = await import('@chancery/clients')
    const { sheetTables } = await import('./sheet-tables.ts')
    return createSheetSource(id, (document, { signal }) => sheetTables(document, settings, signal))
  }

const sources: Readonly<Record<FileSourceName, MakeSource>> = {
  csv: async () => (await import('@chancery/clients')).createCsvSource(),
  tsv: async () => (await import('@chancery/clients')).createTsvSource(),
  xlsx: ofSheets('xlsx'),
  xls: ofSheets('xls'),
  ods: ofSheets('ods'),
  json: async () => (await import('@chancery/clients')).createJsonSource(),
  ndjson: async () => (await import('@chancery/clients')).createNdjsonSource(),
  vcard: async () => (await import('@chancery/clients')).createVcardSource(),
  jcard: async () => (await import('@chancery/clients')).createJcardSource(),
  jscontact: async () => (await import('@chancery/clients')).createJscontactSource(),
  ldif: async () => (await import('@chancery/clients')).createLdifSource(),
}

let made: Promise<ClientNormalizer> | undefined
const normalizer = (): Promise<ClientNormalizer> =>
  (made ??= import('@chancery/clients').then(({ createClientNormalizer }) => createClientNormalizer()))

/** Rows of one answer: those of a call that is waited for, and the one by which it knows that there are more. */
const rowsTogether = 20_001
/** UTF-16 units of their values. */
const unitsTogether = 4 * 1024 * 1024

const unitsOf = ({ values, cardProperties = [] }: SourceRow): number =>
  values.reduce((sum, { column, value }) => sum + column.length + value.length, 0) +
  cardProperties.reduce((sum, property) => sum + JSON.stringify(property).length, 0)

/** Client records: read out of files, and made of what stands there. */
export const clientJobs = {
  async readClients(
    { source, request, settings }: JobPayloads['readClients'],
    { signal }: JobTools,
  ): Promise<ReadRows> {
    const read = await (await sources[source](settings)).read(request, { signal })
    const { columns, findings, rows, fields = {} } = read
    const together: SourceRow[] = []
    let units = 0
    let total = 0
    for await (const row of rows) {
      total++
      if (together.length === rowsTogether || units > unitsTogether) {
        // The first time all are counted, where the source has not done so for less.
        if (request.cursor !== undefined || read.total !== undefined)
          return { columns, findings, fields, rows: together, total: read.total ?? total, more: true }
        continue
      }
      together.push(row)
      units += unitsOf(row)
    }
    return { columns, findings, fields, rows: together, total, more: total > together.length }
  },

  mapColumns: async ({ given }: JobPayloads['mapColumns']): Promise<readonly ColumnMapping[]> =>
    (await normalizer()).map(...given),

  normalizeRows: async ({ given }: JobPayloads['normalizeRows']): Promise<readonly NormalizedRow[]> =>
    (await normalizer()).normalize(...given),
}
