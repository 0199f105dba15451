import type { SectionNode, TemplateNode, ValueNode } from '@chancery/tags'
import type { WordPlace } from '../template/word-template.ts'
import type { ParsedPart } from './docxtemplater-parts.ts'
import type { PlainDraft } from './plain-stretches.ts'
import { elementBits, guarded, type PageTurns, type Step, textEnd, type TextStep, textStart } from './program.ts'

/** What docxtemplater was not shown, behind the sign that stands in for it. */
export interface StandIns {
  readonly sign: string
  readonly stretches: readonly (readonly PlainDraft[])[]
}

/** The program of a part that is one plain stretch. */
export const plainProgram = (drafts: readonly PlainDraft[]): readonly Step[] => finished(drafts)

/**
 * Turns docxtemplater's parsed tree into a program. Everything that the tree alone decides is decided now. A section whose
 * content does not leave all elements as open as they were makes a program of no use: see `broken-sections.ts`.
 */
export function programOfPart(
  parsed: readonly ParsedPart[],
  nodes: ReadonlyMap<number, TemplateNode<WordPlace>>,
  standIns: StandIns,
): readonly Step[] {
  return new Compiler(nodes, standIns).steps(parsed)
}

class Compiler {
  private readonly nodes: ReadonlyMap<number, TemplateNode<WordPlace>>
  private readonly standIns: StandIns
  private textElement = ''

  constructor(nodes: ReadonlyMap<number, TemplateNode<WordPlace>>, standIns: StandIns) {
    this.nodes = nodes
    this.standIns = standIns
  }

  steps(parsed: readonly ParsedPart[]): readonly Step[] {
    const levels: Level[] = [{ element: undefined, steps: [], pieces: [] }]
    const level = (): Level => levels.at(-1) as Level
    let skipsEnd = false
    for (const part of parsed) {
      if (part.type === 'content' && part.value.startsWith(this.standIns.sign)) {
        // The paragraph around it was only there to hold it.
        level().pieces.pop()
        flush(level())
        for (const item of this.standIns.stretches[Number(part.value.slice(this.standIns.sign.length))] ?? [])
          level().steps.push(item)
        skipsEnd = true
        continue
      }
      if (skipsEnd) {
        skipsEnd = false
        continue
      }
      if (part.type === 'placeholder') {
        flush(level())
        level().steps.push(part.module === undefined ? this.value(part) : this.section(part))
        continue
      }
      if (part.value === '') continue
      this.follow(part)
      const name = part.type === 'tag' && guarded[part.tag ?? ''] !== undefined ? part.tag : undefined
      if (name === undefined || part.value.indexOf('<', 1) !== -1) level().pieces.push(part.value)
      else if (part.value.endsWith('/>')) continue
      else if (part.value.startsWith('</')) {
        level().pieces.push(part.value)
        if (level().element !== name) continue
        flush(level())
        const { steps } = levels.pop() as Level
        addGuarded(level(), name, steps)
      } else {
        flush(level())
        levels.push({ element: name, steps: [], pieces: [part.value] })
      }
    }
    for (const each of levels) flush(each)
    return finished(levels.flatMap((each) => each.steps))
  }

  private value(part: ParsedPart): Draft {
    const node = this.nodes.get(Number(part.value))
    if (node === undefined || node.kind === 'section' || node.kind === 'literal') return { kind: 'pieces', list: [] }
    return { kind: 'value', node: node as ValueNode<WordPlace>, isInRun: this.textElement === 'w:t' }
  }

  private section(part: ParsedPart): Draft {
    const { subparsed = [] } = part
    const node = this.nodes.get(Number(part.value))
    if (node?.kind !== 'section') return { kind: 'pieces', list: [] }
    const first = subparsed.find(({ type }) => type !== 'content')
    const isOverParagraphs = first !== undefined && first.tag !== 'w:t'
    const pages = pageTurns(part, subparsed.find(({ type }) => type === 'tag')?.tag)
    return {
      kind: 'section',
      node: node as SectionNode<WordPlace>,
      body: this.steps(subparsed),
      breaksBefore: part.hasPageBreakBeginning === true && isOverParagraphs,
      breaksAfter: part.hasPageBreak === true && isOverParagraphs,
      ...(pages === undefined ? {} : { pages }),
    }
  }

  /** Keeps in mind in which element the text that follows stands. */
  private follow({ type, tag, position, text }: ParsedPart): void {
    if (type === 'tag' && text === true && position === 'start') this.textElement = tag ?? ''
  }
}

