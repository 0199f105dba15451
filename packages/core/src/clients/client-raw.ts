import type { SourceRow } from '../ports/client-source.ts'
import type { ClientOrigin, ClientRaw, ClientRecord } from '../model/client-record.ts'
import { rawOf } from './imported-row.ts'

/** UTF-8 bytes that are kept of a row: names of columns and values. */
export const maxRawBytes = 8192
/** Sources of a client whose words are kept, the latest ones. */
export const maxRaws = 8

/** No character takes more bytes for each unit of UTF-16. */
const mostBytes = 3

const encoder = new TextEncoder()
// oxlint-disable-next-line no-control-regex -- the range is what ASCII means.
const ascii = /^[\u0000-\u007f]*$/
/** Most names and values have a byte for each character, which need not be written to be counted. */
const bytesOf = (text: string): number => (ascii.test(text) ? text.length : encoder.encode(text).length)

/** A row as its source has it, without empty cells, from its beginning as far as there is room. */
export function rawSaid(row: SourceRow, digest: string, origin: ClientOrigin): ClientRaw {
  const all = Object.entries(rawOf(row)).filter(([, value]) => value.trim() !== '')
  const units = all.reduce((sum, [column, value]) => sum + column.length + value.length, 0)
  if (units * mostBytes <= maxRawBytes) return { ...origin, digest, values: Object.fromEntries(all) }
  const values: [string, string][] = []
  let left = maxRawBytes
  let isCut = false
  for (const [column, value] of all) {
    const room = left - bytesOf(column)
    const kept = room <= 0 ? '' : beginning(value, room)
    isCut ||= kept.length < value.length
    if (kept === '') break
    values.push([column, kept])
    left = room - bytesOf(kept)
  }
  return { ...origin, digest, values: Object.fromEntries(values), ...(isCut ? { isCut } : {}) }
}

/** As many whole characters of a text as take these bytes. */
function beginning(text: string, bytes: number): string {
  if (text.length * mostBytes <= bytes) return text
  let kept = ''
  let left = bytes
  for (const character of text) {
    left -= bytesOf(character)
    if (left < 0) break
    kept += character
  }
  return kept
}

/** Of each source the latest that it said, latest first. */
export function latestRaws(raws: readonly ClientRaw[]): Pick<ClientRecord, 'raw'> {
  const latest = new Map<string, ClientRaw>()
  for (const raw of raws.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))) {
    if (!latest.has(raw.source)) latest.set(raw.source, raw)
  }
  return latest.size === 0 ? {} : { raw: [...latest.values()].slice(0, maxRaws) }
}

/** A client without what its sources said of it word for word: answers have that where it is asked for. */
export function withoutRaw(record: ClientRecord): ClientRecord {
  const { raw: _raw, ...others } = record
  return others
}
