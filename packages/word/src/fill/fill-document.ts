import {
  ChanceryError,
  type Content,
  type DocumentTemplates,
  type FillRequest,
  type Finding,
  type VettedDocument,
  largestOf,
} from '@chancery/core'
import { zipArchive, type ZipEntry } from '@chancery/formats/zip'
import { checkData, DataCheck, type DataReport, dataIncomplete, dataViolations, stoppingFaults } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compiled-template.ts'
import { largestIdIn, renewIds } from '../xml/renew-ids.ts'
import { ProgramRun } from './run-program.ts'
import type { TemplateCache } from '../compile/template-cache.ts'
import { chartLabel } from '../package/word-parts.ts'
import { inOrder, xmlEntry } from '../package/write-package.ts'
import { deeper, type NestedFills, type NestedReport, type Nesting, withNested } from '../rich/nested-fill.ts'
import type { Opening } from '../rich/open-source.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'
import { holdsContents } from './contents-fields.ts'
import { dataFaults } from './data-faults.ts'
import { fitColumns } from './fit-columns.ts'
import { keptSections } from './kept-sections.ts'
import { renderParts } from './render-parts.ts'
import { ValueWriter } from './value-writer.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/** Fills a Word template: checked first, whole or not at all. See the port for its errors. */
export async function fillDocument(
  document: VettedDocument,
  request: FillRequest & Opening,
  cache: TemplateCache,
  signal: AbortSignal,
  nesting: Nesting = { depth: 0, count: { documents: 0 } },
): Promise<Awaited<ReturnType<DocumentTemplates['fill']>>> {
  signal.throwIfAborted()
  const compiled = await cache.get(document, request.delimiters)
  refuseFaults(compiled, request)
  signal.throwIfAborted()
  const { delimiters: _, ...within } = request
  const { parts, added, findings, nested, ...rendered } = await renderTemplate(compiled, {
    ...request,
    fillWithin: async (inner, data) => {
      const { template } = await cache.get(inner)
      if (template.tags.length === 0) return undefined
      return fillDocument(inner, { ...within, data }, cache, signal, deeper(nesting))
    },
  })
  const report = withNested(rendered.report, nested)
  signal.throwIfAborted()
  return {
    content: packed(compiled, parts, added),
    contentType: document.contentType,
    filled: report.filled,
    missing: report.missing,
    unused: report.unused,
    findings: [...compiled.findings, ...findings],
    delimiters: compiled.template.delimiters,
  }
}

/** The new package: what no fill changes is there as it was written once, unless values added to it. */
function packed({ file, untouched }: CompiledTemplate, parts: Rendered['parts'], added: Rendered['added']): Content {
  const changed = Array.from(parts, ([name, xml]) => xmlEntry(name, xml))
  if (added.size === 0) return zipArchive(changed, untouched)
  const entries = new Map(file.entries)
  for (const entry of changed) entries.set(entry.name, entry)
  for (const [name, entry] of added) entries.set(name, entry)
  return zipArchive(inOrder([...entries.values()]))
}

