import { type AddDocument, isRightToLeft, type Look, type Pages } from './laid-pages.ts'

/** Tables in columns and between them, and what only looks like a table: a résumé, a margin. */
export function tablesAndColumns(add: AddDocument): void {
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
}

/** One text in two languages side by side. */
export function bilingualPages(add: AddDocument): void {
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
}

/** Tables of an office, with and without wrapped cells. */
export function invoices(add: AddDocument): void {
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
}
