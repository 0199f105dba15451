import { endingOf, type Place, places, type TriedDocument } from './hostile-places.ts'
import { type HostileKind, hostileKinds, largeKind } from './hostile-set.ts'
import { type HostileTrial, mostCpuMs, startTrial, type Tried, type WatchedHealth } from './hostile-trial.ts'
import { faultsIn, type Finding, type Proof, quantile, tally } from './promise.ts'

/** Services at a time, each with one call at a time. */
const lanes = 2
const mostHealthMs = 1000
const mostGrowthMb = 64
/** Documents between two looks at whether good calls are answered as ever. */
const batch = 50

/** Documents made to hang, crash, exhaust or mislead, and sound ones with a fault, wherever a document can come in. */
export const hostileDocuments: Proof = {
  name: 'hostile-documents',
  prove: (scale) =>
    proveKinds(
      hostileKinds({ everyAttack: scale(1, 60), everyReal: scale(1, 90), mutants: scale(5000, 40) }),
      '(seeded changes of sound documents; real: as other projects collected them)',
    ),
}

/** Sound documents that have more of one thing than anybody's, wherever such a document is read. */
export const largeDocuments: Proof = {
  name: 'large-documents',
  prove: (scale) =>
    proveKinds(
      [largeKind(scale(1, 40))],
      '(sound ones, each with more of one thing than anybody has: fields, notes, rows)',
    ),
}

async function proveKinds(kinds: readonly HostileKind[], what: string): Promise<readonly Finding[]> {
  const counts = new Map<string, number>(kinds.map(({ kind }) => [kind, 0]))
  const work = workOf(kinds, (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1))
  const parts = await Promise.all(Array.from({ length: lanes }, () => tryAll(work)))
  const tried = parts.flatMap((part) => part.tried)
  const dear = parts.flatMap((part) => part.dear)
  const alone = await triedAlone(dear)
  const faults = [...parts.flatMap((part) => part.faults), ...alone.faults]
  const health = parts.flatMap((part) => part.health)
  const worst = health.toSorted((one, other) => other.longest - one.longest)[0]
  const longestHealth = worst?.longest ?? 0
  const unanswered = health.reduce((sum, each) => sum + each.unanswered, 0)
  const asked = health.reduce((sum, each) => sum + each.asked, 0)
  const grownMb = Math.max(...parts.map((part) => part.grownMb))
  const cpu = tried.map(({ cpuMs }) => cpuMs)
  const statuses = tried.map(({ answer: { status } }) => status)
  return [
    {
      promise: `No document brings the service down, takes more than ${mostCpuMs / 1000} s of a processor, or keeps it from saying within ${mostHealthMs / 1000} s that it is alive`,
      tried: `${[...counts].map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`).join(', ')} ${what}, in ${places.length} places of all operations: each attack in all that read its type, the others by turns. ${lanes} services, one call at a time each; work is that of the service and all its children. What took more than ${mostCpuMs / 1000} s so was tried once more with nothing beside it, since two calls that share a machine slow each other down; that counts. LibreOffice had been started before, and again where a document had ended it. \`/healthz\` was asked every 50 ms of both threads, and good calls were made after each ${batch} documents; memory is without garbage, after all against after warming up.`,
      figure: `${tried.length.toLocaleString('en')} calls, statuses ${tally(statuses)}; work p99 ${quantile(cpu, 0.99)} ms, most ${quantile(cpu, 1)} ms${alone.figure}; health longest ${longestHealth.toFixed(0)} ms (during ${worst?.during.join('; ')}), ${unanswered} of ${asked.toLocaleString('en')} unanswered; grown by ${grownMb.toFixed(0)} MB; faults ${faultsIn(faults, 6)}`,
      holds: faults.length === 0 && unanswered === 0 && longestHealth < mostHealthMs && grownMb < mostGrowthMb,
    },
  ]
}

interface Work {
  readonly document: TriedDocument
  readonly places: readonly Place[]
}

