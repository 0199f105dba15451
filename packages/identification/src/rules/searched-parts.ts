import type { DocumentModel, SearchedModel } from '@chancery/core'
import { mostKeyValues, textInReach } from './text-in-reach.ts'

type Table = DocumentModel['tables'][number]

/** Rows of labels and values that are looked at in one table: no form has so many. */
const mostRows = 2 * mostKeyValues

/** A table of two columns may be one of labels and values; of others the header cells say what the columns are. */
function searchedCells(table: Table): Table {
  const rows = table.headerRows + (table.columns === 2 ? mostRows : 0)
  return rows >= table.rows ? table : { ...table, cells: table.cells.filter(({ row }) => row < rows) }
}

/**
 * What the rules look at, and nothing else but the whole text: for whoever sends it to another process. Large tables are most
 * of a model, and hardly any of their cells is looked at; a list of contacts has a pair for each of its lines.
 */
export function searchedParts(model: SearchedModel): SearchedModel {
  const { tables, keyValues } = textInReach(model)
  const { text, pages, formFields } = model
  const runs = model.runs.filter(({ strike }) => strike === true)
  return { text, pages, tables: tables.map(searchedCells), keyValues, formFields, runs }
}
