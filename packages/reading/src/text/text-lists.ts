export interface TextItem {
  readonly marker: string
  readonly text: string
  /** Columns that it is indented by. */
  readonly indent: number
  /** As they stand in the text. */
  readonly lines: readonly string[]
}

const item =
  /^([ \t]{0,40})([-*•‣–·]|\d{1,3}(?:\.\d{1,3}){1,4}\.?|\(?(?:\d{1,3}|[a-z]|[ivx]{2,5})[.)])[ \t]{1,8}(\S.*)$/

const columnsOf = (blanks: string): number => blanks.replaceAll('\t', '    ').length

/** The items of a run of lines that may be a list: the first line one of them, every other line one too or indented under one. */
export function textItems(lines: readonly string[]): readonly TextItem[] | undefined {
  const items: { readonly marker: string; readonly indent: number; text: string; readonly lines: string[] }[] = []
  for (const line of lines) {
    const [, blanks, marker, text] = item.exec(line) ?? []
    const last = items.at(-1)
    if (blanks !== undefined && marker !== undefined && text !== undefined) {
      items.push({ marker, indent: columnsOf(blanks), text, lines: [line] })
    } else if (last !== undefined && /^[ \t]/.test(line)) {
      last.text += `\n${line.trim()}`
      last.lines.push(line)
    } else return undefined
  }
  return items
}

/** What a marker counts: the place of its list, and its number there. */
interface Count {
  readonly list: string
  readonly number: number
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv']

/** "(i)" is the first of its kind, or the ninth letter. */
function countsOf({ marker, indent }: TextItem): readonly Count[] {
  const [, before = '', sign = '', after = ''] = /^(.*?)(\d+|[a-z]+)([.)]?)$/.exec(marker) ?? []
  const list = `${indent} ${before}#${after}`
  if (/^\d/.test(sign)) return [{ list, number: Number(sign) }]
  const roman = romans.indexOf(sign) + 1
  return [
    ...(sign.length === 1 ? [{ list: `${list} letters`, number: sign.charCodeAt(0) - 96 }] : []),
    ...(roman > 0 ? [{ list: `${list} romans`, number: roman }] : []),
  ]
}

const isSeveralNumbers = ({ marker }: TextItem): boolean => /^\d+\.\d/.test(marker)

/** The markers of a text, by which an item that stands alone is known as one. */
export class ListSigns {
  private readonly counted = new Set<string>()
  /** How often each bullet begins an item at an indent. */
  private readonly bullets = new Map<string, number>()

  constructor(items: readonly TextItem[]) {
    for (const each of items) {
      for (const { list, number } of countsOf(each)) this.counted.add(`${list} ${number}`)
      const bullet = `${each.indent} ${each.marker}`
      this.bullets.set(bullet, (this.bullets.get(bullet) ?? 0) + 1)
    }
  }

  /** Several lines with markers are a list; one is, like a clause's "1.2", where the one before or behind it is there too. */
  areList(items: readonly TextItem[]): boolean {
    const [first] = items
    if (first === undefined) return false
    return items.length > 1 && !items.some(isSeveralNumbers) ? true : items.every((each) => this.hasNeighbour(each))
  }

  private hasNeighbour(each: TextItem): boolean {
    if (/^[-*•‣·]$/.test(each.marker)) return (this.bullets.get(`${each.indent} ${each.marker}`) ?? 0) > 1
    return countsOf(each).some(
      ({ list, number }) => this.counted.has(`${list} ${number - 1}`) || this.counted.has(`${list} ${number + 1}`),
    )
  }
}

/** The items that the next line may belong to, by how far they are indented. */
export class OpenList {
  private items: { readonly indent: number; readonly index: number | undefined }[] = []

  placeFor(indent: number): { readonly level: number; readonly parent?: number } {
    this.items.length = this.items.findLastIndex((each) => each.indent < indent) + 1
    const parent = this.items.at(-1)?.index
    return { level: this.items.length + 1, ...(parent === undefined ? {} : { parent }) }
  }

  add(indent: number, index: number | undefined): void {
    this.items.push({ indent, index })
  }

  /** The item that lines without a marker go on with: the last one that all of them are indented under. */
  insideAt(lines: readonly string[]): { readonly parent: number } | undefined {
    if (this.items.length === 0) return undefined
    let least = Number.POSITIVE_INFINITY
    for (const line of lines) least = Math.min(least, columnsOf(/^[ \t]*/.exec(line)?.[0] ?? ''))
    const parent = this.items.findLast(({ indent }) => indent < least)?.index
    return parent === undefined ? undefined : { parent }
  }

  end(): void {
    this.items = []
  }
}
