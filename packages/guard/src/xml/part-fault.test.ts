import { ChanceryError, type PartFault, type VettedDocument } from '@chancery/core'
import { docxBody, docxParts } from '@chancery/port-contracts/sample-documents'
import { buildZip, type ZipItem } from '@chancery/port-contracts/zip-builder'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../document-guard.ts'
import { defaultGuardLimits } from '../guard-limits.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'
import { inflatePart } from '../zip/zip-part.ts'

const guard = createDocumentGuard()
const signal = new AbortController().signal
const strictly = (bytes: Uint8Array): Promise<VettedDocument> => guard.vet(bytes, { signal })
const leniently = (bytes: Uint8Array): Promise<VettedDocument> => guard.vet(bytes, { signal, faults: 'report' })
const main = (content: string | Uint8Array): ZipItem[] =>
  docxParts('').map((part) => (part.name === 'word/document.xml' ? { ...part, content } : part))

const partOf = ({ bytes }: VettedDocument, name: string): string => {
  const entry = readZipDirectory(bytes, defaultGuardLimits).entries.find((each) => each.name === name)
  return entry === undefined ? 'absent' : Buffer.from(inflatePart(entry).content).toString()
}

/** The faulty part, what is wrong with it, the XML that is marked as such, and what is left of the part. */
const faults: readonly (readonly [string | Uint8Array, PartFault['reason'], marked: string, left: string])[] = [
  ['<d><b><c>ü 1</b></d>', 'mismatched_end_tag', '</b>', '<d><b><c>ü 1</c></b></d>'],
  ['<d></d></b>', 'unopened_end_tag', '</b>', '<d></d>'],
  ['<d><b a="1>x</b></d>', 'unclosed_attribute', '<b a="1>', '<d></d>'],
  ["<d><b a='1' x</b></d>", 'unclosed_tag', "<b a='1' x</b>", '<d></d>'],
  ['<d><b>1 < 2</b></d>', 'stray_bracket', '< 2</b>', '<d><b>1 </b></d>'],
  ['<d><b/><!- x --></d>', 'stray_bracket', '<!- x -->', '<d><b/></d>'],
  ['<d>a<!-- x</d>', 'unclosed_markup', '<!-- x</d>', '<d>a</d>'],
  ['<d>a<![CDATA[x]]</d>', 'unclosed_markup', '<![CDATA[x]]</d>', '<d>a</d>'],
  ['<d>a<?x</d>', 'unclosed_markup', '<?x</d>', '<d>a</d>'],
  ['<d><b>x', 'unclosed_element', '', '<d><b>x</b></d>'],
  ['<d/><e/>', 'several_roots', '<e/>', '<d/>'],
  ['<!-- <d/> -->', 'no_root', '', ''],
  ['<d', 'unclosed_tag', '<', ''],
  ['Dear Ada', 'not_xml', '', ''],
  [Buffer.from('<d><b>gr\xfcn</b></d>', 'latin1'), 'wrong_encoding', '', '<d><b>gr</b></d>'],
  ['<?xml version="1.0" encoding="utf-7"?><d/>', 'wrong_encoding', '', ''],
]

describe('a part that is not well-formed', () => {
  it.each(faults)('%s is told: %s', async (content, reason, marked, left) => {
    const bytes = buildZip(main(content))
    await expect(strictly(bytes)).rejects.toMatchObject({ code: 'document_corrupt' })
    const vetted = await leniently(bytes)
    expect(vetted.faults).toMatchObject([{ part: 'word/document.xml', reason }])
    const { start, end, excerpt } = vetted.faults![0]!
    expect(excerpt.text.slice(excerpt.start, excerpt.end)).toBe(marked)
    if (reason !== 'wrong_encoding' && reason !== 'not_xml') expect(`${content}`.slice(start, end)).toBe(marked)
    expect(partOf(vetted, 'word/document.xml')).toBe(left)
  })

  it('is told for every part, beside those that are whole', async () => {
    const broken = ['word/header1.xml', 'word/_rels/document.xml.rels', 'word/media/a.svg', 'customXml/item1.xml']
    const items = [
      ...docxParts(docxBody(['whole'])),
      ...broken.map((name) => ({ name, content: '<a><b></a>' })),
      { name: 'word/media/plain.bin', content: 'no XML, and not called so' },
    ]
    const vetted = await leniently(buildZip(items))
    expect(vetted.faults?.map(({ part }) => part)).toEqual(broken)
    expect(partOf(vetted, 'word/document.xml')).toContain('whole')
    expect((await leniently(buildZip(docxParts('')))).faults).toBeUndefined()
  })

  it('leaves what is dangerous refused', async () => {
    const long = (count: number, text: string): string => text.repeat(count)
    const dangerous: readonly (string | Uint8Array)[] = [
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>',
      '<!ENTITY b "c"><a>',
      `<a><b></a>${long(300, '<c>')}`.replace('<b></a>', '') + long(299, '</c>'),
      `<a ${Array.from({ length: 1001 }, (_, id) => `b${id}=""`).join(' ')}>`,
    ]
    for (const content of dangerous) {
      const bytes = buildZip(main(content))
      const refusal = await strictly(bytes).catch((error: unknown) => error)
      expect(ChanceryError.is(refusal)).toBe(true)
      await expect(leniently(bytes)).rejects.toMatchObject({ code: (refusal as ChanceryError).code })
    }
    const crowd = { name: 'word/crowd.xml', content: `<a>${long(1_500_001, '<b/>')}` }
    await expect(leniently(buildZip([...docxParts(''), crowd]))).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('is no part of what is handed on, whatever was done to it', async () => {
    const whole = main('')
      .find(({ name }) => name === '[Content_Types].xml')!
      .content.toString()
    const body = `<?xml version="1.0"?><d a="1"><!-- b --><w:p><w:t xml:space='preserve'>x &amp; ü</w:t></w:p><![CDATA[<]]></d>`
    const pieces = ['<', '>', '"', '/', '<!--', ']]>', '<b>', '</w:p>', '<!', '<?', '\u0000', '\ud83d\ude00', '']
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat({ max: 20 }),
        fc.constantFrom(...pieces),
        fc.constantFrom('word/document.xml', '[Content_Types].xml'),
        async (at, cut, piece, name) => {
          const text = name === 'word/document.xml' ? body : whole
          const from = at % text.length
          const content = text.slice(0, from) + piece + text.slice(from + cut)
          const bytes = buildZip(main(body).map((part) => (part.name === name ? { ...part, content } : part)))
          const vetted = await leniently(bytes).catch((error: unknown) => error)
          const isRefused = await strictly(bytes).then(
            () => false,
            () => true,
          )
          if (ChanceryError.is(vetted)) expect(isRefused).toBe(true)
          else {
            const { faults, bytes: handed, type } = vetted as VettedDocument
            if (type === 'docx') expect(faults !== undefined).toBe(isRefused)
            expect((await strictly(handed)).bytes).toEqual(handed)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
