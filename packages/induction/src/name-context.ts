import { type FieldType, present } from '@chancery/core'
import { asciiWords } from './identifier-names.ts'
import type { SlotPurpose } from './sample.ts'
import type { Piece, TemplateLeaf, TemplateNode, Variable } from './template.ts'

/** A proposal for a name: its words, and how much it is worth. */
export interface NameVote {
  readonly words: readonly string[]
  readonly worth: number
}

export type NameVotes = Map<Variable, NameVote[]>

const stopWords = new Set(
  (
    'the a an of to and or is are was for in on at by with from as this that be been has have your our my you we it ' +
    'will shall would may can must his her their its which who than until under into per ' +
    'der die das den dem des ein eine einen einem einer eines von vom zu zum zur und oder ist sind mit im am an auf fur fuer bei ' +
    'wird werden wurde wurden hat haben als mein meine meinen meinem meiner sein seine seinen seinem ab bis nach seit ' +
    'que qui se ne sera sont comme mon ma mes son sa ses depuis dans sous como come meu minha seu sua ' +
    'wir sie ihr ihre ihren ihrem unser unsere le la les l un une du de des d et ou au aux en est pour par sur avec votre vos notre nos nous vous ' +
    'dr prof mr mrs ms mme herr herrn frau ' +
    'el los las y o del al con para por su sus il lo gli e di da che het een van voor'
  ).split(' '),
)
const greetings = new Set(
  'dear hello hi hallo liebe lieber geehrte geehrter geehrten bonjour cher chere estimado estimada hola gentile caro cara beste geachte attention attn'.split(
    ' ',
  ),
)
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

/** Stands for a value in the text before another one; no document has this character. */
const betweenValues = '\uf8ff '
/** Where a label can begin: after a sentence, a line break, another value. */
const clauseEnd = /[\n\t\u{f8ff}]|[.!?;]\s+(?=\p{Lu})/u
const labelEnd = /\s?[:：#]\s*$/u
const lastSentence = /[^.!?;:\n]*$/u

/** `Wohnung Nr. 12`, `(no. K-1001)`. */
const numberSign = /(?<![\p{L}\p{N}])(?:no|nr|num|n°|nº|№)\.?[ \u00a0]?$/iu
const timeOfDay = /^\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?| ?(?:Uhr|h))?$/i

const wordOfKind = ({ type, values }: Variable): string | undefined =>
  typeWords[type] ?? (values.every((value) => value === undefined || timeOfDay.test(value.trim())) ? 'time' : undefined)

const votesBefore = (text: string, variable: Variable): NameVote[] => {
  const clause = text.slice(-80).split(clauseEnd).at(-1)!
  if (labelEnd.test(clause)) {
    const words = asciiWords(clause).slice(-4)
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
    const said = asciiWords(before)
      .filter((word) => !stopWords.has(word))
      .slice(-1)
    return [{ words: [...said, 'number'], worth: 1.5 }]
  }
  const words = asciiWords(lastSentence.exec(text.slice(-120))?.[0] ?? '')
  // Only the first value after a greeting is whom it greets.
  const sinceValue = asciiWords(lastSentence.exec(text.slice(-120).split(betweenValues).at(-1)!)?.[0] ?? '')
  if (sinceValue.some((word) => greetings.has(word))) return [{ words: ['recipient', 'name'], worth: 2.5 }]
  const kind = wordOfKind(variable)
  if (kind === 'date' && placeBefore.test(clause)) return [{ words: ['date'], worth: 2 }]
  const near = lastTelling(sinceValue)
  // What stands before an earlier value says what that one is, and of this one no more than that it is another date, say.
  const telling = near.length > 0 || kind === undefined ? near : lastTelling(words)
  if (telling.length === 0) return []
  return [{ words: kind !== undefined && !telling.includes(kind) ? [...telling.slice(-1), kind] : telling, worth: 1 }]
}

/** `Köln, den 3. März`. */
const placeBefore = /^\s*\p{Lu}[\p{L}\p{M} -]{1,30}, ?(?:den |the |le )?$/u

const isTelling = (word: string): boolean => !stopWords.has(word) && !greetings.has(word) && word.length > 1

/** The last words that say something, with nothing between them: `annual salary` of `your annual salary will be`. */
const lastTelling = (words: readonly string[]): string[] => {
  const end = words.findLastIndex(isTelling) + 1
  const start = words.slice(0, end).findLastIndex((word) => !isTelling(word)) + 1
  return words.slice(Math.max(start, end - 2), end)
}

