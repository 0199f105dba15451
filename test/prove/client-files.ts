import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'
import { type GoodDocument, goodDocuments } from '../hostile/good-documents.ts'
import { mutants } from '../hostile/mutate.ts'
import { faultsIn, type Proof, tally } from './promise.ts'

/** Calls at once. */
const lanes = 4

/** Files of each format, cut, torn and spoilt: every record of what can be read is accounted for. */
export const clientFiles: Proof = {
  name: 'client-files',
  async prove(scale) {
    const count = scale(10_000, 40)
    const formats = Object.keys(goodFiles)
    const faults: string[] = []
    const outcomes: string[] = []
    let rows = 0
    let longestMs = 0
    // Whether files change a directory is told elsewhere: a dry run does the same, and the next one finds no one.
    const service = await createMemoryService()
    try {
      for (const format of formats) {
        const all = mutants(goodFiles[format] ?? [], count)
        const lane = async (): Promise<void> => {
          for (const mutant of all) {
            const from = performance.now()
            const { outcome, read, fault } = await tried(service, format, mutant)
            longestMs = Math.max(longestMs, performance.now() - from)
            outcomes.push(outcome)
            rows += read
            if (fault !== undefined) faults.push(`${format} ${mutant.seed}: ${fault}`)
          }
        }
        await Promise.all(Array.from({ length: lanes }, lane))
      }
    } finally {
      await service.close()
    }
    return [
      {
        promise:
          'Whatever is wrong with a file of clients, each of its records is told, or the file is refused with a reason',
        tried: `${count} mutated files of each of ${formats.join(', ')} (cut off, torn, doubled, with other bytes and other lengths), over HTTP in one process, each as a dry run`,
        figure: `${outcomes.length} files, ${rows} records; answers ${tally(outcomes)}; the longest call took ${Math.ceil(longestMs / 1000)} s; faults ${faultsIn(faults)}`,
        holds: faults.length === 0,
      },
    ]
  },
}

interface Tried {
  readonly outcome: string
  readonly read: number
  readonly fault?: string
}

interface Answer {
  readonly code?: string
  readonly data?: {
    readonly summary: Readonly<Record<string, number>>
    readonly clients: readonly { readonly row: number }[]
    readonly rejected: readonly { readonly row: number; readonly errors: readonly unknown[] }[]
  }
}

async function tried(service: MemoryService, provider: string, { bytes, filename }: GoodDocument): Promise<Tried> {
  const document = { content: Buffer.from(bytes).toString('base64'), filename }
  const response = await service.call('enter-client-data', { source: { provider, document }, dryRun: true })
  const { data, code } = (await response.json()) as Answer
  if (data === undefined) {
    const isRefused = response.status >= 400 && response.status < 500 && code !== undefined
    return { outcome: `${response.status}`, read: 0, ...(isRefused ? {} : { fault: `${response.status} ${code}` }) }
  }
  const { read = 0, ...counts } = data.summary
  const sum = Object.values(counts).reduce((all, each) => all + each, 0)
  const told = [...data.clients, ...data.rejected].map(({ row }) => row).toSorted((a, b) => a - b)
  const isWhole = sum === read && told.length === read && told.every((row, at) => row === at + 1)
  const isReasoned = data.rejected.every(({ errors }) => errors.length > 0)
  return {
    outcome: '200',
    read,
    ...(isWhole && isReasoned ? {} : { fault: `${read} read, ${sum} counted, ${told.length} told` }),
  }
}

const text = (filename: string, content: string): readonly GoodDocument[] => [
  { filename, bytes: new TextEncoder().encode(content) },
]

const people = [
  ['Ada Lovelace', 'ada@example.com', '+44 20 7946 0958', 'London; UK'],
  ['Müller, Jörg', 'joerg@example.com', '030 123456', 'Łódź'],
  ['Pine & Co. "Ltd"', 'info@pine.example', '', 'line\nbreak'],
  ['山田太郎', '', '+81 3 1234 5678', '東京'],
] as const

const delimited = (delimiter: string): string =>
  [['Name', 'E-mail', 'Phone', 'City'], ...people]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
    .join('\r\n')

const objects = people.map(([name, email, phone, city]) => ({ name, email, phone, address: { city } }))

const cards = people
  .map(([name, email, phone, city]) =>
    [
      'BEGIN:VCARD\r\nVERSION:3.0',
      `FN:${name}`,
      `EMAIL;TYPE=INTERNET,PREF:${email}`,
      `item1.TEL;TYPE="cell,voice":${phone}`,
      `ADR;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;;=C3=89${city.replaceAll('\n', '=0A')};;;`,
      'NOTE:folded\r\n  line\\, and more',
      'END:VCARD',
    ].join('\r\n'),
  )
  .join('\r\n')

const goodFiles: Readonly<Record<string, readonly GoodDocument[]>> = {
  csv: text('a.csv', delimited(',')),
  tsv: text('a.tsv', delimited('\t')),
  json: text('a.json', JSON.stringify({ results: objects }, undefined, 1)),
  ndjson: text('a.ndjson', objects.map((each) => JSON.stringify(each)).join('\n')),
  vcard: text('a.vcf', cards),
  jcard: text(
    'a.json',
    JSON.stringify(
      people.map(([name, email]) => [
        'vcard',
        [
          ['fn', {}, 'text', name],
          ['email', { pref: '1' }, 'text', email],
        ],
      ]),
    ),
  ),
  jscontact: text(
    'a.json',
    JSON.stringify(
      people.map(([name, email, phone]) => ({
        '@type': 'Card',
        version: '1.0',
        name: { full: name },
        emails: { e: { address: email } },
        phones: { p: { number: phone } },
      })),
    ),
  ),
  ldif: text(
    'a.ldif',
    people
      .map(
        ([name, email, phone], at) =>
          `dn: cn=${at},dc=x\ncn:: ${Buffer.from(name).toString('base64')}\nmail: ${email}\ntelephoneNumber: ${phone}\n`,
      )
      .join('\n'),
  ),
  xlsx: goodDocuments().filter(({ filename }) => filename.endsWith('.xlsx')),
}
