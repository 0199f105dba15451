import { type FieldType, present } from '@chancery/core'
import { asciiWords } from './identifier-names.ts'
import { betweenValues, headOfSubject, votesByPhrase, wordsOfSentence } from './name-phrases.ts'
import { roleBelow, votesByRole } from './name-roles.ts'
import type { NameVote, NameVotes } from './name-votes.ts'
import { isGreetingWord, isTellingWord, lastTelling } from './name-words.ts'
import type { SlotPurpose } from './sample.ts'
import type { Piece, TemplateLeaf, TemplateNode, Variable } from './template.ts'
import { timeOfDay } from './value-forms.ts'

const typeWords: Partial<Record<FieldType, string>> = {
  date: 'date',
  money: 'amount',
  email: 'email',
  phone: 'phone',
  url: 'link',
  iban: 'iban',
  percent: 'percent',
  number: 'number',
  integer: 'number',
  identifier: 'number',
  person: 'name',
  organization: 'company',
  party: 'party',
  address: 'address',
}

/** What a field is called when nothing around it says more. */
export const nameOfType = (type: FieldType): string => typeWords[type] ?? 'text'

/** Where a label can begin: after a sentence, a line break, another value. */
const clauseEnd = /[\n\t\u{f8ff}]|[.!?;]\s+(?=\p{Lu})/u
/** What a label says in brackets with figures, `VAT (20%):`, is no part of its name. */
const asides = /\([^()]*\d[^()]*\)/g
const labelEnd = /\s?[:：#]\s*$/u
const lastSentence = /[^.!?;:\n]*$/u

/** `Wohnung Nr. 12`, `(no. K-1001)`. */
const numberSign = /(?<![\p{L}\p{N}])(?:no|nr|num|núm|nro|n\.?[°ºª]|№)\.?[ \u00a0]?$/iu

const wordOfKind = ({ type, values }: Variable): string | undefined =>
  typeWords[type] ?? (values.every((value) => value === undefined || timeOfDay.test(value.trim())) ? 'time' : undefined)

const votesBefore = (text: string, variable: Variable): NameVote[] => {
  const clause = text.slice(-80).split(clauseEnd).at(-1)!
  if (labelEnd.test(clause)) {
    const words = asciiWords(clause.replaceAll(asides, '')).slice(-4)
    if (words.length > 0) return [{ words, worth: 4 }]
  }
  const sign = numberSign.exec(text)
  if (sign !== null) {
    const before = text
      .slice(-80, sign.index)
      .split(betweenValues)
      .at(-1)!
      .split(/[^\p{L}\p{M}\p{N} '’-]/u)
      .at(-1)!
    const said = asciiWords(before).filter(isTellingWord).slice(-1)
    return [{ words: [...said, 'number'], worth: 1.5 }]
  }
  const words = asciiWords(lastSentence.exec(text.slice(-120))?.[0] ?? '')
  // Only the first value after a greeting is whom it greets.
  const clauseSince = lastSentence.exec(text.slice(-120).split(betweenValues).at(-1)!)?.[0] ?? ''
  const sinceValue = asciiWords(clauseSince)
  if (sinceValue.some(isGreetingWord)) return [{ words: ['recipient', 'name'], worth: 2.5 }]
  // What is said, and who says it, names nothing of what stands behind: `We certify that`, `bevollmächtige ich,`.
  if (saidBefore.test(clauseSince)) return []
  const kind = wordOfKind(variable)
  if (kind === 'date' && behindPlace.test(clause)) return [{ words: ['date'], worth: 2 }]
  const near = lastTelling(asciiWords(headOfSubject(clauseSince)))
  // What stands before an earlier value says what that one is, and of this one no more than that it is another date, say.
  const telling = near.length > 0 || kind === undefined ? near : lastTelling(words)
  if (telling.length === 0) return []
  return [{ words: kind !== undefined && !telling.includes(kind) ? [...telling.slice(-1), kind] : telling, worth: 1 }]
}

const saidBefore = /(?:^|\P{L})(?:that|dass|daß|que|che|dat|I,|ich,|yo,|io,|ik,|eu,|je,?\ssoussigné(?:e|\(e\))?,?)\s$/u

/** `Köln, den 3. März`. */
const behindPlace = /^\s*\p{Lu}[\p{L}\p{M} -]{1,30}, ?(?:den |the |le )?$/u

/** The value is the greeting itself: `geehrte Frau Meyer`. */
const isGreeting = ({ values }: Variable): boolean => {
  const present = values.filter((value) => value !== undefined)
  return present.length > 0 && present.every((value) => isGreetingWord(asciiWords(value.slice(0, 40))[0] ?? ''))
}

/** Words as short as `zzgl.` and `incl.` are cut short; behind longer ones a sentence ends. */
const sentenceEnd = /(?:\p{L}{5}\.|[\p{N})]\.|[!?])\s/u

const isLabel = (text: string): boolean =>
  /\p{L}/u.test(text) && !text.includes('://') && text.length <= 48 && !sentenceEnd.test(text)

const purposesOf = (leaf: TemplateLeaf): readonly SlotPurpose[] =>
  leaf.members.find((member) => member !== undefined)?.purposes ?? []

/** The text that people read of a node where it is the same in all samples, absent where anything of it varies. */
const constantText = (node: TemplateNode | undefined): string | undefined => {
  if (!node || node.kind === 'option' || node.kind === 'loop') return undefined
  const purposes = node.kind === 'leaf' ? purposesOf(node) : []
  const parts =
    node.kind === 'leaf' ? node.slots.filter((_, slot) => (purposes[slot] ?? 'text') === 'text').flat() : undefined
  if (parts)
    return parts.every(({ kind }) => kind === 'constant')
      ? parts.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join('')
      : undefined
  if (node.kind !== 'group') return undefined
  const texts = node.children.map(constantText)
  return texts.every((text) => text !== undefined) ? texts.join(' ').trim() : undefined
}

const roleOf = (node: TemplateNode | undefined): string | undefined =>
  node?.kind === 'group' ? node.members.find((member) => member !== undefined)?.role : undefined

/** Several paragraphs, as an address has them: what stands beside them is no value of theirs. */
const hasLines = (cell: TemplateNode): boolean =>
  cell.kind === 'group' && cell.children.filter((child) => constantText(child)?.trim() !== '').length > 1

interface Around {
  /** Text that stands before the node: the label of a row, the line above. */
  readonly label?: string
  readonly columnHeader?: string
  readonly lineAbove?: string
  readonly lineBelow?: string
}

/** The last words of an address before a value in it: `order` of `https://shop.example/?order=`; those of a host are none. */
const addressWords = /(?<!\/\/[^/]{0,60})([A-Za-z][A-Za-z_-]{1,30})[/=_.-]*$/
/** What such an address leads to. */
const byScheme: Readonly<Record<string, string>> = { 'tel:': 'phone', 'mailto:': 'email' }

/** Names for what varies in addresses; a picture's address names nothing. */
const visitAddress = (pieces: readonly Piece[], purpose: SlotPurpose, votes: NameVotes): void => {
  let before = ''
  for (const piece of pieces) {
    if (piece.kind === 'constant') before += piece.text
    if (piece.kind !== 'variable') continue
    const last = purpose === 'link' ? asciiWords(addressWords.exec(before.slice(-60))?.[1] ?? '') : []
    const kind = byScheme[before] ?? (before === '' || purpose === 'picture' ? purpose : undefined)
    votes.add(piece.variable, kind !== undefined ? [kind] : last.length === 0 ? ['link', 'code'] : last.slice(-2), 0.4)
  }
}

/** Of the text before a value, as much as is looked at. */
const lastWords = (text: string): string => text.slice(-160)

const visitPieces = (leaf: TemplateLeaf, around: Around, votes: NameVotes): void => {
  let before = ''
  const visit = (pieces: readonly Piece[]): void => {
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind === 'constant') before = lastWords(before + piece.text)
      else if (piece.kind === 'option') visit(piece.pieces)
      else {
        visitVariable(piece.variable, pieces, index)
        before += betweenValues
      }
    }
  }
  const visitVariable = (variable: Variable, pieces: readonly Piece[], index: number): void => {
    const vote = ({ words, worth }: NameVote): void => {
      votes.add(variable, words, worth)
    }
    if (isGreeting(variable)) vote({ words: ['salutation'], worth: 2.6 })
    else votesBefore(before, variable).forEach(vote)
    const { columnHeader, label, lineAbove, lineBelow } = around
    if (columnHeader !== undefined) vote({ words: asciiWords(columnHeader).slice(0, 4), worth: 4 })
    if (before.trim() === '') {
      if (label !== undefined) vote({ words: asciiWords(label).slice(0, 4), worth: 4.2 })
      if (pieces.length === 1) {
        vote({ words: wordsOfSentence(lineAbove), worth: 1 })
        vote({ words: roleBelow(lineBelow), worth: 2 })
      }
    }
    const after = pieces[index + 1]
    votesByPhrase({
      variable,
      clause: before,
      before: before.split(betweenValues).at(-1)!,
      after: after?.kind === 'constant' ? after.text : '',
      previous: pieces[index - 2],
      next: pieces[index + 2],
    }).forEach(vote)
    for (const [owner, { words, worth }] of votesByRole(pieces, index)) votes.add(owner, words, worth)
  }
  const purposes = purposesOf(leaf)
  for (const [index, slot] of leaf.slots.entries()) {
    const purpose = purposes[index] ?? 'text'
    if (purpose === 'text') {
      visit(slot)
      before += ' '
    } else visitAddress(slot, purpose, votes)
  }
}