/** Each document with the places that it is tried in. */
function* workOf(kinds: readonly HostileKind[], count: (kind: string) => void): Generator<Work> {
  let turn = 0
  for (const { kind, readingPlaces, otherPlaces, documents } of kinds) {
    for (const document of documents()) {
      const ending = endingOf(document.filename)
      const reading = places.filter(({ reads }) => reads.includes(ending))
      const others = places.filter((place) => !reading.includes(place))
      yield { document, places: [...byTurns(reading, readingPlaces, turn), ...byTurns(others, otherPlaces, turn)] }
      count(kind)
      turn++
    }
  }
}

/** So many of them, others at each turn. */
function byTurns<T>(all: readonly T[], most: number, turn: number): readonly T[] {
  const count = Math.min(most, all.length)
  const start = count === 0 ? 0 : (turn * count) % all.length
  return [...all.slice(start), ...all.slice(0, start)].slice(0, count)
}

/** A call that took more than it may beside another. */
interface DearCall {
  readonly document: TriedDocument
  readonly place: Place
}

/** Each of them once more, on a service that has the machine to itself. */
async function triedAlone(
  dear: readonly DearCall[],
): Promise<{ readonly faults: readonly string[]; readonly figure: string }> {
  if (dear.length === 0) return { faults: [], figure: '' }
  const faults: string[] = []
  const cpu: number[] = []
  const trial = await startTrial()
  for (const { document, place } of dear) {
    await trial.startOffice()
    const { cpuMs, fault } = await trial.send(document, place)
    cpu.push(cpuMs)
    const told = fault ?? (cpuMs > mostCpuMs ? `${cpuMs} ms of work` : undefined)
    if (told !== undefined) faults.push(`${document.name} at ${place.name}, alone: ${told}`)
    process.stdout.write(`  alone ${cpuMs} ms: '${document.name}' '${place.name}'\n`)
  }
  await trial.end()
  return { faults, figure: ` (${dear.length} above ${mostCpuMs} ms; alone most ${quantile(cpu, 1)} ms)` }
}

interface LaneOutcome {
  readonly tried: readonly Pick<Tried, 'answer' | 'cpuMs'>[]
  readonly dear: readonly DearCall[]
  readonly faults: readonly string[]
  readonly health: readonly WatchedHealth[]
  readonly grownMb: number
}

/** Takes work as long as there is some. */
async function tryAll(work: Generator<Work>): Promise<LaneOutcome> {
  const tried: Tried[] = []
  const dear: DearCall[] = []
  const faults: string[] = []
  const health: WatchedHealth[] = []
  let grownMb = 0
  let trial = await startTrial()
  const end = async (ended: HostileTrial): Promise<void> => {
    const outcome = await ended.end()
    grownMb = Math.max(grownMb, outcome.grownMb)
    health.push(...outcome.health)
  }
  const report = (document: string, place: string, fault: string): void => {
    faults.push(`${document} at ${place}: ${fault}`)
    process.stdout.write(`  ${fault}: node test/prove/hostile-again.ts '${document}' '${place}'\n`)
  }
  let documents = 0
  for (let next = work.next(); next.done !== true; next = work.next()) {
    const { document } = next.value
    for (const place of next.value.places) {
      const { answer, cpuMs, fault } = await trial.send(document, place)
      tried.push({ answer: { ...answer, body: '', headers: {} }, cpuMs, fault })
      if (fault !== undefined) report(document.name, place.name, fault)
      else if (cpuMs > mostCpuMs) dear.push({ document, place })
      if (trial.isRunning()) continue
      report(document.name, place.name, 'the service has ended')
      await end(trial)
      trial = await startTrial()
    }
    if (++documents % batch > 0) continue
    for (const fault of await trial.serveGood()) report(document.name, 'a batch that ends with it', fault)
  }
  for (const fault of await trial.serveGood()) report('all', 'the end', fault)
  await end(trial)
  return { tried, dear, faults, health, grownMb }
}
