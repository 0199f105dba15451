import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { engineNames } from './email/engines.ts'
import { receipt } from './email/receipt.ts'
import { installPeers } from './peers.ts'
import { median, type Report } from './report.ts'

const versions = { handlebars: '4.7.10', liquidjs: '10.30.1', mustache: '4.2.0' }
const checkerVersions = { 'html-validate': '10.17.0', caniemail: '2.0.2' }
const rounds = 3
/** Of CPU: a check goes through so much code that an engine has compiled it only after some hundred. */
const [warmUpMs, milliseconds] = [6000, 1500]

interface Measured {
  /** CPU ms of one. */
  readonly cpu: number
  readonly text: string
}

function measure(work: string, engine: string, peers: string): Measured {
  const { stdout, stderr, status } = spawnSync(
    'node',
    [join(import.meta.dirname, 'email/measure.ts'), work, engine, peers, String(warmUpMs), String(milliseconds)],
    { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  if (status !== 0) throw new Error(`${engine} failed at ${work}: ${stderr.slice(0, 500)}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured
}

/** Filling and checking of an e-mail template, by us and by the peers, each in a process of its own. */
export async function email(): Promise<Report> {
  const peers = installPeers('email', { ...versions, ...checkerVersions })
  if (peers === undefined) throw new Error('The peers could not be installed: the npm registry cannot be reached.')
  const found = new Map<string, Measured[]>()
  const checkers = ['chancery', 'html-validate', 'caniemail'] as const
  for (let round = 0; round < rounds; round++) {
    const works = [
      ...engineNames.flatMap((engine) => [['cold', engine] as const, ['warm', engine] as const]),
      ...checkers.map((checker) => ['check', checker] as const),
    ]
    for (const [work, engine] of works) {
      const key = `${work} ${engine}`
      found.set(key, [...(found.get(key) ?? []), measure(work, engine, peers)])
    }
  }
  const of = (work: string, engine: string): number =>
    median((found.get(`${work} ${engine}`) ?? []).map(({ cpu }) => cpu))
  const texts = new Set(
    engineNames.map((engine) =>
      createHash('sha256')
        .update(found.get(`cold ${engine}`)?.[0]?.text ?? '')
        .digest('hex'),
    ),
  )
  const cold = (peer: string): number => of('cold', peer) / of('cold', 'chancery')
  const warm = of('warm', 'handlebars') / of('warm', 'chancery')
  const check = of('check', 'chancery') / (of('check', 'html-validate') + of('check', 'caniemail'))
  const size = (Buffer.byteLength(receipt('handlebars')) / 1000).toFixed(0)
  const named = (all: Readonly<Record<string, string>>): string =>
    Object.entries(all)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')
  return {
    title: 'Filling and checking e-mail templates',
    method: `CPU time of one fill of a receipt of ${size} kB with ten rows: cold, from its source, as for a single e-mail; warm, with what was made of the source before, as for the next recipient. Ours checks the data, tells what was filled, and escapes by context each time. All engines must write the same text, which is checked. Then one check of the same template, with nothing kept; caniemail is asked about three families of mail programs, ours about all. Each in a process of its own, ${milliseconds} ms of CPU after ${warmUpMs} ms to warm up, as the processes of the service work for hours, medians of ${rounds} interleaved rounds. Peers: ${named({ ...versions, ...checkerVersions })}.`,
    columns: ['', 'cold, CPU ms', 'warm, CPU ms', 'check, CPU ms'],
    rows: [
      ...engineNames.map((engine) => [
        engine,
        of('cold', engine).toFixed(3),
        of('warm', engine).toFixed(3),
        engine === 'chancery' ? of('check', engine).toFixed(1) : '–',
      ]),
      ...checkers.slice(1).map((checker) => [checker, '–', '–', of('check', checker).toFixed(1)]),
    ],
    goals: [
      { text: 'all engines write the same text', met: texts.size === 1 },
      { text: `cold at least 10x Handlebars (${cold('handlebars').toFixed(1)}x)`, met: cold('handlebars') >= 10 },
      { text: `cold at least 5x liquidjs (${cold('liquidjs').toFixed(1)}x)`, met: cold('liquidjs') >= 5 },
      { text: `warm at least 0.6x compiled Handlebars (${warm.toFixed(2)}x)`, met: warm >= 0.6 },
      {
        text: `the check takes at most 25 % of html-validate and caniemail (${(check * 100).toFixed(0)} %)`,
        met: check <= 0.25,
      },
    ],
  }
}
