import { type FillRequest, type Finding } from '@chancery/core'
import type { ZipEntry } from '@chancery/formats/zip'
import { checkData, DataCheck, type DataReport, dataIncomplete, dataViolations, stoppingFaults } from '@chancery/tags'
import { type CompiledTemplate, programsWithout } from '../compile/compiled-template.ts'
import { chartLabel } from '../package/word-parts.ts'
import type { NestedFills, NestedReport } from '../rich/nested-fill.ts'
import type { Opening } from '../rich/open-source.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'
import { renewIds } from '../xml/renew-ids.ts'
import { holdsContents } from './contents-fields.ts'
import { fitColumns } from './fit-columns.ts'
import { keptSections } from './kept-sections.ts'
import { withOrderedNotes } from './order-notes.ts'
import { ProgramRun } from './run-program.ts'
import { ValueWriter } from './value-writer.ts'

export interface Rendered {
  /** New XML by part name; only parts that have tags. */
  readonly parts: ReadonlyMap<string, string>
  /** What values brought along: pictures, relations, styles; these go before `parts`. */
  readonly added: ReadonlyMap<string, ZipEntry>
  readonly findings: readonly Finding[]
  readonly report: DataReport<WordPlace>
  /** What documents that were put in used. */
  readonly nested: readonly NestedReport[]
}

/** A request, and how documents are filled that it puts in. */
export type Filling = FillRequest & NestedFills & Opening

/**
 * Runs the programs of a template that has no faults.
 * @throws `data_incomplete`, `payload_too_large`
 */
export async function renderTemplate(compiled: CompiledTemplate, request: Filling): Promise<Rendered> {
  const { template, outside, columns } = compiled
  const kept = keptSections(template, request)
  const programs = kept.size === 0 ? compiled.programs : await programsWithout(template, kept)
  const check = new DataCheck(template.nodes, request.data, request, { outside: () => outside, rich: true })
  const writer = new ValueWriter(request)
  const run = new ProgramRun(check, writer)
  const parts = new Map<string, string>()
  for (const { part, steps, renewFrom } of programs) {
    const xml = run.render(steps)
    const renewed = renewFrom === undefined ? xml : renewIds(xml, renewFrom)
    parts.set(part.name, columns.has(part.name) ? fitColumns(renewed) : renewed)
  }
  // The check follows the programs, which do not come by what is kept.
  const report = kept.size === 0 ? check.report() : checkData(template.nodes, request.data, request, { rich: true })
  refuseIncomplete(report, request)
  return { ...(await placeValues(compiled, parts, writer, request)), findings: writer.findings, report }
}

/** The rendered parts with all in them that is more than text; what that refers to is opened first. */
export async function placeValues(
  compiled: CompiledTemplate,
  given: ReadonlyMap<string, string>,
  { inserts, rich, findings }: ValueWriter,
  request: Filling,
): Promise<Pick<Rendered, 'parts' | 'added' | 'nested'>> {
  const { template } = compiled
  // What values say as text is known before they are written where only text can stand.
  const nested = rich.length === 0 ? [] : await (await import('../rich/draw-values.ts')).drawValues(rich, request)
  const { file, parts: rendered, added } = await elsewhere(compiled, given, { inserts, findings }, request)
  const place = (): ReadonlyMap<string, string> =>
    new Map([...rendered].map(([name, xml]) => [name, inserts.place(xml, name)]))
  if (rich.length === 0) return withOrderedNotes(file, { parts: await refreshed(compiled, place()), added, nested })
  const { prepareValues } = await import('../rich/prepare-values.ts')
  const all = template.parts.map(({ part: { name, xml } }) => ({ name, xml: rendered.get(name) ?? xml }))
  const prepared = prepareValues(rich, file, all)
  const parts = new Map([...place()].map(([name, xml]) => [name, prepared.arrange(xml)]))
  const finished = new Map([...added, ...prepared.finish(parts)])
  return withOrderedNotes(file, { parts: await refreshed(compiled, parts), added: finished, nested })
}

/** The parts with what is made of others in them: tables of contents. */
async function refreshed({ file }: CompiledTemplate, parts: Rendered['parts']): Promise<Rendered['parts']> {
  if (!holdsContents(parts.get(file.mainPart) ?? '')) return parts
  return (await import('./refresh-contents.ts')).withContents(file, parts)
}

/** The rendered parts with all that stands in attributes, relations, fields and controls. */
async function elsewhere(
  { file, places, template }: CompiledTemplate,
  parts: ReadonlyMap<string, string>,
  { inserts, findings }: Pick<ValueWriter, 'inserts' | 'findings'>,
  request: FillRequest,
): Promise<Pick<Rendered, 'parts' | 'added'> & Pick<CompiledTemplate, 'file'>> {
  if (
    places.length === 0 &&
    template.tags.every(({ place }) => place.carried === undefined && place.part.label !== chartLabel)
  )
    return { file, parts, added: new Map() }
  const { fillElsewhere } = await import('../places/fill-elsewhere.ts')
  return fillElsewhere(file, template, parts, { places, inserts, findings, request })
}

export function refuseIncomplete(report: DataReport<WordPlace>, request: FillRequest): void {
  const stopping = stoppingFaults(report, request)
  if (stopping.length === 0) return
  throw dataIncomplete(
    dataViolations(stopping, ({ place }) => locate(place)),
    stopping.length,
  )
}
