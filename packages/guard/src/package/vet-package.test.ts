import { ChanceryError, type VettedDocument } from '@chancery/core'
import { docxBody, docxOf, docxParts, openDocumentOf, wordContentType } from '@chancery/port-contracts/sample-documents'
import { buildZip, type ZipItem } from '@chancery/port-contracts/zip-builder'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createDocumentGuard } from '../document-guard.ts'
import { defaultGuardLimits } from '../guard-limits.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'
import { inflatePart } from '../zip/zip-part.ts'

const guard = createDocumentGuard()
const signal = new AbortController().signal
const vet = (bytes: Uint8Array): Promise<VettedDocument> => guard.vet(bytes, { signal })
const parts = docxParts(docxBody(['Grüße']))
const withPart = (item: ZipItem): readonly ZipItem[] => [...parts, item]
const main = (content: string | Uint8Array, more: Partial<ZipItem> = {}): ZipItem[] =>
  parts.map((part) => (part.name === 'word/document.xml' ? { ...part, content, ...more } : part))

/** What every reader finds in a package. */
const contents = (bytes: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readZipDirectory(bytes, defaultGuardLimits).entries.map((entry) => [
      entry.name,
      Buffer.from(inflatePart(entry).content).toString('utf8'),
    ]),
  )

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    await vet(bytes)
    return 'accepted'
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    return `${error.code}${error.details['what'] === undefined ? '' : `: ${String(error.details['what'])}`}`
  }
}

it('names the part whose XML is broken, where its name is one that the format gives', async () => {
  const broken = (name: string) => vet(buildZip(withPart({ name, content: '<a><b></a>' })))
  await expect(broken('word/header2.xml')).rejects.toThrow(
    'An XML part closes another element than is open: word/header2.xml.',
  )
  await expect(broken('word/Jane Doe.xml')).rejects.toThrow('An XML part closes another element than is open.')
})

describe('a package that is handed on', () => {
  it('holds the same parts in the same order', async () => {
    const { bytes, findings } = await vet(docxOf(['Grüße']))
    expect(Object.keys(contents(bytes))).toEqual(parts.map(({ name }) => name))
    expect(contents(bytes)).toEqual(contents(buildZip(parts)))
    expect(findings).toEqual([])
  })

  it('is told with its tags, which its bytes tell little of', async () => {
    const tagsOf = async (paragraphs: number): Promise<number> =>
      (await vet(docxOf(Array.from({ length: paragraphs }, () => 'Paid')))).tags ?? 0
    const few = await tagsOf(1)
    expect(few).toBeGreaterThan(0)
    // Paragraph, run and text, each with a start and an end.
    expect((await tagsOf(1001)) - few).toBe(6000)
  })

  it('holds nothing else that was in the bytes', async () => {
    const secret = Buffer.from('SECRET-BETWEEN')
    const bytes = buildZip(
      parts.map((part) => ({ ...part, descriptor: true })),
      { before: secret, behind: secret, comment: secret },
    )
    const vetted = await vet(bytes)
    expect(vetted.type).toBe('docx')
    expect(Buffer.from(vetted.bytes).includes('SECRET')).toBe(false)
    expect(vetted.findings).toMatchObject([{ code: 'package_mended', severity: 'info' }])
  })

  const wide = (text: string): Buffer => Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from(text, 'utf16le')])
  const body = `<w:document xmlns:w="x"><w:body>${docxBody(['Grüße, 世界'])}</w:body></w:document>`
  const mended: readonly (readonly [string, Uint8Array])[] = [
    ['UTF-16 with a mark', buildZip(main(wide(`<?xml version="1.0" encoding="UTF-16"?>${body}`)))],
    ['UTF-16 without one', buildZip(main(Buffer.from(`<?xml version="1.0"?>${body}`, 'utf16le').swap16()))],
    ['backslashes', buildZip(main(body).map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') })))],
    ['a leading slash', buildZip(main(body).map((part) => ({ ...part, name: `/${part.name}` })))],
    ['a stray byte behind', buildZip(main(body), { behind: Uint8Array.of(0) })],
    ['stray lines before', buildZip(main(body), { before: Buffer.from('\r\n\r\n') })],
    ['data descriptors', buildZip(main(body).map((part) => ({ ...part, descriptor: true })))],
    [
      'zip64',
      buildZip(
        main(body).map((part) => ({ ...part, zip64: true })),
        { zip64: true },
      ),
    ],
    ['bytes behind a stream', buildZip(main(body, { data: Buffer.concat([deflateRawSync(body), Buffer.from('xx')]) }))],
    ['folders', buildZip([{ name: 'word/', content: '', method: 0 }, ...main(body)])],
    ['stored parts', buildZip(main(body).map((part) => ({ ...part, method: 0 })))],
  ]
  it.each(mended)('is mended: %s', async (_, bytes) => {
    const vetted = await vet(bytes)
    expect(vetted.type).toBe('docx')
    expect(contents(vetted.bytes)['word/document.xml']).toContain('Grüße, 世界')
  })

  it('keeps an older encoding’s text, and its declaration is set right', async () => {
    const text = `<?xml version="1.0" encoding="windows-1251"?><w:document xmlns:w="x">Ж</w:document>`
    const { bytes } = await vet(buildZip(main(Buffer.from(text.replace('Ж', '\u00c6'), 'latin1'))))
    expect(contents(bytes)['word/document.xml']).toBe(text.replace('windows-1251', 'UTF-8'))
  })
})

