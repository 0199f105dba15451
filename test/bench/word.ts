import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createHarness } from '../../apps/harness/src/index.ts'
import { createDocumentGuard } from '../../packages/guard/src/index.ts'
import { createWordTemplates } from '../../packages/word/src/index.ts'
import { installPeers } from './peers.ts'
import { median, type Report } from './report.ts'
import { canFill, type EngineName, engineNames, makeWork, type WorkName, workNames } from './word/works.ts'

const versions = {
  docxtemplater: '3.71.0',
  pizzip: '3.3.0',
  'docxtemplater-image-module-free': '1.1.1',
  carbone: '3.8.2',
  'docx-templates': '4.15.0',
  'easy-template-x': '7.2.8',
}
const rounds = 3
const milliseconds = 1200

interface Measured {
  /** CPU ms a fill. */
  readonly cpu: number
  /** MB that a fill adds to the heap before it is collected. */
  readonly memory: number
  /** Peak of the process, MB. */
  readonly rss: number
  readonly text: string
}

function fillOnce(engine: EngineName, work: WorkName, peers: string): Measured {
  const { stdout, stderr, status } = spawnSync(
    'node',
    ['--expose-gc', join(import.meta.dirname, 'word/fill.ts'), engine, work, peers, String(milliseconds)],
    { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  if (status !== 0) throw new Error(`${engine} could not fill the ${work}: ${stderr.slice(0, 500)}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured
}

/** Filling of the works, by us and by the peers, each engine in a process of its own. */
export async function word(): Promise<Report> {
  const peers = installPeers('word', versions)
  if (peers === undefined) throw new Error('The peers could not be installed: the npm registry cannot be reached.')
  const found = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round++) {
    for (const work of workNames) {
      for (const engine of engineNames.filter((each) => canFill(each, work))) {
        const key = `${engine} ${work}`
        found.set(key, [...(found.get(key) ?? []), fillOnce(engine, work, peers)])
      }
    }
  }
  const of = (engine: EngineName, work: WorkName, what: 'cpu' | 'memory' | 'rss' = 'cpu'): number =>
    median((found.get(`${engine} ${work}`) ?? []).map((each) => each[what]))
  const texts = workNames.map(
    (work) =>
      new Set(engineNames.filter((each) => canFill(each, work)).map((each) => found.get(`${each} ${work}`)?.[0]?.text)),
  )
  const rivals = engineNames.filter((engine) => !engine.startsWith('chancery'))
  const best = (work: WorkName, among: readonly EngineName[] = rivals): number =>
    Math.min(...among.filter((engine) => canFill(engine, work)).map((engine) => of(engine, work)))
  const others = rivals.filter((engine) => engine !== 'docxtemplater')
  const ratios = (own: EngineName, work: WorkName): readonly [number, number] => [
    of('docxtemplater', work) / of(own, work),
    best(work, others) / of(own, work),
  ]
  const against = (own: EngineName, work: WorkName): string => {
    const [docxtemplater, other] = ratios(own, work)
    return `${docxtemplater.toFixed(1)}x docxtemplater, ${other.toFixed(1)}x the best other`
  }
  const many = await lettersInOneCall()
  const checking = await validation()
  const isFaster = (own: EngineName, work: WorkName, docxtemplater: number, peer: number): boolean => {
    const [first, second] = ratios(own, work)
    return first >= docxtemplater && second >= peer
  }
  const [pieces, whole] = ['chancery, in pieces', 'chancery, in one buffer'] as const
  return {
    title: 'Filling Word templates',
    method: `CPU time of one fill, from the bytes of the template to those of the document: a letter of a page with 21 tags, a contract of some 65 pages with nested loops and a table of 500 rows, and the letter with 5 MB of pictures; then, in the shapes that Word gives documents (revision ids, 300 styles, settings, a theme), an agreement of 3 pages with 40 tags, an invoice of 200 rows, and a table whose 200 rows bring a picture each, of 20 different ones (Carbone’s community edition draws none). Ours gives the document in pieces, of which those that no fill changes are views of the template, as the services that take them on need it; in one buffer they are joined, which for the pictures is a copy of all 5 MB. All others give one buffer. Each engine in a process of its own, ${milliseconds} ms of fills after a warm-up, medians of ${rounds} interleaved rounds. All engines must write the same text, which is checked. Peers: ${Object.entries(
      versions,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    columns: [
      'engine',
      ...workNames.map((work) => `${work}, CPU ms`),
      'memory a fill, MB (letter / contract)',
      'peak, MB (contract)',
    ],
    rows: [
      ...engineNames.map((engine) => [
        engine,
        ...workNames.map((work) => (canFill(engine, work) ? of(engine, work).toFixed(2) : '–')),
        `${of(engine, 'letter', 'memory').toFixed(2)} / ${of(engine, 'contract', 'memory').toFixed(1)}`,
        of(engine, 'contract', 'rss').toFixed(0),
      ]),
      ['**letters in one call**, a second of CPU', many.toFixed(0), ...Array<string>(7).fill('')],
      ['**checking the contract**, CPU ms', '', checking.toFixed(1), ...Array<string>(6).fill('')],
    ],
    goals: [
      { text: 'all engines write the same text', met: texts.every((each) => each.size === 1) },
      {
        text: `letter in one buffer at least 40x docxtemplater and 20x the best other (${against(whole, 'letter')})`,
        met: isFaster(whole, 'letter', 40, 20),
      },
      {
        text: `contract in one buffer at least 15x and 4x (${against(whole, 'contract')})`,
        met: isFaster(whole, 'contract', 15, 4),
      },
      {
        text: `pictures in pieces at least 100x and 50x (${against(pieces, 'media')}; in one buffer ${against(whole, 'media')})`,
        met: isFaster(pieces, 'media', 100, 50),
      },
      {
        text: `agreement in one buffer at least 20x and 20x (${against(whole, 'agreement')})`,
        met: isFaster(whole, 'agreement', 20, 20),
      },
      {
        text: `invoice in one buffer at least 10x and 4x (${against(whole, 'invoice')})`,
        met: isFaster(whole, 'invoice', 10, 4),
      },
      {
        text: `gallery in one buffer at least 6x and 5x (${against(whole, 'gallery')})`,
        met: isFaster(whole, 'gallery', 6, 5),
      },
      {
        text: 'compiled each time, not slower than any other on any of them',
        met: workNames.every((work) => of('chancery, compiled each time', work) <= best(work)),
      },
      { text: '1,000 letters in one call at 2,500 a second of CPU', met: many >= 2500 },
      {
        text: 'a fill adds at most 0.3 MB (letter) and 8 MB (contract)',
        met: of(whole, 'letter', 'memory') <= 0.3 && of(whole, 'contract', 'memory') <= 8,
      },
      {
        text: 'checking the contract takes at most a quarter of docxtemplater’s fill of it',
        met: checking <= of('docxtemplater', 'contract') / 4,
      },
    ],
  }
}

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Letters a second of CPU, by one call of `/pre-filling` with 1,000 records. */
async function lettersInOneCall(): Promise<number> {
  const { template, data } = makeWork('letter', 'mustache')
  const harness = createHarness()
  const input = {
    template: { content: Buffer.from(template).toString('base64'), filename: 'letter.docx' },
    records: Array.from({ length: 1000 }, (_, index) => ({ data: { ...data, field1: `letter ${index}` } as never })),
  }
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await cpuOf(() => harness.call('pre-filling', input)))
  await harness.close()
  return 1_000_000 / median(times)
}

/** CPU ms of one check of the contract that nothing was kept of. */
async function validation(): Promise<number> {
  const { template } = makeWork('contract', 'mustache')
  const { signal } = new AbortController()
  const document = await createDocumentGuard().vet(template, { signal })
  const templates = createWordTemplates({ cacheBytes: 0 })
  const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 }
  const times: number[] = []
  for (let round = 0; round < 12; round++) {
    times.push(await cpuOf(() => templates.inspect(document, request, { signal })))
  }
  return median(times.slice(4))
}
