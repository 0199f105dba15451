import { ChanceryError, type ClientSource, type Finding, nextTurn } from '@chancery/core'
import { boundColumns } from '../max-columns.ts'
import { readingPlace } from '../row-cursor.ts'
import { rowsAtOnce } from '../rows-at-once.ts'
import { sourceDocument } from '../source-document.ts'
import { type RowContent, sourceRows } from '../source-rows.ts'
import { textOfSource } from '../text-of-source.ts'
import { type LdifEntry, ldifEntries } from './ldif-entries.ts'

/** Client records of LDIF (RFC 2849): exports of directories, and of Thunderbird's address book. */
export const createLdifSource = (): ClientSource => ({
  id: 'ldif',
  fromDocument: true,
  async read(request, { signal }) {
    signal.throwIfAborted()
    const document = sourceDocument(request.document, ['text', 'csv', 'eml', 'markdown', 'unknown'])
    const { skip, passed, from } = readingPlace(request, document.bytes)
    const { text, findings } = textOfSource(document)
    const entries = ldifEntries(text, from)
    const all = request.columns === undefined ? await readAll(entries, signal) : undefined
    return {
      columns: all?.columns ?? request.columns ?? [],
      findings,
      rows: sourceRows(all?.entries ?? entries, contentOf, {
        bytes: document.bytes,
        skip,
        passed,
        endOf: ({ end }) => end,
        signal,
      }),
    }
  },
})

/** Only all of them tell the columns. @throws `document_corrupt` where there is none; `unsupported_document` for too many columns */
async function readAll(
  read: Iterable<LdifEntry>,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly LdifEntry[]; readonly columns: readonly string[] }> {
  const entries: LdifEntry[] = []
  const columns = new Set<string>()
  for (const entry of read) {
    if (entries.length % rowsAtOnce === 0) await nextTurn(signal)
    entries.push(entry)
    for (const { column } of entry.values) columns.add(column)
    boundColumns(columns.size)
  }
  if (entries.length === 0) throw new ChanceryError('document_corrupt', 'There is no LDIF entry in the document.')
  return { entries, columns: [...columns] }
}

const contentOf = ({ id, values, faults: found }: LdifEntry): RowContent => ({
  values,
  faults: found.map((fault) => faults[fault]),
  ...(id === undefined ? {} : { externalId: id }),
})

const faults: Readonly<Record<LdifEntry['faults'][number], Finding>> = {
  no_name: {
    code: 'entry_without_dn',
    severity: 'error',
    message: 'The entry does not begin with its distinguished name (`dn:`).',
    hint: 'The file may have been cut or joined wrongly; export it again.',
  },
  bad_line: {
    code: 'lines_not_read',
    severity: 'error',
    message: 'A line of the entry is no attribute with a value.',
    hint: 'A value that goes on in the next line has a blank before it there.',
  },
  change: {
    code: 'entry_is_change',
    severity: 'error',
    message: 'The entry tells a change of a directory, not a client.',
    hint: 'Export the entries themselves.',
  },
  group: {
    code: 'entry_is_group',
    severity: 'error',
    message: 'The entry is a list of members or a folder, not a client.',
  },
  elsewhere: {
    code: 'value_elsewhere',
    severity: 'warning',
    message: 'A value is kept in another file, which is not read.',
  },
}