interface Rendered {
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
type Filling = FillRequest & NestedFills & Opening

/** The filled parts, by the program, or by docxtemplater itself for what the program does not know. */
async function renderTemplate(compiled: CompiledTemplate, request: Filling): Promise<Rendered> {
  const { template, programs } = compiled
  const kept = keptSections(template, request)
  return programs === undefined || kept.size > 0
    ? renderByDocxtemplater(compiled, kept, request)
    : renderByProgram(compiled, programs, request)
}

/** @throws `data_incomplete`, `payload_too_large` */
export async function renderByProgram(
  compiled: CompiledTemplate,
  programs: NonNullable<CompiledTemplate['programs']>,
  request: Filling,
): Promise<Rendered> {
  const { template, outside } = compiled
  const check = new DataCheck(template.nodes, request.data, request, { outside, rich: true })
  const writer = new ValueWriter(request)
  const run = new ProgramRun(check, writer)
  const parts = new Map<string, string>()
  for (const { part, steps, renewFrom } of programs) {
    const xml = run.render(steps)
    const renewed = renewFrom === undefined ? xml : renewIds(xml, renewFrom)
    parts.set(part.name, compiled.columns.has(part.name) ? fitColumns(renewed) : renewed)
  }
  const report = check.report()
  refuseIncomplete(report, request)
  return { ...(await placed(compiled, parts, writer, request)), findings: writer.findings, report }
}

/** @throws as `renderByProgram`, and `template_invalid` for sections that cannot be repeated */
export async function renderByDocxtemplater(
  compiled: CompiledTemplate,
  kept: ReadonlySet<number>,
  request: Filling,
): Promise<Rendered> {
  const { template, programs } = compiled
  const report = checkData(template.nodes, request.data, request, { rich: true })
  refuseIncomplete(report, request)
  const writer = new ValueWriter(request)
  const parts = await renderParts(template, kept, request, writer)
  const renewed = [...parts].map(([name, xml]): [string, string] => {
    const from = programs?.find(({ part }) => part.name === name)?.renewFrom
    const own = programs !== undefined && from === undefined ? xml : renewIds(xml, from ?? largestIdOf(template))
    return [name, compiled.columns.has(name) ? fitColumns(own) : own]
  })
  return { ...(await placed(compiled, new Map(renewed), writer, request)), findings: writer.findings, report }
}

/** The rendered parts with all in them that is more than text; what that refers to is opened first. */
async function placed(
  compiled: CompiledTemplate,
  given: ReadonlyMap<string, string>,
  { inserts, rich, findings }: ValueWriter,
  request: Filling,
): Promise<Pick<Rendered, 'parts' | 'added' | 'nested'>> {
  const { template } = compiled
  const { file, parts: rendered, added } = await elsewhere(compiled, given, { inserts, findings }, request)
  const place = (): ReadonlyMap<string, string> =>
    new Map([...rendered].map(([name, xml]) => [name, inserts.place(xml, name)]))
  if (rich.length === 0) return { parts: await refreshed(compiled, place()), added, nested: [] }
  const { prepareValues } = await import('../rich/prepare-values.ts')
  const all = template.parts.map(({ part: { name, xml } }) => ({ name, xml: rendered.get(name) ?? xml }))
  const prepared = await prepareValues(rich, file, all, request)
  const parts = new Map([...place()].map(([name, xml]) => [name, prepared.arrange(xml)]))
  const finished = new Map([...added, ...prepared.finish(parts)])
  return { parts: await refreshed(compiled, parts), added: finished, nested: prepared.nested }
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

const largestIdOf = ({ parts }: CompiledTemplate['template']): number =>
  Math.max(0, largestOf(parts.map(({ part }) => largestIdIn(part.xml))))

function refuseIncomplete(report: DataReport<WordPlace>, request: FillRequest): void {
  const stopping = stoppingFaults(report, request)
  if (stopping.length === 0) return
  throw dataIncomplete(
    dataViolations(stopping, ({ place }) => locate(place)),
    stopping.length,
  )
}

/** The faults of the template, and of the data against what can be read of it: all that keeps the fill from being made. */
function refuseFaults({ findings, file, template }: CompiledTemplate, request: FillRequest): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new ChanceryError(
    file.damage === undefined ? 'template_invalid' : 'document_corrupt',
    `The template has ${errors.length} fault${errors.length === 1 ? '' : 's'}.`,
    {
      violations: [
        ...errors.map(({ code, message, hint, location }) => ({
          pointer: '/template',
          code,
          message,
          ...(hint === undefined ? {} : { hint }),
          ...(location === undefined ? {} : { location }),
        })),
        ...(file.damage === undefined ? dataFaults(template.nodes, request) : []),
      ].slice(0, maxViolations),
      ...(errors.length > maxViolations ? { details: { total: errors.length } } : {}),
    },
  )
}