describe('side parts that no reader opens', () => {
  const library = '<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">'
  const openDocument = (...items: readonly ZipItem[]): Uint8Array =>
    buildZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
      { name: 'content.xml', content: '<office:document-content xmlns:office="o"/>' },
      ...items,
    ])

  it.each([
    ['a Basic library', 'Basic/script-lc.xml', `${library}<library:libraries/>`],
    ['one with entities', 'Basic/Standard/Module1.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a dialog that is cut off', 'Dialogs/Standard/Dialog1.xml', '<dlg:window><dlg:button>'],
  ])('stay as they are in OpenDocument: %s', async (_, name, content) => {
    const vetted = await vet(openDocument({ name, content }))
    expect(contents(vetted.bytes)[name]).toBe(content)
    expect(vetted.type).toBe('odt')
  })

  it.each(['<xml><![if gte mso 9]><v:shape/><![endif]></xml>', '<xml><div>a<br>b</div></xml>', '<xml>'])(
    'stay as they are in Office: %s',
    async (content) => {
      const name = 'word/drawings/vmlDrawing1.vml'
      expect(contents((await vet(buildZip(withPart({ name, content })))).bytes)[name]).toBe(content)
    },
  )

  it('stay as they are in workbooks, though their content types call them XML', async () => {
    const name = 'xl/calcChain.xml'
    const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const workbook = (kind: string): Uint8Array =>
      buildZip([
        {
          name: '[Content_Types].xml',
          content: `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>`,
        },
        { name: 'xl/workbook.xml', content: '<workbook/>' },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: `<Relationships><Relationship Id="r" Type="${base}/${kind}" Target="calcChain.xml"/></Relationships>`,
        },
        { name, content: '<calcChain><c r="A1">' },
      ])
    expect(contents((await vet(workbook('calcChain'))).bytes)[name]).toBe('<calcChain><c r="A1">')
    // A reader would open it as something else.
    expect(await refusal(workbook('sharedStrings'))).toBe('document_corrupt')
  })

  const bound = (main: string, folder: string): Uint8Array =>
    buildZip([
      {
        name: '[Content_Types].xml',
        content: `<Types><Override PartName="/${folder}/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/><Override PartName="/customXml/itemProps1.xml" ContentType="application/vnd.openxmlformats-officedocument.customXmlProperties+xml"/></Types>`,
      },
      { name: `${folder}/main.xml`, content: '<a/>' },
      {
        name: `${folder}/_rels/main.xml.rels`,
        content:
          '<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml" Target="../customXml/item1.xml"/></Relationships>',
      },
      { name: 'customXml/item1.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
      { name: 'customXml/itemProps1.xml', content: 'no XML' },
    ])

  it('are the custom XML of workbooks and presentations; fields of Word documents are bound to it', async () => {
    for (const [main, folder] of [
      ['spreadsheetml.sheet', 'xl'],
      ['presentationml.presentation', 'ppt'],
    ] as const) {
      const { bytes } = await vet(bound(main, folder))
      expect(contents(bytes)['customXml/item1.xml']).toContain('<!DOCTYPE')
    }
    expect(await refusal(bound('wordprocessingml.document', 'word'))).toBe('document_corrupt')
  })

  it('are no custom XML with a document type', async () => {
    const content = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    const [utf8, little, big] = (['utf8', 'utf16le', 'utf16le'] as const).map((encoding) =>
      Buffer.from(`\ufeff${content}`, encoding),
    )
    for (const bytes of [utf8, little, big?.swap16()]) {
      const part = { name: 'customXml/item9.xml', content: bytes ?? '' }
      expect(await refusal(buildZip([...parts, part]))).toBe('document_corrupt')
    }
  })

  it('are the custom XML of Word documents that nothing refers to, well-formed or not', async () => {
    const word = (...more: readonly { name: string; content: string }[]): Uint8Array => buildZip([...parts, ...more])
    for (const content of ['no XML', '<a><b></a>']) {
      const part = { name: 'customXml/item9.xml', content }
      expect(contents((await vet(word(part))).bytes)['customXml/item9.xml']).toBe(content)
      const properties = { name: 'customXml/_rels/item9.xml.rels', content: '<Relationships/>' }
      expect(await refusal(word(part, properties))).toBe('document_corrupt')
    }
  })

  it('have the same limits as others, and are never taken for what is read', async () => {
    const many = '<a/>'.repeat(defaultGuardLimits.tags + 1)
    expect(await refusal(openDocument({ name: 'Basic/a.xml', content: `<b>${many}</b>` }))).toContain(
      'payload_too_large',
    )
    const types = `<Types><Override PartName="/word/a.vml" ContentType="${wordContentType}"/></Types>`
    const items = parts.map((part) => (part.name === '[Content_Types].xml' ? { ...part, content: types } : part))
    expect(await refusal(buildZip([...items, { name: 'word/a.vml', content: '<a><b></a>' }]))).toBe('document_corrupt')
  })

  it('need no part of OpenDocument to lose its document type, which is taken out', async () => {
    const math = '<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD \'>\' 1.01//EN" "math.dtd">'
    const content = `<?xml version="1.0"?><!-- <!DOCTYPE x> -->${math}<math:math/>`
    const vetted = await vet(openDocument({ name: 'Object 1/content.xml', content }))
    expect(contents(vetted.bytes)['Object 1/content.xml']).toBe(content.replace(math, ''))
    const entities = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    expect(await refusal(openDocument({ name: 'Object 1/content.xml', content: entities }))).toBe('document_corrupt')
  })
})

