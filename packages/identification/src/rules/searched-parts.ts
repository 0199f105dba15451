import type { DocumentModel, SearchedModel } from '@chancery/core'

type Table = DocumentModel['tables'][number]

/** A table of two columns may be one of labels and values; of others the header cells say what the columns are. */
const searchedCells = (table: Table): Table =>
  table.columns === 2 ? table : { ...table, cells: table.cells.filter(({ row }) => row < table.headerRows) }

/**
 * What the rules look at, and nothing else: for whoever sends it to another process. Large tables are most of a model, and
 * hardly any of their cells is looked at; their text is in `text`.
 */
export const searchedParts = ({ text, pages, tables, keyValues, formFields }: SearchedModel): SearchedModel => ({
  text,
  pages,
  tables: tables.map(searchedCells),
  keyValues,
  formFields,
})
