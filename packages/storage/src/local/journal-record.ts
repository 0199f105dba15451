import { createHash } from 'node:crypto'
import { crc32c } from '../crc32c.ts'
import type { IndexRow } from './document-index.ts'

/** A put, with all that is needed to do it again. */
export interface JournaledPut {
  readonly row: IndexRow
  /** What it may take the place of: `nothing`, `anything`, or the file of that identity. */
  readonly over: 'nothing' | 'anything' | (string & {})
  readonly body: Uint8Array
}

/** A delete, with all that is needed to do it again. */
export interface JournaledDelete {
  /** Tells it from other deletes. */
  readonly id: string
  readonly path: string
  /** Which file it takes away: see `identityOf`. */
  readonly deleted: string
  /** Of the row of that file; absent for a file that the store did not write. */
  readonly version?: string
  /** When it was journaled, in ms since 1970. */
  readonly at: number
}

/** A put or a delete that failed after it was journaled: the version, or the id. */
export interface JournaledFailure {
  readonly failed: string
}

export type JournalRecord = JournaledPut | JournaledDelete | JournaledFailure

/*
 * A record: `CHJ1`, the CRC-32C of what follows up to the body, the lengths of the two parts that follow (all unsigned,
 * 32 bits, little-endian); what is known of the put or delete, as JSON; the body of a put, held to the row's SHA-256.
 */
const magic = 0x314a4843
const headerBytes = 16

/** The bytes of a record, in pieces: the body is not copied. */
export function encodeRecord(record: JournalRecord): readonly Uint8Array[] {
  const { body, ...known } = 'row' in record ? record : { ...record, body: undefined }
  const json = JSON.stringify(known)
  const length = Buffer.byteLength(json)
  const head = Buffer.allocUnsafe(headerBytes + length)
  head.writeUInt32LE(magic, 0)
  head.writeUInt32LE(length, 8)
  head.writeUInt32LE(body?.length ?? 0, 12)
  head.write(json, headerBytes)
  head.writeUInt32LE(crc32c(head.subarray(8), 0), 4)
  return body === undefined ? [head] : [head, body]
}

const isWhole = ({ row, body }: JournaledPut): boolean => createHash('sha256').update(body).digest('hex') === row.sha256

/** The whole records of a journal in the order in which they were written, up to where it was cut off. */
export function* decodeRecords(journal: Buffer): Iterable<JournalRecord> {
  for (let offset = 0; offset + headerBytes <= journal.length;) {
    if (journal.readUInt32LE(offset) !== magic) return
    const json = offset + headerBytes
    const body = json + journal.readUInt32LE(offset + 8)
    const end = body + journal.readUInt32LE(offset + 12)
    if (end > journal.length) return
    if (crc32c(journal.subarray(offset + 8, body), 0) !== journal.readUInt32LE(offset + 4)) return
    const known = JSON.parse(journal.toString('utf8', json, body)) as
      | Omit<JournaledPut, 'body'>
      | JournaledDelete
      | JournaledFailure
    const record = 'row' in known ? { ...known, body: journal.subarray(body, end) } : known
    if (!('row' in record) || isWhole(record)) yield record
    offset = end
  }
}
