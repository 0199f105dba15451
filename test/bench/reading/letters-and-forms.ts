import { titles } from './column-titles.ts'
import type { AddDocument } from './laid-pages.ts'

/** Blocks side by side that are no table: addresses, labels and what is filled in, a list of contents. */
export function lettersAndForms(add: AddDocument): void {
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
}

/** The address blocks at both ends of a letter may be read line by line. */
function interleavedEnds(said: readonly string[]): string[] {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', ...rest] = said
  const [h = '', i = '', j = '', k = ''] = rest.slice(-4)
  return [a, e, b, f, c, g, d, ...rest.slice(0, -4), h, j, i, k]
}
