import { countWords } from './chance.ts'
import { isNumberWord } from './number-words.ts'
import { hasLargeNouns, properNames } from './proper-names.ts'
import { dayMarks } from './said-days.ts'
import { reasonMarks } from './said-reasons.ts'
import { personLike, plates } from './value-forms.ts'
import {
  type Condition,
  eachPiece,
  type Piece,
  type TemplateLeaf,
  type TemplateNode,
  type Variable,
} from './template.ts'
import { indexMarks, type Mark, type MarkIndex, loneKinds, tokenize, withMarks } from './tokens.ts'
import { eachNode } from './variables.ts'

/** A value that says something wherever it stands: no small number, no word of any sentence. */
const isTellingValue = (value: string): boolean =>
  value.length >= 3 && value.length <= 200 && (/^\p{Lu}/u.test(value) || (value.length >= 4 && /\d/.test(value)))

/** Words that all samples have: none of them is a client's. */
const commonWords = (nodes: readonly TemplateNode[]): ReadonlySet<string> => {
  const words = new Set<string>()
  eachNode(nodes, (node) => {
    if (node.kind !== 'leaf' || node.members.some((member) => member === undefined)) return
    for (const piece of node.slots.flat())
      if (piece.kind === 'constant') for (const [word] of piece.text.matchAll(/\p{L}+/gu)) words.add(word)
  })
  return words
}

const longestName = 60

/**
 * What a sample says in its fields, to be found in what it alone has: each value, and of what looks like a name its first and last
 * word; and the people whom other samples name.
 * @param nodes a template whose fields may have no names yet
 */
export const ownMarks = (nodes: readonly TemplateNode[], sample: number): Mark[] => {
  const values = new Set<string>()
  const people = new Set<string>()
  eachNode(nodes, (node) => {
    if (node.kind !== 'leaf') return
    for (const slot of node.slots)
      eachPiece(slot, (piece) => {
        if (piece.kind === 'variable')
          for (const value of piece.variable.values)
            if (value !== undefined && value.length <= longestName && personLike.test(value)) people.add(value)
        if (node.scope.parent !== undefined) return
        const value = piece.kind === 'variable' ? (piece.variable.values[sample] ?? '').trim() : ''
        if (isTellingValue(value)) values.add(value)
      })
  })
  const common = commonWords(nodes)
  for (const value of values) {
    const words = personLike.test(value) ? value.split(' ') : []
    for (const word of [words[0] ?? '', words.at(-1) ?? '']) if (word.length >= 3 && !common.has(word)) values.add(word)
  }
  for (const person of people) values.add(person)
  return Array.from(values, (text) => ({ text, field: '' }))
}

/** Who is called by a title: `Mr Kwame Boateng`, `Frau Dr. Klein`. */
const titled =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Sra?|Señora?|Sig|Signora?|Dhr|Mevrouw|Mw)\.? ((?:(?:Dr|Prof)\.? )?\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2})/gu

