import {
  ChanceryError,
  contentTypes,
  type DocumentGuard,
  type DocumentType,
  type ProblemCodeName,
  type VettedDocument,
} from '@chancery/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildZip } from './zip-builder.ts'
import {
  compoundFileOf,
  docxBody,
  docxOf,
  docxParts,
  emlOf,
  odtOf,
  pdfOf,
  pngOf,
  pptxOf,
  xlsxOf,
} from './sample-documents.ts'

const encoder = new TextEncoder()
const signal = new AbortController().signal

/** A whole document of many types, with the types that a guard must tell by the bytes alone. */
const samples: readonly (readonly [DocumentType, Uint8Array])[] = [
  ['docx', docxOf(['Привет, 世界 😀'])],
  [
    'xlsx',
    xlsxOf([
      ['Name', 'Ort'],
      ['Jörg', 'Köln'],
    ]),
  ],
  ['pptx', pptxOf('Übersicht')],
  ['odt', odtOf(['Ça va ?'])],
  ['doc', compoundFileOf([{ name: 'WordDocument' }, { name: '1Table' }])],
  ['xls', compoundFileOf([{ name: 'Workbook' }])],
  ['ppt', compoundFileOf([{ name: 'PowerPoint Document' }])],
  ['msg', compoundFileOf([{ name: '__properties_version1.0' }])],
  ['pdf', pdfOf(['One line.'])],
  ['rtf', encoder.encode(String.raw`{\rtf1\ansi Hello {\b there}.}`)],
  ['png', pngOf(3, 2)],
  ['eml', emlOf('Grüße', 'Guten Tag')],
  ['html', encoder.encode('<!doctype html><html><body><p>Hi</p></body></html>')],
  ['svg', encoder.encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['xml', encoder.encode('<?xml version="1.0"?><note><to>Ann</to></note>')],
  ['json', encoder.encode('{"name": "Zoë", "tags": [1, 2]}')],
  ['vcard', encoder.encode('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nEND:VCARD\r\n')],
  ['csv', encoder.encode('name;city\nJörg;Köln\n"A; B";"x"\n')],
  ['tsv', encoder.encode('name\tcity\nAnn\tRome\n')],
  ['markdown', encoder.encode('# Title\n\nSome **bold** text and a [link](https://example.com).\n')],
  ['text', encoder.encode('Dear Ms Smith,\n\nthank you for your letter, which we got.\n')],
]

const codeOf = async (promise: Promise<unknown>): Promise<ProblemCodeName | 'accepted'> => {
  try {
    await promise
    return 'accepted'
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return error.code
  }
}

const refusals = new Set([
  'accepted',
  'unsupported_document',
  'document_corrupt',
  'document_encrypted',
  'payload_too_large',
])

/** The suite that every `DocumentGuard` passes. `make` is given the largest size to accept. */
export function documentGuardContract(name: string, make: (maxBytes: number) => DocumentGuard): void {
  describe(`${name} as a DocumentGuard`, () => {
    const guard = make(1_000_000)
    const vet = (bytes: Uint8Array, options: object = {}): Promise<VettedDocument> =>
      guard.vet(bytes, { signal, ...options })

    for (const [type, bytes] of samples) {
      it(`tells ${type} by its bytes, and vets it`, async () => {
        expect(guard.identify(bytes)).toBe(type)
        const vetted = await vet(bytes, { filename: 'äöü 文.bin' })
        expect(vetted).toMatchObject({ type, contentType: contentTypes[type], filename: 'äöü 文.bin' })
        // What was vetted is whole: vetting it again changes nothing.
        const again = await vet(vetted.bytes)
        expect(again.type).toBe(type)
        expect(again.bytes).toEqual(vetted.bytes)
      })

      it(`refuses ${type} where it is not accepted, and says what is`, async () => {
        const accept = samples.map(([other]) => other).filter((other) => other !== type)
        await expect(vet(bytes, { accept })).rejects.toMatchObject({
          code: 'unsupported_document',
          details: { type, supported: accept },
        })
        expect(await codeOf(vet(bytes, { accept: [type] }))).toBe('accepted')
      })
    }

    it('tells the names in a zip or an e-mail, and in the zips in it; of what is none, nothing', async () => {
      const inner = buildZip([{ name: 'b/c.txt', content: 'c', flags: 1 }])
      const names = await guard.archivedNames(buildZip([{ name: 'a.zip', content: inner }]), { signal })
      expect(names).toEqual({ names: ['a.zip', 'b/c.txt'], isSealed: true, isWhole: true })
      const mail = encoder.encode('From: a@example.com\r\nContent-Disposition: attachment; filename=d.txt\r\n\r\nd')
      expect(await guard.archivedNames(mail, { signal })).toEqual({ names: ['d.txt'], isSealed: false, isWhole: true })
      for (const bytes of [new Uint8Array(), pdfOf(['One line.'])])
        expect(await guard.archivedNames(bytes, { signal })).toMatchObject({ names: [], isSealed: false })
    })

    it('decides the encoding of texts', async () => {
      const text = 'Ein Stück Text über Größe, 12,50 € und mehr.'
      const wide = Buffer.from(text, 'utf16le')
      const cases: readonly (readonly [string, Uint8Array])[] = [
        ['utf-8', encoder.encode(text)],
        ['utf-8', encoder.encode(`\ufeff${text}`)],
        ['utf-16le', Buffer.concat([Uint8Array.of(0xff, 0xfe), wide])],
        ['utf-16be', Buffer.concat([Uint8Array.of(0xfe, 0xff), Buffer.from(wide).swap16()])],
        ['utf-16le', wide],
        ['utf-16be', Buffer.from(wide).swap16()],
        ['windows-1252', Buffer.from(text.replace('€', '\u0080'), 'latin1')],
      ]
      for (const [charset, bytes] of cases) {
        const vetted = await vet(bytes)
        expect(vetted).toMatchObject({ type: 'text', charset })
        expect(new TextDecoder(charset).decode(vetted.bytes)).toBe(text)
      }
    })

    it('warns of a name or media type that claims another type, and goes by the bytes', async () => {
      const vetted = await vet(pngOf(1, 1), { filename: 'scan.pdf', contentType: 'application/msword' })
      expect(vetted.type).toBe('png')
      expect(vetted.findings.filter(({ code }) => code === 'type_mismatch')).toHaveLength(2)
      const right = await vet(pngOf(1, 1), { filename: 'scan.PNG', contentType: 'image/png; q=1' })
      expect(right.findings).toEqual([])
    })

    it('lets a name decide between kinds of plain text', async () => {
      const bytes = encoder.encode('name\nAnn\nBob\n')
      const types = await Promise.all(
        ['a.txt', 'a.csv', 'a.md', undefined].map(
          async (filename) => (await vet(bytes, filename === undefined ? {} : { filename })).type,
        ),
      )
      expect(types).toEqual(['text', 'csv', 'markdown', 'text'])
    })

    it('keeps the last name of a path, without what misleads', async () => {
      const names = await Promise.all(
        [
          '../../etc/passwd.png',
          String.raw`C:\scans\one.png`,
          'evil\u202egnp.exe\u0000.png',
          '..',
          '/',
          'x'.repeat(900) + '.png',
        ].map(async (filename) => (await vet(pngOf(1, 1), { filename })).filename),
      )
      expect(names).toEqual([
        'passwd.png',
        'one.png',
        'evilgnp.exe.png',
        undefined,
        undefined,
        `${'x'.repeat(251)}.png`,
      ])
    })

    it('takes unknown bytes only where any are taken', async () => {
      const bytes = Uint8Array.from({ length: 64 }, (_, index) => index * 7)
      expect(guard.identify(bytes)).toBe('unknown')
      expect(await vet(bytes)).toMatchObject({ type: 'unknown', contentType: 'application/octet-stream' })
      expect(await codeOf(vet(bytes, { accept: ['pdf', 'text'] }))).toBe('unsupported_document')
    })

    it('refuses empty bytes, and more bytes than allowed', async () => {
      expect(guard.identify(new Uint8Array())).toBe('unknown')
      expect(await codeOf(vet(new Uint8Array()))).toBe('document_corrupt')
      await expect(vet(new Uint8Array(1_000_001).fill(0x61))).rejects.toMatchObject({
        code: 'payload_too_large',
        details: { limit: 1_000_000, actual: 1_000_001 },
      })
      expect(await codeOf(vet(new Uint8Array(1_000_000).fill(0x61)))).toBe('accepted')
    })

    it('refuses packages, PDFs and images that were cut off', async () => {
      for (const [type, bytes] of samples.filter(([type]) =>
        ['docx', 'xlsx', 'pptx', 'odt', 'pdf', 'png', 'rtf'].includes(type),
      )) {
        for (const share of [0.3, 0.6, 0.9]) {
          expect(await codeOf(vet(bytes.subarray(0, Math.floor(bytes.length * share)))), `${type} ${share}`).toBe(
            'document_corrupt',
          )
        }
      }
    })

    it('refuses XML that is not well-formed, or tells it where it is asked to', async () => {
      const broken = docxParts(docxBody(['Dear Ada']).replace('</w:r>', ''))
      const bytes = buildZip(broken)
      expect(await codeOf(vet(bytes))).toBe('document_corrupt')
      const vetted = await vet(bytes, { faults: 'report' })
      expect(vetted.faults).toMatchObject([{ part: 'word/document.xml', reason: 'mismatched_end_tag' }])
      expect((await vet(vetted.bytes)).faults).toBeUndefined()
      expect((await vet(docxOf(['whole']), { faults: 'report' })).faults).toBeUndefined()
    })

    it('tells encrypted documents', async () => {
      const bytes = compoundFileOf([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }])
      expect(await codeOf(vet(bytes, { filename: 'a.docx' }))).toBe('document_encrypted')
    })

    it('does not start when the call was cancelled, and gives the reason where it is one', async () => {
      const aborted = { signal: AbortSignal.abort() }
      expect(await codeOf(guard.vet(pngOf(1, 1), aborted))).toBe('cancelled')
      const late = new ChanceryError('deadline_exceeded', 'Too late.')
      expect(await codeOf(guard.vet(pngOf(1, 1), { signal: AbortSignal.abort(late) }))).toBe('deadline_exceeded')
    })

    it('does not change the bytes that it is given, and does many at once', async () => {
      const before = samples.map(([, bytes]) => bytes.slice())
      const vetted = await Promise.all(samples.map(([, bytes]) => vet(bytes)))
      expect(vetted.map(({ type }) => type)).toEqual(samples.map(([type]) => type))
      expect(samples.map(([, bytes]) => bytes)).toEqual(before)
    })

    it('answers any bytes by a type, and by a vetted document or one of its refusals', async () => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 200 }).map((text) => encoder.encode(text)),
        fc
          .tuple(fc.constantFrom(...samples), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }))
          .map(([[, good], at, noise]) => {
            const mutant = good.slice()
            mutant.set(noise, at % Math.max(1, good.length - noise.length))
            return mutant
          }),
      )
      await fc.assert(
        fc.asyncProperty(bytes, async (input) => {
          expect(Object.hasOwn(contentTypes, guard.identify(input))).toBe(true)
          expect(refusals).toContain(await codeOf(vet(input)))
        }),
        { numRuns: 150 },
      )
    })
  })
}
