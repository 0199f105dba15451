import { largestOf, leastOf } from '@chancery/core'
import { alignNodes, faces, familyOf, familyOfNode, type Column } from './align-nodes.ts'
import { alignSlot, countWords, wholeSlot } from './align-text.ts'
import { descriptionBits, variableBits } from './description-length.ts'
import type { Evidence } from './evidence.ts'
import type { Pace } from './pace.ts'
import { cutsIntoRounds, type RoundCut } from './rounds.ts'
import { leavesOf, type SampleGroup, type SampleLeaf, type SampleNode } from './sample.ts'
import {
  eachPiece,
  type Scope,
  type TemplateGroup,
  type TemplateLeaf,
  type TemplateLoop,
  type TemplateNode,
} from './template.ts'

export interface Building {
  readonly evidence: Evidence
  readonly pace: Pace
  /** What did not survive the check by filling again: `inline:`, `whole:` or `loop:` and the key. */
  readonly demoted: ReadonlySet<string>
}

type Lists = readonly (readonly SampleNode[] | undefined)[]

const buildLeaf = (
  members: readonly (SampleLeaf | undefined)[],
  scope: Scope,
  key: string,
  building: Building,
): TemplateLeaf => {
  const { evidence, pace, demoted } = building
  const first = members.find((member) => member !== undefined)!
  const slots = first.slots.map((_, slot) => {
    const texts = members.map((member) => (member ? evidence.slotTokens(member)[slot] : undefined))
    if (demoted.has(`whole:${key}`)) return wholeSlot(texts, scope)
    return alignSlot(texts, { scope, evidence, pace, options: !demoted.has(`inline:${key}`) })
  })
  return { kind: 'leaf', key, scope, members, slots }
}

const buildNode = async (
  column: Column,
  scope: Scope,
  key: string,
  building: Building,
): Promise<TemplateLeaf | TemplateGroup> => {
  await building.pace.breathe()
  const first = column.find((node) => node !== undefined)!
  // Nodes of one shape are of one kind.
  if (first.kind === 'leaf') return buildLeaf(column as (SampleLeaf | undefined)[], scope, key, building)
  const members = column as (SampleGroup | undefined)[]
  const heads = members.map((member) => member?.head)
  const children = await buildNodes(
    members.map((member) => member?.children),
    scope,
    first.role,
    key,
    building,
  )
  return {
    kind: 'group',
    key,
    scope,
    members,
    ...(first.head === undefined ? {} : { head: buildLeaf(heads, scope, `${key}/h`, building) }),
    children,
  }
}

const transpose = (lists: Lists, length: number): Column[] =>
  Array.from({ length }, (_, index) => lists.map((list) => list?.[index]))

const sameShapes = (column: Column): boolean => {
  const nodes = column.filter((node) => node !== undefined)
  return nodes.every(({ shape, kind }) => shape === nodes[0]!.shape && kind === nodes[0]!.kind)
}

/** Cells of a row, and the only children of their parents, belong together by their place alone. */
const byPosition = (lists: Lists, role: SampleGroup['role']): Column[] | undefined => {
  const lengths = new Set(lists.flatMap((list) => (list ? [list.length] : [])))
  const [length] = lengths
  if (lengths.size !== 1 || length === undefined || (role !== 'row' && length > 1)) return undefined
  const columns = transpose(lists, length)
  return columns.every(sameShapes) ? columns : undefined
}

/** A cell is never empty: where no paragraph is common to all, the first ones of each are laid over each other. */
const forceFirst = (columns: Column[], lists: Lists): Column[] => {
  if (columns.some((column) => lists.every((list, instance) => !list || column[instance]))) return columns
  const common = leastOf(lists.flatMap((list) => (list ? [list.length] : [])))
  const heads = transpose(lists, common)
  if (common === 0 || !heads.every(sameShapes)) return columns
  const rest = lists.flatMap((list, instance) =>
    (list ?? []).slice(common).map((node) => lists.map((_, other) => (other === instance ? node : undefined))),
  )
  return [...heads, ...rest]
}