/** What is named in brackets, by more than one word: `a company car (Skoda Octavia)`. */
const bracketed = /\((\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}\p{N}'’-]*){1,3})\)/gu

/** How long something lasts: `two years`, `zes maanden`, `30 Tage`. */
const lasting =
  /(?<![\p{L}\p{N}])(?:(\d{1,3})|(\p{L}{2,24}))[ \u00a0](?:days?|weeks?|months?|years?|Tagen?|Wochen?|Monaten?|Jahren?|jours?|semaines?|mois|ans?|años?|d[ií]as?|mes(?:es)?|semanas?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|dagen|weken|maanden|jaar)(?!\p{L})/gu

const durationMarks = (text: string): Mark[] =>
  Array.from(text.matchAll(lasting)).flatMap(([found, , word]): Mark[] =>
    word === undefined || isNumberWord(word) ? [{ text: found, field: '' }] : [],
  )

const plateMarks = (text: string): Mark[] =>
  Array.from(text.matchAll(plates), ([found]) => ({ text: found, field: '' }))

const calledMarks = (text: string): Mark[] => [
  ...[titled, bracketed].flatMap((form) =>
    Array.from(text.matchAll(form), ([, name = '']) => ({ text: name.replace(/\.$/, ''), field: '' })),
  ),
  ...durationMarks(text),
  ...plateMarks(text),
  ...reasonMarks(text),
  ...dayMarks(text),
]

const isLone = ({ present, scope }: Condition): boolean =>
  scope.parent === undefined && present.length > 1 && present.indexOf(true) === present.lastIndexOf(true)

/** The text before and behind the one value of a leaf, where that looks like a name in all samples: the pattern of a list of names. */
const namePattern = (leaf: TemplateLeaf | undefined): readonly [string, string] | undefined => {
  const pieces = leaf?.slots.length === 1 ? leaf.slots[0]! : []
  const at = pieces.findIndex(({ kind }) => kind === 'variable')
  const value = pieces[at]
  if (value?.kind !== 'variable' || pieces.some(({ kind }, index) => index !== at && kind !== 'constant'))
    return undefined
  const shown = value.variable.values.filter((text) => text !== undefined)
  if (shown.length === 0 || !shown.every((text) => personLike.test(text))) return undefined
  const text = (list: readonly Piece[]): string =>
    list.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join('')
  return [text(pieces.slice(0, at)), text(pieces.slice(at + 1))]
}

/** The name in a leaf that has no field, where the leaves beside it are the same but for a name that is one. */
const nameBeside = (leaf: TemplateLeaf, beside: readonly (TemplateLeaf | undefined)[]): string | undefined => {
  const [slot = [], ...others] = leaf.slots
  if (others.length > 0 || slot.some(({ kind }) => kind !== 'constant')) return undefined
  const text = slot.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join('')
  for (const [before, after] of beside.flatMap((one) => {
    const pattern = namePattern(one)
    return pattern ? [pattern] : []
  })) {
    if (!text.startsWith(before) || !text.endsWith(after)) continue
    const name = text.slice(before.length, text.length - after.length)
    if (personLike.test(name)) return name
  }
  return undefined
}

/** `Note: the cable is missing`: what it is, and what is said of it. */
const labelled = /^(\p{Lu}[^:\n]{0,40}:\s+)(\S.*)$/su

/** Whether the document says what it says behind labels: `Borrower: {borrower}`, in several paragraphs. */
const hasLabels = (leaves: readonly TemplateLeaf[]): boolean =>
  leaves.filter(({ scope, slots }) => {
    const [label, value] = slots[0] ?? []
    const isOutermost = scope.parent === undefined && label?.kind === 'constant' && value?.kind === 'variable'
    return isOutermost && /^\p{Lu}[^:\n]{0,40}:\s+(?:https?:\S{0,200})?$/u.test(label.text)
  }).length > 1

/** What is no sentence, as a clause behind its title is: `manca una maniglia`, `one glass pen.` */
const isNote = (said: string): boolean =>
  said.length <= 60 && (!/[.;]\s*$/u.test(said) || (/^\p{Ll}/u.test(said) && countWords(said) <= mostNoteWords))
const mostNoteWords = 5

/**
 * A leaf of one text, which is a label and what one sample says behind it: that is a value.
 * @param isOfLabels whether the document says what it says behind labels; in others only a note is a value
 */
const behindLabel = (
  leaf: TemplateLeaf,
  { scope, present }: Condition,
  isOfLabels: boolean,
): TemplateLeaf | undefined => {
  const [slot = [], ...others] = leaf.slots
  if (others.length > 0 || slot.some(({ kind }) => kind !== 'constant')) return undefined
  const text = slot.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join('')
  const [, label, behind] = labelled.exec(text) ?? []
  if (label === undefined || behind === undefined || !(isOfLabels || isNote(behind))) return undefined
  // A whole sentence keeps its full stop.
  const all = behind.trimEnd().length
  const end = /^\p{Lu}/u.test(behind) ? behind.length : '.;'.includes(behind[all - 1]!) ? all - 1 : all
  const said = behind.slice(0, end)
  const values = scope.instances.map((_, instance) => (present[instance] === true ? said : undefined))
  const variable: Variable = { name: '', type: 'text', scope, values }
  return {
    ...leaf,
    slots: [
      [
        { kind: 'constant', text: label },
        { kind: 'variable', variable },
        ...(end === behind.length ? [] : [{ kind: 'constant', text: behind.slice(end) } as const]),
      ],
    ],
  }
}

/**
 * A template in which what one sample alone has is read as a single sample is: the values of its own fields, what the identifier
 * found, dates, amounts and addresses, names beside names, and in a document of labels what stands behind one are fields in it. Nothing
 * else shows what varies there.
 * @param foundIn what the identifier found in a sample
 */
export const withLoneValues = (
  nodes: readonly TemplateNode[],
  foundIn: (sample: number) => readonly Mark[],
): readonly TemplateNode[] => {
  const leaves: TemplateLeaf[] = []
  eachNode(nodes, (node) => {
    if (node.kind === 'leaf') leaves.push(node)
  })
  const isOfLabels = hasLabels(leaves)
  const common = commonWords(nodes)
  const isGerman = hasLargeNouns(leaves)
  const places = new Map(leaves.map((leaf, index) => [leaf, index] as const))
  const indices = new Map<number, MarkIndex>()
  const marksOf = (sample: number): MarkIndex => {
    let index = indices.get(sample)
    if (!index) {
      const own = ownMarks(nodes, sample)
      const known = new Set(own.map(({ text }) => text))
      const found = foundIn(sample).filter(({ text }) => !known.has(text))
      indices.set(sample, (index = indexMarks([...own, ...found])))
    }
    return index
  }
  const read = (piece: Piece, { scope }: Condition, only: number, marks: MarkIndex): readonly Piece[] => {
    if (piece.kind === 'option')
      return [{ ...piece, pieces: piece.pieces.flatMap((inner) => read(inner, piece.condition, only, marks)) }]
    if (piece.kind !== 'constant') return [piece]
    const pieces: Piece[] = []
    const called = [...calledMarks(piece.text), ...properNames(piece.text, common, isGerman)]
    const known = withMarks(marks, called)
    for (const { kind, text, field } of tokenize(piece.text, known)) {
      const last = pieces.at(-1)
      if (kind === 'mark' || loneKinds.has(kind)) {
        const values = scope.instances.map((_, instance) => (instance === only ? text : undefined))
        const given = field === undefined || field === '' ? {} : { given: field }
        pieces.push({
          kind: 'variable',
          variable: { name: '', type: 'text', scope, values, ...given } satisfies Variable,
        })
      } else if (last?.kind === 'constant') pieces.splice(-1, 1, { kind: 'constant', text: last.text + text })
      else pieces.push({ kind: 'constant', text })
    }
    return pieces
  }
  const readLeaf = (leaf: TemplateLeaf, lone: Condition | undefined): TemplateLeaf => {
    const purposes = leaf.members.find((member) => member !== undefined)?.purposes
    const at = places.get(leaf) ?? -1
    const name = lone && nameBeside(leaf, [leaves[at - 1], leaves[at + 1]])
    const said = lone && behindLabel(leaf, lone, isOfLabels)
    if (said !== undefined) return said
    const slots = leaf.slots.map((slot, index) =>
      (purposes?.[index] ?? 'text') === 'picture'
        ? slot
        : slot.flatMap((piece) => {
            const condition = lone ?? (piece.kind === 'option' && isLone(piece.condition) ? piece.condition : undefined)
            if (condition === undefined) return [piece]
            const only = condition.present.indexOf(true)
            const marks =
              name === undefined
                ? marksOf(condition.scope.instances[only]!.sample)
                : indexMarks([{ text: name, field: '' }])
            return read(piece, condition, only, marks)
          }),
    )
    return { ...leaf, slots }
  }
  const readNode = (node: TemplateNode, lone: Condition | undefined): TemplateNode => {
    if (node.kind === 'leaf') return readLeaf(node, lone)
    if (node.kind === 'loop') return { ...node, children: node.children.map((child) => readNode(child, undefined)) }
    const inner = node.kind === 'option' && isLone(node.condition) ? node.condition : lone
    const children = node.children.map((child) => readNode(child, inner))
    if (node.kind === 'option') return { ...node, children }
    return { ...node, children, ...(node.head === undefined ? {} : { head: readLeaf(node.head, inner) }) }
  }
  return nodes.map((node) => readNode(node, undefined))
}
