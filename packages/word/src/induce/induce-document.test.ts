import { ChanceryError, type FoundField } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p, table, textBox } from '../testing/docx-builder.ts'
import { induceDocument } from './induce-document.ts'
import {
  families,
  fill,
  filledSamples,
  goods,
  induce,
  pick,
  request,
  seeded,
  signal,
  textOf,
} from './filled-samples.test-support.ts'

const allExact = ({ samples }: { readonly samples: readonly { readonly exact: boolean }[] }): boolean =>
  samples.every(({ exact }) => exact)

filledSamples([2])

const found = (text: string, raw: string, name: string, type: FoundField['type']): FoundField => ({
  name,
  type,
  raw,
  value: raw,
  confidence: 0.9,
  method: 'label',
  span: { start: text.indexOf(raw), end: text.indexOf(raw) + raw.length },
  alternatives: [],
})

describe('one sample', () => {
  it('becomes a template by the examples of the caller, wherever they stand', async () => {
    const sample = docx({
      header: p('For Ann Lee'),
      body: p(['Dear Ann ', 'Lee, the annex is yours.']) + p('Signed: Ann Lee, Annapolis'),
    })
    const induced = await induce([sample], { fields: [{ name: 'client_name', examples: ['Ann Lee'] }] })
    expect(textOf(induced.template.bytes)).toBe(
      'Dear {client_name}, the annex is yours.\nSigned: {client_name}, Annapolis',
    )
    expect(textOf(induced.template.bytes, 'word/header1.xml')).toBe('For {client_name}')
    expect(induced.fields).toMatchObject([{ name: 'client_name', occurrences: 3, values: ['Ann Lee'] }])
    expect(induced.samples).toEqual([{ data: { client_name: 'Ann Lee' }, exact: true }])
  })

  it('becomes a template by what the identifier finds', async () => {
    const text = 'Invoice date: 5 March 2024. Total: 1,200.00 EUR'
    const induced = await induce([docx(p(text))], {
      identify: async (given) => [
        found(given, '5 March 2024', 'invoiceDate', 'date'),
        found(given, '1,200.00 EUR', 'total', 'money'),
      ],
    })
    expect(textOf(induced.template.bytes)).toBe('Invoice date: {invoiceDate}. Total: {total}')
    expect(induced.fields.map(({ name, type }) => [name, type])).toEqual([
      ['invoiceDate', 'date'],
      ['total', 'money'],
    ])
    expect(induced.schema).toMatchObject({
      properties: { invoiceDate: { type: 'string' }, total: { type: 'string' } },
      required: ['invoiceDate', 'total'],
    })
  })

  it('shows dates, amounts, addresses and numbers as fields, named by what stands before them', async () => {
    const sample = docx(
      p('Rechnungsnummer: RE-2024-117') +
        p('Datum: 5. März 2024') +
        p('Bitte zahlen Sie 1.200,00 EUR an billing@acme.example, also 1.200,00 EUR.'),
    )
    const induced = await induce([sample])
    expect(textOf(induced.template.bytes)).toBe(
      'Rechnungsnummer: {rechnungsnummer}\nDatum: {datum}\nBitte zahlen Sie {zahlenAmount} an {zahlenEmail}, also {zahlenAmount}.',
    )
    expect(allExact(induced)).toBe(true)
  })

  it('stays as it is, and says so, where nothing is found', async () => {
    const induced = await induce([docx(p('Nothing varies here'))])
    expect(textOf(induced.template.bytes)).toBe('Nothing varies here')
    expect(induced.findings.map(({ code }) => code)).toEqual(['nothing_found'])
    expect(allExact(induced)).toBe(true)
  })
})

