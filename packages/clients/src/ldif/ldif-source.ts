import { ChanceryError, type ClientSource, type Finding } from '@chancery/core'
import { lookThrough } from '../look-through.ts'
import { boundedValues } from '../max-values.ts'
import { readingPlace } from '../row-cursor.ts'
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
    const { from, ...place } = readingPlace(request.cursor, document.bytes)
    const { text, findings } = textOfSource(document)
    const all = request.columns === undefined ? await lookThrough(ldifEntries(text), signal) : undefined
    if (all?.total === 0) throw new ChanceryError('document_corrupt', 'There is no LDIF entry in the document.')
    return {
      columns: all?.columns ?? request.columns ?? [],
      findings,
      ...(all === undefined || request.cursor !== undefined ? {} : { total: all.total }),
      rows: sourceRows(ldifEntries(text, from), contentOf, {
        bytes: document.bytes,
        ...place,
        endOf: ({ end }) => end,
        signal,
      }),
    }
  },
})

const contentOf = ({ id, values, faults: found }: LdifEntry): RowContent =>
  boundedValues({
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
