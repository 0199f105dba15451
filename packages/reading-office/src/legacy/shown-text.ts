import type { ExtractRequest, Revision } from '@chancery/core'
import { computedResult } from '@chancery/reading/model/computed-field'
import { linkTarget, RichText } from '@chancery/reading/model/rich-text'
import type { WordRun } from './word-runs.ts'

const characters: Readonly<Record<string, string>> = {
  '\u000b': '\n',
  '\u000e': '\n',
  '\u001e': '\u2011',
  '\u001f': '\u00ad',
}

/** Stands for a picture in a line. */
const pictureSign = '\u0001'
/** Stands for a shape that floats beside the text. */
const anchorSign = '\u0008'

interface OpenField {
  instruction: string
  /** Where its result starts, once it has begun. */
  start: number | undefined
}

const maxOpen = 50

interface ShownWord {
  runsBetween(start: number, end: number): readonly WordRun[]
  /** The note that a character stands for. */
  referenceAt(character: number): string | undefined
}

/** Reads the text of paragraphs as it is shown: of fields their results, of links where they lead, of changes the view. */
export class ShownTexts {
  private readonly word: ShownWord
  private readonly view: ExtractRequest['revisions']
  private readonly leftOut: { readonly revisions: Revision[] }

  /** @param leftOut gets the changes whose text the view leaves out */
  constructor(word: ShownWord, view: ExtractRequest['revisions'], leftOut: { readonly revisions: Revision[] }) {
    this.word = word
    this.view = view
    this.leftOut = leftOut
  }

  /**
   * @param start number of the first character in the document
   * @returns of pictures their places in the stream "Data", of floating shapes the characters that anchor them
   */
  read(
    text: string,
    start: number,
  ): {
    readonly shown: RichText
    readonly hidden: string
    readonly pictures: readonly number[]
    readonly anchors: readonly number[]
  } {
    const shown = new RichText()
    const pictures: number[] = []
    const anchors: number[] = []
    const open: OpenField[] = []
    let hidden = ''
    let at = 0
    const put = (piece: string, run: WordRun | undefined): void => {
      const field = open.at(-1)
      if (field !== undefined && field.start === undefined) field.instruction += piece
      else if (piece === '' || open.some((each) => each.start === undefined)) return
      else if (run?.change !== undefined && this.drops(run.change)) {
        this.leftOut.revisions.push({ type: run.change, text: piece })
      } else if (run?.isHidden === true) hidden += piece
      else {
        const from = shown.length
        shown.add(piece)
        if (run?.look !== undefined) shown.format(from, run.look)
        if (run?.change !== undefined && shown.length > from) {
          shown.revisions.push({ type: run.change, start: from, end: shown.length })
        }
      }
    }
    const stretch = (to: number, run: WordRun | undefined): void => {
      let plain = ''
      let place = start + at
      for (const character of text.slice(at, to)) {
        const note = this.word.referenceAt(place)
        place += character.length
        if (note !== undefined) {
          put(plain, run)
          plain = ''
          const from = shown.length
          // A mark of the author's own is text.
          if (character > ' ') put(character, run)
          const isLeftOut = run?.change !== undefined && this.drops(run.change)
          if (!isLeftOut && open.every((field) => field.start !== undefined)) shown.refer(note, from)
        } else if (character === anchorSign || (character === pictureSign && run?.picture !== undefined)) {
          const isShown = run?.isHidden !== true && (run?.change === undefined || !this.drops(run.change))
          if (!isShown || open.some((field) => field.start === undefined)) continue
          if (character === anchorSign) anchors.push(place - 1)
          else if (run?.picture !== undefined) pictures.push(run.picture)
        } else if (character >= '\u0013' && character <= '\u0015') {
          put(plain, run)
          plain = ''
          mark(character, open, shown)
        } else plain += characters[character] ?? (character < ' ' && character !== '\t' ? '' : character)
      }
      put(plain, run)
      at = to
    }
    for (const run of this.word.runsBetween(start, start + text.length)) {
      stretch(Math.max(run.start - start, at), undefined)
      stretch(Math.min(run.end - start, text.length), run)
    }
    stretch(text.length, undefined)
    return { shown, hidden, pictures, anchors }
  }

  private drops(change: Revision['type']): boolean {
    return this.view !== 'all' && (change === 'deletion') === (this.view === 'accept')
  }
}

/** Begin, separator and end of a field (MS-DOC 2.8.25). */
function mark(character: string, open: OpenField[], shown: RichText): void {
  if (character === '\u0013') {
    if (open.length < maxOpen) open.push({ instruction: '', start: undefined })
    return
  }
  const field = character === '\u0014' ? open.at(-1) : open.pop()
  if (field === undefined) return
  if (character === '\u0014') field.start = shown.length
  else {
    const address = /^\s{0,20}HYPERLINK\s{1,20}"([^"]{1,2000})"/i.exec(field.instruction)?.[1]
    if (field.start !== undefined) shown.link(field.start, linkTarget(address))
    const isEmpty = field.start === undefined || field.start === shown.length
    if (isEmpty && open.every(({ start }) => start !== undefined)) shown.add(computedResult(field.instruction) ?? '')
  }
}
