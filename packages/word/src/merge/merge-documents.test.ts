import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, run, table, textOf } from '../testing/docx-builder.ts'
import { mergeDocuments } from './merge-documents.ts'

const { signal } = new AbortController()
const merge = async (...documents: Uint8Array[]): Promise<PizZip> =>
  new PizZip((await mergeDocuments(documents, signal)).bytes)
const part = (zip: PizZip, name: string): string => new TextDecoder().decode(zip.file(name)?.asUint8Array())
const body = (zip: PizZip): string => part(zip, 'word/document.xml')
const all = (xml: string, pattern: RegExp): string[] => [...xml.matchAll(pattern)].map((match) => match[1] ?? match[0])
const relationsOf = (zip: PizZip): ReadonlyMap<string, string> =>
  new Map(
    [...part(zip, 'word/_rels/document.xml.rels').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      /Id="([^"]*)"/.exec(tag)?.[1] ?? '',
      (/Target="([^"]*)"/.exec(tag)?.[1] ?? '').replace(/^\/word\//, ''),
    ]),
  )

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A document with more parts than the builder knows: their names, types and relations are added to what it writes. */
function withParts(
  bytes: Uint8Array,
  parts: readonly {
    readonly name: string
    readonly kind: string
    readonly type: string
    readonly content: string | Uint8Array
  }[],
): Uint8Array {
  const zip = new PizZip(bytes)
  const change = (name: string, end: string, added: string): void => {
    zip.file(name, part(zip, name).replace(end, added + end))
  }
  for (const { name, kind, type, content } of parts) {
    zip.file(`word/${name}`, content)
    change('[Content_Types].xml', '</Types>', `<Override PartName="/word/${name}" ContentType="${type}"/>`)
    change(
      'word/_rels/document.xml.rels',
      '</Relationships>',
      `<Relationship Id="r-${kind}" Type="${relation}/${kind}" Target="${name}"/>`,
    )
  }
  return zip.generate({ type: 'uint8array' })
}

