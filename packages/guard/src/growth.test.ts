import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { docxParts } from '@chancery/port-contracts/sample-documents'
import { buildZip, type ZipItem } from '@chancery/port-contracts/zip-builder'
import { describe, it } from 'vitest'
import { createDocumentGuard } from './document-guard.ts'

const guard = createDocumentGuard({
  limits: { tags: 1e9, attributes: 1e9, ratio: 1e9, parts: 60_000, depth: 1e9 },
})
const signal = new AbortController().signal
const encoder = new TextEncoder()

const inWord = (content: string): Uint8Array => {
  const items = docxParts('').map((part): ZipItem => (part.name === 'word/document.xml' ? { ...part, content } : part))
  return buildZip(items.map((item) => ({ ...item, method: 0 })))
}

const shapes: Readonly<Record<string, readonly [size: number, make: (size: number) => Uint8Array]>> = {
  'open comments': [400_000, (n) => inWord(`<a>${'<!--'.repeat(n)}`)],
  'open instructions': [400_000, (n) => inWord(`<a>${'<?x '.repeat(n)}`)],
  'open angle brackets': [2_000_000, (n) => inWord(`<a>${'<'.repeat(n)}`)],
  'open quotes': [1_000_000, (n) => inWord(`<a b="${`'"`.repeat(n)}`)],
  'closed comments': [300_000, (n) => inWord(`<a>${'<!-- -->'.repeat(n)}</a>`)],
  paragraphs: [200_000, (n) => inWord(`<a>${'<p>x</p>'.repeat(n)}</a>`)],
  nesting: [200_000, (n) => inWord('<a>'.repeat(n) + '</a>'.repeat(n))],
  attributes: [300_000, (n) => inWord(`<a ${'b="" '.repeat(n)}/>`)],
  'blanks in an end tag': [4_000_000, (n) => inWord(`<a></a${' '.repeat(n)}>`)],
  'relationships in a comment': [
    150_000,
    (n) => buildZip([...docxParts(''), { name: 'a.rels', content: `<a><!-- ${'<Relationship '.repeat(n)}--></a>` }]),
  ],
  'relationship attributes': [
    200_000,
    (n) => buildZip([...docxParts(''), { name: 'a.rels', content: `<Relationship ${'a '.repeat(n)}b="c"/>` }]),
  ],
  parts: [6000, (n) => buildZip(Array.from({ length: n }, (_, id) => ({ name: `${id}`, content: '', method: 0 })))],
  'end records': [
    500_000,
    (n) => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006'.repeat(n))]),
  ],
  'sealed parts': [
    60_000,
    (n) =>
      buildZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
        { name: 'META-INF/manifest.xml', content: '<file-entry a="<encryption-data algorithm '.repeat(n), method: 0 },
      ]),
  ],
  'attributes of sealed parts': [
    400_000,
    (n) =>
      buildZip([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
        { name: 'META-INF/manifest.xml', content: `<file-entry ${'a="b" '.repeat(n)}><encryption-data `, method: 0 },
      ]),
  ],
  'PDF keys': [600_000, (n) => Buffer.from(`%PDF-1.7\n1 0 obj ${'/Encrypt '.repeat(n)} %%EOF`)],
  'RTF groups': [1_000_000, (n) => Buffer.from(`{\\rtf1 ${'{'.repeat(n)}${'}'.repeat(n)}}`)],
  'RTF binary': [600_000, (n) => Buffer.from(`{\\rtf1 ${'\\bin1 '.repeat(n)}}`)],
  'JSON arrays': [1_000_000, (n) => Buffer.from('['.repeat(n) + ']'.repeat(n))],
  'markup-like text': [1_000_000, (n) => Buffer.from('<!-'.repeat(n))],
  'delimited text': [1_000_000, (n) => Buffer.from('"",'.repeat(n))],
  'blank text': [4_000_000, (n) => Buffer.from(`${' '.repeat(n)}x`)],
  'wide text': [2_000_000, (n) => Buffer.from('a\n'.repeat(n / 2), 'utf16le')],
  'half-broken UTF-8': [300_000, (n) => Buffer.from('\u00c3'.repeat(n), 'latin1')],
  'JPEG markers': [1_000_000, (n) => Buffer.concat([Uint8Array.of(0xff, 0xd8), Buffer.alloc(n, 0xff)])],
  'long names': [20_000, (n) => encoder.encode(`${'a'.repeat(n)}: b\n${'c'.repeat(n)}`)],
}

async function vetted(bytes: Uint8Array): Promise<void> {
  guard.identify(bytes)
  await guard.vet(bytes, { signal, password: 'a' }).catch(() => undefined)
}

describe('the time of the guard grows with the bytes, not faster', () => {
  it.each(Object.entries(shapes))('%s', async (_, [size, make]) => {
    await expectLinearTime(size / 8, make, vetted)
  })
})
