import { lettersAndForms } from './letters-and-forms.ts'
import { type AddDocument, Pages } from './laid-pages.ts'
import { bilingualPages, invoices, tablesAndColumns } from './tables-beside-text.ts'
import { notesInColumns, pagesInColumns, proseInColumns } from './text-in-columns.ts'

/** A document whose pages are laid out in columns, and what it says in the order in which it is read. */
interface LaidDocument {
  readonly name: string
  readonly docx: Uint8Array
  /** Where people may read it in several orders, all of them. */
  readonly texts: readonly string[]
  /** How many tables are seen in it; the least and the most where that is a matter of taste. */
  readonly tables: readonly [least: number, most: number]
}

/** Every kind of page in columns that offices print; the same for the same seed. */
export function columnDocuments(seed = 0): LaidDocument[] {
  const found: LaidDocument[] = []
  const add: AddDocument = (
    name,
    tables,
    write,
    { header = '', footer = '', orders = (said: readonly string[]) => [said] } = {},
  ) => {
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

  // What is drawn for each goes by its place: in another order they would be other documents.
  proseInColumns(add)
  pagesInColumns(add)
  tablesAndColumns(add)
  bilingualPages(add)
  lettersAndForms(add)
  invoices(add)
  notesInColumns(add)
  return found
}