const sameMask = (a: readonly boolean[], b: readonly boolean[]): boolean =>
  a.every((value, index) => value === b[index])

/** Wraps stretches of nodes that the same instances have in one option each. */
const withOptions = (
  nodes: readonly { readonly node: TemplateNode; readonly mask: readonly boolean[] | undefined }[],
  scope: Scope,
): TemplateNode[] => {
  const result: TemplateNode[] = []
  for (let index = 0; index < nodes.length;) {
    const { node, mask } = nodes[index]!
    index += 1
    if (!mask) {
      result.push(node)
      continue
    }
    const children = [node]
    while (index < nodes.length && nodes[index]!.mask && sameMask(mask, nodes[index]!.mask!)) {
      children.push(nodes[index]!.node)
      index += 1
    }
    const condition = { name: '', inverted: false, scope, present: mask }
    result.push({ kind: 'option', key: `${node.key}/o`, condition, children })
  }
  return result
}

interface Place {
  readonly lists: Lists
  readonly scope: Scope
  readonly key: string
  readonly building: Building
}

const isFull = (column: Column, lists: Lists): boolean =>
  lists.every((list, instance) => list === undefined || column[instance] !== undefined)

const buildColumns = async (columns: readonly Column[], from: number, place: Place): Promise<TemplateNode[]> => {
  const built: { node: TemplateNode; mask: boolean[] | undefined }[] = []
  for (const [index, column] of columns.entries()) {
    const node = await buildNode(column, place.scope, `${place.key}/${from + index}`, place.building)
    const mask = isFull(column, place.lists) ? undefined : column.map((member) => member !== undefined)
    built.push({ node, mask })
  }
  return withOptions(built, place.scope)
}

const sameFamily = (column: Column): boolean =>
  new Set(column.flatMap((node) => (node ? [familyOfNode(node)] : []))).size === 1

/** What a single sample shows is not known to be constant, so it is charged as if it varied. */
const unprovenBits = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => {
    const nodes = column.filter((node) => node !== undefined)
    return nodes.length > 1 ? sum : sum + (1 + leavesOf(nodes[0]!).length) * variableBits
  }, 0)

const disjoint = (a: Column, b: Column): boolean =>
  a.every((node, index) => node === undefined || b[index] === undefined)

/** Neighbouring columns that no sample has both of are one column of varying text, if that is shorter to tell. */
const mergeDisjoint = async (columns: Column[], place: Place): Promise<Column[]> => {
  const result: Column[] = []
  const { evidence } = place.building
  for (const column of columns) {
    const before = result.at(-1)
    const worthTrying =
      before && !isFull(column, place.lists) && disjoint(before, column) && familyOf(before) === familyOf(column)
    if (!worthTrying) {
      result.push(column)
      continue
    }
    const fixed = [before, column].every((one) => {
      const kinds = faces(one, evidence)
      return kinds.length === 1 && one.filter(Boolean).length > 1 && evidence.profile(kinds[0]!).words > 3
    })
    const merged = before.map((node, index) => node ?? column[index])
    const apart = descriptionBits(await buildColumns([before, column], 0, place))
    const together = descriptionBits(await buildColumns([merged], 0, place))
    if (!fixed && together < apart) result.splice(-1, 1, merged)
    else result.push(column)
  }
  return result
}

/**
 * Between columns that all have, each instance may have the same number of nodes, scattered over columns because some
 * values recur by chance: then they are laid over each other by place, if that is shorter to tell.
 */
const gatherByPlace = async (columns: readonly Column[], place: Place): Promise<Column[]> => {
  const result: Column[] = []
  for (let start = 0; start < columns.length;) {
    let end = start
    while (end < columns.length && !isFull(columns[end]!, place.lists)) end += 1
    if (end === start) {
      result.push(columns[end]!)
      start = end + 1
      continue
    }
    const region = columns.slice(start, end)
    const rows = place.lists.map((list, instance) =>
      list ? region.flatMap((column) => column[instance] ?? []) : undefined,
    )
    const [length, other] = new Set(rows.flatMap((row) => (row ? [row.length] : [])))
    const gathered = length !== undefined && other === undefined ? transpose(rows, length) : []
    const better =
      gathered.length > 0 &&
      gathered.every(sameFamily) &&
      region.length <= maxRun &&
      descriptionBits(await buildColumns(gathered, 0, place)) <
        descriptionBits(await buildColumns(region, 0, place)) + unprovenBits(region)
    for (const item of better ? gathered : region) result.push(item)
    start = end
  }
  return result
}

