import { scanXml } from '../xml/scan-xml.ts'

/** A run of text: where it stands, its properties, and its texts. */
export interface AnchorRun {
  readonly start: number
  readonly end: number
  /** `<w:rPr>…</w:rPr>`, or nothing. */
  readonly properties: string
  /** Where its first text begins, where nothing but properties stands before; else -1. */
  readonly firstText: number
  /** Where its last text ends, where nothing stands behind; else -1. */
  readonly lastText: number
}

/** A paragraph that comments can stand at. */
export interface AnchorParagraph {
  readonly start: number
  /** Behind its properties. */
  readonly contentStart: number
  /** Where its end tag begins; of an empty element its end. */
  readonly contentEnd: number
  readonly isEmptyElement: boolean
}

export interface Anchors {
  /** By where they begin. */
  readonly paragraphs: ReadonlyMap<number, AnchorParagraph>
  /** By where a text of theirs begins (behind the `<w:t>`). */
  readonly runs: ReadonlyMap<number, AnchorRun>
  /** Where the first paragraph of the part begins. */
  readonly first: number | undefined
}

interface OpenRun {
  readonly start: number
  readonly texts: number[]
  properties: string
  propertiesStart: number
  /** Anything but properties and texts that stood before. */
  others: number
  firstText: number
  lastText: number
}

/** Reads where comments can be anchored in a part: paragraphs, and runs that can be parted. */
export function commentAnchors(xml: string): Anchors {
  const paragraphs = new Map<number, AnchorParagraph>()
  const runs = new Map<number, AnchorRun>()
  const open: { start: number; contentStart: number }[] = []
  const openRuns: OpenRun[] = []
  const parents: string[] = []
  let first: number | undefined
  scanXml(xml, {
    open(name, _, start, end) {
      const parent = parents.at(-1)
      parents.push(name)
      const run = openRuns.at(-1)
      if (name === 'w:p') {
        first ??= start
        open.push({ start, contentStart: end })
      } else if (name === 'w:r') {
        openRuns.push({
          start,
          texts: [],
          properties: '',
          propertiesStart: start,
          others: 0,
          firstText: -1,
          lastText: -1,
        })
      } else if (run !== undefined && parent === 'w:r') {
        if (name === 'w:rPr') run.propertiesStart = start
        else if (name === 'w:t' && xml[end - 2] !== '/') {
          run.texts.push(end)
          if (run.others === 0 && run.texts.length === 1) run.firstText = end
        } else {
          run.others++
          run.lastText = -1
        }
      }
    },
    close(name, start, end) {
      parents.pop()
      const parent = parents.at(-1)
      const run = openRuns.at(-1)
      if (name === 'w:pPr' && parent === 'w:p') {
        const paragraph = open.at(-1)
        if (paragraph !== undefined) paragraph.contentStart = end
      } else if (name === 'w:p') {
        const paragraph = open.pop()
        if (paragraph === undefined) return
        const isEmptyElement = xml[end - 2] === '/' && xml[start + 1] !== '/'
        paragraphs.set(paragraph.start, { ...paragraph, contentEnd: isEmptyElement ? end : start, isEmptyElement })
      } else if (name === 'w:rPr' && parent === 'w:r' && run !== undefined) {
        run.properties = xml.slice(run.propertiesStart, end)
      } else if (name === 'w:t' && parent === 'w:r' && run !== undefined) run.lastText = start
      else if (name === 'w:r') {
        openRuns.pop()
        if (run === undefined) return
        const { start: from, properties, firstText, lastText } = run
        for (const text of run.texts) runs.set(text, { start: from, end, properties, firstText, lastText })
      }
    },
  })
  return { paragraphs, runs, first }
}