describe('a package that is refused', () => {
  const mega = Buffer.alloc(9 * 1024 * 1024)
  const long = (count: number, text: string): string => text.repeat(count)
  const cases: readonly (readonly [string, string, Uint8Array])[] = [
    ['cut off', 'document_corrupt', buildZip(parts).subarray(0, -30)],
    ['a wrong checksum', 'document_corrupt', buildZip(main('<a/>', { crc: 1 }))],
    ['a size too small', 'document_corrupt', buildZip(main(long(500, '<a></a>'), { size: 10 }))],
    ['a size too large', 'document_corrupt', buildZip(main('<a/>', { size: 1000 }))],
    ['other bytes than deflated', 'document_corrupt', buildZip(main('<a/>', { data: Buffer.from('no deflate') }))],
    ['two names of a part', 'document_corrupt', buildZip(main('<a/>', { localName: 'word/documenT.xml' }))],
    ['two sizes of a part', 'document_corrupt', buildZip(main('<a/>', { localSize: 5 }))],
    ['one name twice', 'document_corrupt', buildZip([...parts, ...main('<a/>').slice(-1)])],
    [
      'one name twice, by a backslash',
      'document_corrupt',
      buildZip(withPart({ name: 'word\\document.xml', content: '<a/>' })),
    ],
    ['overlap', 'document_corrupt', buildZip(withPart({ name: 'word/a.xml', content: '<a/>', offset: 0 }))],
    ['too many stated', 'document_corrupt', buildZip(parts, { count: 9 })],
    ['too few stated', 'document_corrupt', buildZip(parts, { count: 1 })],
    ['several disks', 'document_corrupt', buildZip(parts, { disk: 2 })],
    ['a second end', 'document_corrupt', buildZip(parts, { comment: buildZip([]) })],
    ['two packages in one', 'document_corrupt', Buffer.concat([buildZip(parts), buildZip(main('<b/>'))])],
    [
      'a link',
      'document_corrupt',
      buildZip(withPart({ name: 'word/link.xml', content: '/etc/passwd', mode: 0o120777 })),
    ],
    ['a way up', 'document_corrupt', buildZip(withPart({ name: '../evil.xml', content: '<a/>' }))],
    ['a drive', 'document_corrupt', buildZip(withPart({ name: 'C:/evil.xml', content: '<a/>' }))],
    ['a NUL in a name', 'document_corrupt', buildZip(withPart({ name: 'word/a\u0000.xml', content: '<a/>' }))],
    ['an odd method', 'document_corrupt', buildZip(main('<a/>', { method: 12 }))],
    ['encryption', 'document_encrypted', buildZip(main('<a/>', { flags: 1 }))],
    [
      'many parts',
      'payload_too_large: parts',
      buildZip(Array.from({ length: 2001 }, (_, id) => ({ name: `${id}`, content: '' }))),
    ],
    [
      'a large ratio',
      'payload_too_large: inflated bytes per compressed byte',
      buildZip(withPart({ name: 'x.bin', content: mega })),
    ],
    ['a picture of one colour', 'accepted', buildZip(withPart({ name: 'word/media/image1.emf', content: mega }))],
    [
      'a large ratio over many parts',
      'payload_too_large: inflated bytes per compressed byte',
      buildZip([
        ...parts,
        ...Array.from({ length: 20 }, (_, id) => ({ name: `${id}.bin`, content: mega.subarray(0, 8e6) })),
      ]),
    ],
    [
      'a large part of a picture',
      'payload_too_large: bytes in one part',
      buildZip(withPart({ name: 'word/media/image1.emf', content: '', size: 65 * 1024 * 1024 })),
    ],
    ['a large part', 'payload_too_large: bytes in one part', buildZip(main('<a/>', { size: 65 * 1024 * 1024 }))],
    ['a document type', 'document_corrupt', buildZip(main('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))],
    ['an outside document type', 'document_corrupt', buildZip(main('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'))],
    ['an open comment', 'document_corrupt', buildZip(main(`<a>${long(50_000, '<!--')}`))],
    ['an open instruction', 'document_corrupt', buildZip(main(`<a>${long(50_000, '<?x ')}`))],
    ['an open CDATA section', 'document_corrupt', buildZip(main('<a><![CDATA[ ]]'))],
    ['an open attribute', 'document_corrupt', buildZip(main('<a b="c></a>'))],
    ['tags out of order', 'document_corrupt', buildZip(main('<a><b></a></b>'))],
    ['tags that stay open', 'document_corrupt', buildZip(main('<a><b></b>'))],
    ['two roots', 'document_corrupt', buildZip(main('<a/><b/>'))],
    ['no markup', 'document_corrupt', buildZip(main('hello'))],
    ['broken UTF-8', 'document_corrupt', buildZip(main(Buffer.from('<a>\xff\xfe</a>', 'latin1')))],
    ['an unknown encoding', 'document_corrupt', buildZip(main('<?xml version="1.0" encoding="utf-7"?><a/>'))],
    [
      'deep nesting',
      'payload_too_large: levels of XML elements',
      buildZip(main(`${long(300, '<a>')}${long(300, '</a>')}`)),
    ],
    [
      'many tags',
      'payload_too_large: XML tags',
      buildZip(
        main(`<a>${Array.from({ length: 1_500_001 }, (_, id) => `<b${(id * 7919) % 1_000_003}/>`).join('')}</a>`),
      ),
    ],
    [
      'many attributes',
      'payload_too_large: attributes of one element',
      buildZip(main(`<a ${Array.from({ length: 1001 }, (_, id) => `b${id}=""`).join(' ')}/>`)),
    ],
  ]
  it.each(cases)('%s: %s', async (_, expected, bytes) => {
    expect(await refusal(bytes)).toBe(expected)
  })

  it('says the limit and the actual value', async () => {
    const bytes = buildZip(main(`${long(300, '<a>')}${long(300, '</a>')}`))
    await expect(vet(bytes)).rejects.toMatchObject({ details: { limit: 256, actual: 257 } })
  })

  it('scans a part for what a parser takes it for, whatever its name', async () => {
    const bomb = `<a>${long(100, '<!--')}`
    const rels = (target: string): ZipItem[] =>
      main('<a/>').map((part) =>
        part.name === '_rels/.rels'
          ? { ...part, content: part.content.toString().replace('word/document.xml', target) }
          : part,
      )
    expect(await refusal(buildZip([...rels('word/x.bin'), { name: 'word/x.bin', content: bomb }]))).toBe(
      'document_corrupt',
    )
    expect(await refusal(buildZip([...rels('word/x.bin'), { name: 'word/x.bin', content: `.${bomb}` }]))).toBe(
      'document_corrupt',
    )
    expect(await refusal(buildZip([...rels('word/&#120;.bin'), { name: 'word/x.bin', content: '.' }]))).toBe(
      'document_corrupt',
    )
    expect(await refusal(buildZip(withPart({ name: 'word/media/x.bin', content: `.${bomb}` })))).toBe('accepted')
  })

  it('tells encrypted OpenDocument by its manifest', async () => {
    const { entries } = readZipDirectory(openDocumentOf('text', ''), defaultGuardLimits)
    const items = entries.map((entry) => {
      const content = Buffer.from(inflatePart(entry).content).toString()
      return { name: entry.name, content: content.replace('</manifest:manifest>', '<manifest:encryption-data/>$&') }
    })
    expect(await refusal(buildZip(items))).toBe('document_encrypted')
    // As programs write it: what is called XML is none, and stands before the manifest.
    const sealed = items.map((item) =>
      item.name === 'content.xml' ? { ...item, content: '\u0007\u009f sealed' } : item,
    )
    expect(await refusal(buildZip(sealed))).toBe('document_encrypted')
  })
})

describe('what is told of a package', () => {
  const macro = wordContentType.replace(
    'openxmlformats-officedocument.wordprocessingml.document',
    'ms-word.document.macroEnabled',
  )

  it.each([
    ['docx', wordContentType.replace('document.main', 'template.main')],
    ['docx', macro],
    ['xlsx', 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
    ['zip', 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'],
  ])('%s by the content type %s', async (type, contentType) => {
    expect((await vet(buildZip(docxParts('', contentType)))).type).toBe(type)
  })

  it.each([
    ['odt', 'text'],
    ['ods', 'spreadsheet'],
    ['odp', 'presentation'],
  ] as const)('%s', async (type, kind) => {
    expect((await vet(openDocumentOf(kind, ''))).type).toBe(type)
  })

  it('macros, and what lies outside; not hyperlinks', async () => {
    const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const rels = (kind: string): ZipItem => ({
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships><Relationship Id="r1" Type='${base}/${kind}' TargetMode="External" Target="http://169.254.169.254/?a>b"/></Relationships>`,
    })
    const findings = async (items: readonly ZipItem[]): Promise<string[]> =>
      (await vet(buildZip(items))).findings.map(({ code }) => code)
    expect(await findings([...docxParts('', macro), { name: 'word/vbaProject.bin', content: 'x' }])).toEqual([
      'macros_present',
    ])
    expect(await findings(withPart(rels('attachedTemplate')))).toEqual(['external_relationships'])
    expect(await findings(withPart(rels('hyperlink')))).toEqual([])
  })

  it('stops between parts when the call is cancelled', async () => {
    const controller = new AbortController()
    // No two tags alike: it takes a while.
    const content = `<a>${Array.from({ length: 60_000 }, (_, id) => `<b first="${id}" second="${id}"/>`).join('')}</a>`
    const items = Array.from({ length: 20 }, (_, id) => ({ name: `${id}.xml`, content }))
    const vetting = guard.vet(buildZip([...parts, ...items]), { signal: controller.signal })
    controller.abort()
    await expect(vetting).rejects.toMatchObject({ code: 'cancelled' })
  })
})
