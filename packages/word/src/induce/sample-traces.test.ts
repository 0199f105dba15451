import type { InduceRequest, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { createTemplateCache } from '../compile/template-cache.ts'
import { fillDocument } from '../fill/fill-document.ts'
import { docx, type DocxParts, p, run, table } from '../testing/docx-builder.ts'
import { induceDocument } from './induce-document.ts'

const { signal } = new AbortController()
const request: InduceRequest = { fields: [], locale: 'en', pages: 500, identify: async () => [] }
const filling = { missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const induce = async (samples: readonly Uint8Array[], more: Partial<InduceRequest> = {}) =>
  await induceDocument(
    samples.map((bytes) => vettedForTest(bytes, 'docx')),
    { ...request, ...more },
    { signal },
  )

const fill = async (template: Uint8Array, data: JsonObject): Promise<Uint8Array> =>
  (await fillDocument(vettedForTest(template, 'docx'), { ...filling, data }, createTemplateCache(0), signal)).content
    .bytes

const everything = (bytes: Uint8Array): string => {
  const zip = new PizZip(bytes)
  return Object.keys(zip.files)
    .map((name) => `${name}\n${zip.file(name)?.asText() ?? ''}`)
    .join('\n')
}
const part = (bytes: Uint8Array, name: string): string => new PizZip(bytes).file(name)?.asText() ?? ''

const clients = [
  ['Ada King', '100'],
  ['Ben Moss', '207'],
  ['Cy Lund', '391'],
] as const
const link = (text: string, more = ''): string => `<w:hyperlink r:id="link0"${more}>${run(text)}</w:hyperlink>`
const letters = (make: (name: string, id: string) => DocxParts | string): Uint8Array[] =>
  clients.map(([name, id]) => docx(make(name, id)))

/** No value of any sample stands anywhere in the file. */
const expectNoClient = (bytes: Uint8Array): void => {
  for (const [name, id] of clients) {
    expect(everything(bytes)).not.toContain(name)
    expect(everything(bytes)).not.toMatch(new RegExp(`[/=-]${id}\\b`))
  }
}

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const picture = (id: string, name: string, alt?: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1"${alt === undefined ? '' : ` descr="${alt}"`}/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="${name}"${alt === undefined ? '' : ` descr="${alt}"`}/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

const marked = (id: string, name: string, text: string): string =>
  `<w:p><w:bookmarkStart w:id="${id}" w:name="${name}"/>${run(text)}<w:bookmarkEnd w:id="${id}"/></w:p>`

it('has no bookmarks that are called by a client, but those that lead somewhere', async () => {
  const { template } = await induce(
    letters(
      (name, id) =>
        marked('1', name.replace(' ', ''), `No ${id}`) +
        marked('2', 'terms', 'Terms') +
        marked('3', `ref${id}`, 'More') +
        `<w:p><w:fldSimple w:instr=" PAGEREF ref${id} \\h ">${run('1')}</w:fldSimple></w:p>`,
    ),
  )
  const xml = part(template.bytes, 'word/document.xml')
  expect(xml).not.toMatch(/AdaKing|BenMoss|CyLund|w:id="1"/)
  expect(xml).toContain('w:name="terms"')
  expect(xml.match(/<w:bookmark(?:Start|End)/g)).toHaveLength(2 + 2 * Number(/PAGEREF ref/.test(xml)))
})

/** A document with pictures, whose bytes are texts here. */
const withPictures = (body: string, files: Readonly<Record<string, string>>): Uint8Array => {
  const zip = new PizZip(docx({ body }))
  const rels = Object.keys(files).map(
    (file, index) => `<Relationship Id="pic${index}" Type="${relation}/image" Target="media/${file}"/>`,
  )
  const name = 'word/_rels/document.xml.rels'
  zip.file(
    name,
    zip
      .file(name)!
      .asText()
      .replace('</Relationships>', `${rels.join('')}</Relationships>`),
  )
  for (const [file, content] of Object.entries(files)) zip.file(`word/media/${file}`, content)
  return zip.generate({ type: 'uint8array' })
}

describe('where links lead', () => {
  it('is a field of its own where a value has a slash; the text around it keeps its fields', async () => {
    const { template, samples } = await induce(
      clients.map(([name, id], index) => {
        const number = `${'ABC'[index]}/${id}`
        return docx({
          body: `${p(`Our ref: ${number}`)}<w:p>${run(`Dear ${name}, use `)}${link('the portal')}${run(' soon.')}</w:p>`,
          links: [`https://portal.example/${number}`],
        })
      }),
    )
    expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
    expectNoClient(template.bytes)
    expect(part(template.bytes, 'word/document.xml')).toMatch(/the portal[\s\S]* soon\./)
  })

  it('is a field where the samples differ, and the same field as the text that says it', async () => {
    const samples = letters((name, id) => ({
      body: p(`Dear ${name},`) + `<w:p>${run('Please pay: ')}${link(`invoice ${id}`)}${run(' soon.')}</w:p>`,
      links: [`https://pay.example/invoices/${id}`],
    }))
    const { template, samples: proofs, findings } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(findings).toEqual([])
    expectNoClient(template.bytes)
    expect(part(template.bytes, 'word/_rels/document.xml.rels')).toContain(
      'https://pay.example/invoices/{invoiceNumber}',
    )
    const filled = await fill(template.bytes, { ...proofs[2]!.data, invoiceNumber: '555' })
    expect(part(filled, 'word/_rels/document.xml.rels')).toContain('https://pay.example/invoices/555')
  })

  it('is one with a value whole, in rows, notes and beside tool tips', async () => {
    const samples = letters((name, id) => ({
      body: `<w:p>${link('Your page', ` w:tooltip="Page of ${name}"`)}</w:p>${table(['Client', name])}`,
      links: [`mailto:${name.split(' ')[0]!.toLowerCase()}-${id}@x.example`],
    }))
    const { template, samples: proofs } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expectNoClient(template.bytes)
    expect(part(template.bytes, 'word/document.xml')).toContain('w:tooltip="Page of {client}"')
  })

  it('stays where it is the same in all', async () => {
    const samples = letters((name) => ({
      body: `<w:p>${link('Terms')}</w:p>${p(`Dear ${name}`)}`,
      links: ['https://x.example/terms'],
    }))
    const { template } = await induce(samples)
    expect(part(template.bytes, 'word/document.xml')).toContain('<w:hyperlink r:id="link0">')
    expect(part(template.bytes, 'word/_rels/document.xml.rels')).toContain('https://x.example/terms')
  })

  it('goes with a row or paragraph that only some have', async () => {
    const samples = clients.map(([name, id], index) =>
      docx({
        body:
          p(`Dear ${name}, thank you for your order from our shop.`) +
          (index === 1 ? '' : `<w:p>${run('Track your parcel on its long way here: ')}${link('track')}</w:p>`) +
          p('Kind regards from all of us.'),
        links: index === 1 ? [] : [`https://post.example/parcels/${id}`],
      }),
    )
    const { template, samples: proofs } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expectNoClient(template.bytes)
  })

  it('is a field in each round of a loop', async () => {
    const orders = [
      ['Mug', 'Tea pot'],
      ['Jar', 'Lid', 'Box'],
      ['Pan', 'Fork', 'Knife', 'Spoon'],
    ]
    const samples = orders.map((items, index) => {
      const rows = items
        .map(
          (item, at) =>
            `<w:tr><w:tc><w:p><w:hyperlink r:id="link${at}">${run(item)}</w:hyperlink></w:p></w:tc><w:tc>${p(`${at + 1}${index}.50`)}</w:tc></w:tr>`,
        )
        .join('')
      return docx({
        body: `${p('Your order')}<w:tbl><w:tr><w:tc>${p('Item')}</w:tc><w:tc>${p('Price')}</w:tc></w:tr>${rows}</w:tbl>${p('Thank you for your order.')}`,
        links: items.map((item) => `https://shop.example/items/${item.replace(' ', '-')}`),
      })
    })
    const { template, samples: proofs } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(proofs[0]!.data['items']).toHaveLength(2)
    expect(everything(template.bytes)).not.toMatch(/Tea|Knife|Jar/)
    const filled = await fill(template.bytes, proofs[2]!.data)
    expect(part(filled, 'word/_rels/document.xml.rels').match(/items\/(?:Pan|Fork|Knife|Spoon)"/g)).toHaveLength(4)
  })

  it('is one in footnotes and headers', async () => {
    const samples = clients.map(([name, id]) => {
      const zip = new PizZip(
        docx({
          body: p(`Dear ${name}, thank you for all.`),
          header: `<w:p><w:hyperlink r:id="h1">${run('Your file')}</w:hyperlink></w:p>`,
          footnotes: `<w:footnote w:id="2"><w:p><w:hyperlink r:id="f1">${run('Terms')}</w:hyperlink></w:p></w:footnote>`,
        }),
      )
      for (const [file, relationId] of [
        ['header1', 'h1'],
        ['footnotes', 'f1'],
      ] as const)
        zip.file(
          `word/_rels/${file}.xml.rels`,
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${relationId}" Type="${relation}/hyperlink" Target="https://x.example/${file}/${id}" TargetMode="External"/></Relationships>`,
        )
      return zip.generate({ type: 'uint8array' })
    })
    const { template, samples: proofs } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expectNoClient(template.bytes)
  })

  it('of a single sample cannot be told from that of all, and is said to stay', async () => {
    const { findings } = await induce([
      docx({ body: `${p('Dear Ada')}<w:p>${link('Pay')}</w:p>`, links: ['https://pay.example/100'] }),
    ])
    expect(findings.map(({ code }) => code)).toContain('links_not_compared')
  })

  it('of fields of Word is told, and the text alone is left, where the codes differ', async () => {
    const field = (code: string, text: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(text)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const samples = letters((name, id) => ({
      body: `<w:p>${run('Pay ')}${field(`HYPERLINK "https://pay.example/${id}"`, 'here')}${run(', dear ')}${field('DOCPROPERTY Client', name)}${run(' on page ')}${field('PAGE', '1')}</w:p>`,
    }))
    const { template, samples: proofs, findings } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([['field_codes_differ', 1]])
    expectNoClient(template.bytes)
    const xml = part(template.bytes, 'word/document.xml')
    expect(xml).not.toMatch(/HYPERLINK|DOCPROPERTY/)
    expect(xml).toContain('PAGE')
    expect(xml.match(/w:fldCharType/g)).toHaveLength(3)
  })
})

describe('pictures', () => {
  it('are not called by the number of one client, whose name differs in figures alone', async () => {
    const samples = clients.map(([name, id]) =>
      withPictures(p(`Dear ${name}`) + picture('pic0', 'x').replaceAll('name="Picture 1"', `name="plan-A-${id}.png"`), {
        'logo.png': 'the logo',
      }),
    )
    expectNoClient((await induce(samples)).template.bytes)
  })

  it('that differ are taken out and told, with their names, files and alternative texts', async () => {
    const samples = clients.map(([name, id]) =>
      withPictures(
        picture('pic0', 'logo.png') + p(`Dear ${name}`) + picture('pic1', `photo-${id}.jpg`, `Photo of ${name}`),
        {
          'logo.png': 'the logo',
          'photo.jpg': `pixels of ${name}`,
        },
      ),
    )
    const { template, samples: proofs, findings, fields } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(findings.map(({ code, location }) => [code, location?.paragraph])).toEqual([['pictures_differ', 3]])
    expectNoClient(template.bytes)
    expect(part(template.bytes, 'word/media/logo.png')).toBe('the logo')
    expect(part(template.bytes, 'word/document.xml')).toContain(
      'descr="Photo of {name}"'.replace('{name}', `{${fields[0]!.name}}`),
    )
    const zip = new PizZip(template.bytes)
    expect(Object.keys(zip.files).filter((file) => file.includes('media/'))).toHaveLength(2)
    expect(zip.file('[Content_Types].xml')!.asText()).toContain('template-empty-picture.png')
  })
})

describe('what a file says beside its text', () => {
  const core = (name: string): string =>
    `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Letter to ${name}</dc:title><dc:creator>Clerk of ${name}</dc:creator><cp:lastModifiedBy>${name}</cp:lastModifiedBy></cp:coreProperties>`
  const custom = (name: string): string =>
    `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Client"><vt:lpwstr>${name}</vt:lpwstr></property></Properties>`
  const app = (name: string): string =>
    `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="v"><Company>${name}</Company><TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>Letter to ${name}</vt:lpstr></vt:vector></TitlesOfParts></Properties>`
  const types: Readonly<Record<string, string>> = {
    'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
    'docProps/app.xml': 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
    'docProps/custom.xml': 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
    'word/settings.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml',
    'word/glossary/document.xml':
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.glossary+xml',
    'word/left.xml': 'application/xml',
    'word/people.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.people+xml',
  }
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const shadows = (name: string): string =>
    `<w:p><w:smartTag w:element="person"><w:smartTagPr><w:attr w:name="ProductID" w:val="${name}"/></w:smartTagPr>${run('Yours')}</w:smartTag><w:permStart w:id="4" w:ed="${name}"/><w:permEnd w:id="4"/><w:r><w:pict><v:shape id="s"><v:textpath string="${name}"/></v:shape></w:pict></w:r></w:p>` +
    `<w:p>${run('Child: ')}<w:r><w:ruby><w:rubyPr/><w:rt>${run(`read ${name}`)}</w:rt><w:rubyBase>${run(name)}</w:rubyBase></w:ruby></w:r></w:p>` +
    `<w:p>${run('Pupil: ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Pupil"/><w:textInput><w:default w:val="${name}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(name)}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>` +
    `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Photo of ${name}"/></wp:inline></w:drawing></w:r></w:p>`
  const full = (name: string): Uint8Array => {
    const zip = new PizZip(
      docx({
        body: `<w:p>${run('Dear ')}<w:del w:id="1" w:author="${name}"><w:r><w:delText>${name}</w:delText></w:r></w:del><w:ins w:id="2" w:author="${name}">${run(name)}</w:ins><w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>${p('Kind regards')}${shadows(name)}<w:altChunk r:id="more3"/>`,
        comments: `<w:comment w:id="0" w:author="${name}">${p(`Ask ${name}`)}</w:comment>`,
      }),
    )
    const files: Record<string, string> = {
      'docProps/core.xml': core(name),
      'docProps/app.xml': app(name),
      'docProps/custom.xml': custom(name),
      'docProps/thumbnail.jpeg': `page of ${name}`,
      'customXml/item1.xml': `<root><name>${name}</name></root>`,
      'word/settings.xml': `<w:settings ${w}><w:attachedTemplate r:id="more0"/><w:docVars><w:docVar w:name="Client" w:val="${name}"/></w:docVars></w:settings>`,
      'word/glossary/document.xml': `<w:glossaryDocument ${w}><w:docParts><w:docPart><w:docPartPr><w:name w:val="${name}"/></w:docPartPr></w:docPart></w:docParts></w:glossaryDocument>`,
      'word/chunk.html': `<p>${name}</p>`,
      'word/left.xml': `<root>${name}</root>`,
      'word/people.xml': `<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="${name}"/></w15:people>`,
    }
    for (const [file, content] of Object.entries(files)) zip.file(file, content)
    const list = zip.file('[Content_Types].xml')!.asText()
    const overrides = Object.entries(types).map(
      ([file, type]) => `<Override PartName="/${file}" ContentType="${type}"/>`,
    )
    zip.file(
      '[Content_Types].xml',
      list.replace('</Types>', `<Default Extension="jpeg" ContentType="image/jpeg"/>${overrides.join('')}</Types>`),
    )
    const relate = (file: string, relations: Readonly<Record<string, string>>): void => {
      const list = Object.entries(relations).map(
        ([target, type], index) => `<Relationship Id="more${index}" Type="${relation}/${type}" Target="${target}"/>`,
      )
      const given =
        zip.file(file)?.asText() ??
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
      zip.file(file, given.replace('</Relationships>', `${list.join('')}</Relationships>`))
    }
    relate('_rels/.rels', {
      'docProps/thumbnail.jpeg': 'metadata/thumbnail',
      'docProps/core.xml': 'metadata/core-properties',
      'docProps/app.xml': 'extended-properties',
      'docProps/custom.xml': 'custom-properties',
    })
    relate('word/_rels/document.xml.rels', {
      'settings.xml': 'settings',
      'people.xml': 'people',
      'glossary/document.xml': 'glossaryDocument',
      'chunk.html': 'aFChunk',
      '../customXml/item1.xml': 'customXml',
    })
    relate('word/_rels/settings.xml.rels', { [`file:///C:/${name}.dotx" TargetMode="External`]: 'attachedTemplate' })
    return zip.generate({ type: 'uint8array' })
  }

  it('is emptied: properties, comments, changes, variables, bound data, the picture of the first page', async () => {
    const { template, samples: proofs } = await induce(clients.map(([name]) => full(name)))
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expectNoClient(template.bytes)
    expect(part(template.bytes, 'word/document.xml')).not.toContain('w:comment')
    expect(part(template.bytes, 'docProps/core.xml')).toContain('<dc:title></dc:title>')
    expect(part(template.bytes, 'docProps/custom.xml')).toContain('name="Client"')
    expect(new PizZip(template.bytes).file('docProps/thumbnail.jpeg')).toBeNull()
    await fill(template.bytes, proofs[0]!.data)
  })

  it('is emptied of one sample, too', async () => {
    const { template } = await induce([full('Ada King')], { fields: [{ name: 'client.name', examples: ['Ada King'] }] })
    expect(everything(template.bytes)).not.toContain('Ada King')
    expect(part(template.bytes, 'word/document.xml')).toContain('{client.name}')
  })

  it('is told where a part is not in all samples', async () => {
    const [first = new Uint8Array(), ...others] = letters((name) => ({ body: p(`Dear ${name}`) + p('Kind regards') }))
    const header = docx({ body: p('Dear Dot Ray') + p('Kind regards'), header: p('For Dot Ray') })
    const { template, findings, fields } = await induce([header, first, ...others])
    expect(findings.map(({ code }) => code)).toContain('part_not_in_all')
    expect(part(template.bytes, 'word/header1.xml')).toContain(`For {${fields[0]!.name}}`)
    expect(everything(template.bytes)).not.toContain('Dot Ray')
  })
})

describe('formatting', () => {
  const bold = (text: string): string => run(text, '<w:rPr><w:b/></w:rPr>')
  const people = [
    ['Erika Muster', 'Hauptstr. 5, Berlin'],
    ['Jan Roth', 'Am Markt 12, Kassel'],
    ['Ute Ahl', 'Gartenweg 9, Bonn'],
  ] as const

  it('that changes in all samples ends a value', async () => {
    const samples = people.map(([name, address]) =>
      docx(`<w:p>${run('Contract between ')}${bold(name)}${run(`, ${address} and the firm named above.`)}</w:p>`),
    )
    const { template, samples: proofs, findings, fields } = await induce(samples)
    expect(proofs.map(({ exact }) => exact)).toEqual([true, true, true])
    expect(fields.map(({ values }) => values)).toEqual([
      people.map(([name]) => name),
      people.map(([, address]) => address),
    ])
    expect(findings).toEqual([])
    expect(part(template.bytes, 'word/document.xml')).toMatch(
      /<w:b\/><\/w:rPr><w:t xml:space="preserve">\{\w+\}<\/w:t>/,
    )
  })

  it('that a value loses is told', async () => {
    const samples = people.map(([name], index) =>
      docx(
        `<w:p>${run('Dear ')}${index === 1 ? run(name) : bold(name.slice(0, 3)) + run(name.slice(3))}${run(', thank you for all.')}</w:p>`,
      ),
    )
    const { findings } = await induce(samples)
    expect(findings.map(({ code, location }) => [code, location?.paragraph])).toContainEqual(['formatting_lost', 1])
  })

  it('of text that all have is told where it differs', async () => {
    const samples = people.map(([name], index) =>
      docx(
        `<w:p>${run(`Dear ${name}, `)}${index === 2 ? bold('thank you for all.') : run('thank you for all.')}</w:p>`,
      ),
    )
    const { findings } = await induce(samples)
    expect(findings.map(({ code }) => code)).toEqual(['formatting_differs'])
  })
})

describe('a paragraph of very many', () => {
  const bold = (text: string): string => run(text, '<w:rPr><w:b/></w:rPr>')
  const code = (text: string): string => `<w:fldSimple w:instr=" DOCPROPERTY X ">${run(text)}</w:fldSimple>`
  const kinds: Readonly<Record<string, (at: number, value: string) => string>> = {
    formats: (at, value) => (at % 2 === 0 ? bold(`word${at} `) : run(`${value} `)),
    'field codes': (at, value) => code(`${value} word${at} `),
    links: (at) => `<w:hyperlink r:id="link0">${run(`word${at} `)}</w:hyperlink>`,
  }

  it.each(Object.keys(kinds))('%s takes time in proportion to them', async (kind) => {
    await expectLinearTime(
      150,
      (size) =>
        clients.slice(0, 2).map(([name, id]) =>
          docx({
            body: `<w:p>${Array.from({ length: size }, (_, at) => kinds[kind]!(at, at % 7 === 0 ? `${id}${at}` : 'same')).join('')}${run(name)}</w:p>`,
            links: ['https://x.example/'],
          }),
        ),
      (samples) => induce(samples),
    )
  })
})
