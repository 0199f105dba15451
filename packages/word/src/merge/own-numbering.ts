import { largestOf } from '@chancery/core'
import { numberingDefinitions } from '../package/numbering-definitions.ts'
import { attribute, scanXml } from '../xml/scan-xml.ts'

interface AbstractList {
  readonly id: string
  /** Without its id. */
  readonly content: string
  readonly isBulleted: boolean
  /** The first number of each level. */
  readonly starts: readonly number[]
  /** The level that a style stands for. */
  readonly levelOfStyle: ReadonlyMap<string, string>
}

interface List {
  readonly abstract: string
  /** What it changes of its levels, by level: `w:startOverride` and `w:lvl`. */
  readonly overrides: ReadonlyMap<string, { readonly start: string | undefined; readonly level: string }>
}

interface Numbering {
  readonly abstracts: ReadonlyMap<string, AbstractList>
  readonly lists: ReadonlyMap<string, List>
}

const levels = 9

/** What the patterns below rely on to take linear time. */
const isWellFormed = (xml: string): boolean => scanXml(xml, { open() {}, close() {} }) === undefined

function read(xml: string): Numbering {
  const definitions = numberingDefinitions(xml)
  const abstracts = new Map([...definitions.abstracts].map(([id, whole]) => [id, abstractList(id, whole)]))
  const lists = new Map(
    [...definitions.numbers].map(([id, { abstract, inner }]) => [id, { abstract, overrides: overridesOf(inner) }]),
  )
  return { abstracts, lists }
}

function abstractList(id: string, whole: string): AbstractList {
  const starts: number[] = []
  const levelOfStyle = new Map<string, string>()
  for (const [level, own = ''] of whole.matchAll(/<w:lvl\b([^>]*)(?<!\/)>[^]*?<\/w:lvl>/g)) {
    const number = attribute(own, 'w:ilvl') ?? '0'
    starts[Number(number)] = Number(/<w:start\b[^>]*?w:val="(\d{1,9})"/.exec(level)?.[1] ?? 1)
    const style = /<w:pStyle\b[^>]*?w:val="([^"]*)"/.exec(level)?.[1]
    if (style !== undefined) levelOfStyle.set(style, number)
  }
  const formats = [...whole.matchAll(/<w:numFmt\b[^>]*?w:val="([^"]*)"/g)].map(([, format]) => format)
  const isBulleted = formats.length > 0 && formats.every((format) => format === 'bullet' || format === 'none')
  return { id, content: whole.replace(/ w:abstractNumId="[^"]*"/, ''), isBulleted, starts, levelOfStyle }
}

const overridesOf = (inner: string): List['overrides'] =>
  new Map(
    [...inner.matchAll(/<w:lvlOverride\b([^>]*)(?<!\/)>([^]*?)<\/w:lvlOverride>/g)].map(([, own = '', change = '']) => [
      attribute(own, 'w:ilvl') ?? '0',
      {
        start: /<w:startOverride\b[^>]*?w:val="(\d{1,9})"/.exec(change)?.[1],
        level: /<w:lvl\b[^]*<\/w:lvl>/.exec(change)?.[0] ?? '',
      },
    ]),
  )

const idsOf = (keys: Iterable<string>): number => Math.max(0, largestOf([...keys].map(Number).filter(Number.isFinite)))

/** The numbering of a merged document: each document's lists count by themselves. */
export class MergedNumbering {
  private readonly base: Numbering
  private readonly xml: string
  private readonly newAbstracts: string[] = []
  private readonly newLists: string[] = []
  private readonly byContent: Map<string, string>
  private nextAbstract: number
  private nextList: number

  constructor(xml: string) {
    this.xml = xml
    this.base = read(xml)
    this.byContent = new Map([...this.base.abstracts.values()].map(({ id, content }) => [content, id]))
    this.nextAbstract = idsOf(this.base.abstracts.keys()) + 1
    this.nextList = idsOf(this.base.lists.keys()) + 1
  }

