import type { DocumentModel, SearchedModel } from '@chancery/core'
import { mostKeyValues } from './labels/key-values.ts'

type Table = DocumentModel['tables'][number]

/** Rows of labels and values that are looked at in one table: no form has so many. */
const mostRows = 2 * mostKeyValues

/** A table of two columns may be one of labels and values; of others the header cells say what the columns are. */
function searchedCells(table: Table): Table {
  const rows = table.headerRows + (table.columns === 2 ? mostRows : 0)
  return rows >= table.rows ? table : { ...table, cells: table.cells.filter(({ row }) => row < rows) }
}

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
