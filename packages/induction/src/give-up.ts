import { hasInlineOption } from './build-template.ts'
import type { Refill } from './induction-format.ts'
import { leavesOf, type SampleGroup } from './sample.ts'
import type { TemplateGroup, TemplateLeaf, TemplateLoop, TemplateNode } from './template.ts'
import { eachNode } from './variables.ts'

/** Keys of the leaves that one sample shows, in the order in which `leavesOf` gives them. */
const keysOf = (nodes: readonly TemplateNode[], instance: number): string[] =>
  nodes.flatMap((node): string[] => {
    if (node.kind === 'leaf') return node.members[instance] ? [node.key] : []
    if (node.kind === 'group') {
      if (!node.members[instance]) return []
      return keysOf(node.head ? [node.head, ...node.children] : node.children, instance)
    }
    if (node.kind === 'option')
      return node.condition.present[instance] === node.condition.inverted ? [] : keysOf(node.children, instance)
    return node.scope.instances.flatMap(({ parent }, round) =>
      parent === instance ? keysOf(node.children, round) : [],
    )
  })

const firstSlot = (wanted: readonly string[] = [], got: readonly string[] = []): number =>
  wanted.findIndex((text, slot) => text !== got[slot])

const isAddressSlot = ({ members, slots }: TemplateLeaf, slot: number): boolean =>
  (members.find((member) => member !== undefined)?.purposes?.[slot] ?? 'text') !== 'text' &&
  (slots[slot] ?? []).some(
    (piece) => piece.kind === 'variable' && piece.variable.values.some((value) => value?.includes('/')),
  )

/** The next thing to give up so that this sample may come out exact: the smallest region around the first difference. */
export const demotionFor = (
  root: TemplateGroup,
  sample: SampleGroup,
  number: number,
  { sample: refilled, refused = [] }: Refill,
  demoted: ReadonlySet<string>,
): string[] => {
  const keys = keysOf([root], number)
  const leaves = new Map<string, TemplateLeaf>()
  const loops: TemplateLoop[] = []
  eachNode([root], (node) => {
    if (node.kind === 'leaf') leaves.set(node.key, node)
    if (node.kind === 'loop') loops.push(node)
  })
  const loopsAround = (key: string): string | undefined =>
    loops.filter((loop) => key.startsWith(`${loop.key}/`)).at(-1)?.key
  if (!refilled) {
    const isRefused = (name: string): boolean => refused.includes(name)
    const told = [
      ...loops.filter(({ name }) => isRefused(name)).map(({ key }) => `loop:${key}`),
      ...[...leaves.values()].filter((leaf) => hasInlineOption(leaf, isRefused)).map(({ key }) => `inline:${key}`),
    ].filter((demotion) => !demoted.has(demotion))
    if (told.length > 0) return told
    // Nothing says where: every inline option and loop is given up.
    return [
      ...loops.map(({ key }) => `loop:${key}`),
      ...[...leaves.values()].filter((leaf) => hasInlineOption(leaf)).map(({ key }) => `inline:${key}`),
    ].filter((demotion) => !demoted.has(demotion))
  }
  const wanted = leavesOf(sample)
  const got = leavesOf(refilled)
  let at = 0
  while (at < wanted.length && at < got.length && wanted[at]!.slots.join('\u0001') === got[at]!.slots.join('\u0001'))
    at += 1
  // What differs is not among what was compared, such as a part that not all samples have.
  if (at === wanted.length && at === got.length) return []
  for (const key of [keys[at], keys[at - 1], keys[at + 1]]) {
    const leaf = key === undefined ? undefined : leaves.get(key)
    if (!leaf || key === undefined) continue
    const loop = loopsAround(key)
    const slot = key === keys[at] ? firstSlot(wanted[at]?.slots, got[at]?.slots) : -1
    const ways = [
      ...(hasInlineOption(leaf) ? [`inline:${key}`] : []),
      // Where a link leads is given up alone, not the text around it.
      // A number of several parts may be encoded in an address, where each of its parts is not.
      ...(isAddressSlot(leaf, slot) ? [`parts:${key}#${slot}`] : []),
      ...(leaf.slots.length > 1 && (leaf.slots[slot]?.length ?? 0) > 1 ? [`whole:${key}#${slot}`] : []),
      ...(leaf.slots.flat().length > 1 ? [`whole:${key}`] : []),
      ...(loop === undefined ? [] : [`loop:${loop}`]),
    ]
    const next = ways.find((way) => !demoted.has(way))
    if (next !== undefined) return [next]
  }
  return []
}
