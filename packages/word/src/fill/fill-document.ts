import {
  ChanceryError,
  type DocumentTemplates,
  type FillRequest,
  type Finding,
  type VettedDocument,
} from '@chancery/core'
import { checkData, DataCheck, type DataReport, dataIncomplete, dataViolations, stoppingFaults } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compiled-template.ts'
import { largestIdIn, renewIds } from '../compile/renew-ids.ts'
import { ProgramRun } from '../compile/run-program.ts'
import type { TemplateCache } from '../compile/template-cache.ts'
import { xmlEntry } from '../package/write-package.ts'
import { zipArchive, zipBlock } from '../package/zip-archive.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace } from '../template/word-template.ts'
import { keptSections } from './kept-sections.ts'
import { renderParts } from './render-parts.ts'
import { ValueWriter } from './value-writer.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/** Fills a Word template: checked first, whole or not at all. See the port for its errors. */
export async function fillDocument(
  document: VettedDocument,
  request: FillRequest,
  cache: TemplateCache,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<DocumentTemplates['fill']>>> {
  signal.throwIfAborted()
  const compiled = await cache.get(document)
  refuseFaults(compiled.findings)
  signal.throwIfAborted()
  const { parts, findings, report } = await renderTemplate(compiled, request)
  signal.throwIfAborted()
  const { untouched } = compiled
  const changed = [...parts].map(([name, xml]) => xmlEntry(name, xml))
  return {
    bytes: zipArchive([untouched, zipBlock(changed, untouched.files.length)]),
    contentType: document.contentType,
    filled: report.filled,
    missing: report.missing,
    unused: report.unused,
    findings: [...compiled.findings, ...findings],
  }
}

interface Rendered {
  /** New XML by part name; only parts that have tags. */
  readonly parts: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
  readonly report: DataReport<WordPlace>
}

/** The filled parts, by the program, or by docxtemplater itself for what the program does not know. */
async function renderTemplate(compiled: CompiledTemplate, request: FillRequest): Promise<Rendered> {
  const { template, programs } = compiled
  const kept = keptSections(template, request)
  return programs === undefined || kept.size > 0
    ? renderByDocxtemplater(compiled, kept, request)
    : renderByProgram(compiled, programs, request)
}

/** @throws `data_incomplete`, `payload_too_large` */
export function renderByProgram(
  { template, outside }: CompiledTemplate,
  programs: NonNullable<CompiledTemplate['programs']>,
  request: FillRequest,
): Rendered {
  const check = new DataCheck(template.nodes, request.data, request, { outside })
  const writer = new ValueWriter(request)
  const run = new ProgramRun(check, writer)
  const parts = new Map<string, string>()
  for (const { part, steps, renewFrom } of programs) {
    const xml = writer.inserts.place(run.render(steps))
    parts.set(part.name, renewFrom === undefined ? xml : renewIds(xml, renewFrom))
  }
  const report = check.report()
  refuseIncomplete(report, request)
  return { parts, findings: writer.findings, report }
}

/** @throws as `renderByProgram`, and `template_invalid` for sections that cannot be repeated */
export async function renderByDocxtemplater(
  { template, programs }: CompiledTemplate,
  kept: ReadonlySet<number>,
  request: FillRequest,
): Promise<Rendered> {
  const report = checkData(template.nodes, request.data, request)
  refuseIncomplete(report, request)
  const writer = new ValueWriter(request)
  const parts = await renderParts(template, kept, request, writer)
  const renewed = [...parts].map(([name, rendered]): [string, string] => {
    const xml = writer.inserts.place(rendered)
    const from = programs?.find(({ part }) => part.name === name)?.renewFrom
    return [name, programs !== undefined && from === undefined ? xml : renewIds(xml, from ?? largestIdOf(template))]
  })
  return { parts: new Map(renewed), findings: writer.findings, report }
}

const largestIdOf = ({ parts }: CompiledTemplate['template']): number =>
  Math.max(0, ...parts.map(({ part }) => largestIdIn(part.xml)))

function refuseIncomplete(report: DataReport<WordPlace>, request: FillRequest): void {
  const stopping = stoppingFaults(report, request)
  if (stopping.length === 0) return
  throw dataIncomplete(
    dataViolations(stopping, ({ place }) => locate(place)),
    stopping.length,
  )
}

function refuseFaults(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new ChanceryError(
    'template_invalid',
    `The template has ${errors.length} fault${errors.length === 1 ? '' : 's'}.`,
    {
      violations: errors.slice(0, maxViolations).map(({ code, message, hint, location }) => ({
        pointer: '/template',
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
        ...(location === undefined ? {} : { location }),
      })),
      ...(errors.length > maxViolations ? { details: { total: errors.length } } : {}),
    },
  )
}
