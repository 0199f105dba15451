import { largestOf, leastOf } from '@chancery/core'
import type { Column } from './align-nodes.ts'
import { countWords } from './chance.ts'
import { descriptionBits } from './description-length.ts'
import type { Evidence } from './evidence.ts'
import { type Builders, isFull, maxCosted, type Place, transpose, unprovenBits } from './place.ts'
import { bullet, isEntryOfPerson, isShortEntry } from './list-entries.ts'
import { personLike } from './value-forms.ts'
import { leavesOf, type SampleNode, textOf } from './sample.ts'
import type { Scope, TemplateLeaf, TemplateNode } from './template.ts'

const maxHeader = 2
const maxFooter = 3

const isRow = (nodes: readonly (SampleNode | undefined)[]): boolean =>
  nodes.some((node) => node?.kind === 'group' && node.role === 'row')

/** Whether it says a number, a sum or a date: no title of a column does. */
export const hasFigures = (node: SampleNode, evidence: Evidence): boolean =>
  /(?:^| )(?:integer|number|money|date|percent|code|time)(?: |$)/.test(evidence.profile(node).signature)

/** A body of a loop shows by its form that it is one: a row, a list entry, or fields within fixed words or signs. */
const looksRepeated = (body: TemplateNode, hint: string): boolean => {
  if (hint.startsWith('list')) return true
  if (body.kind === 'group') return isRow(body.members) || body.children.some((child) => looksRepeated(child, ''))
  if (body.kind !== 'leaf') return false
  const pieces = body.slots.flat()
  const variables = pieces.filter(({ kind }) => kind === 'variable').length
  const constants = pieces.reduce((sum, piece) => sum + (piece.kind === 'constant' ? countWords(piece.text) : 0), 0)
  const isBulleted = pieces[0]?.kind === 'constant' && bullet.test(pieces[0].text)
  if (variables > 0 && isBulleted) return true
  return variables > 0 && (variables > 1 || constants > 0) && !areSentences(body, constants)
}

/** Words of the values of one round that a word of the template stands for; of sentences that share no more, each is of its own. */
const mostValueWords = 8

/** Rounds of many words of which hardly one is fixed: whole sentences that share a "de" by chance. */
const areSentences = ({ members }: TemplateLeaf, constants: number): boolean => {
  const present = members.filter((member) => member !== undefined)
  const words = present.reduce((sum, member) => sum + countWords(textOf(member)), 0)
  return words / Math.max(1, present.length) - constants > mostValueWords * Math.max(1, constants)
}

/**
 * Names alone in their lines below a line that announces them ("Present:", "Attendance list"): a list, whatever its form. Not the lines
 * below a greeting ("Yours,"), which are those of one person.
 */
const isListOfNames = (body: TemplateNode, rows: readonly (readonly SampleNode[])[], place: Place): boolean => {
  const pieces = body.kind === 'leaf' ? body.slots.flat() : []
  const [piece, ...others] = pieces.filter(({ kind }) => kind !== 'constant')
  if (piece?.kind !== 'variable' || others.length > 0 || (body.kind === 'leaf' && hasWords(body))) return false
  if (!piece.variable.values.every((value) => value !== undefined && personLike.test(value))) return false
  const most = largestOf(rows.map(({ length }) => length))
  return rows.every((row, instance) => {
    const list = place.lists[instance]
    const before = list && row[0] ? list[list.indexOf(row[0]) - 1] : undefined
    const text = before === undefined ? '' : textOf(before).trim()
    return row.length === 0 || (/\p{L}/u.test(text) && (text.endsWith(':') || (most > 2 && !text.endsWith(','))))
  })
}

/** A colon, or the end of a sentence above a blank line. */
const announces = /^(?::|[.!]\n)/u
const mostBlanks = 2

/** How the text above a node ends, with a line break for each blank line between. */
const endAbove = (list: readonly SampleNode[], at: number): string => {
  for (let above = at - 1; above >= Math.max(0, at - 1 - mostBlanks); above -= 1) {
    const text = textOf(list[above]!).trim()
    if (text !== '') return text.slice(-1) + '\n'.repeat(at - 1 - above)
  }
  return ''
}