const numbering = (levels = '<w:numFmt w:val="decimal"/>'): Parameters<typeof withParts>[1][number] => ({
  name: 'numbering.xml',
  kind: 'numbering',
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml',
  content: `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="5"/>${levels}</w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
})

const item = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr>${run(text)}</w:p>`

describe('merged documents', () => {
  it('keep their texts in order, each in a section of its own that begins a page and counts from 1', async () => {
    const zip = await merge(docx(p('One')), docx(p('Two')), docx(p('Three')))
    expect(textOf(zip.generate({ type: 'uint8array' })).split('\n')).toEqual(['One', 'Two', 'Three'])
    const xml = body(zip)
    expect(all(xml, /<w:sectPr\b/g).length).toBe(3)
    expect(all(xml, /<w:pgNumType [^>]*>/g)).toEqual(['<w:pgNumType w:start="1"/>', '<w:pgNumType w:start="1"/>'])
    expect(xml).not.toContain('continuous')
    // The last section's properties end the body, the others the last paragraph of their document.
    expect(xml).toMatch(/<\/w:sectPr><\/w:body><\/w:document>$/)
    expect(all(xml, /<w:pPr><w:sectPr\b/g).length).toBe(2)
  })

  it('of one is that one', async () => {
    const one = docx(p('One'))
    expect((await mergeDocuments([one], signal)).bytes).toBe(one)
  })

  it('keep headers and footers of their own, and share those that are equal', async () => {
    const made = (name: string): Uint8Array =>
      docx({ body: p(name), header: p(`To ${name}`), footer: p('Harrow & Pine') })
    const zip = await merge(made('Ada'), made('Bob'), made('Cid'))
    const targets = relationsOf(zip)
    const references = (kind: string): string[] =>
      all(body(zip), new RegExp(`<w:${kind}Reference[^>]*?r:id="([^"]*)"`, 'g')).map((id) => targets.get(id) ?? '')
    expect(references('header').map((name) => /To \w+/.exec(part(zip, `word/${name}`))?.[0])).toEqual([
      'To Ada',
      'To Bob',
      'To Cid',
    ])
    expect(new Set(references('footer')).size).toBe(1)
    for (const name of references('header')) expect(part(zip, '[Content_Types].xml')).toContain(`/word/${name}"`)
  })

  it('do not inherit a header that they have not', async () => {
    const own = p('Cover').replace('</w:p>', '') // a first section without, a second with a header
    const made = docx({
      body: `${own}</w:p><w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr></w:p>${p('Text')}`,
      header: p('Running head'),
    })
    const zip = await merge(made, made)
    const sections = all(body(zip), /<w:sectPr\b[^]*?<\/w:sectPr>/g)
    expect(sections.map((xml) => /headerReference/.test(xml))).toEqual([false, true, true, true])
    const id = /r:id="([^"]*)"/.exec(sections[2] ?? '')?.[1] ?? ''
    expect(part(zip, `word/${relationsOf(zip).get(id)}`)).not.toContain('Running head')
    // The second document begins on a new page, though its template's first section is continuous.
    expect(sections[0]).toContain('continuous')
    expect(sections[2]).not.toContain('continuous')
  })

  it('count their lists anew, from where the list starts', async () => {
    const made = (name: string): Uint8Array => withParts(docx(item(name)), [numbering()])
    const zip = await merge(made('a'), made('b'), made('c'))
    expect(all(body(zip), /<w:numId w:val="(\d+)"/g)).toEqual(['7', '8', '9'])
    const lists = part(zip, 'word/numbering.xml')
    expect(lists).toContain(
      '<w:num w:numId="9"><w:abstractNumId w:val="3"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/>',
    )
    expect(all(lists, /<w:abstractNum\b/g).length).toBe(1)
  })

  it('leave bullets alone, and add lists that only one document has', async () => {
    const bullets = withParts(docx(item('a')), [numbering('<w:numFmt w:val="bullet"/>')])
    expect(all(body(await merge(bullets, bullets)), /<w:numId w:val="(\d+)"/g)).toEqual(['7', '7'])
    const zip = await merge(
      docx(p('none')),
      withParts(docx(item('b')), [numbering()]),
      withParts(docx(item('c')), [numbering()]),
    )
    const ids = all(body(zip), /<w:numId w:val="(\d+)"/g)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(part(zip, 'word/numbering.xml')).toContain(`<w:num w:numId="${id}">`)
    expect(all(part(zip, 'word/_rels/document.xml.rels'), /numbering"/g).length).toBe(1)
  })

  it('count lists anew that come from a style', async () => {
    const styles = {
      name: 'styles.xml',
      kind: 'styles',
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml',
      content: `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Clause"><w:basedOn w:val="Base"/></w:style></w:styles>`,
    }
    const made = (name: string): Uint8Array => withParts(docx(p(name, 'Clause')), [numbering(), styles])
    expect(body(await merge(made('a'), made('b')))).toContain(
      '<w:pStyle w:val="Clause"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="8"/></w:numPr>',
    )
  })

  it('have notes of their own', async () => {
    const made = (name: string): Uint8Array =>
      docx({
        body: `<w:p>${run(name)}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
        footnotes: `<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="1">${p(`Note of ${name}`)}</w:footnote>`,
      })
    const zip = await merge(made('a'), made('b'))
    const notes = part(zip, 'word/footnotes.xml')
    const texts = all(body(zip), /<w:footnoteReference w:id="(\d+)"/g).map(
      (id) => new RegExp(`<w:footnote w:id="${id}">.*?(Note of \\w)`).exec(notes)?.[1],
    )
    expect(texts).toEqual(['Note of a', 'Note of b'])
    expect(all(notes, /w:type="separator"/g).length).toBe(1)
    expect(all(body(zip), /<w:numRestart w:val="eachSect"\/>/g).length).toBe(2)
  })

  it('have no id twice, and links and fields find their own bookmarks', async () => {
    const made = docx(
      `<w:p w14:paraId="1A" xmlns:w14="urn:w14"><w:bookmarkStart w:id="4" w:name="Total"/>${run('x')}<w:bookmarkEnd w:id="4"/><w:hyperlink w:anchor="Total">${run('see')}</w:hyperlink><w:r><w:instrText> REF Total \\h </w:instrText></w:r><w:r><w:drawing><wp:inline><wp:docPr id="9" name="P"/></wp:inline></w:drawing></w:r></w:p>`,
    )
    const xml = body(await merge(made, made, made))
    expect(new Set(all(xml, /<wp:docPr id="(\d+)"/g)).size).toBe(3)
    expect(new Set(all(xml, /<w:bookmarkStart w:id="(\d+)"/g)).size).toBe(3)
    expect(all(xml, /<w:bookmarkEnd w:id="(\d+)"/g)).toEqual(all(xml, /<w:bookmarkStart w:id="(\d+)"/g))
    expect(all(xml, /w:name="(Total\w*)"/g)).toEqual(['Total', 'Total_2', 'Total_3'])
    expect(all(xml, /w:anchor="(\w*)"/g)).toEqual(['Total', 'Total_2', 'Total_3'])
    expect(all(xml, / REF (\w+) /g)).toEqual(['Total', 'Total_2', 'Total_3'])
    expect(all(xml, /paraId/g).length).toBe(1)
  })

  it('have no tracked change, permission or control twice', async () => {
    const made = docx(
      `<w:p><w:ins w:id="4" w:author="a">${run('x')}</w:ins><w:permStart w:id="5" w:edGrp="everyone"/><w:permEnd w:id="5"/><w:sdt><w:sdtPr><w:id w:val="6"/></w:sdtPr><w:sdtContent>${run('y')}</w:sdtContent></w:sdt></w:p>`,
    )
    const xml = body(await merge(made, made))
    expect(new Set(all(xml, /<w:(?:ins|permStart) w:id="(\d+)"/g)).size).toBe(4)
    expect(all(xml, /<w:permEnd w:id="(\d+)"/g)).toEqual(all(xml, /<w:permStart w:id="(\d+)"/g))
    expect(all(xml, /<w:id w:val="(\d+)"/g)).toEqual(['6'])
  })

  it('share a picture, and keep another', async () => {
    const made = (bytes: Uint8Array): Uint8Array =>
      withParts(docx(`<w:p><w:r><w:drawing><a:blip r:embed="r-image"/></w:drawing></w:r></w:p>`), [
        { name: 'media/image1.png', kind: 'image', type: 'image/png', content: bytes },
      ])
    const [logo, other] = [new Uint8Array(5000).fill(1), new Uint8Array(5000).fill(2)]
    const zip = await merge(made(logo), made(other), made(logo))
    const targets = relationsOf(zip)
    const used = all(body(zip), /r:embed="([^"]*)"/g).map((id) => targets.get(id) ?? '')
    expect(used[0]).toBe(used[2])
    expect(zip.file(`word/${used[1]}`)?.asUint8Array()).toEqual(other)
    expect(Object.keys(zip.files).filter((name) => name.includes('media/')).length).toBe(2)
  })

  it('are not bound to the data of the first any more', async () => {
    const bound = docx(
      `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent>${p('Ada')}</w:sdtContent></w:sdt>`,
    )
    expect(body(await merge(bound, bound))).not.toContain('dataBinding')
  })

  it('may end with a table, or with a section break', async () => {
    const xml = body(
      await merge(
        docx(table(['a'])),
        docx(`${p('b')}<w:p><w:pPr><w:sectPr/></w:pPr></w:p>`),
        docx('<w:p/>'),
        docx(p('c')),
      ),
    )
    expect(all(xml, /<w:sectPr\b/g).length).toBe(5)
    expect(xml).toMatch(/<\/w:tbl><w:p><w:pPr>.*?<w:sectPr/)
  })

  it('stop with their caller, and refuse what is broken', async () => {
    await expect(mergeDocuments([docx(p('a')), docx(p('b'))], AbortSignal.abort())).rejects.toThrow()
    await expect(mergeDocuments([docx(p('a')), docx(p('b')).slice(0, 300)], signal)).rejects.toMatchObject({
      code: 'document_corrupt',
    })
    await expect(mergeDocuments([docx(p('a')), docx('<w:p>')], signal)).rejects.toMatchObject({
      code: 'document_corrupt',
    })
  })

  it('take time and bytes in proportion to their number', async () => {
    const made = docx({ body: p('x'.repeat(2000)), header: p('head') })
    const few = await mergeDocuments(
      Array.from({ length: 50 }, () => made),
      signal,
    )
    const many = await mergeDocuments(
      Array.from({ length: 500 }, () => made),
      signal,
    )
    expect(many.bytes.length).toBeLessThan(12 * few.bytes.length)
    expect(all(body(new PizZip(many.bytes)), /<w:sectPr\b/g).length).toBe(500)
  })
})
