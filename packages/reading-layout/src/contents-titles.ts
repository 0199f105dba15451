import { captionStart } from '@chancery/reading/model/caption-start'
import type { TextLine } from './text-lines.ts'
import { titleKey } from './title-key.ts'

/** So many entries in a row, whose pages do not fall, are a table of contents. */
const leastEntries = 3
/** A title goes on over at most so many lines. */
const mostLines = 3
const longestLine = 300
/** Letters of a title, without marks and spaces. */
const shortestTitle = 3

interface Entry {
  readonly titles: readonly string[]
  readonly page: number
}

/** Titles that a document's own printed table of contents names, as `titleKey` has them. */
export class ContentsTitles {
  private readonly keys = new Set<string>()
  /** How often a column begins with a line. */
  private readonly atTop = new Map<string, number>()

  /** Looks for a table of contents among lines that stand under each other. */
  add(lines: readonly TextLine[]): void {
    const top = titleKey(lines[0]?.text ?? '')
    if (top.length <= longestLine) this.atTop.set(top, (this.atTop.get(top) ?? 0) + 1)
    let entries: Entry[] = []
    let begun: string[] = []
    const close = (): void => {
      if (entries.length >= leastEntries) {
        for (const { titles } of entries) for (const title of titles) this.addTitle(title)
      }
      entries = []
    }
    for (const line of lines) {
      const entry = entryOf(line)
      const isOfTitle = entry !== undefined && (/\p{L}/u.test(entry.title) || begun.length > 0)
      if (!isOfTitle) {
        // More than the first lines of a long title.
        if (begun.push(line.text) >= mostLines) {
          close()
          begun = begun.slice(1)
        }
        continue
      }
      if (entry.page < (entries.at(-1)?.page ?? 0)) close()
      // Nobody says whether the lines above are of this title.
      const titles = [entry.title, ...begun.map((_, at) => `${begun.slice(at).join(' ')} ${entry.title}`)]
      entries.push({ titles, page: entry.page })
      begun = []
    }
    close()
  }

  has(text: string): boolean {
    return this.keys.size > 0 && this.keys.has(titleKey(text))
  }

  /** Several columns begin with it: the header of a part of the document. */
  isRunning(text: string): boolean {
    return (this.atTop.get(titleKey(text)) ?? 0) > 1
  }

  private addTitle(title: string): void {
    const key = titleKey(title)
    // What a list of figures names is a caption.
    if (key.length >= shortestTitle && !captionStart.test(title)) this.keys.add(key)
  }
}

/** "2.1 Methods ..... 14", or with a tab for the dots; the number may stand before them where text is read from the right. */
function entryOf({ text, parts }: TextLine): { readonly title: string; readonly page: number } | undefined {
  if (text.length > longestLine) return undefined
  let end = text.length
  const skip = (isOne: (sign: string) => boolean): string => {
    const last = end
    while (end > 0 && isOne(text.charAt(end - 1))) end--
    return text.slice(end, last)
  }
  let page = skip(isDigit)
  const gap = skip(isGap)
  const dots = gap.replaceAll(/[^.·…_]/gu, '').length
  if (dots < 4 && !(parts > 1 && gap.includes('\t'))) return undefined
  if (page === '') page = skip(isDigit)
  if (page === '' || page.length > 4) return undefined
  const title = text.slice(0, end).trim()
  return { title, page: Number(page) }
}

const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'
const isGap = (sign: string): boolean => /[\s.·…_\u200b-\u200f]/u.test(sign)