function pageTurns(
  { sectPrCount = 0, addContinuousType: continues = false, lastParagrapSectPr: last = '' }: ParsedPart,
  first: string | undefined,
): PageTurns | undefined {
  const inherits = sectPrCount === 1
  // Cells cannot end a section of pages.
  const ending = first === 'w:tr' || first === 'w:tc' ? '' : last
  if (!inherits && !continues && ending === '') return undefined
  const properties = `<w:p><w:pPr>${ending}</w:pPr>`
  const rest = first === 'w:t' ? `</w:t></w:r></w:p>${properties}<w:r><w:t>` : `${properties}</w:p>`
  return { inherits, continues, rest: ending === '' ? '' : rest }
}

/** A step, or text whose neighbours are not known yet, in docxtemplater's parts. */
type Draft = Exclude<Step, TextStep> | PlainDraft

interface Level {
  /** The guarded element whose content this is. */
  readonly element: string | undefined
  readonly steps: Draft[]
  pieces: string[]
}

function flush(level: Level): void {
  if (level.pieces.length > 0) level.steps.push({ kind: 'pieces', list: level.pieces })
  level.pieces = []
}

/** A whole element: guarded where what is in it may all be left out. */
function addGuarded(level: Level, element: string, steps: readonly Draft[]): void {
  const guard = guarded[element]
  if (guard === undefined) return
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'section' || step.kind === 'guard') break
    // The start tag itself is an element that others look for.
    if (step.kind === 'pieces' && (beginsIn(index === 0 ? step.list.slice(1) : step.list) & guard.wants) !== 0) {
      for (const item of steps) level.steps.push(item)
      return
    }
  }
  level.steps.push({ kind: 'guard', body: finished(steps), ...guard })
}

/** Texts that follow one another, made one. */
function finished(drafts: readonly Draft[]): readonly Step[] {
  const steps: Step[] = []
  let run: string[] = []
  const end = (): void => {
    if (run.length > 0) steps.push(textStep(run))
    run = []
  }
  for (const draft of drafts) {
    if (draft.kind === 'pieces') for (const piece of draft.list) run.push(piece)
    else {
      end()
      steps.push(draft)
    }
  }
  end()
  return steps
}

function beginsIn(list: readonly string[]): number {
  let bits = 0
  for (const piece of list) {
    if (!piece.startsWith('<w:')) continue
    let end = 3
    while (end < piece.length && !' />'.includes(piece[end] ?? ' ')) end++
    bits |= elementBits[piece.slice(1, end)] ?? 0
  }
  return bits
}

const isSpace = (piece: string): boolean => /^[ \n\r\t]+$/.test(piece)
const isInsignificant = (piece: string): boolean =>
  isSpace(piece) || ['<w:bookmarkEnd', '</w:sdt>', '</w:sdtContent>'].some((start) => piece.startsWith(start))
/** What may follow a table; a control around it ends without a paragraph. */
const canFollowTable = (piece: string): boolean =>
  ['<w:p', '<w:tbl', '<w:sdt', '<w:sectPr', '</w:ftr>', '</w:hdr>'].some((start) => piece.startsWith(start))

/** Text whose parts docxtemplater joins: `<w:t/>` for a text without any, a paragraph after a table. */
function textStep(given: readonly string[]): TextStep {
  const list: string[] = []
  for (const piece of given) {
    const last = list.length - 1
    if (piece.startsWith(textEnd) && list[last]?.endsWith(textStart) === true) {
      list[last] = `${list[last].slice(0, -textStart.length)}<w:t/>`
      if (piece.length > textEnd.length) list.push(piece.slice(textEnd.length))
    } else list.push(piece)
  }
  let previous = ''
  for (const [index, piece] of list.entries()) {
    if (isInsignificant(piece)) continue
    if (previous.endsWith('</w:tbl>') && !canFollowTable(piece)) list[index] = `<w:p/>${piece}`
    previous = list[index] ?? ''
  }
  const at = list.findIndex((piece) => !isInsignificant(piece))
  const significant = list[at]
  const xml = list.join('')
  return {
    kind: 'text',
    xml,
    begins: beginsIn(list),
    opensText: xml.endsWith(textStart),
    closesText: xml.startsWith(textEnd),
    afterTable: significant === undefined || canFollowTable(significant) ? -1 : list.slice(0, at).join('').length,
    isSignificant: significant !== undefined,
    endsTable: previous.endsWith('</w:tbl>'),
  }
}
