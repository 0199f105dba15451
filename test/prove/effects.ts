import { docxOf } from '@chancery/port-contracts/sample-documents'
import { inflateRawSync } from 'node:zlib'
import type { KeptState } from './kept-state.ts'
import { base64, type CallBody } from './mixed-calls.ts'

/** A call that changes something, and how often what it changes is found in what was kept. */
export interface Effect {
  readonly name: string
  call(number: number): CallBody
  /** The traces of the call: each must be there once. */
  traces(number: number, found: FoundTraces): readonly number[]
}

/** What was kept, by the marks that calls leave. */
export interface FoundTraces {
  /** Whether exactly these bytes are at the path: 1, or 0; absent bytes: whether a document of Word with that text is. */
  at(path: string, content: string): number
  /** How many documents of a folder have this content. */
  below(folder: string, content: string): number
  mails(subject: string): number
  clients(email: string): number
}

export const foundIn = ({ documents, mails, clients }: KeptState): FoundTraces => {
  const subjects = countOf(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? ''))
  const emails = countOf(
    clients.flatMap((record) => (JSON.parse(record) as { readonly emails: readonly string[] }).emails),
  )
  const contents = new Map<string, Map<string, number>>()
  for (const [path, bytes] of documents) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const known = contents.get(folder) ?? new Map<string, number>()
    const text = textOf(bytes)
    contents.set(folder, known.set(text, (known.get(text) ?? 0) + 1))
  }
  return {
    at: (path, content) => {
      const bytes = documents.get(path)
      return bytes !== undefined && textOf(bytes).includes(content) ? 1 : 0
    },
    below: (folder, content) => contents.get(folder)?.get(content) ?? 0,
    mails: (subject) => subjects.get(subject) ?? 0,
    clients: (email) => emails.get(email) ?? 0,
  }
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Of a Word document the text of its body, without its tags; of all else the bytes as text. */
function textOf(bytes: Buffer): string {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return bytes.toString()
  const name = bytes.indexOf('word/document.xml')
  // A local header is 30 bytes, the name behind it, and the content behind what more it has.
  const header = bytes.subarray(name - 30)
  const start = name + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = bytes.subarray(start)
  const xml = header.readUInt16LE(8) === 8 ? inflateRawSync(packed) : packed
  return xml.toString().replaceAll(/<[^>]*>/g, '')
}

const template = { content: base64(docxOf(['Letter {number} to {name}'])), filename: 't.docx' }
/** Every one is different, and of more than one block. */
const note = (number: number): string => `Note ${number}.\n${'x'.repeat(number % 7 === 0 ? 100_000 : number % 900)}`
const people = (number: number): readonly string[] => ['a', 'b', 'c'].map((letter) => `${letter}${number}@example.com`)
const bodyOf = (operation: string, input: object): CallBody => ({ operation, body: JSON.stringify(input) })

/** All kinds of effects that operations have. */
export const effects: readonly Effect[] = [
  {
    name: 'store',
    call: (number) =>
      bodyOf('store-document', { document: { content: base64(note(number)) }, path: `stored/${number}.txt` }),
    traces: (number, found) => [found.at(`stored/${number}.txt`, note(number))],
  },
  {
    name: 'store under a free name',
    call: (number) =>
      bodyOf('store-document', {
        document: { content: base64(note(number)) },
        path: `renamed${number % 200}/same.txt`,
        onConflict: 'rename',
      }),
    traces: (number, found) => [found.below(`renamed${number % 200}`, note(number))],
  },
  {
    name: 'send',
    call: (number) => bodyOf('send-email', { to: ['ada@example.com'], subject: `Mail ${number}`, text: 'Hello.' }),
    traces: (number, found) => [found.mails(`Mail ${number}`)],
  },
  {
    name: 'fill and send to three',
    call: (number) =>
      bodyOf('fill-email-template', {
        template: { subject: 'Filled {{number}}', text: 'Dear {{name}}.' },
        recipients: people(number).map((to, index) => ({ to, data: { number: `${number}-${index}`, name: to } })),
      }),
    traces: (number, found) => people(number).map((_, index) => found.mails(`Filled ${number}-${index}`)),
  },
  {
    name: 'fill and store',
    call: (number) =>
      bodyOf('pre-filling', {
        template,
        data: { number, name: 'Ada' },
        output: { path: `filled/${number}.docx` },
      }),
    traces: (number, found) => [found.at(`filled/${number}.docx`, `Letter ${number} to Ada`)],
  },
  {
    name: 'fill and store three',
    call: (number) =>
      bodyOf('pre-filling', {
        template,
        records: [0, 1, 2].map((index) => ({ data: { number: `${number}-${index}`, name: 'Ada' } })),
        output: { path: `many/{number}.docx` },
      }),
    traces: (number, found) =>
      [0, 1, 2].map((index) => found.at(`many/${number}-${index}.docx`, `Letter ${number}-${index} to Ada`)),
  },
  {
    name: 'make a template and store it',
    call: (number) =>
      bodyOf('generate-email-template', {
        samples: ['Ada', 'Alan'].map((name) => ({ subject: `Made ${number}`, text: `Dear ${name},\n\nit is due.\n` })),
        output: { path: `made/${number}.json` },
      }),
    traces: (number, found) => [found.at(`made/${number}.json`, `Made ${number}`)],
  },
  {
    name: 'import three',
    call: (number) => {
      const rows = people(number).map((email) => ({ name: `Person ${email}`, email }))
      return bodyOf('enter-client-data', {
        source: { provider: 'json', document: { content: base64(JSON.stringify(rows)), filename: 'p.json' } },
      })
    },
    traces: (number, found) => people(number).map((email) => found.clients(email)),
  },
]

/** Whether a success says that all was done: of many recipients or records, each has an outcome of its own, which may be unknown. */
export const isWhole = (answer: string): boolean =>
  !answer.includes('"error":{') && !answer.includes('"status":"unknown"')

export const effectOf = (number: number): Effect => effects[number % effects.length] ?? (effects[0] as Effect)
