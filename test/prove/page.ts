import type { Finding } from './promise.ts'

const head = `# Promises

What the service promises under attack, overload and loss, and what came of trying it. Written by \`npm run prove\`, never by
hand; \`npm run prove -- <name>\` tries one and replaces its rows. What runs is the bundle as it is deployed, as a process of its
own; who calls and who measures is on the same machine. Absolute figures are those of that machine, which stands beside them,
with the processor time that a fixed piece of work takes there (\`test/prove/reference-work.ts\`), and with the day and the
commit that was tried: a row without them is older than 30 November 2026.
`

const columns = ['name', 'promise', 'how it was tried', 'figure', 'holds', 'tried with']
const verdicts = { true: 'yes', false: '**no**', untried: 'not tried' } as const

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

const rowsOf = (name: string, findings: readonly Finding[], machine: string): readonly string[] =>
  findings.map(({ promise, tried, figure, holds }) =>
    line([`\`${name}\``, promise, tried, figure, verdicts[`${holds}`], machine]),
  )

/** The rows that a page has, by the name of their proof. */
function rowsByName(page: string): Map<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>()
  for (const row of page.split('\n')) {
    const name = /^\| `([a-z-]+)` \|/.exec(row)?.[1]
    if (name !== undefined) rows.set(name, [...(rows.get(name) ?? []), row])
  }
  return rows
}

/**
 * The page with the rows of one proof in place of those that it had; all others stay as they are.
 * @param order the names of all proofs; rows of others are left out
 * @param machine and versions, in a few words
 */
export function withFindings(
  page: string,
  order: readonly string[],
  {
    name,
    findings,
    machine,
  }: { readonly name: string; readonly findings: readonly Finding[]; readonly machine: string },
): string {
  const rows = rowsByName(page)
  rows.set(name, rowsOf(name, findings, machine))
  const table = [line(columns), line(columns.map(() => '---')), ...order.flatMap((each) => rows.get(each) ?? [])]
  return `${head}\n${table.join('\n')}\n`
}
