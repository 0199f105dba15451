import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slippedPeople } from '../../packages/core/src/testing/slipped-clients.test-support.ts'
import type { Spent, WorkName } from './clients/work.ts'
import { installPeers } from './peers.ts'
import { median, type Report } from './report.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 100_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const versions = { 'csv-parse': '7.0.3', 'libphonenumber-js': '1.13.16' }
const works: readonly WorkName[] = [
  'csv-parse',
  'csv-parse and libphonenumber-js',
  'parsed and normalized',
  'imported into memory',
  'imported into SQLite',
]

/** People of whom some come again: with slips, fields left out, names exchanged, another address or number. */
function peopleCsv(): string {
  const people = slippedPeople({ seed: 20_261_124, households: Math.ceil(rows / 2), contacts: true }).slice(0, rows)
  if (people.length < rows) throw new Error('There are too few people.')
  const lines = people.map(({ data: { givenName, familyName, birthDate, emails, phones, address } }) =>
    [givenName, familyName, birthDate, emails[0], phones[0], address?.street, address?.postcode, address?.locality]
      .map((value) => value ?? '')
      .join(','),
  )
  return ['First name,Last name,Date of birth,E-mail,Phone,Street,Postcode,City', ...lines, ''].join('\n')
}

function measured(work: WorkName, file: string, peers: string): Spent {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  const script = join(import.meta.dirname, 'clients/work.ts')
  const { stdout, stderr } = spawnSync('node', [script, work, file, peers, join(folder, 'clients.sqlite')], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true, force: true })
  const spent = (stdout === '' ? { rows: 0 } : JSON.parse(stdout)) as Spent
  if (spent.rows !== rows) throw new Error(`${work} failed: ${stderr.slice(-1000)}`)
  return spent
}

/** What an import costs beside what nobody can do without: reading the lines, and reading the telephone numbers. */
export async function clients(): Promise<Report> {
  const peers = installPeers('clients', versions)
  if (peers === undefined) throw new Error('The packages to compare with cannot be installed.')
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'))
  try {
    const file = join(folder, 'clients.csv')
    writeFileSync(file, peopleCsv())
    const taken = new Map<WorkName, Spent[]>(works.map((work) => [work, []]))
    for (let round = 0; round < rounds; round++) {
      for (const work of works) taken.get(work)?.push(measured(work, file, peers))
    }
    const of = (work: WorkName, what: 'ms' | 'mb'): number => median((taken.get(work) ?? []).map((each) => each[what]))
    const anchor = of('csv-parse and libphonenumber-js', 'ms')
    const imports = ['imported into memory', 'imported into SQLite'] as const
    return {
      title: 'Imports of clients',
      method: `${rows.toLocaleString('en-GB')} rows of self-made people, some of whom come again with slips, in one call; each work in a process of its own, CPU time of all its threads and the most memory that it held, medians of ${rounds} interleaved rounds. csv-parse ${versions['csv-parse']} makes an object of each line, libphonenumber-js ${versions['libphonenumber-js']} (max) reads one number a line; imports parse, normalize, match and keep, without HTTP and the sandbox, with the answer.`,
      columns: ['what', 'CPU s', 'times csv-parse and libphonenumber-js', 'MB'],
      rows: works.map((work) => [
        work,
        (of(work, 'ms') / 1000).toFixed(1),
        (of(work, 'ms') / anchor).toFixed(1),
        of(work, 'mb').toFixed(0),
      ]),
      goals: [
        {
          text: 'an import takes at most 5 times csv-parse and libphonenumber-js',
          met: imports.every((work) => of(work, 'ms') <= 5 * anchor),
        },
        { text: 'and at most 400 MB', met: imports.every((work) => of(work, 'mb') <= 400) },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
