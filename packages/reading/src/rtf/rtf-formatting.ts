import type { RunLook } from '../model/run-look.ts'
import type { RtfHeader } from './rtf-header.ts'
import { dateOfRevision, noChanges, type RtfState, type RunChanges } from './rtf-state.ts'
import type { RunRevision } from './rtf-story.ts'
import { noIndents } from './typed-items.ts'

/** Takes a word that formats characters or paragraphs, or declares the code page. @returns whether it is one */
export function setFormat(state: RtfState, header: RtfHeader, name: string, value: number | undefined): boolean {
  const set = formats.get(name)
  if (set === undefined) {
    const look = lookWord(name, value)
    if (look !== undefined) state.look = { ...state.look, ...look }
    return look !== undefined
  }
  set(state, value, header)
  return true
}

type Setter = (state: RtfState, value: number | undefined, header: RtfHeader) => void

const codePage =
  (number: number): Setter =>
  (_, __, header) => {
    header.codePage = number
  }

const change =
  (change: (value: number | undefined) => RunChanges): Setter =>
  (state, value, header) => {
    state.changes = { ...state.changes, ...change(value) }
    state.revision = revisionOf(state.changes, header.authors)
  }

/** What a word says of the look of text, in a run or in the definition of a style; `undefined` for any other word. */
export function lookWord(name: string, value: number | undefined): RunLook | undefined {
  const look = looks.get(name)
  if (look !== undefined) return look(isOn(value))
  const moved = moves.get(name)
  if (moved !== undefined) return { script: value === 0 ? 'none' : moved }
  return underlines.test(name) ? { underline: isOn(value) } : undefined
}

const looks = new Map<string, (on: boolean) => RunLook>(
  Object.entries({
    b: (bold) => ({ bold }),
    i: (italic) => ({ italic }),
    strike: (strike) => ({ strike }),
    striked: (strike) => ({ strike }),
    ulnone: () => ({ underline: false }),
    super: (on) => ({ script: on ? 'super' : 'none' }),
    sub: (on) => ({ script: on ? 'sub' : 'none' }),
    nosupersub: () => ({ script: 'none' }),
  } satisfies Readonly<Record<string, (on: boolean) => RunLook>>),
)

/** Raised and lowered by half points, as LibreOffice writes superscripts (RTF 1.9.1, Font (Character) Formatting Properties). */
const moves: ReadonlyMap<string, 'super' | 'sub'> = new Map([
  ['up', 'super'],
  ['dn', 'sub'],
])

const underlines =
  /^ul(?:d|dash|dashd|dashdd|db|hwave|ldash|th|thd|thdash|thdashd|thdashdd|thldash|ululdbwave|w|wave)?$/

const noteNumberings = {
  nar: 'decimal',
  nalc: 'lowerLetter',
  nauc: 'upperLetter',
  nrlc: 'lowerRoman',
  nruc: 'upperRoman',
} as const

/** How notes count, as the document (`\ftnnar`) or a section (`\sftnnar`) says. */
const noteFormats = Object.entries(noteNumberings).flatMap(([ending, numbering]): [string, Setter][] =>
  ['', 's'].flatMap((scope): [string, Setter][] => [
    [`${scope}ftn${ending}`, (_, __, header) => void (header.footnoteNumbering = numbering)],
    [`${scope}aftn${ending}`, (_, __, header) => void (header.endnoteNumbering = numbering)],
  ]),
)

const isOn = (value: number | undefined): boolean => value !== 0

const formats = new Map<string, Setter>([
  ...noteFormats,
  ['ansicpg', (_, value, header) => void (header.codePage = value || header.codePage)],
  ['mac', codePage(10_000)],
  ['pc', codePage(437)],
  ['pca', codePage(850)],
  ['deff', (_, value, header) => void (header.defaultFont = value ?? 0)],
  ['f', setFont],
  ['plain', plain],
  ['pard', paragraphDefaults],
  ['v', (state, value) => void (state.hidden = isOn(value))],
  ['s', (state, value) => void (state.style = value ?? 0)],
  ['outlinelevel', (state, value) => void (state.outlineLevel = value)],
  ['ls', (state, value) => void (state.list = value ?? 0)],
  ['ilvl', (state, value) => void (state.listLevel = value ?? 0)],
  ['li', (state, value) => void (state.indents = { ...state.indents, left: value ?? 0 })],
  ['fi', (state, value) => void (state.indents = { ...state.indents, firstLine: value ?? 0 })],
  ['pagebb', (state, value) => void (state.breaksBefore = isOn(value))],
  ['intbl', (state) => void (state.inTable = true)],
  ['itap', (state, value) => void (state.tableLevel = Math.max(value ?? 0, 0))],
  ['revised', change((value) => ({ inserted: isOn(value) }))],
  ['deleted', change((value) => ({ deleted: isOn(value) }))],
  ['mvf', change((value) => (isOn(value) ? { moved: 'move-from' } : {}))],
  ['mvt', change((value) => (isOn(value) ? { moved: 'move-to' } : {}))],
  ['mvauth', change((author) => (author === undefined ? {} : { author }))],
  ['mvdate', change((date) => (date === undefined ? {} : { date }))],
  ['revauth', change((author) => (author === undefined ? {} : { author }))],
  ['revdttm', change((date) => (date === undefined ? {} : { date }))],
  ['revauthdel', change((deletedBy) => (deletedBy === undefined ? {} : { deletedBy }))],
  ['revdttmdel', change((deletedAt) => (deletedAt === undefined ? {} : { deletedAt }))],
])

function setFont(state: RtfState, value: number | undefined, header: RtfHeader): void {
  state.font = value ?? 0
  state.look = { ...state.look, code: header.isFixedPitch(state.font) }
}

function plain(state: RtfState): void {
  state.look = {}
  state.font = -1
  state.hidden = false
  state.changes = noChanges
  state.revision = undefined
}

function paragraphDefaults(state: RtfState): void {
  state.style = 0
  state.outlineLevel = undefined
  state.list = 0
  state.indents = noIndents
  state.listLevel = 0
  state.inTable = false
  state.tableLevel = 0
  state.breaksBefore = false
}

/** A text that was put in and taken out again is taken out. */
function revisionOf(changes: RunChanges, authors: readonly string[]): RunRevision | undefined {
  const { inserted, deleted, moved, author, date, deletedBy = author, deletedAt = date } = changes
  const by = (number: number | undefined, packed: number | undefined): Omit<RunRevision, 'type'> => {
    const name = number === undefined ? undefined : authors[number]
    const written = packed === undefined ? undefined : dateOfRevision(packed)
    return {
      ...(name === undefined || name === '' ? {} : { author: name }),
      ...(written === undefined ? {} : { date: written }),
    }
  }
  if (deleted === true) return { type: 'deletion', ...by(deletedBy, deletedAt) }
  if (moved !== undefined) return { type: moved, ...by(author, date) }
  return inserted === true ? { type: 'insertion', ...by(author, date) } : undefined
}
