import { ChanceryError } from '@chancery/core'
import { contentOf } from '@chancery/formats/zip'
import type { ChartValue } from '@chancery/tags'
import { relationsOf } from '../package/open-package.ts'
import type { PackageAdditions } from '../package/package-additions.ts'
import type { Inserts } from '../runs/inserts.ts'
import { elementTree } from '../xml/element-tree.ts'
import { decodeXml } from '../xml/scan-xml.ts'
import { chartTable } from './chart-table.ts'
import { chartWorkbook } from './chart-workbook.ts'
import { chartXml } from './chart-xml.ts'

const chartType = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Points in all charts of one fill; each is written three times. */
const maxPoints = 500_000
/** Charts that sections make of one. */
const maxCharts = 1000

/** Which chart a drawing shows. */
interface ChartPlace {
  readonly id: string
  readonly target: string
}

/** The charts of one fill: each with its data in its part, and in the workbook that the part embeds. */
export class FilledCharts {
  private readonly additions: PackageAdditions
  private readonly inserts: Inserts
  private readonly filled: Map<string, string>
  private readonly originals = new Map<string, string>()
  private charts = 0
  private points = 0

  /** @param filled parts that the fill has changed so far, by name; of charts, what is changed here is put there too */
  constructor(additions: PackageAdditions, inserts: Inserts, filled: Map<string, string>) {
    this.additions = additions
    this.inserts = inserts
    this.filled = filled
  }

  /** A chart with the data that a tag in one of its own texts brings; as it is where none does. */
  filledByText(part: string, xml: string): string {
    const value = this.inserts.valuesIn(xml).find((each) => each.rich === 'chart')
    if (value === undefined) return xml
    this.originals.set(part, xml)
    const rest = this.inserts.withoutCharts(xml)
    return this.withData(part, rest, value, titleOf(rest)) ?? rest
  }

  /**
   * Id of the relation to a chart with that data: the first takes the place of the template's, others, in sections, are
   * copies. Without data the template's.
   */
  relationOf(part: string, { id, target }: ChartPlace, value: ChartValue | undefined): string {
    if (value === undefined) return id
    const known = this.originals.get(target)
    const xml = known ?? this.filled.get(target) ?? this.additions.textOf(target)
    if (xml === undefined) return id
    if (known === undefined) {
      this.originals.set(target, xml)
      const changed = this.withData(target, this.inserts.withoutCharts(xml), value, undefined)
      if (changed !== undefined) {
        if (this.filled.has(target)) this.filled.set(target, changed)
        else this.additions.setText(target, changed)
      }
      return id
    }
    const plain = this.inserts.plain(xml)
    const copy = this.copied(target)
    const changed = this.withData(copy, plain, value, undefined) ?? plain
    this.additions.setText(copy, changed)
    return this.additions.relate(part, 'chart', copy)
  }

  /** The chart and its workbook with other data; `undefined` where the chart has no series that could take it. */
  private withData(part: string, xml: string, value: ChartValue, rest: string | undefined): string | undefined {
    this.count(value)
    const table = chartTable(value, xml)
    const changed = chartXml(xml, table, value.title ?? rest)
    if (changed === undefined) return undefined
    const workbook = chartWorkbook(table)
    const embedded = this.embeddedIn(part)
    if (embedded === undefined) return this.withWorkbook(part, changed, workbook)
    this.additions.setBytes(embedded, workbook)
    return changed
  }

  private count({ categories, series }: ChartValue): void {
    this.charts++
    this.points += categories.length * (series.length + 1)
    const [what, limit, actual] =
      this.charts > maxCharts ? ['charts', maxCharts, this.charts] : ['points of charts', maxPoints, this.points]
    if (actual <= limit) return
    throw new ChanceryError('payload_too_large', 'The filled document would have too large charts.', {
      details: { what, limit, actual },
    })
  }

  private readonly workbooks = new Map<string, string>()

  private embeddedIn(part: string): string | undefined {
    const { file } = this.additions
    const known = this.workbooks.get(part)
    if (known !== undefined) return known
    const found = relationsOf(file, part).find(({ type, isExternal }) => type.endsWith('/package') && !isExternal)
    // A workbook of Excel 97 or with macros is not taken for one of ours.
    return found !== undefined && file.entries.has(found.target) && found.target.endsWith('.xlsx')
      ? found.target
      : undefined
  }

  /** A chart that had no workbook gets one. */
  private withWorkbook(part: string, xml: string, workbook: Uint8Array): string {
    const name = this.newWorkbook(workbook)
    const id = 'chanceryData'
    this.additions.relateAs(part, id, `${office}/package`, name, false)
    const data = `<c:externalData xmlns:r="${office}" r:id="${id}"><c:autoUpdate val="0"/></c:externalData>`
    const root = elementTree(xml)
    if (root === undefined) return xml
    const old = root.children.find((child) => child.name === 'c:externalData')
    if (old !== undefined) return xml.slice(0, old.start) + data + xml.slice(old.end)
    const next = root.children.find(({ name: each }) => /^c:(?:printSettings|userShapes|extLst)$/.test(each))
    const at = next?.start ?? root.contentEnd
    return xml.slice(0, at) + data + xml.slice(at)
  }

  private newWorkbook(bytes: Uint8Array): string {
    return this.additions.part(
      'word/embeddings',
      'xlsx',
      bytes,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
  }

  /** A part like another, with what that relates to under the same ids; its text is set later. */
  private copied(target: string): string {
    const { additions } = this
    const { file } = additions
    const copy = additions.part('word/charts', 'xml', new Uint8Array(), chartType)
    for (const { id, type, target: other, isExternal } of relationsOf(file, target)) {
      const entry = file.entries.get(other)
      if (isExternal || entry === undefined) additions.relateAs(copy, id, type, other, isExternal)
      else if (type.endsWith('/package')) {
        const workbook = this.newWorkbook(new Uint8Array())
        this.workbooks.set(copy, workbook)
        additions.relateAs(copy, id, type, workbook, false)
      } else {
        const [folder, ending] = [other.slice(0, Math.max(0, other.lastIndexOf('/'))), other.split('.').at(-1) ?? 'xml']
        const own = additions.part(folder, ending, contentOf(entry), file.types.get(other) ?? '')
        additions.relateAs(copy, id, type, own, false)
      }
    }
    return copy
  }
}

/** What is left of the title of a chart, the first of its texts. */
function titleOf(xml: string): string {
  const title = /<c:title>([^]*?)<\/c:title>/.exec(xml)?.[1] ?? ''
  const texts = [...title.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text = '']) => text)
  return decodeXml(texts.join('')).trim()
}
