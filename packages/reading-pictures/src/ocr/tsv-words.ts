/** One word as Tesseract tells it; pixels of the picture that it was given. */
export interface RecognizedWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to 1. */
  readonly confidence: number
  /** Each counted through the page from 0. */
  readonly line: number
  readonly paragraph: number
  readonly block: number
}

const wordLevel = '5'

/**
 * The words of Tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence, text.
 * Its numbers count inside the level above; here they count through the page, and only what holds words.
 */
export function tsvWords(tsv: string): RecognizedWord[] {
  const words: RecognizedWord[] = []
  const count = { block: -1, paragraph: -1, line: -1 }
  let [lastBlock, lastParagraph, lastLine] = ['', '', '']
  for (const row of tsv.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...rest] = row.split('\t')
    const text = rest.join(' ').trim()
    if (level !== wordLevel || text === '') continue
    const places = [left, top, width, height, confidence].map(Number)
    if (!places.every(Number.isFinite)) continue
    const [x = 0, y = 0, across = 0, down = 0, percent = 0] = places
    const inBlock = `${page} ${block}`
    const inParagraph = `${inBlock} ${paragraph}`
    const inLine = `${inParagraph} ${line}`
    if (inBlock !== lastBlock) count.block++
    if (inParagraph !== lastParagraph) count.paragraph++
    if (inLine !== lastLine) count.line++
    ;[lastBlock, lastParagraph, lastLine] = [inBlock, inParagraph, inLine]
    // What Tesseract joins over a space is several words to everyone else; a model's word holds none.
    for (const part of text.split(/\s+/)) {
      words.push({
        text: part,
        left: x,
        top: y,
        width: across,
        height: down,
        confidence: Math.min(Math.max(percent / 100, 0), 1),
        ...count,
      })
    }
  }
  return words
}
