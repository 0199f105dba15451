import type { Look, Revision } from '@chancery/core'
import { operandSize } from './word-properties.ts'

/** Characters of one kind: put in or taken out by a tracked change, not shown, or set in a look of their own. */
export interface WordRun {
  readonly start: number
  readonly end: number
  readonly change?: Revision['type']
  readonly isHidden: boolean
  readonly look?: Look
  /** Where in the stream "Data" the picture stands that is drawn here. */
  readonly picture?: number
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly offset: number
  readonly isWide: boolean
}

const pageBytes = 512
/** Properties of characters (MS-DOC 2.6.1), each of one byte but for the style, the size and the position. */
const sprm = {
  deleted: 0x0800,
  inserted: 0x0801,
  hidden: 0x083c,
  underline: 0x2a3e,
  script: 0x2a48,
  size: 0x4a43,
  position: 0x4845,
  style: 0x4a30,
  picture: 0x6a03,
  data: 0x0806,
}
const looks: ReadonlyMap<number, 'bold' | 'italic' | 'strike'> = new Map([
  [0x0835, 'bold'],
  [0x0836, 'italic'],
  [0x0837, 'strike'],
])
const scripts: readonly (Look['script'] | undefined)[] = [undefined, 'super', 'sub']

interface FileRun {
  readonly from: number
  readonly to: number
  readonly change?: Revision['type']
  readonly isHidden: boolean
  readonly look?: Look
  readonly picture?: number
}

/**
 * The runs of a document that are no plain text, by its pages of character properties (MS-DOC 2.9.33, ChpxFkp).
 * @param styles looks of styles of characters, by their numbers
 */
export function wordRuns(
  bins: Buffer,
  document: Buffer,
  pieces: readonly Stretch[],
  styles: ReadonlyMap<number, Look>,
): WordRun[] {
  const inFile = fileRuns(bins, document, styles).sort((a, b) => a.from - b.from)
  const runs: WordRun[] = []
  for (const { start, end, offset, isWide } of pieces) {
    const width = isWide ? 2 : 1
    const last = offset + (end - start) * width
    for (let at = firstAfter(inFile, offset); at < inFile.length; at++) {
      const { from, to, ...kind } = inFile[at] as FileRun
      if (from >= last) break
      const characters = {
        start: start + Math.max(Math.ceil((from - offset) / width), 0),
        end: start + Math.floor((Math.min(to, last) - offset) / width),
      }
      if (characters.end > characters.start) runs.push({ ...characters, ...kind })
    }
  }
  return runs.sort((a, b) => a.start - b.start)
}

/** The first run that ends behind `offset`; runs do not overlap. */
function firstAfter(runs: readonly FileRun[], offset: number): number {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle] as FileRun).to <= offset) low = middle + 1
    else high = middle
  }
  return low
}

function fileRuns(bins: Buffer, document: Buffer, styles: ReadonlyMap<number, Look>): FileRun[] {
  const runs: FileRun[] = []
  const count = Math.floor((bins.length - 4) / 8)
  const seen = new Set<number>()
  for (let index = 0; index < count; index++) {
    const page = bins.readUInt32LE((count + 1) * 4 + index * 4) * pageBytes
    if (page + pageBytes > document.length || seen.has(page)) continue
    seen.add(page)
    const inPage = document.readUInt8(page + pageBytes - 1)
    for (let run = 0; run < inPage && (inPage + 1) * 4 + run < pageBytes; run++) {
      const at = page + document.readUInt8(page + (inPage + 1) * 4 + run) * 2
      if (at === page) continue
      const kind = kindOf(document, at + 1, Math.min(at + 1 + document.readUInt8(at), page + pageBytes - 1), styles)
      const [from, to] = [document.readUInt32LE(page + run * 4), document.readUInt32LE(page + run * 4 + 4)]
      if (kind !== undefined && to > from && (runs.at(-1)?.to ?? 0) <= from) runs.push({ from, to, ...kind })
    }
  }
  return runs
}

function kindOf(
  document: Buffer,
  from: number,
  end: number,
  styles: ReadonlyMap<number, Look>,
): Pick<FileRun, 'change' | 'isHidden' | 'look' | 'picture'> | undefined {
  let [deleted, inserted, isHidden, isData] = [false, false, false, false]
  let place: number | undefined
  let [raised, isSized] = [0, false]
  let look: { [name in keyof Look]?: Look[name] | boolean | undefined } = {}
  for (let next = from; next + 3 <= end;) {
    const code = document.readUInt16LE(next)
    const isOn = document.readUInt8(next + 2) === 1
    if (code === sprm.deleted) deleted = isOn
    else if (code === sprm.inserted) inserted = isOn
    else if (code === sprm.hidden) isHidden = isOn
    else if (code === sprm.style && next + 4 <= end) look = { ...styles.get(document.readUInt16LE(next + 2)), ...look }
    else if (code === sprm.data) isData = isOn
    else if (code === sprm.picture && next + 6 <= end) place = document.readUInt32LE(next + 2)
    else if (code === sprm.underline) look = { ...look, underline: document.readUInt8(next + 2) > 0 }
    else if (code === sprm.script) look = { ...look, script: scripts[document.readUInt8(next + 2)] }
    else if (code === sprm.size) isSized = true
    else if (code === sprm.position && next + 4 <= end) raised = document.readInt16LE(next + 2)
    else if (looks.has(code)) look = { ...look, [looks.get(code) ?? '']: isOn }
    next += 2 + operandSize(document, next + 2, code)
  }
  // LibreOffice writes raised and lowered text as smaller text that is moved.
  if (raised !== 0 && isSized && look.script === undefined) look = { ...look, script: raised > 0 ? 'super' : 'sub' }
  // What is off is not told.
  const shown = Object.fromEntries(
    Object.entries(look).filter(([, value]) => value !== false && value !== undefined),
  ) as Look
  const seen = Object.keys(shown).length === 0 ? {} : { look: shown }
  if (place !== undefined && !isData) Object.assign(seen, { picture: place })
  if (deleted) return { change: 'deletion', isHidden, ...seen }
  if (inserted) return { change: 'insertion', isHidden, ...seen }
  return isHidden || seen.look !== undefined || (place !== undefined && !isData) ? { isHidden, ...seen } : undefined
}

/** How text looks by the properties that stand from one place to another. */
export const runLook = (bytes: Buffer, from: number, end: number): Look | undefined =>
  kindOf(bytes, from, end, new Map())?.look
