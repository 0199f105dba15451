import { wordPackage } from '../fixtures/letter.ts'
import { base64 } from './mixed-calls.ts'
import { canScan, numberOfPage, scannedPages } from './scanned-pages.ts'

/** One call that takes long, and what must hold of its answer. */
export interface LongCall {
  readonly name: string
  readonly operation: string
  readonly body: object
  /** @returns what is wrong with the answer */
  faults(data: never): readonly string[]
}

const count = (wrong: number, what: string): readonly string[] => (wrong === 0 ? [] : [`${wrong} ${what}`])

/** A scan, mails, samples and rows, of the sizes of the issue or smaller ones. */
export function longCalls(sizes: {
  readonly pages: number
  readonly mails: number
  readonly samples: number
  readonly samplePages: number
  readonly rows: number
}): readonly LongCall[] {
  const { pages, mails, samples, samplePages, rows } = sizes
  return [...(canScan() ? [scan(pages)] : []), mailing(mails), fromSamples(samples, samplePages), imported(rows)]
}

const scan = (pages: number): LongCall => ({
  name: `a scan of ${pages} pages`,
  operation: 'extract-document',
  body: { document: { content: base64(scannedPages(pages)), filename: 'scan.tiff' }, include: ['text'] },
  faults({ text }: { readonly text: string }) {
    const lost = Array.from({ length: pages }, (_, index) => numberOfPage(index + 1)).filter(
      (words) => !text.includes(words),
    )
    return count(lost.length, 'pages not read')
  },
})

const mailing = (mails: number): LongCall => {
  const recipients = Array.from({ length: mails }, (_, n) => ({ to: `a${n}@example.com`, data: { name: `A ${n}` } }))
  return {
    name: `${mails} mails`,
    operation: 'fill-email-template',
    body: { template: { subject: 'Hello {{name}}', text: 'Dear {{name}}' }, recipients },
    faults({
      messages,
    }: {
      readonly messages: readonly { readonly status: string; readonly to: readonly string[] }[]
    }) {
      const lost = recipients.filter(({ to }, index) => messages[index]?.to[0] !== to).length
      // Of the one that was on its way when the process was killed nobody can tell.
      const failed = messages.filter(({ status }) => status === 'failed').length
      return [...count(lost, 'recipients lost'), ...count(Math.max(0, failed - 1), 'mails failed')]
    },
  }
}

const fromSamples = (samples: number, pages: number): LongCall => ({
  name: `${samples} samples of ${pages} pages`,
  operation: 'generate-document-template',
  body: {
    samples: Array.from({ length: samples }, (_, n) => ({
      content: base64(contract(n, pages)),
      filename: `${n}.docx`,
    })),
    options: { identify: false },
  },
  faults: ({ samples: made }: { readonly samples: readonly { readonly exact: boolean }[] }) => [
    ...count(made.length === samples ? 0 : 1, 'number of samples'),
    ...count(made.filter(({ exact }) => !exact).length, 'samples not exact'),
  ],
})

/** Some thirty lines to a page. */
function contract(n: number, pages: number): Uint8Array {
  const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const fixed = Array.from({ length: pages * 30 - 2 }, (_, line) =>
    paragraph(`Clause ${line + 1}: the parties keep to what they have agreed on in writing.`),
  )
  return wordPackage(
    [paragraph(`Contract number ${1000 + 37 * n}`), paragraph(`Between us and Client ${n} Ltd`), ...fixed].join(''),
  )
}

const imported = (rows: number): LongCall => {
  const lines = ['name,email', ...Array.from({ length: rows }, (_, n) => `Client ${n} Number,a${n}@example.com`)]
  return {
    name: `${rows} rows`,
    operation: 'enter-client-data',
    body: {
      source: { provider: 'csv', document: { content: base64(Buffer.from(lines.join('\n'))), filename: 'c.csv' } },
    },
    faults({ summary, clients, nextCursor }: ImportAnswer) {
      const ids = new Set(clients.map(({ id }) => id))
      return [
        ...count(rows - summary.read, 'rows not read'),
        ...count(rows - ids.size, 'clients lost or doubled'),
        ...count(nextCursor === undefined ? 0 : 1, 'rest for another call'),
      ]
    },
  }
}

interface ImportAnswer {
  readonly summary: { readonly read: number }
  readonly clients: readonly { readonly id: string }[]
  readonly nextCursor?: string
}