/** The header cells of a table: its first row, where nothing in it varies. */
const headersOf = (children: readonly TemplateNode[]): (string | undefined)[] => {
  const rows = children.filter((child) => roleOf(child) === 'row')
  const first = rows[0] ?? children.flatMap((child) => (child.kind === 'group' ? child.children : []))[0]
  if (first?.kind !== 'group') return []
  const cells = first.children.map(constantText)
  return cells.every((cell) => cell !== undefined) ? cells : []
}

/** Collects what stands around each variable: labels, column headers, words before it. */
export const voteByContext = (
  nodes: readonly TemplateNode[],
  votes: NameVotes,
  headers: readonly (string | undefined)[] = [],
  around: Around = {},
): void => {
  let above: string | undefined
  for (const [index, node] of nodes.entries()) {
    const labelled = above !== undefined && above.trim().endsWith(':') ? { ...around, label: above } : around
    if (node.kind === 'leaf') {
      const lines = { lineAbove: above, lineBelow: constantText(nodes[index + 1]) }
      visitPieces(node, { ...labelled, ...present(lines) }, votes)
    } else if (node.kind === 'group') {
      if (node.head) visitPieces(node.head, {}, votes)
      const role = roleOf(node)
      if (role === 'table') voteByContext(node.children, votes, headersOf(node.children))
      else if (role === 'row') {
        let left: string | undefined
        for (const [column, cell] of node.children.entries()) {
          const header = headers[column]
          voteByContext([cell], votes, [], {
            ...(header !== undefined && isLabel(header) ? { columnHeader: header } : {}),
            ...(left !== undefined && isLabel(left) ? { label: left } : {}),
          })
          const text = hasLines(cell) ? '' : constantText(cell)
          if (text !== undefined && text.trim() !== '') left = text
        }
      } else voteByContext(node.children, votes, headers, role === 'cell' || index === 0 ? around : labelled)
    } else voteByContext(node.children, votes, headers, around)
    above = constantText(node)
  }
}
