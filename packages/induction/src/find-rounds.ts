import { largestOf, leastOf } from '@chancery/core'
import type { Column } from './align-nodes.ts'
import { descriptionBits } from './description-length.ts'
import { type Builders, isFull, maxCosted, maxRun, type Place, transpose, unprovenBits } from './place.ts'
import { cutsIntoRounds, type RoundCut } from './rounds.ts'
import type { Scope, TemplateLoop } from './template.ts'

/** Loops in loops that are looked for. */
const maxDepth = 2

/** The body of a loop over rounds of several nodes; where there are too many, of some of them. */
const buildRounds = async (
  { rounds, isEven }: RoundCut,
  place: Place,
  key: string,
  limit: number,
  { buildColumns, buildNodes }: Builders,
): Promise<{ readonly loop: TemplateLoop; readonly share: number }> => {
  const all = rounds.flatMap((list, parent) => list.map((nodes) => ({ nodes, parent })))
  const step = Math.max(1, Math.ceil(all.length / limit))
  const used = all.filter((_, index) => index % step === 0)
  const scope: Scope = {
    parent: place.scope,
    instances: used.map(({ parent }) => ({ sample: place.scope.instances[parent]!.sample, parent })),
  }
  const lists = used.map(({ nodes }) => nodes)
  const children = isEven
    ? await buildColumns(transpose(lists, lists[0]!.length), 0, {
        lists,
        scope,
        key: `${key}/b`,
        building: place.building,
      })
    : await buildNodes(lists, scope, 'block', `${key}/b`, place.building)
  return { loop: { kind: 'loop', key, name: '', scope, children }, share: used.length / all.length }
}

/** Stretches that are shorter to tell as rounds of several nodes than in any other way, in their order. */
export const findRounds = async (
  columns: readonly Column[],
  place: Place,
  builders: Builders,
): Promise<{ readonly start: number; readonly end: number; readonly loop: TemplateLoop }[]> => {
  if (place.key.split('/R').length > maxDepth || columns.length > maxRun) return []
  const full = columns.map((column) => isFull(column, place.lists))
  const found: { start: number; end: number; loop: TemplateLoop }[] = []
  for (const cuts of cutsIntoRounds(columns, full, place.lists.length, place.building.evidence)) {
    const [low, high] = [leastOf(cuts.map(({ start }) => start)), largestOf(cuts.map(({ end }) => end))]
    const known = new Map<string, number>()
    const bitsOf = async (from: number, until: number): Promise<number> => {
      const stretch = `${from} ${until}`
      const before = known.get(stretch)
      if (before !== undefined || from >= until) return before ?? 0
      const { nodes, loose } = await builders.buildRuns(columns.slice(from, until), from, place)
      const bits = descriptionBits(nodes) + unprovenBits(loose)
      known.set(stretch, bits)
      return bits
    }
    let best: { readonly cut: RoundCut; readonly bits: number } | undefined
    for (const cut of cuts) {
      const { start, end } = cut
      if (start < (found.at(-1)?.end ?? 0) || place.building.demoted.has(`loop:${place.key}/R${start}`)) continue
      const { loop, share } = await buildRounds(cut, place, `${place.key}/R${start}`, maxCosted, builders)
      const bits = (await bitsOf(low, start)) + descriptionBits([loop]) / share + (await bitsOf(end, high))
      if (bits < (best?.bits ?? (await bitsOf(low, high)))) best = { cut, bits }
    }
    if (best === undefined) continue
    const { cut } = best
    const { loop } = await buildRounds(cut, place, `${place.key}/R${cut.start}`, Number.MAX_SAFE_INTEGER, builders)
    found.push({ start: cut.start, end: cut.end, loop })
  }
  return found
}