describe('samples', () => {
  it('that say the same give a template without fields, and a finding', async () => {
    const sample = docx(p('Always the same text'))
    const induced = await induce([sample, sample])
    expect(induced.fields).toEqual([])
    expect(induced.findings.map(({ code }) => code)).toEqual(['samples_identical'])
  })

  it('that have nothing in common are refused', async () => {
    const one = docx(p('Rotkohl wird mit Apfel gekocht und warm serviert.') + p('Guten Appetit'))
    const other = docx(p('The quarterly results exceeded all expectations.') + p('See page twelve'))
    await expect(induce([one, other])).rejects.toMatchObject({
      code: 'invalid_request',
      violations: [{ pointer: '/samples', code: 'samples_unrelated' }],
    })
  })

  it('are refused when cancelled, and when they are no Word files', async () => {
    const document = vettedForTest(docx(p('a')), 'docx')
    await expect(induceDocument([document], request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
    await expect(induceDocument([vettedForTest('a', 'text')], request, { signal })).rejects.toMatchObject({
      code: 'unsupported_document',
    })
  })
})

describe('the template', () => {
  it('keeps the runs: constant characters in their own, the tag in that of the first character of the value', async () => {
    const make = (head: string, tail: string): Uint8Array =>
      docx(
        `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Dear ${head}</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>${tail}, welcome back</w:t></w:r></w:p>`,
      )
    const { template } = await induce([make('An', 'na'), make('Bob', 'by')])
    const xml = new PizZip(template.bytes).file('word/document.xml')!.asText()
    expect(xml).toContain(
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Dear {recipientName}</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">, welcome back</w:t></w:r></w:p>',
    )
  })

  it('leaves all other parts of the file as they are', async () => {
    const make = (name: string): Uint8Array =>
      docx({
        body: p(`Dear ${name}, hello there`),
        header: p('Acme'),
        files: {
          'word/media/image1.png': new Uint8Array([137, 80, 78, 71, 0, 255]),
          'word/_rels/header1.xml.rels':
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/theme" Target="media/image1.png"/></Relationships>',
        },
      })
    const samples = [make('Ann'), make('Bob')]
    const { template } = await induce(samples)
    const [before, after] = [new PizZip(samples[0]!), new PizZip(template.bytes)]
    for (const name of Object.keys(before.files).filter((file) => file !== 'word/document.xml')) {
      expect([name, after.files[name]?.asBinary()]).toEqual([name, before.files[name]!.asBinary()])
    }
  })

  it('reads one value in several places as one field, named by its label', async () => {
    const make = (name: string, no: string): Uint8Array =>
      docx({
        footer: p(`Customer ${name}`),
        body: p(`Invoice no.: ${no}`) + p(`Dear ${name},`) + p(`we thank ${name} for the order ${no}.`),
      })
    const { fields } = await induce([make('Anna Meyer', 'A-1001'), make('Bob Stone', 'A-1002')])
    expect(fields.map(({ name, occurrences }) => [name, occurrences])).toEqual([
      ['invoiceNo', 2],
      ['recipientName', 3],
    ])
  })

  const cases: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['braces', ['{a}', '{{b}} and }'].map((text) => docx(p(`Set { x, ${text} } or {y} of this set`) + p('{{ } {')))],
    [
      'tabs and line breaks',
      ['one', 'two three'].map((text) =>
        docx(`<w:p><w:r><w:t>Name here</w:t><w:tab/><w:t>${text}</w:t><w:br/><w:t>${text} end of it</w:t></w:r></w:p>`),
      ),
    ],
    [
      'values with tabs',
      ['a', 'b'].map((text) =>
        docx(
          `<w:p><w:r><w:t>Name here: ${text}</w:t>${text === 'b' ? '<w:tab/><w:t>more</w:t><w:br/>' : ''}</w:r></w:p>`,
        ),
      ),
    ],
    [
      'empty paragraphs',
      ['', 'filled in'].map((text) =>
        docx(p('Remarks below') + (text === '' ? '<w:p/>' : p(text)) + p('End of remarks')),
      ),
    ],
    ['empty cells', ['', 'filled'].map((text) => docx(table(['Name of it', text], [text, 'Other label'])))],
    [
      'deleted text',
      ['Ann', 'Bob'].map((text) =>
        docx(
          `<w:p><w:r><w:t xml:space="preserve">Dear reader </w:t></w:r><w:del w:id="1"><w:r><w:delText>old ${text}</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>${text}</w:t></w:r></w:ins></w:p>`,
        ),
      ),
    ],
    [
      'text boxes',
      ['Ann', 'Bob'].map((text) => docx(p('Letter to the reader') + textBox(p(`Reference: ${text}`), p('Fixed text')))),
    ],
    [
      'notes',
      ['Ann', 'Bob'].map((text) =>
        docx({
          body: `<w:p><w:r><w:t xml:space="preserve">Text for ${text} </w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:t>.</w:t></w:r></w:p>`,
          footnotes: `<w:footnote w:id="1">${p(`Note on ${text}`)}</w:footnote>`,
        }),
      ),
    ],
    [
      'page numbers',
      ['1', '2'].map((text) =>
        docx({
          body: p(`Dear reader ${text} of us`),
          footer: `<w:p><w:r><w:t xml:space="preserve">Page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${text}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
        }),
      ),
    ],
    [
      'rows that some have',
      [true, false].map((has) =>
        docx(
          table(['Rent for a month', '100 EUR'], ...(has ? [['Garage beside it', '20 EUR']] : []), [
            'Sum of all',
            '120 EUR',
          ]),
        ),
      ),
    ],
    [
      'tables that some have',
      [true, false].map((has) =>
        docx(p('Before the table') + (has ? table(['a b', 'c d']) : '') + p('After the table')),
      ),
    ],
    [
      'paragraphs in cells',
      [1, 3].map((count) =>
        docx(
          `<w:tbl><w:tr><w:tc>${Array.from({ length: count }, (_, index) => p(`Line of text ${index}`)).join('')}</w:tc><w:tc>${p('Label of it')}</w:tc></w:tr></w:tbl>`,
        ),
      ),
    ],
    [
      'options in a sentence',
      ['', ' and in writing within three working days'].map((text) =>
        docx(p(`The parties agree by telephone${text}, always.`)),
      ),
    ],
    [
      'content controls',
      ['Ann', 'Bob'].map((text) =>
        docx(
          `<w:sdt><w:sdtPr/><w:sdtContent>${p(`Name of the client: ${text}`)}</w:sdtContent></w:sdt>${p('End of text')}`,
        ),
      ),
    ],
    ['entities', ['A & B', '<C> "D"'].map((text) => docx(p(`Firm of note & more: ${text} < end`)))],
    [
      'only in the second',
      [
        docx(p('Dear all of you')),
        docx(p('Dear all of you') + p('Another paragraph, in the second one', 'Heading1') + table(['x y'])),
      ],
    ],
    [
      'lists',
      [1, 2, 4].map((count) =>
        docx(
          p('You ordered the following:') +
            Array.from(
              { length: count },
              (_, index) =>
                `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${pick(seeded(index * 7 + count), goods)} ${index}${count}</w:t></w:r></w:p>`,
            ).join('') +
            p('Thank you for it'),
        ),
      ),
    ],
  ]
  it.each(cases)('is exact with %s', async (_, samples) => {
    const induced = await induce(samples)
    expect(induced.samples.map(({ exact }) => exact)).toEqual(samples.map(() => true))
    for (const [number, { data }] of induced.samples.entries()) {
      expect(textOf(await fill(induced.template.bytes, data))).toBe(textOf(samples[number]!))
    }
  })

  it('loops over list entries and rows, and never over clauses', async () => {
    const list = await induce(cases.at(-1)![1])
    expect(textOf(list.template.bytes)).toMatch(/\{#\w+\}\n\{\w+\}\n\{\/\w+\}/)
    const clauses = [
      [0, 1, 2],
      [0, 2],
      [1, 2],
      [0, 1],
    ].map((chosen) =>
      docx(
        p('General terms of the lease') +
          chosen
            .map((index) =>
              p(
                [
                  'Pets are not allowed in the house.',
                  'The garden may be used by all.',
                  'Smoking is forbidden in all rooms.',
                ][index]!,
              ),
            )
            .join('') +
          p('Signed by both'),
      ),
    )
    expect(textOf((await induce(clauses)).template.bytes).match(/\{#/g)).toHaveLength(3)
  })

  it.each([
    ['the row of totals stays, though one total is the only price', [['Survey', 'Deed'], ['Advice']], 2],
    [
      'a last row that repeats by chance is an entry',
      [['Survey', 'Deed'], ['Advice'], ['Search', 'Survey', 'Filing'], ['Probate', 'Deed'], ['Lease', 'Deed']],
      5,
    ],
  ])('loops over the rows between header and total: %s', async (_, services, count) => {
    const prices: Readonly<Record<string, number>> = {
      Survey: 120,
      Deed: 80,
      Advice: 300,
      Search: 15,
      Filing: 65,
      Probate: 1200,
      Lease: 450,
    }
    const price = (service: string): number => prices[service] ?? 0
    const result = await induce(
      services.map((list) =>
        docx(
          table(['Service', 'Price'], ...list.map((service) => [service, `£${price(service)}.00`]), [
            'Total',
            `£${list.reduce((sum, service) => sum + price(service), 0)}.00`,
          ]),
        ),
      ),
    )
    expect(allExact(result)).toBe(true)
    expect(result.samples).toHaveLength(count)
    expect(textOf(result.template.bytes).split('\n').slice(2)).toEqual([
      '{#items}{service}',
      '{price}{/items}',
      'Total',
      '{total}',
    ])
  })

  it.each([1, 2, 3])('keeps all rows of a table of %d columns in one list, of twenty samples', async (columns) => {
    const counts = Array.from({ length: 20 }, (_, sample) => 1 + ((sample * 7 + columns) % 4))
    const samples = counts.map((count, sample) =>
      docx(
        p(`Delivery note ${sample + 100}`) +
          table(
            ['Item', 'Quantity', 'Price'].slice(0, columns),
            ...Array.from({ length: count }, (_, row) =>
              [
                pick(() => ((sample * 3 + row * 5) % 10) / 10, goods),
                `${((sample + row * 3) % 9) + 1}`,
                `${sample + row}.50 EUR`,
              ].slice(0, columns),
            ),
          ) +
          p('Thank you for your order'),
      ),
    )
    const induced = await induce(samples)
    expect(allExact(induced)).toBe(true)
    expect(
      induced.samples.map(({ data }) =>
        Object.values(data)
          .filter(Array.isArray)
          .map(({ length }) => length),
      ),
    ).toEqual(counts.map((count) => [count]))
  })

  it('hides a row of one cell that some samples lack, whichever way round', async () => {
    const rows = (isPrivate: boolean, name: string): Uint8Array => {
      const [first, last] = [['The room is for one guest alone'], ['Up to six guests share a dormitory']]
      return docx(
        table(['Terms of the stay'], ...(isPrivate ? [first] : []), [`Guest: ${name}`], ...(isPrivate ? [] : [last])),
      )
    }
    const induced = await induce([rows(true, 'Ada'), rows(false, 'Bob'), rows(true, 'Cleo'), rows(false, 'Dan')])
    expect(allExact(induced)).toBe(true)
    expect(induced.fields).toHaveLength(1)
  })

  it('refuses samples that are too long to be compared, by their paragraphs, breaks and objects, each and together', async () => {
    const refusal = async (...samples: readonly string[]) =>
      await induce(samples.map((body) => docx({ body }))).catch((error: unknown) => error)
    const equations = `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${'<m:oMath/>'.repeat(15_000)}</w:p>`
    const tooLong = { what: 'paragraphs and objects of a sample', limit: 15_000, actual: 15_001 }
    for (const body of [p('Dear Ada').repeat(15_001), equations]) {
      expect(await refusal(p('Dear Ada'), body)).toMatchObject({ code: 'payload_too_large', details: tooLong })
    }
    const body = p('Dear Ada').repeat(10_001)
    expect(await refusal(body, body, body)).toMatchObject({
      code: 'payload_too_large',
      details: { what: 'paragraphs and objects of all samples', limit: 30_000, actual: 30_003 },
    })
  })

  it('compares as many paragraphs as the request has pages for', async () => {
    const samples = ['Ada', 'Bob', 'Cleo'].map((name) => docx({ body: p(`Dear ${name}`) + p('We agree.').repeat(59) }))
    const refusal = await induce(samples, { pages: 2 }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'payload_too_large',
      details: { limit: 120, actual: 180, growsWith: 'pages' },
    })
    expect(allExact(await induce(samples, { pages: 3 }))).toBe(true)
  })

  it('is exact whatever the paragraphs, and nothing is thrown but the refusal of unrelated samples', async () => {
    const words = fc.constantFrom(
      'the',
      'tenant',
      'pays',
      'Anna',
      'Berlin',
      '12.00 EUR',
      '{',
      '}}',
      '5 March 2024',
      '&',
      '',
      ' ',
      '\t',
      'ß',
      '漢字',
      '-',
      'a@b.example',
      '#x',
      '/',
    )
    const paragraph = fc.array(words, { maxLength: 7 }).map((list) => p(list.join(' ')))
    const block = fc.oneof(
      { weight: 4, arbitrary: paragraph },
      fc
        .array(fc.array(words, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 })
        .map((rows) => table(...rows)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(block, { maxLength: 7 }), { minLength: 1, maxLength: 4 }), async (bodies) => {
        const samples = bodies.map((blocks) =>
          docx(p('A first line that all of them have') + blocks.join('') + p('and a last one')),
        )
        const induced = await induce(samples)
        expect(induced.samples.map(({ exact }) => exact)).toEqual(samples.map(() => true))
      }),
      { numRuns: 40, seed: 5 },
    )
  })
})

describe('bounds', () => {
  it('reads fifty samples', async () => {
    const family = families[0]!
    const template = docx(family.template)
    const random = seeded(50)
    const samples: Uint8Array[] = []
    for (let count = 0; count < 50; count += 1) samples.push(await fill(template, family.data(random)))
    const induced = await induce(samples)
    expect(allExact(induced)).toBe(true)
  }, 15_000)

  it('two long documents of random words are answered', async () => {
    const random = seeded(9)
    const make = (): Uint8Array =>
      docx(
        Array.from({ length: 6000 }, () =>
          p(`${random().toString(36).slice(2, 9)} ${random().toString(36).slice(2, 7)}`),
        ).join(''),
      )
    await expect(induce([make(), make()])).rejects.toSatisfy(
      (error) => ChanceryError.is(error) && error.code === 'invalid_request',
    )
  }, 15_000)
})

it('takes the same entries in another order for a list, and clauses in their order for options', async () => {
  const entry = (text: string): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const letter = (who: string, ...entries: string[]): Uint8Array =>
    docx(p(`Basket of ${who}`) + entries.map(entry).join('') + p('Thank you'))
  const baskets = [
    letter('Ada', 'Rug', 'Lamp', 'Chair'),
    letter('Ben', 'Chair', 'Rug'),
    letter('Cy', 'Lamp', 'Chair', 'Shelf', 'Rug'),
    letter('Dee', 'Shelf'),
    letter('Eve', 'Rug', 'Shelf'),
  ]
  const { template, ...told } = await induce(baskets)
  expect(allExact(told)).toBe(true)
  expect(textOf(template.bytes)).toMatch(/^Basket of \{\w+\}\n\{#items\}\n\{\w+\}\n\{\/items\}\nThank you$/)
  const clauses = ['No pets are allowed here', 'Smoking is forbidden in all rooms', 'Quiet hours begin at ten']
  const rules = [
    [0, 1, 2],
    [0, 2],
    [1, 2],
    [0, 1],
    [0, 1, 2],
  ].map((kept, at) => letter(['Ada', 'Ben', 'Cy', 'Dee', 'Eve'][at]!, ...kept.map((index) => clauses[index]!)))
  expect(textOf((await induce(rules)).template.bytes)).not.toContain('{#items}')
})

it('names an amount of a table by the label of its row, words of which may be cut short', async () => {
  const offer = (net: string, tax: string): Uint8Array =>
    docx(p('Unser Angebot') + table(['Leistung', 'Preis'], ['Montage', net], ['zzgl. 19 % MwSt.', tax]))
  const { fields } = await induce([offer('100,00 €', '19,00 €'), offer('200,00 €', '38,00 €')])
  expect(fields.map(({ name }) => name)).toEqual(['montage', 'zzgl19MwSt'])
})
