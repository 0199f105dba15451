import { attacks } from '../hostile/attacks.ts'
import { goodDocuments } from '../hostile/good-documents.ts'
import { largeAttacks } from '../hostile/large/attacks.ts'
import { mutate } from '../hostile/mutate.ts'
import type { TriedDocument } from './hostile-places.ts'
import { realDocument, realDocumentNames } from './real-documents.ts'

/** Larger ones take longer to be changed than to be read, and one change is less of them. */
const mostMutatedBytes = 200_000
const firstSeed = 1_000_000

/** What mutants are made of: small sound documents of every type, and by turns real ones where they are present. */
function mutated(): readonly (() => TriedDocument)[] {
  const good = goodDocuments().map((document) => () => ({ ...document, name: document.filename }))
  const real = realDocumentNames(mostMutatedBytes).map((name) => () => realDocument(name))
  return Array.from({ length: Math.max(good.length, 2 * real.length) }, (_, index) =>
    index % 2 === 1 && real.length > 0
      ? real[((index - 1) / 2) % real.length]
      : good[Math.floor(real.length > 0 ? index / 2 : index) % good.length],
  ).filter((source) => source !== undefined)
}

function mutantOf(sources: ReturnType<typeof mutated>, seed: number): TriedDocument {
  const source = sources[seed % sources.length]?.()
  if (source === undefined) throw new Error('There is nothing to make mutants of.')
  return { ...mutate(source, seed), name: `mutant ${seed}` }
}

export interface HostileCounts {
  /** One attack of so many. */
  readonly everyAttack: number
  readonly everyReal: number
  readonly mutants: number
}

/** The documents of one kind, each made when it is its turn. */
export interface HostileKind {
  readonly kind: 'attacks' | 'large ones' | 'real' | 'mutants'
  /** How many places each document is tried in that do not read its type; attacks are tried in all that do. */
  readonly otherPlaces: number
  readonly readingPlaces: number
  documents(): Generator<TriedDocument>
}

export const hostileKinds = ({ everyAttack, everyReal, mutants }: HostileCounts): readonly HostileKind[] => [
  {
    kind: 'attacks',
    readingPlaces: Infinity,
    otherPlaces: 4,
    *documents() {
      let index = 0
      for (const attack of attacks()) if (index++ % everyAttack === 0) yield attack
    },
  },
  {
    kind: 'real',
    readingPlaces: 2,
    otherPlaces: 1,
    *documents() {
      for (const [index, name] of realDocumentNames().entries()) if (index % everyReal === 0) yield realDocument(name)
    },
  },
  {
    kind: 'mutants',
    readingPlaces: 1,
    otherPlaces: 1,
    *documents() {
      const sources = mutated()
      for (let index = 0; index < mutants; index++) yield mutantOf(sources, firstSeed + index)
    },
  },
]

/** @param every one of so many */
export const largeKind = (every: number): HostileKind => ({
  kind: 'large ones',
  readingPlaces: Infinity,
  otherPlaces: 0,
  *documents() {
    for (const [index, attack] of largeAttacks.entries()) if (index % every === 0) yield attack.make()
  },
})

/** The document of a name, as a fault tells it. */
export function documentNamed(name: string): TriedDocument | undefined {
  const seed = /^mutant (\d+)$/.exec(name)?.[1]
  if (seed !== undefined) return mutantOf(mutated(), Number(seed))
  if (name.startsWith('real/')) return realDocument(name.slice('real/'.length))
  for (const attack of attacks()) if (attack.name === name) return attack
  return largeAttacks.find((attack) => attack.name === name)?.make()
}
