/** What a spreadsheet would take for a formula; the wide signs where its language has them. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A cell that no spreadsheet runs (OWASP, CSV injection), quoted where RFC 4180 asks for it. */
function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Comma-separated values (RFC 4180), header first. A value that a spreadsheet would run begins with an apostrophe, which
 * imports take away again.
 * @param bom a mark by which Excel knows UTF-8
 */
export function csvText(
  columns: readonly string[],
  rows: Iterable<Readonly<Record<string, string | undefined>>>,
  { bom }: { readonly bom: boolean },
): string {
  const lines = [columns.map(cell).join(',')]
  for (const row of rows) lines.push(columns.map((column) => cell(valueOf(row, column))).join(','))
  return `${bom ? '\uFEFF' : ''}${lines.join('\r\n')}\r\n`
}

const valueOf = (row: Readonly<Record<string, string | undefined>>, column: string): string =>
  Object.hasOwn(row, column) ? (row[column] ?? '') : ''
