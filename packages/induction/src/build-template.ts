import { leastOf } from '@chancery/core'
import { alignNodes, faces, familyOf, type Column } from './align-nodes.ts'
import { conditionBits, descriptionBits } from './description-length.ts'
import { findLoop, hasFigures } from './find-loop.ts'
import { isEntryOfPerson, isShortEntry } from './list-entries.ts'
import { findRounds } from './find-rounds.ts'
import { gatherBlanks } from './gather-blanks.ts'
import {
  type Builders,
  type Building,
  isFull,
  type Lists,
  maxRun,
  type Place,
  transpose,
  unprovenBits,
} from './place.ts'
import { familyOfNode, type SampleGroup, type SampleLeaf, textOf } from './sample.ts'
import { piecesOf } from './slot-pieces.ts'
import { eachPiece, type Scope, type TemplateGroup, type TemplateLeaf, type TemplateNode } from './template.ts'

const buildLeaf = (
  members: readonly (SampleLeaf | undefined)[],
  scope: Scope,
  key: string,
  building: Building,
): TemplateLeaf => {
  const { evidence, readSlot, demoted } = building
  const first = members.find((member) => member !== undefined)!
  const reading = demoted.has(`whole:${key}`) ? 'whole' : demoted.has(`inline:${key}`) ? 'plain' : 'options'
  const read = first.slots.map((_, slot) => {
    const isPlain = demoted.has(`parts:${key}#${slot}`)
    const texts = members.map((member) =>
      member && isPlain
        ? evidence.weighAddress(member.slots[slot]!, isPlain)
        : member && evidence.slotTokens(member)[slot],
    )
    return readSlot(texts, demoted.has(`whole:${key}#${slot}`) ? 'whole' : reading)
  })
  const slots = read.map(({ parts }) => piecesOf(parts, scope))
  return { kind: 'leaf', key, scope, members, slots, bits: read.reduce((sum, { bits }) => sum + bits, 0) }
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

const fewWords = 3

/** Of as many short lines in each sample, such as who signs and as what, those that recur are values rather than parts. */
const alternativeBits = (region: readonly Column[], { building: { evidence } }: Place): number =>
  region.flat().every((node) => node === undefined || evidence.profile(node).words <= fewWords) ? conditionBits : 0

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
        descriptionBits(await buildColumns(region, 0, place)) + unprovenBits(region) + alternativeBits(region, place)
    for (const item of better ? gathered : region) result.push(item)
    start = end
  }
  return result
}

/** Says the same in every sample: never an entry of a list, unless it is one of people. */
const isFixed = (column: Column, place: Place): boolean => {
  const all = isFull(column, place.lists) ? faces(column, place.building.evidence) : []
  return all.length === 1 && !isEntryOfPerson(all[0]!)
}

/** The first row of figures says the same in every sample, and others of its kind follow: `1 | Travel | 45.00`, a round. */
const isFirstRound = (columns: readonly Column[], at: number, place: Place): boolean => {
  const { evidence } = place.building
  const face = faces(columns[at]!, evidence)[0]
  if (face?.kind !== 'group' || face.role !== 'row' || !hasFigures(face, evidence)) return false
  if (at > 0 && !isFixed(columns[at - 1]!, place)) return false
  const behind = columns[at + 1]
  if (behind === undefined || isFixed(behind, place)) return false
  const { signature } = evidence.profile(face)
  return behind.every((node) => node === undefined || evidence.profile(node).signature === signature)
}

const isSharedEntry = (column: Column, place: Place): boolean =>
  isFixed(column, place) && isShortEntry(faces(column, place.building.evidence)[0]!)

/** The first entry of a list says the same in every sample, and others of its kind follow: `- your passport`. */
const isFirstEntry = (columns: readonly Column[], at: number, place: Place): boolean => {
  const { evidence } = place.building
  if (!isSharedEntry(columns[at]!, place)) return false
  const announced = at === 0 ? undefined : faces(columns[at - 1]!, evidence)
  if (announced !== undefined && !announced.every((node) => textOf(node).trim().endsWith(':'))) return false
  const family = familyOf(columns[at]!)
  const others = new Set<string>()
  for (const column of columns.slice(at + 1)) {
    if (familyOf(column) !== family || others.size > 1) break
    if (isSharedEntry(column, place)) continue
    for (const node of column) if (node !== undefined) others.add(textOf(node))
  }
  return others.size > 1
}

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
  let columns = gatherBlanks(await alignNodes(lists, building.evidence, building.pace), lists.length)
  columns = await gatherByPlace(columns, place)
  if (role === 'cell') columns = forceFirst(columns, lists)
  const result: TemplateNode[] = []
  let from = 0
  for (const { start, end, loop } of await findRounds(columns, place, builders)) {
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
    const isWithEntry = isFirstEntry(columns, start, place)
    if (isFixed(columns[start]!, place) && !isWithEntry && !isFirstRound(columns, start, place)) {
      loose.push({ column: columns[start]!, index: from + start })
      start = end
      continue
    }
    const isOfRun = (column: Column): boolean =>
      familyOf(column) === family && (!isFixed(column, place) || (isWithEntry && isSharedEntry(column, place)))
    while (end < columns.length && isOfRun(columns[end]!)) end += 1
    const run = columns.slice(start, end)
    const loop = run.length > 1 && run.length <= maxRun ? await findLoop(run, from + start, place, builders) : undefined
    if (loop) {
      await flush()
      for (const node of loop) nodes.push(node)
    } else for (const item of run.map((column, offset) => ({ column, index: from + start + offset }))) loose.push(item)
    start = end
  }
  await flush()
  return { nodes, loose: allLoose }
}

const builders: Builders = { buildNode, buildColumns, buildRuns, buildNodes }

/** Whether any piece below is something that a simpler reading could replace. */
export const hasInlineOption = (leaf: TemplateLeaf, isMeant: (name: string) => boolean = () => true): boolean => {
  let found = false
  for (const slot of leaf.slots)
    eachPiece(slot, (piece) => (found ||= piece.kind === 'option' && isMeant(piece.condition.name)))
  return found
}
