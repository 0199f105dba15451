import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../docs/benchmarks.md')

const head = `# Benchmarks

Written by \`npm run bench\`, never by hand. Ratios on one machine in one run count; absolute figures are those of a small
shared machine (2 cores).
`

export interface Report {
  readonly title: string
  /** What was done, in a sentence or two. */
  readonly method: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** The figures that must hold, and whether they do; none where they only inform. */
  readonly goals: readonly { readonly text: string; readonly met: boolean }[]
}

/** Replaces the section of a benchmark, or adds it. */
export function writeSection(name: string, report: Report): void {
  const table = [report.columns, report.columns.map(() => '---'), ...report.rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
  const verdict = report.goals.map(({ text, met }) => `- **Goal** ${text}: ${met ? 'met' : 'NOT met'}.`).join('\n')
  const made = `Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}, \`npm run bench -- ${name}\`.`
  const section = `## ${[report.title, report.method, table, verdict, made].filter((part) => part !== '').join('\n\n')}\n`
  const open = `<!-- ${name} -->`
  const close = `<!-- /${name} -->`
  const page = existsSync(file) ? readFileSync(file, 'utf8') : head
  const start = page.indexOf(open)
  const end = page.indexOf(close)
  const next =
    start === -1 || end === -1
      ? `${page.trimEnd()}\n\n${open}\n${section}${close}\n`
      : `${page.slice(0, start)}${open}\n${section}${page.slice(end)}`
  writeFileSync(file, next)
  console.log(`\n${section}`)
}

/** The middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}
