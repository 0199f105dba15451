import type { FillRequest, Finding } from '@chancery/core'
import { relationshipsPart } from '@chancery/formats/opc'
import { contentOf, type ZipEntry } from '@chancery/formats/zip'
import { FilledCharts } from '../charts/filled-charts.ts'
import { bindValues } from './fields/bound-xml.ts'
import { carriers, carrierStart, keptField, signs, tagMarks } from '../template/carried-tags.ts'
import type { BoundValue } from './fields/fill-control.ts'
import { fillFields } from './fields/fill-fields.ts'
import type { Inserts } from '../runs/inserts.ts'
import type { WordPackage } from '../package/open-package.ts'
import { PackageAdditions } from '../package/package-additions.ts'
import { chartLabel } from '../package/word-parts.ts'
import type { WordTemplate } from '../template/word-template.ts'
import type { Place } from '../template/carried-places.ts'
import { fillPlaces } from './fill-places.ts'

interface ElsewhereContext {
  readonly places: readonly Place[]
  readonly inserts: Inserts
  readonly findings: Finding[]
  readonly request: FillRequest
}

/**
 * Writes what was filled in runs for other places: attributes, relations, field codes, forms, content controls and the
 * parts that these are bound to. `file`: the package with the relations that are new.
 */
export function fillElsewhere(
  file: WordPackage,
  { parts, tags }: WordTemplate,
  rendered: ReadonlyMap<string, string>,
  { places, inserts, findings, request }: ElsewhereContext,
): {
  readonly file: WordPackage
  readonly parts: ReadonlyMap<string, string>
  readonly added: ReadonlyMap<string, ZipEntry>
} {
  const additions = new PackageAdditions(file)
  const bound: BoundValue[] = []
  const filled = new Map<string, string>()
  const charts = new FilledCharts(additions, inserts, filled)
  // A chart is copied with the texts in it that are filled, so these go first.
  const isChart = ({ part }: WordTemplate['parts'][number]): boolean => part.label === chartLabel
  for (const { part } of parts.toSorted((a, b) => Number(isChart(b)) - Number(isChart(a)))) {
    let xml = rendered.get(part.name)
    if (xml === undefined) continue
    xml = fillPlaces(xml, part.name, part.label, { places, inserts, additions, findings, charts })
    if (part.label === chartLabel) xml = charts.filledByText(part.name, xml)
    xml = fillFields(xml, part.label, { places, inserts, request, findings, bound })
    if (xml.includes(signs.tag)) {
      const kept = new Map(
        tags.flatMap(({ place }) => (place.carried === undefined ? [] : [[markOf(place), place.carried]])),
      )
      xml = xml.replaceAll(tagMarks, (mark) => {
        const carried = kept.get(mark)
        return carried === undefined ? '' : inserts.add(keptField(carried))
      })
    }
    if (xml.includes(carrierStart)) xml = xml.replaceAll(carriers, '')
    filled.set(part.name, xml)
    const relations = relationshipsPart(part.name)
    // Addresses with tags are gone from it, whether or not a loop wrote any.
    if (places.some(({ kind }) => kind === 'address') && file.entries.has(relations))
      additions.setText(relations, file.xml(relations))
  }
  for (const [name, xml] of bindValues(file, bound, (part) => filled.get(part) ?? file.xml(part))) {
    if (filled.has(name)) filled.set(name, xml)
    else additions.setText(name, xml)
  }
  const added = additions.entries()
  if (added.size === 0) return { file, parts: filled, added }
  return { file: withEntries(file, added), parts: filled, added }
}

const markOf = ({ paragraph, start, end }: WordTemplate['tags'][number]['place']): string =>
  paragraph.text.slice(start, end)

/** The package with other entries, which are read from now on. */
function withEntries(file: WordPackage, added: ReadonlyMap<string, ZipEntry>): WordPackage {
  const entries = new Map([...file.entries, ...added])
  return {
    ...file,
    entries,
    xml: (name) => {
      const entry = added.get(name)
      return entry === undefined ? file.xml(name) : new TextDecoder().decode(contentOf(entry))
    },
  }
}
