import { openDocument } from '../packages.ts'
import { deep, type LargeAttack, of } from './large-attack.ts'

const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`

export const openSpreadsheetAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '200,000 rows of three',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${`<table:table-row>${cell('a')}${cell('1')}${cell('b')}</table:table-row>`.repeat(200_000)}</table:table>`,
      ),
  ],
  [
    '5,000 rows each repeated 200 times',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${of(5000, (n) => `<table:table-row table:number-rows-repeated="200">${cell(`a${n}`)}</table:table-row>`)}</table:table>`,
      ),
  ],
  [
    '3,000 sheets',
    () =>
      openDocument(
        'spreadsheet',
        of(
          3000,
          (n) => `<table:table table:name="s${n}"><table:table-row>${cell('a')}</table:table-row></table:table>`,
        ),
      ),
  ],
  [
    '100,000 clients',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${of(100_000, (n) => `<table:table-row>${cell(n === 0 ? 'Name' : `Ada ${n}`)}${cell(n === 0 ? 'Email' : `a${n}@x.org`)}</table:table-row>`)}</table:table>`,
      ),
  ],
  [
    'cells over many rows',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${of(20_000, () => `<table:table-row><table:table-cell table:number-rows-spanned="20000" table:number-columns-spanned="9"><text:p>a</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="8"/></table:table-row>`)}</table:table>`,
      ),
  ],
]

export const openTextAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '100,000 paragraphs',
    () => openDocument('text', '<text:p>Dear <text:span>Ada</text:span></text:p>'.repeat(100_000)),
  ],
  [
    '50,000 notes',
    () =>
      openDocument(
        'text',
        '<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>'.repeat(50_000),
      ),
  ],
  [
    '50,000 bookmarks and variables',
    () =>
      openDocument(
        'text',
        of(
          50_000,
          (n) =>
            `<text:p><text:bookmark text:name="b${n}"/><text:variable-set text:name="v${n}">1</text:variable-set></text:p>`,
        ),
      ),
  ],
  [
    '100,000 entries of lists of lists',
    () =>
      openDocument(
        'text',
        of(10_000, () =>
          deep(10, '<text:list><text:list-item><text:p>a</text:p>', '</text:list-item></text:list>', ''),
        ),
      ),
  ],
  [
    '50,000 changes',
    () =>
      openDocument(
        'text',
        `<text:tracked-changes>${of(50_000, (n) => `<text:changed-region text:id="c${n}"><text:insertion/></text:changed-region>`)}</text:tracked-changes>${of(50_000, (n) => `<text:p><text:change-start text:change-id="c${n}"/>a<text:change-end text:change-id="c${n}"/></text:p>`)}`,
      ),
  ],
  [
    'tables in tables',
    () =>
      openDocument(
        'text',
        deep(
          30,
          '<table:table><table:table-row><table:table-cell><text:p>a</text:p>',
          '</table:table-cell></table:table-row></table:table>',
          '',
        ).repeat(1000),
      ),
  ],
  [
    'a list of 60,000 entries',
    () =>
      openDocument(
        'text',
        `<text:list>${of(60_000, (n) => `<text:list-item><text:p>entry ${n}</text:p></text:list-item>`)}</text:list>`,
      ),
  ],
  [
    '60,000 headings in 500 levels',
    () =>
      openDocument(
        'text',
        of(60_000, (n) => `<text:h text:outline-level="${(n % 500) + 1}">Section ${n}</text:h>`),
      ),
  ],
]

export const openPresentationAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '10,000 slides',
    () =>
      openDocument(
        'presentation',
        '<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>'.repeat(
          10_000,
        ),
      ),
  ],
]