/**
 * Short entries with bullets below a line that announces them ("We will provide:"), or apart from a sentence, of which most are said by
 * one sample: a list, though some of them are in several. People ("Present:") may well be the same in all.
 */
const isAnnounced = (rows: readonly (readonly SampleNode[])[], place: Place): boolean => {
  const isBelow = rows.every((row, instance) => {
    const list = place.lists[instance] ?? []
    const at = row[0] === undefined ? -1 : list.indexOf(row[0])
    return row.length === 0 || (announces.test(endAbove(list, at)) && row.every(isShortEntry))
  })
  if (!isBelow) return false
  if (rows.flat().every(isEntryOfPerson)) return true
  const times = new Map<string, number>()
  for (const node of rows.flat()) times.set(textOf(node), (times.get(textOf(node)) ?? 0) + 1)
  const once = [...times.values()].filter((count) => count === 1).length
  // What all have, `your passport`, speaks for neither.
  const ofSome = [...times.values()].filter((count) => count < rows.length).reduce((sum, count) => sum + count, 0)
  return once * 2 > ofSome
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

/** Of each list as many entries are held against each other. */
const maxOrdered = 30

/** The same entries in another order, or twice in one list: no clauses, which keep their places. */
const areShuffled = (rows: readonly (readonly SampleNode[])[], evidence: Evidence): boolean => {
  const inOrder = new Map<string, Set<string>>()
  for (const row of rows) {
    const texts = row.slice(0, maxOrdered).map((node) => evidence.profile(node).text)
    for (const [index, text] of texts.entries()) {
      for (const later of texts.slice(index + 1)) {
        if (text.trim() !== '' && (later === text || inOrder.get(later)?.has(text))) return true
        const behind = inOrder.get(text) ?? new Set()
        inOrder.set(text, behind.add(later))
      }
    }
  }
  return false
}

/** "Place: the canteen": what a paragraph is about, behind the signs that part its leaves. */
const labelOf = (text: string): string | undefined =>
  /^[^\p{L}\p{N}\p{P}\p{S}\s]*(\p{Lu}[^:\n]{0,40}):\s/u.exec(text)?.[1]

/** Paragraphs that begin with the same labels in all samples: lines of a form, not entries of a list. */
const areLabelled = (body: readonly (readonly SampleNode[])[], { building: { evidence } }: Place): boolean => {
  const [first = [], ...others] = body.map((list) => list.map((node) => labelOf(evidence.profile(node).text)))
  const common = first.filter((label) => label !== undefined && others.every((labels) => labels.includes(label)))
  return others.length > 0 && (common.length > 1 || (common.length === 1 && isAtEdge(common[0]!, [first, ...others])))
}

/** The first or the last of each list, and no other of it: `Total: 57.50`. */
const isAtEdge = (label: string, lists: readonly (readonly (string | undefined)[])[]): boolean =>
  [0, -1].some((edge) =>
    lists.every((list) => list.at(edge) === label && list.filter((other) => other === label).length === 1),
  )

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
  { buildNode }: Builders,
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

/** A row whose first words are a value: what else it says all samples may have by chance. */
const beginsWithValue = (node: TemplateNode): boolean => {
  if (node.kind === 'leaf')
    return (
      node.slots.flat().find((piece) => piece.kind !== 'constant' || /\p{L}/u.test(piece.text))?.kind === 'variable'
    )
  return node.kind === 'group' && node.children[0] !== undefined && beginsWithValue(node.children[0])
}

/** An edge row of values alone, or that begins with one, is of one kind with the rounds: it is one of them. */
const isLikeRounds = (edge: TemplateNode, body: readonly (readonly SampleNode[])[], evidence: Evidence): boolean => {
  if (edge.kind !== 'leaf' && edge.kind !== 'group') return false
  const kinds = new Set(body.flat().map((node) => evidence.profile(node).signature))
  return edge.members.every((node) => node === undefined || kinds.has(evidence.profile(node).signature))
}

/**
 * A row above the rounds with figures as they have them: a round that says the same in all samples, `1 | Travel | 45.00`. Titles of
 * columns have none.
 */
const isRound = (
  header: readonly TemplateNode[],
  body: readonly (readonly SampleNode[])[],
  evidence: Evidence,
): boolean =>
  header.some(
    (edge) =>
      edge.kind === 'group' &&
      edge.members.some((node) => node !== undefined && hasFigures(node, evidence)) &&
      isLikeRounds(edge, body, evidence),
  )

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
export const findLoop = async (
  columns: readonly Column[],
  from: number,
  place: Place,
  builders: Builders,
): Promise<TemplateNode[] | undefined> => {
  const { buildColumns } = builders
  const key = `${place.key}/L${from}`
  const rows = place.lists.map((_, instance) => columns.flatMap((column) => column[instance] ?? []))
  const present = rows.filter((_, instance) => place.lists[instance] !== undefined)
  const counts = present.map((list) => list.length)
  const least = leastOf(counts)
  const most = largestOf(counts)
  if (most < 2 || least === most || place.building.demoted.has(`loop:${key}`)) return undefined
  const first = columns[0]!.find((node) => node !== undefined)!
  const isAnnouncedList = !isRow(columns[0]!) && isAnnounced(rows, place)
  const isMenu = first.hint.startsWith('list') && areShuffled(rows, place.building.evidence)
  if (!isRow(columns[0]!) && !isMenu && !isAnnouncedList && recurs(columns, place)) return undefined
  const plain = isAnnouncedList
    ? Number.POSITIVE_INFINITY
    : descriptionBits(await buildColumns(columns, from, place)) + unprovenBits(columns)
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
  // An entry that all have is one of the list, the first as well as the last.
  const [mostHeader, mostFooter] = [columns[0]!, columns.at(-1)!].map((edge, side) =>
    isAnnouncedList || (isFull(edge, place.lists) && edge.every((node) => node === undefined || isShortEntry(node)))
      ? 0
      : [maxHeader, maxFooter][side]!,
  ) as [number, number]
  for (let header = 0; header <= Math.min(mostHeader, least); header += 1) {
    for (let footer = 0; footer <= Math.min(mostFooter, least - header); footer += 1) {
      if (most - header - footer < 2) continue
      const { head, body, foot } = parts(header, footer)
      const isForm = !isRow(columns[0]!) && !first.hint.startsWith('list') && place.scope.parent === undefined
      if (isForm && areLabelled(body, place)) continue
      const loop = await buildLoop(body, place, key, maxCosted, builders)
      // Below the head of a round, whatever there are several of is a list.
      const isBelow = place.scope.parent !== undefined
      if (loop.kind !== 'loop') continue
      const [only] = loop.children
      if (!(isBelow || looksRepeated(only!, first.hint) || isListOfNames(only!, body, place))) continue
      const skipped = body.reduce((sum, list) => sum + list.length, 0) / loop.scope.instances.length
      const edges = await buildColumns([...head, ...foot], 0, place)
      const bare = edges.filter((node) => !hasWords(node))
      const ofRounds = edges.filter((node) => bare.includes(node) || beginsWithValue(node))
      const isList = first.hint.startsWith('list')
      if (isRound(edges.slice(0, header), body, place.building.evidence)) continue
      if (ofRounds.some((node) => isList || isLikeRounds(node, body, place.building.evidence))) continue
      const misplaced = bare.length + (endsInSameRow(body, present.length) ? 1 : 0)
      const bits = descriptionBits(edges) + descriptionBits([loop]) * Math.max(1, skipped) + misplaced * misplacedBits
      if (!best || bits < best.bits) best = { header, footer, bits }
    }
  }
  if (!best || best.bits >= plain) return undefined
  const { head, body, foot } = parts(best.header, best.footer)
  return [
    ...(await buildColumns(head, from, place)),
    await buildLoop(body, place, key, Number.MAX_SAFE_INTEGER, builders),
    ...(await buildColumns(foot, from + columns.length - best.footer, place)),
  ]
}
