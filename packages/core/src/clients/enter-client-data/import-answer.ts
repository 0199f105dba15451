import { countsOf, type ImportedRow } from '../imported-row.ts'

type Rejected = Extract<ImportedRow, { readonly status: 'rejected' }>
type Gone = Extract<ImportedRow, { readonly status: 'gone' }>
type Entered = Exclude<ImportedRow, Rejected | Gone>
type OfRow<Part> = Pick<Entered, 'row' | 'id'> & Part

/** What an answer tells of its rows, put together as they are entered: nothing else of them is held until the end. */
export function answerOfRows() {
  let read = 0
  const counts = countsOf([])
  const clients: Omit<Entered, 'review' | 'conflicts'>[] = []
  const review: OfRow<{ readonly candidates: NonNullable<Entered['review']> }>[] = []
  const conflicts: OfRow<{ readonly fields: NonNullable<Entered['conflicts']> }>[] = []
  const goneRecords: Omit<Gone, 'status'>[] = []
  const rejected: Omit<Rejected, 'status'>[] = []

  const add = (outcome: ImportedRow): void => {
    read++
    counts[outcome.status]++
    if (outcome.status === 'rejected') {
      const { row, raw, errors } = outcome
      rejected.push({ row, raw, errors })
    } else if (outcome.status === 'gone') {
      const { status: _status, ...record } = outcome
      goneRecords.push(record)
    } else {
      const { review: candidates, conflicts: fields, ...client } = outcome
      const { row, id } = client
      clients.push(client)
      if (candidates !== undefined) review.push({ row, id, candidates })
      if (fields !== undefined) conflicts.push({ row, id, fields })
    }
  }

  return {
    /** Rows that were added. */
    read: () => read,
    rejected,
    add(outcomes: readonly ImportedRow[]): void {
      for (const each of outcomes) add(each)
    },
    data() {
      const { gone, ...others } = counts
      return {
        summary: { read, ...others, ...(gone === 0 ? {} : { gone }) },
        clients,
        review,
        conflicts,
        ...(gone === 0 ? {} : { gone: goneRecords }),
        rejected,
      }
    },
  }
}