const maxCosted = 40
const maxHeader = 2
const maxFooter = 3

const isRow = (nodes: readonly (SampleNode | undefined)[]): boolean =>
  nodes.some((node) => node?.kind === 'group' && node.role === 'row')

/** A body of a loop shows by its form that it is one: a row, a list entry, or fields within fixed words or signs. */
const looksRepeated = (body: TemplateNode, hint: string): boolean => {
  if (hint.startsWith('list')) return true
  if (body.kind === 'group') return isRow(body.members) || body.children.some((child) => looksRepeated(child, ''))
  if (body.kind !== 'leaf') return false
  const pieces = body.slots.flat()
  const variables = pieces.filter(({ kind }) => kind === 'variable').length
  const constants = pieces.reduce((sum, piece) => sum + (piece.kind === 'constant' ? countWords(piece.text) : 0), 0)
  const bullet = pieces[0]?.kind === 'constant' && /^\s*[-*•–·▪◦]\s/u.test(pieces[0].text)
  return variables > 0 && (variables > 1 || bullet || constants > 0)
}

/** "- Lamp: 99.00": an entry that names a thing and its figure, which may well be in several samples. */
const isPricedEntry = (text: string): boolean => /\d/.test(text) && countWords(text) <= 6

/** Most of what only some samples have is said by others in the same words: clauses, not entries of a list. */
const recurs = (columns: readonly Column[], place: Place): boolean => {
  const counts = new Map<string, number>()
  for (const column of columns) {
    if (isFull(column, place.lists)) continue
    for (const node of column) {
      if (!node) continue
      const { text } = place.building.evidence.profile(node)
      if (!isPricedEntry(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  let once = 0
  let often = 0
  for (const count of counts.values()) {
    if (count > 1) often += count
    else once += 1
  }
  return often > once
}

interface LoopRun {
  readonly header: number
  readonly footer: number
  readonly bits: number
}

const buildLoop = async (
  rows: readonly (readonly SampleNode[])[],
  place: Place,
  key: string,
  limit: number,
): Promise<TemplateNode> => {
  const all = rows.flatMap((list, parent) =>
    list.map((node) => ({ node, parent, sample: place.scope.instances[parent]!.sample })),
  )
  const step = Math.max(1, Math.ceil(all.length / limit))
  const used = all.filter((_, index) => index % step === 0)
  const scope: Scope = { parent: place.scope, instances: used.map(({ sample, parent }) => ({ sample, parent })) }
  const body = await buildNode(
    used.map(({ node }) => node),
    scope,
    `${key}/b`,
    place.building,
  )
  return { kind: 'loop', key, name: '', scope, children: [body] }
}

/** What speaks against a reading: edge rows that show nothing of their own, and edge rows left among the others. */
const misplacedBits = 12

const hasWords = (node: TemplateNode): boolean =>
  node.kind === 'leaf'
    ? node.slots.flat().some((piece) => piece.kind === 'constant' && /\p{L}/u.test(piece.text))
    : (node.kind === 'group' || node.kind === 'option') && node.children.some(hasWords)

/** An edge row of values alone is of one kind with the rounds: it is one of them. */
const isLikeRounds = (edge: TemplateNode, body: readonly (readonly SampleNode[])[], evidence: Evidence): boolean => {
  if (edge.kind !== 'leaf' && edge.kind !== 'group') return false
  const kinds = new Set(body.flat().map((node) => evidence.profile(node).signature))
  return edge.members.every((node) => node === undefined || kinds.has(evidence.profile(node).signature))
}

/** Every list ends in a row that begins with the same words, as totals do, and no other row begins so. */
const endsInSameRow = (body: readonly (readonly SampleNode[])[], present: number): boolean => {
  const filled = body.filter((list) => list.length > 0)
  const label = (node: SampleNode | undefined): string =>
    (node ? leavesOf(node) : []).map(({ slots }) => slots.join('').trim()).find((text) => text !== '') ?? ''
  const last = label(filled[0]?.at(-1))
  return (
    filled.length === present &&
    present > 1 &&
    /\p{L}/u.test(last) &&
    filled.every((list) => list.every((node, index) => (label(node) === last) === (index === list.length - 1)))
  )
}

/** The cheapest reading of one run of like columns as header rows, repeated rows, footer rows; absent if none is. */
const findLoop = async (
  columns: readonly Column[],
  from: number,
  place: Place,
): Promise<TemplateNode[] | undefined> => {
  const key = `${place.key}/L${from}`
  const rows = place.lists.map((_, instance) => columns.flatMap((column) => column[instance] ?? []))
  const present = rows.filter((_, instance) => place.lists[instance] !== undefined)
  const counts = present.map((list) => list.length)
  const least = leastOf(counts)
  const most = largestOf(counts)
  if (most < 2 || least === most || place.building.demoted.has(`loop:${key}`)) return undefined
  const first = columns[0]!.find((node) => node !== undefined)!
  if (!isRow(columns[0]!) && recurs(columns, place)) return undefined
  const plain = descriptionBits(await buildColumns(columns, from, place)) + unprovenBits(columns)
  const parts = (header: number, footer: number) => ({
    head: transpose(
      rows.map((list, index) => (place.lists[index] ? list : undefined)),
      header,
    ),
    body: rows.map((list) => list.slice(header, list.length - footer)),
    foot: transpose(
      rows.map((list, index) => (place.lists[index] ? list.slice(list.length - footer) : undefined)),
      footer,
    ),
  })
  let best: LoopRun | undefined
  for (let header = 0; header <= Math.min(maxHeader, least); header += 1) {
    for (let footer = 0; footer <= Math.min(maxFooter, least - header); footer += 1) {
      if (most - header - footer < 2) continue
      const { head, body, foot } = parts(header, footer)
      const loop = await buildLoop(body, place, key, maxCosted)
      // Below the head of a round, whatever there are several of is a list.
      const isBelow = place.scope.parent !== undefined
      if (loop.kind !== 'loop' || !(isBelow || looksRepeated(loop.children[0]!, first.hint))) continue
      const skipped = body.reduce((sum, list) => sum + list.length, 0) / loop.scope.instances.length
      const edges = await buildColumns([...head, ...foot], 0, place)
      const bare = edges.filter((node) => !hasWords(node))
      if (bare.some((node) => isLikeRounds(node, body, place.building.evidence))) continue
      const misplaced = bare.length + (endsInSameRow(body, present.length) ? 1 : 0)
      const bits = descriptionBits(edges) + descriptionBits([loop]) * Math.max(1, skipped) + misplaced * misplacedBits
      if (!best || bits < best.bits) best = { header, footer, bits }
    }
  }
  if (!best || best.bits >= plain) return undefined
  const { head, body, foot } = parts(best.header, best.footer)
  return [
    ...(await buildColumns(head, from, place)),
    await buildLoop(body, place, key, Number.MAX_SAFE_INTEGER),
    ...(await buildColumns(foot, from + columns.length - best.footer, place)),
  ]
}

/** Says the same in every sample: never an entry of a list. */
const isFixed = (column: Column, place: Place): boolean =>
  isFull(column, place.lists) && faces(column, place.building.evidence).length === 1

/**
 * Lays lists of nodes over each other: columns that all have, options that some have, loops over what repeats.
 * `lists[instance]` is absent where the instance lacks the parent.
 */
export const buildNodes = async (
  lists: Lists,
  scope: Scope,
  role: SampleGroup['role'],
  key: string,
  building: Building,
): Promise<TemplateNode[]> => {
  const place: Place = { lists, scope, key, building }
  const fixed = byPosition(lists, role)
  if (fixed) return await buildColumns(fixed, 0, place)
  let columns = await alignNodes(lists, building.evidence, building.pace)
  columns = await gatherByPlace(columns, place)
  if (role === 'cell') columns = forceFirst(columns, lists)
  const result: TemplateNode[] = []
  let from = 0
  for (const { start, end, loop } of await findRounds(columns, place)) {
    for (const node of (await buildRuns(columns.slice(from, start), from, place)).nodes) result.push(node)
    result.push(loop)
    from = end
  }
  for (const node of (await buildRuns(columns.slice(from), from, place)).nodes) result.push(node)
  return result
}

/** Columns in which no rounds of several nodes are: loops over single nodes, options, and what all have. */
const buildRuns = async (
  columns: readonly Column[],
  from: number,
  place: Place,
): Promise<{ readonly nodes: TemplateNode[]; readonly loose: readonly Column[] }> => {
  const nodes: TemplateNode[] = []
  const allLoose: Column[] = []
  let loose: { column: Column; index: number }[] = []
  const flush = async (): Promise<void> => {
    if (loose.length === 0) return
    for (const { column } of loose) allLoose.push(column)
    const merged = await mergeDisjoint(
      loose.map(({ column }) => column),
      place,
    )
    for (const node of await buildColumns(merged, loose[0]!.index, place)) nodes.push(node)
    loose = []
  }
  for (let start = 0; start < columns.length;) {
    let end = start + 1
    const family = familyOf(columns[start]!)
    if (isFixed(columns[start]!, place)) {
      loose.push({ column: columns[start]!, index: from + start })
      start = end
      continue
    }
    while (end < columns.length && familyOf(columns[end]!) === family && !isFixed(columns[end]!, place)) end += 1
    const run = columns.slice(start, end)
    const loop = run.length > 1 && run.length <= maxRun ? await findLoop(run, from + start, place) : undefined
    if (loop) {
      await flush()
      for (const node of loop) nodes.push(node)
    } else for (const item of run.map((column, offset) => ({ column, index: from + start + offset }))) loose.push(item)
    start = end
  }
  await flush()
  return { nodes, loose: allLoose }
}

/** Loops in loops that are looked for. */
const maxDepth = 2

/** The body of a loop over rounds of several nodes; where there are too many, of some of them. */
const buildRounds = async (
  { rounds, isEven }: RoundCut,
  place: Place,
  key: string,
  limit: number,
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
const findRounds = async (
  columns: readonly Column[],
  place: Place,
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
      const { nodes, loose } = await buildRuns(columns.slice(from, until), from, place)
      const bits = descriptionBits(nodes) + unprovenBits(loose)
      known.set(stretch, bits)
      return bits
    }
    let best: { readonly cut: RoundCut; readonly bits: number } | undefined
    for (const cut of cuts) {
      const { start, end } = cut
      if (start < (found.at(-1)?.end ?? 0) || place.building.demoted.has(`loop:${place.key}/R${start}`)) continue
      const { loop, share } = await buildRounds(cut, place, `${place.key}/R${start}`, maxCosted)
      const bits = (await bitsOf(low, start)) + descriptionBits([loop]) / share + (await bitsOf(end, high))
      if (bits < (best?.bits ?? (await bitsOf(low, high)))) best = { cut, bits }
    }
    if (best === undefined) continue
    const { cut } = best
    const { loop } = await buildRounds(cut, place, `${place.key}/R${cut.start}`, Number.MAX_SAFE_INTEGER)
    found.push({ start: cut.start, end: cut.end, loop })
  }
  return found
}

/** Longer runs are not tried as loops: reading them in every way would take too long. */
const maxRun = 5000

/** Whether any piece below is something that a simpler reading could replace. */
export const hasInlineOption = (leaf: TemplateLeaf): boolean => {
  let found = false
  for (const slot of leaf.slots) eachPiece(slot, (piece) => (found ||= piece.kind === 'option'))
  return found
}
