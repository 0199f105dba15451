const delimiters = ['\t', ';', ',', '|'] as const
type Delimiter = (typeof delimiters)[number]

const maxRecords = 50
const sampleLength = 16_384

/**
 * The delimiter of a table of values (RFC 4180 and its relatives): one that gives every record of the beginning the
 * same number of fields. Prose has commas too: so at least two records, no empty line between them, and fields that
 * do not read like clauses.
 */
export function tableDelimiter(start: string): Delimiter | undefined {
  const isWhole = start.length <= sampleLength
  const text = start.slice(0, sampleLength)
  let best: { delimiter: Delimiter; width: number } | undefined
  for (const delimiter of delimiters) {
    const records = recordsOf(text, delimiter)
    if (records === undefined) continue
    // The last record of a cut-off sample is cut off as well.
    if (!isWhole) records.pop()
    const width = records[0]?.length ?? 0
    if (records.length < 2 || width < 2 || (best?.width ?? 0) >= width) continue
    if (!records.every((record) => record.length === width)) continue
    if (delimiter === ',' && readsLikeProse(records)) continue
    best = { delimiter, width }
  }
  return best?.delimiter
}

function readsLikeProse(records: readonly (readonly string[])[]): boolean {
  let later = 0
  let spaced = 0
  let long = 0
  for (const record of records) {
    for (const [index, field] of record.entries()) {
      if (index > 0) later++
      if (index > 0 && field.startsWith(' ')) spaced++
      if (field.length > 60) long++
    }
    if (/[.!?:]$/.test(record.at(-1) ?? '') || record.at(-1) === '') spaced++
  }
  return spaced * 2 > later || long * 3 > later
}

/** Records with quoted fields; `undefined` where a line between them is empty, or a quote stays open. */
function recordsOf(text: string, delimiter: Delimiter): string[][] | undefined {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length && records.length < maxRecords) {
    let field: string
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1)
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      if (close < 0) return records.length > 1 ? records : undefined
      field = text.slice(at + 1, close)
      at = close + 1
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
    } else {
      const from = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
      field = text.slice(from, at)
    }
    record.push(field)
    if (text[at] === delimiter) {
      at++
      if (at >= text.length) record.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    if (record.length === 1 && record[0] === '') {
      if (text.slice(at).trim() !== '') return undefined
      return records
    }
    records.push(record)
    record = []
  }
  if (record.length > 0) records.push(record)
  return records
}
