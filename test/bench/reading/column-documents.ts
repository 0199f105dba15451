import { docxOf, escapeXml } from '../../../packages/reading-office/src/docx/docx-fixture.ts'
import { sentences } from './language-sentences.ts'

/** A document whose pages are laid out in columns, and what it says in the order in which it is read. */
interface LaidDocument {
  readonly name: string
  readonly docx: Uint8Array
  /** Where people may read it in several orders, all of them. */
  readonly texts: readonly string[]
  /** How many tables are seen in it; the least and the most where that is a matter of taste. */
  readonly tables: readonly [least: number, most: number]
}

interface Look {
  readonly align?: 'both' | 'left' | 'right' | 'center'
  readonly bold?: boolean
  /** Half points. */
  readonly size?: number
  readonly hanging?: number
  readonly rightToLeft?: boolean
  /** Tab stops as XML. */
  readonly tabs?: string
  readonly after?: number
  readonly note?: number
}

/** Collects what is said while the XML is written. */
class Pages {
  readonly said: string[] = []
  readonly notes: string[] = []
  private readonly body: string[] = []
  private state: number

  constructor(seed: number) {
    this.state = seed * 7919 + 17
  }

  next(below: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) >>> 0
    return (this.state >>> 8) % below
  }

  /** Sentences of a language. */
  prose(language: string, count: number): string {
    const all = sentences[language] ?? []
    return Array.from({ length: count }, () => all[this.next(all.length)] ?? '').join(' ')
  }

  paragraph(text: string, look: Look = {}): string {
    this.said.push(text.replaceAll('\u00AD', ''))
    return paragraphXml(text, look)
  }

  add(...xml: readonly string[]): void {
    this.body.push(...xml)
  }

  /** Ends a section with so many columns. */
  section(columns: number, space = 400, widths = '', rightToLeft = false): void {
    this.body.push(
      `<w:p><w:pPr><w:spacing w:after="0" w:line="20" w:lineRule="exact"/>${sectionXml(columns, space, widths, rightToLeft)}</w:pPr></w:p>`,
    )
  }

  /** Rows of cells without any lines; what they say is said row by row. */
  table(
    widths: readonly number[],
    rows: readonly (readonly (string | readonly string[])[])[],
    look: Look = {},
    numbersFrom = 99,
  ): string {
    const cells = (row: readonly (string | readonly string[])[]): string =>
      row
        .map((cell, at) => {
          const own = { after: 0, ...look, ...(at >= numbersFrom ? { align: 'right' as const } : {}) }
          const lines = typeof cell === 'string' ? [cell] : cell
          return `<w:tc><w:tcPr><w:tcW w:w="${widths[at] ?? 1000}" w:type="dxa"/></w:tcPr>${lines.map((line) => this.paragraph(line, own)).join('')}</w:tc>`
        })
        .join('')
    return (
      `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((a, b) => a + b, 0)}" w:type="dxa"/>${look.rightToLeft === true ? '<w:bidiVisual/>' : ''}<w:tblLayout w:type="fixed"/></w:tblPr>` +
      `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`
    )
  }

  docx(header = '', footer = ''): Uint8Array {
    const separators = ['separator', 'continuationSeparator']
      .map(
        (type, at) => `<w:footnote w:type="${type}" w:id="${at - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
      )
      .join('')
    const notes = this.notes.map(
      (text, at) =>
        `<w:footnote w:id="${at + 1}"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/><w:sz w:val="16"/></w:rPr><w:footnoteRef/></w:r>${runXml(` ${text}`, { size: 16 })}</w:p></w:footnote>`,
    )
    return docxOf({
      body: `${this.body.join('')}<w:sectPr>${header === '' ? '' : '<w:headerReference w:type="default" r:id="rIdheader"/>'}${footer === '' ? '' : '<w:footerReference w:type="default" r:id="rIdfooter"/>'}<w:type w:val="continuous"/>${pageXml}</w:sectPr>`,
      parts: {
        styles:
          '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif" w:cs="DejaVu Sans"/><w:sz w:val="20"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="100"/></w:pPr></w:pPrDefault></w:docDefaults>' +
          '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
        ...(notes.length === 0 ? {} : { footnotes: separators + notes.join('') }),
        ...(header === '' ? {} : { header: paragraphXml(header) }),
        ...(footer === '' ? {} : { footer: paragraphXml(footer) }),
      },
    })
  }
}

const pageXml =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1200" w:right="1000" w:bottom="1200" w:left="1000" w:header="600" w:footer="600"/>'
const sectionXml = (columns: number, space: number, widths: string, rightToLeft: boolean): string =>
  `<w:sectPr><w:type w:val="continuous"/>${pageXml}<w:cols w:num="${columns}" w:space="${space}"${widths === '' ? '/>' : ` w:equalWidth="0">${widths}</w:cols>`}${rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`

const runXml = (text: string, { bold = false, size, rightToLeft = false }: Look = {}): string => {
  const properties = `${bold ? '<w:b/><w:bCs/>' : ''}${size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`}${rightToLeft ? '<w:rtl/>' : ''}`
  const parts = text.split('\t').map((part) => `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`)
  return `<w:r><w:rPr>${properties}</w:rPr>${parts.join('<w:tab/>')}</w:r>`
}

function paragraphXml(text: string, look: Look = {}): string {
  const { align, hanging, rightToLeft = false, tabs = '', after, note } = look
  const properties = [
    tabs === '' ? '' : `<w:tabs>${tabs}</w:tabs>`,
    rightToLeft ? '<w:bidi/>' : '',
    after === undefined ? '' : `<w:spacing w:after="${after}"/>`,
    hanging === undefined ? '' : `<w:ind w:left="${hanging}" w:hanging="${hanging}"/>`,
    align === undefined ? '' : `<w:jc w:val="${align}"/>`,
  ]
  const mark =
    note === undefined
      ? ''
      : `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${note}"/></w:r>`
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${runXml(text, look)}${mark}</w:p>`
}

/** Places where words may be parted at a line's end. */
const hyphenated = (text: string): string =>
  text.replaceAll(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{8,}/gu, (word) =>
    word.replaceAll(/(\p{L}{4})(?=\p{L}{3})/gu, '$1\u00AD'),
  )

const titles = ['Terms of payment', 'Delivery', 'Duties of the tenant', 'Notice', 'Liability', 'Final provisions']
const isRightToLeft = (language: string): boolean => ['ar', 'he', 'fa'].includes(language)

/** Every kind of page in columns that offices print; the same for the same seed. */
export function columnDocuments(seed = 0): LaidDocument[] {
  const found: LaidDocument[] = []
  const add = (
    name: string,
    tables: number | readonly [number, number],
    write: (pages: Pages) => void,
    { header = '', footer = '', orders = (said: readonly string[]): readonly (readonly string[])[] => [said] } = {},
  ): void => {
    const pages = new Pages(found.length + 1 + 200 * seed)
    write(pages)
    const texts = orders(pages.said).map((said) =>
      [header, ...said, ...pages.notes, footer].filter((text) => text !== '').join('\n'),
    )
    found.push({
      name,
      docx: pages.docx(header, footer),
      texts,
      tables: typeof tables === 'number' ? [tables, tables] : tables,
    })
  }

  for (const language of ['en', 'de', 'fr', 'ru', 'el', 'he', 'ar', 'ja', 'zh', 'ko']) {
    for (const columns of [2, 3]) {
      for (const align of ['both', 'left'] as const) {
        add(`prose-${language}-${columns}-${align}`, 0, (pages) => {
          const look = isRightToLeft(language) ? { rightToLeft: true } : {}
          for (let at = 0; at < 9; at++) {
            const text = pages.prose(language, 4)
            pages.add(pages.paragraph(align === 'both' ? hyphenated(text) : text, { align, ...look }))
          }
          pages.section(columns, 400, '', isRightToLeft(language))
        })
      }
    }
  }
  for (const columns of [2, 3, 4]) {
    add(`words-${columns}`, 0, (pages) => {
      const words =
        'agreement premises Kündigungsfrist Vergütung délai préavis cláusula договор стоимость umowa σύμβαση 12.5% §14 №7 ₹1,250.00 co-owner café'.split(
          ' ',
        )
      for (let at = 0; at < 10; at++)
        pages.add(pages.paragraph(Array.from({ length: 35 }, () => words[pages.next(words.length)]).join(' ')))
      pages.section(columns)
    })
    add(`figures-${columns}`, 0, (pages) => {
      for (let at = 0; at < 10; at++) {
        const figure = (): string => `${pages.next(9) + 1},${100 + pages.next(899)}.${10 + pages.next(89)}`
        pages.add(
          pages.paragraph(
            `Sales rose by ${pages.next(30)}% to €${figure()} in ${2000 + pages.next(25)}, costs fell to €${figure()} (${2000 + pages.next(25)}: €${figure()}). ${pages.prose('en', 1)}`,
            { align: 'both' },
          ),
        )
      }
      pages.section(columns)
    })
    add(`headings-${columns}`, 0, (pages) => {
      for (const title of titles) {
        pages.add(
          pages.paragraph(title, { bold: true, size: 24 }),
          pages.paragraph(pages.prose('en', 3), { align: 'both' }),
        )
        pages.add(pages.paragraph(pages.prose('en', 2)))
      }
      pages.section(columns)
    })
    add(`newsletter-${columns}`, 0, (pages) => {
      pages.add(pages.paragraph('The Office Courier', { bold: true, size: 52, align: 'center' }))
      pages.add(pages.paragraph('No. 7, spring', { align: 'center' }))
      pages.section(1)
      for (const [at, title] of titles.slice(0, 3).entries()) {
        pages.add(pages.paragraph(`${title} ${at}`, { bold: true, size: 28 }))
        pages.add(pages.paragraph(hyphenated(pages.prose('en', 5)), { align: 'both' }))
        pages.add(pages.paragraph(hyphenated(pages.prose('de', 4)), { align: 'both' }))
      }
      pages.section(columns, 300)
      pages.add(pages.paragraph('From the branches', { bold: true, size: 28 }))
      pages.section(1)
      for (let at = 0; at < 5; at++) pages.add(pages.paragraph(hyphenated(pages.prose('fr', 3)), { align: 'both' }))
      pages.section(columns, 300)
    })
    add(`list-${columns}`, 0, (pages) => {
      pages.add(pages.paragraph(pages.prose('en', 3)))
      for (let at = 0; at < 12; at++)
        pages.add(
          pages.paragraph(`•\t${pages.prose('en', 1)}`, { hanging: 300, tabs: '<w:tab w:val="left" w:pos="300"/>' }),
        )
      for (let at = 0; at < 12; at++)
        pages.add(
          pages.paragraph(`${at + 1}.\t${pages.prose('de', 1)}`, {
            hanging: 400,
            tabs: '<w:tab w:val="left" w:pos="400"/>',
          }),
        )
      pages.section(columns)
    })
    add(`names-${columns}`, 0, (pages) => {
      const first = 'Anna Bruno Clara David Emma Felix Greta Hugo Ida Jonas Klara Leo'.split(' ')
      const last = 'Abel Berger Conrad Dietz Ebner Fuchs Graf Huber Iten Jost Kern Lang Moser'.split(' ')
      pages.add(pages.paragraph('Members of the association', { bold: true, size: 28 }))
      pages.section(1)
      for (let at = 0; at < 48; at++)
        pages.add(pages.paragraph(`${last[pages.next(13)]} ${first[pages.next(12)]}`, { after: 0 }))
      pages.section(columns)
    })
    add(`index-${columns}`, 0, (pages) => {
      const terms =
        'acceptance accounts agency appeal arbitration breach broker claim consent costs court damages default deposit'.split(
          ' ',
        )
      for (let at = 0; at < 90; at++)
        pages.add(
          pages.paragraph(`${terms[at % 14]} of ${terms[pages.next(14)]}, ${pages.next(40)}, ${40 + pages.next(60)}`, {
            after: 0,
            align: 'left',
          }),
        )
      pages.section(columns)
    })
  }
  for (const language of ['en', 'he']) {
    const look = isRightToLeft(language) ? { rightToLeft: true } : {}
    add(`dictionary-${language}`, 0, (pages) => {
      for (let at = 0; at < 40; at++)
        pages.add(
          pages.paragraph(`${pages.prose(language, 1).split(' ')[1]} ${pages.prose(language, 1)}`, {
            hanging: 200,
            after: 0,
            ...look,
          }),
        )
      pages.section(2, 400, '', isRightToLeft(language))
    })
    add(`table-in-column-${language}`, 1, (pages) => {
      for (let at = 0; at < 3; at++) pages.add(pages.paragraph(pages.prose(language, 4), { align: 'both', ...look }))
      const [a = '', b = '', c = '', d = ''] = pages.prose(language, 1).split(' ')
      const rows = [a, b, c, d, `${a}${b}`, `${c}${d}`].map((label) => [
        label,
        String(100 + pages.next(900)),
        String(100 + pages.next(900)),
      ])
      pages.add(pages.table([2000, 1200, 1200], [[a, '2021', '2022'], ...rows], look, 1))
      for (let at = 0; at < 6; at++) pages.add(pages.paragraph(pages.prose(language, 4), { align: 'both', ...look }))
      pages.section(2, 400, '', isRightToLeft(language))
    })
    add(`table-across-${language}`, 1, (pages) => {
      for (let at = 0; at < 4; at++) pages.add(pages.paragraph(pages.prose(language, 4), { align: 'both', ...look }))
      pages.section(2, 400, '', isRightToLeft(language))
      const [a = '', b = '', c = '', d = ''] = pages.prose(language, 1).split(' ')
      const rows = [a, b, c, d, `${a}${b}`, `${c}${d}`].map((label) => [
        label,
        ...[1, 2, 3, 4].map(() => String(100 + pages.next(900))),
      ])
      pages.add(pages.table([3000, 1600, 1600, 1600, 1600], [[a, '2019', '2020', '2021', '2022'], ...rows], look, 1))
      pages.section(1)
      for (let at = 0; at < 4; at++) pages.add(pages.paragraph(pages.prose(language, 4), { align: 'both', ...look }))
      pages.section(2, 400, '', isRightToLeft(language))
    })
    add(`resume-${language}`, 0, (pages) => {
      const side = [
        'Contact',
        'anna@example.org',
        '+41 44 555 01 02',
        'Ring 12',
        '8001 Zürich',
        '',
        'Languages',
        'German',
        'English',
        'French',
        '',
        'Skills',
        'Bookkeeping',
        'Payroll',
        'Contracts',
      ].filter((text) => text !== '')
      const main = Array.from({ length: 5 }, (_, at) => [
        `${2010 + at} to ${2011 + at}`,
        pages.prose(language, 3),
      ]).flat()
      pages.add(pages.paragraph('Anna Muster', { bold: true, size: 36 }))
      pages.add(pages.table([2600, 7000], [[side, main]], { ...look, after: 60 }))
    })
    add(`side-column-${language}`, 0, (pages) => {
      const main = Array.from({ length: 7 }, () => pages.prose(language, 3))
      const side = Array.from({ length: 5 }, () => pages.prose(language, 1))
      pages.add(pages.table([6600, 2900], [[main, side]], { ...look, after: 80 }))
    })
  }
  for (const [one, other] of [
    ['en', 'de'],
    ['fr', 'en'],
    ['en', 'he'],
    ['ru', 'en'],
  ] as const) {
    const lookOf = (language: string): Look =>
      isRightToLeft(language) ? { rightToLeft: true, align: 'both' } : { align: 'both' }
    add(`bilingual-${one}-${other}`, 0, (pages) => {
      const cell = (language: string): string => {
        const text = Array.from({ length: 8 }, (_, at) =>
          pages.paragraph(`${at + 1}. ${pages.prose(language, 3)}`, lookOf(language)),
        ).join('')
        return `<w:tc><w:tcPr><w:tcW w:w="4700" w:type="dxa"/></w:tcPr>${text}</w:tc>`
      }
      pages.add(
        `<w:tbl><w:tblPr><w:tblW w:w="9400" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="4700"/><w:gridCol w:w="4700"/></w:tblGrid><w:tr>${cell(one)}${cell(other)}</w:tr></w:tbl>`,
      )
    })
    add(
      `bilingual-rows-${one}-${other}`,
      [0, 1],
      (pages) => {
        pages.add(
          pages.table(
            [4700, 4700],
            Array.from({ length: 6 }, (_, at) => [
              `${at + 1}. ${pages.prose(one, 3)}`,
              `${at + 1}. ${pages.prose(other, 3)}`,
            ]),
            { after: 120 },
          ),
        )
      },
      { orders: (said) => [said, [...said.filter((_, at) => at % 2 === 0), ...said.filter((_, at) => at % 2 === 1)]] },
    )
  }
  add(
    'letter',
    0,
    (pages) => {
      const left = ['Muster AG', 'Ring 12', '8001 Zürich', 'Switzerland']
      const right = ['Zürich, 3 May 2024', 'Our reference: 118/24', 'Your letter of 2 April']
      pages.add(pages.table([5500, 4000], [[left, right]]))
      pages.add(pages.paragraph('Rent for the store room', { bold: true }), pages.paragraph('Dear Ms Smith'))
      for (let at = 0; at < 4; at++) pages.add(pages.paragraph(pages.prose('en', 4)))
      pages.add(
        pages.table(
          [5500, 4000],
          [
            [
              ['Muster AG', 'Anna Muster'],
              ['Smith Ltd', 'Berta Smith'],
            ],
          ],
        ),
      )
    },
    { orders: (said) => [said, interleavedEnds(said)] },
  )
  add(
    'addresses',
    0,
    (pages) => {
      pages.add(
        pages.table(
          [5000, 4500],
          [
            [
              ['Bill to', 'Acme Ltd', 'Main street 5', '10115 Berlin', 'Germany'],
              ['Ship to', 'Beta GmbH', 'Lindenweg 99', '80331 München', 'Germany'],
            ],
          ],
        ),
      )
      for (let at = 0; at < 3; at++) pages.add(pages.paragraph(pages.prose('en', 4)))
    },
    { orders: (said) => [said, [0, 5, 1, 6, 2, 7, 3, 8, 4, 9].map((at) => said[at] ?? '').concat(said.slice(10))] },
  )
  add('form', [0, 1], (pages) => {
    pages.add(pages.paragraph('Registration', { bold: true, size: 32 }))
    pages.add(
      pages.table(
        [2500, 7000],
        [
          ['Name:', 'Anna Smith'],
          ['Date of birth:', '12 March 1980'],
          ['Street:', 'Ring 12'],
          ['Place:', 'Wien'],
          ['Country:', 'Austria'],
          ['Telephone:', '+43 1 555 01 02'],
          ['Remarks:', pages.prose('en', 3)],
        ],
      ),
    )
  })
  add('form-2', [0, 1], (pages) => {
    pages.add(
      pages.table(
        [1800, 2900, 1800, 2900],
        [
          ['Name:', 'Anna Smith', 'Born:', '12 March 1980'],
          ['Street:', 'Ring 12', 'Place:', 'Wien'],
          ['Country:', 'Austria', 'Telephone:', '+43 1 555'],
          ['Bank:', 'Erste', 'Account:', 'AT48 3200'],
          ['Tax number:', '12/345', 'Since:', '2019'],
        ],
      ),
    )
    pages.add(pages.paragraph(pages.prose('en', 5)))
  })
  for (const columns of [1, 2]) {
    add(`contents-${columns}`, 0, (pages) => {
      const width = columns === 1 ? 9900 : 4700
      for (let at = 0; at < 30; at++)
        pages.add(
          pages.paragraph(
            `${at + 1}. ${titles[at % 6]} ${pages.prose('en', 1).split(' ').slice(0, 3).join(' ')}\t${at * 3 + 1}`,
            { after: 0, tabs: `<w:tab w:val="right" w:leader="dot" w:pos="${width}"/>` },
          ),
        )
      pages.section(columns)
    })
  }
  for (const language of ['en', 'de', 'he']) {
    const look = isRightToLeft(language) ? { rightToLeft: true } : {}
    const invoice = (pages: Pages, describe: () => string): void => {
      pages.add(pages.paragraph('Invoice 2024-118', { bold: true, size: 32, ...look }))
      pages.add(pages.paragraph(pages.prose(language, 2), look))
      const money = (): string => `${10 + pages.next(900)}.${10 + pages.next(89)}`
      const rows = Array.from({ length: 7 }, (_, at) => [
        String(at + 1),
        describe(),
        String(1 + pages.next(20)),
        money(),
        money(),
      ])
      pages.add(pages.table([700, 4700, 1000, 1500, 1600], [['No', 'Item', 'Qty', 'Price', 'Total'], ...rows], look, 2))
      pages.add(pages.paragraph(''), pages.paragraph(pages.prose(language, 3), look))
    }
    add(`invoice-${language}`, 1, (pages) =>
      invoice(pages, () => pages.prose(language, 1).split(' ').slice(0, 3).join(' ')),
    )
    add(`invoice-wrapped-${language}`, 1, (pages) => invoice(pages, () => pages.prose(language, 2)))
    add(`glossary-${language}`, [0, 1], (pages) => {
      pages.add(
        pages.table(
          [2200, 7200],
          Array.from({ length: 12 }, () => [pages.prose(language, 1).split(' ')[2] ?? '', pages.prose(language, 2)]),
          { ...look, after: 100 },
        ),
      )
    })
    add(`plain-table-${language}`, 1, (pages) => {
      const some = (): string => pages.prose(language, 1).split(' ').slice(1, 3).join(' ')
      pages.add(pages.paragraph(pages.prose(language, 3), look))
      pages.add(
        pages.table(
          [3000, 3000, 3000],
          Array.from({ length: 9 }, () => [some(), some(), some()]),
          { ...look, after: 60 },
        ),
      )
      pages.add(pages.paragraph(pages.prose(language, 3), look))
    })
  }
  for (const columns of [2, 3]) {
    add(`notes-${columns}`, 0, (pages) => {
      for (let at = 0; at < 16; at++) {
        if (at % 3 === 1) pages.notes.push(pages.prose('fr', 1))
        const note = at % 3 === 1 ? { note: pages.notes.length } : {}
        pages.add(pages.paragraph(hyphenated(pages.prose('en', 4)), { align: 'both', ...note }))
      }
      pages.section(columns)
    })
    add(
      `running-${columns}`,
      0,
      (pages) => {
        for (let at = 0; at < 45; at++)
          pages.add(pages.paragraph(hyphenated(pages.prose(at % 2 === 0 ? 'en' : 'de', 4)), { align: 'both' }))
        pages.section(columns)
      },
      { header: 'The Office Courier', footer: 'Muster AG, Ring 12, 8001 Zürich' },
    )
    add(`captions-${columns}`, 0, (pages) => {
      for (let at = 1; at < 8; at++) {
        pages.add(pages.paragraph(pages.prose('en', 4), { align: 'both' }))
        if (at % 2 === 0) pages.add(pages.paragraph(`Figure ${at}: ${pages.prose('en', 1)}`, { size: 16 }))
      }
      pages.section(columns)
    })
    add(`poem-${columns}`, 0, (pages) => {
      for (let at = 0; at < 60; at++)
        pages.add(
          pages.paragraph(pages.prose('de', 1).split(' ').slice(0, 5).join(' '), { after: at % 4 === 3 ? 160 : 0 }),
        )
      pages.section(columns)
    })
  }
  add('unequal', 0, (pages) => {
    for (let at = 0; at < 10; at++) pages.add(pages.paragraph(pages.prose('en', 4), { align: 'both' }))
    pages.section(2, 400, '<w:col w:w="3000" w:space="400"/><w:col w:w="6500"/>')
  })
  return found
}

/** The address blocks at both ends of a letter may be read line by line. */
function interleavedEnds(said: readonly string[]): string[] {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', ...rest] = said
  const [h = '', i = '', j = '', k = ''] = rest.slice(-4)
  return [a, e, b, f, c, g, d, ...rest.slice(0, -4), h, j, i, k]
}
