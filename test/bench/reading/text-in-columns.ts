import { type AddDocument, hyphenated, isRightToLeft } from './laid-pages.ts'
import { titles } from './column-titles.ts'

/** Prose of ten scripts, justified and not. */
export function proseInColumns(add: AddDocument): void {
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
}

/** Figures, headings, lists, names: whatever else runs through columns. */
export function pagesInColumns(add: AddDocument): void {
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
}

/** Columns with notes, running heads, captions or short lines, and columns that are not alike. */
export function notesInColumns(add: AddDocument): void {
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
}