  /** The lists of one more document. @param xml its numbering, where that is not the first one's */
  document(xml: string | undefined): DocumentLists {
    const numbering = xml === undefined ? this.base : read(xml)
    const made = new Map<string, string>()
    return {
      listFor: (id) => {
        const known = made.get(id)
        if (known !== undefined) return known
        const list = numbering.lists.get(id)
        const abstract = list === undefined ? undefined : numbering.abstracts.get(list.abstract)
        const isOwn = xml !== undefined
        const own =
          list === undefined || abstract === undefined || (abstract.isBulleted && !isOwn)
            ? id
            : this.add(list, abstract)
        made.set(id, own)
        return own
      },
      levelOf: (id, style) => {
        const list = numbering.lists.get(id)
        return numbering.abstracts.get(list?.abstract ?? '')?.levelOfStyle.get(style) ?? '0'
      },
    }
  }

  private add(list: List, abstract: AbstractList): string {
    const id = String(this.nextList++)
    const changed = Array.from({ length: levels }, (_, level) => {
      const own = list.overrides.get(String(level))
      const start = own?.start ?? String(abstract.starts[level] ?? 1)
      return `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/>${own?.level ?? ''}</w:lvlOverride>`
    })
    this.newLists.push(
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${this.abstractFor(abstract)}"/>${changed.join('')}</w:num>`,
    )
    return id
  }

  private abstractFor({ content }: AbstractList): string {
    const known = this.byContent.get(content)
    if (known !== undefined) return known
    const id = String(this.nextAbstract++)
    this.byContent.set(content, id)
    this.newAbstracts.push(content.replace('<w:abstractNum', `<w:abstractNum w:abstractNumId="${id}"`))
    return id
  }

  /** The part, or `undefined` where it is as it was. */
  changed(): string | undefined {
    if (this.newLists.length === 0) return undefined
    const firstList = this.xml.search(/<w:num\b/)
    const end = this.xml.lastIndexOf('</w:numbering>')
    const cut = firstList === -1 ? end : firstList
    const lastList = this.xml.lastIndexOf('</w:num>')
    const rest = lastList === -1 ? cut : lastList + '</w:num>'.length
    return (
      this.xml.slice(0, cut) +
      this.newAbstracts.join('') +
      this.xml.slice(cut, rest) +
      this.newLists.join('') +
      this.xml.slice(rest)
    )
  }
}

export interface DocumentLists {
  /** The id in the merged document of a list of this one. */
  listFor(id: string): string
  /** The level that a paragraph of a style has in its list. */
  levelOf(id: string, style: string): string
}

/** The lists that styles bring, by style id; styles have them from those that they are based on. */
export function listsOfStyles(xml: string): ReadonlyMap<string, string> {
  const own = new Map<string, { readonly list: string | undefined; readonly base: string | undefined }>()
  if (!isWellFormed(xml)) return new Map()
  for (const [whole, attributes = ''] of xml.matchAll(/<w:style\b([^>]*)(?<!\/)>[^]*?<\/w:style>/g)) {
    if (attribute(attributes, 'w:type') !== 'paragraph') continue
    own.set(attribute(attributes, 'w:styleId') ?? '', {
      list: /<w:numPr>[^]*?<w:numId\b[^>]*?w:val="([^"]*)"/.exec(whole)?.[1],
      base: /<w:basedOn\b[^>]*?w:val="([^"]*)"/.exec(whole)?.[1],
    })
  }
  const found = new Map<string, string>()
  for (const id of own.keys()) {
    let style = own.get(id)
    // Styles that are based on each other in a circle end somewhere too.
    for (let depth = 0; style !== undefined && style.list === undefined && depth < 32; depth++) {
      style = own.get(style.base ?? '')
    }
    if (style?.list !== undefined && style.list !== '0') found.set(id, style.list)
  }
  return found
}