/** What a party or a thing is called from there on: `("Recipient")`, `(the “Term”)`, `(Mieter)`. */
const roleAfter =
  /^,?\s?\((?:[^()"“”„«»]{0,40}["“”„«»]\s?([\p{L}][\p{L} ’'-]{1,30}?)\s?["“”„«»][^()]{0,40}|(\p{Lu}[\p{L}]{2,24}(?: \p{Lu}[\p{L}]{2,24})?))\)/u
const roleWords = (text: string): string[] => {
  const found = roleAfter.exec(text)
  return asciiWords(found?.[1] ?? found?.[2] ?? '')
    .filter((word) => !stopWords.has(word))
    .slice(0, 3)
}
/** What someone or something is made: `as my attorney`. */
const madeAfter = /^ (?:as|als|comme|como|come) ((?:\p{L}+ ){0,2}\p{L}{3,})/u
/** Of values with commas alone between, such as a name and its address, the first has the role that the last is followed by. */
const ownerOf = (pieces: readonly Piece[], last: number): Variable | undefined => {
  let first = last
  for (let at = last - 1; at > 0; at -= 2) {
    const [between, before] = [pieces[at], pieces[at - 1]]
    if (between?.kind !== 'constant' || !/^,\s*$/.test(between.text) || before?.kind !== 'variable') break
    first = at - 1
  }
  const owner = pieces[first]
  return owner?.kind === 'variable' ? owner.variable : undefined
}

const counts: ReadonlySet<FieldType> = new Set<FieldType>(['number', 'integer'])
/** What a number counts, in en, de, fr, es, it, pt, nl. */
const timeUnit =
  /^[ \u00a0](days|weeks|months|years|hours|Tagen?|Wochen|Monaten?|Jahren?|Stunden|jours|semaines|mois|ans|heures|días|semanas|meses|años|horas|giorni|settimane|mesi|anni|ore|dias|anos|dagen|weken|maanden|jaar|uren)(?!\p{L})/u

/** How Japanese letters address whom they are for: a company, a person. */
const honorificAfter = /^\s?(?:(御中)|様|殿)/u

/** The value is the greeting itself: `geehrte Frau Meyer`. */
const isGreeting = ({ values }: Variable): boolean => {
  const present = values.filter((value) => value !== undefined)
  return present.length > 0 && present.every((value) => greetings.has(asciiWords(value.slice(0, 40))[0] ?? ''))
}

const isLabel = (text: string): boolean =>
  /\p{L}/u.test(text) && !text.includes('://') && text.length <= 48 && !/[.!?]\s/.test(text)

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

/** A line that is no title, ends in a word that says something, and goes on below: `has completed the course`. */
const openSentence = (line: string | undefined): string | undefined => {
  if (line === undefined || line.length > 80 || !/\p{L}\s*$/u.test(line)) return undefined
  const words = asciiWords(line)
  return words.some((word) => stopWords.has(word)) && isTelling(words.at(-1) ?? '') ? line : undefined
}

interface Around {
  /** Text that stands before the node: the label of a row, the line above. */
  readonly label?: string
  readonly columnHeader?: string
  /** The line above, where a sentence goes on from it. */
  readonly sentence?: string
}

/** The last words of an address before a value in it: `order` of `https://shop.example/?order=`. */
const addressWords = /([A-Za-z][A-Za-z_-]{1,30})[/=_.-]*$/

/** Names for what varies in addresses; a picture's address names nothing. */
const visitAddress = (pieces: readonly Piece[], purpose: SlotPurpose, votes: NameVotes): void => {
  let before = ''
  for (const piece of pieces) {
    if (piece.kind === 'constant') before += piece.text
    if (piece.kind !== 'variable') continue
    const { variable } = piece
    const last = purpose === 'link' ? asciiWords(addressWords.exec(before.slice(-60))?.[1] ?? '') : []
    const words = before === '' || last.length === 0 ? [purpose] : last.slice(-2)
    votes.set(variable, [...(votes.get(variable) ?? []), { words, worth: 0.4 }])
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
        const { variable } = piece
        const found = isGreeting(variable)
          ? [{ words: ['salutation'], worth: 2.6 }]
          : [...votesBefore(before, variable)]
        if (around.columnHeader !== undefined)
          found.push({ words: asciiWords(around.columnHeader).slice(0, 4), worth: 4 })
        if (around.label !== undefined && before.trim() === '')
          found.push({ words: asciiWords(around.label).slice(0, 4), worth: 4.2 })
        if (around.sentence !== undefined && before.trim() === '' && pieces.length === 1)
          found.push({ words: lastTelling(asciiWords(around.sentence)), worth: 1 })
        const after = pieces[index + 1]
        if (after?.kind === 'constant') {
          const role = roleWords(after.text)
          const owner = role.length > 0 ? ownerOf(pieces, index) : undefined
          if (owner === variable) found.push({ words: role, worth: 3.5 })
          else if (owner) votes.set(owner, [...(votes.get(owner) ?? []), { words: role, worth: 3.5 }])
          const honored = honorificAfter.exec(after.text)
          if (honored !== null)
            found.push({ words: honored[1] === undefined ? ['recipient', 'name'] : ['company'], worth: 2.5 })
          const unit = timeUnit.exec(after.text)?.[1]
          if (unit !== undefined && counts.has(variable.type)) found.push({ words: asciiWords(unit), worth: 1.2 })
          const made = asciiWords(madeAfter.exec(after.text)?.[1] ?? '').find((each) => !stopWords.has(each))
          if (made !== undefined) found.push({ words: [made], worth: 1.4 })
          const word = asciiWords(after.text.slice(0, 40))[0]
          // More of a thing: `3 keys`.
          const isCounted = counts.has(variable.type) && /^[ \u00a0]\p{Ll}{2,}s(?!\p{L})/u.test(after.text)
          if (word !== undefined && !stopWords.has(word) && word.length > 2)
            found.push({ words: [word], worth: isCounted ? 1.2 : 0.5 })
        }
        votes.set(variable, [...(votes.get(variable) ?? []), ...found.filter(({ words }) => words.length > 0)])
        before += betweenValues
      }
    }
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
    if (node.kind === 'leaf') visitPieces(node, { ...labelled, ...present({ sentence: openSentence(above) }) }, votes)
    else if (node.kind === 'group') {
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
