import {
  ChanceryError,
  type Content,
  type DocumentTemplates,
  type FillRequest,
  type VettedDocument,
} from '@chancery/core'
import { zipArchive } from '@chancery/formats/zip'
import type { CompiledTemplate } from '../compile/compiled-template.ts'
import type { TemplateCache } from '../compile/template-cache.ts'
import { inOrder, xmlEntry } from '../package/write-package.ts'
import { deeper, type Nesting, withNested } from '../rich/nested-fill.ts'
import type { Opening } from '../rich/open-source.ts'
import { dataFaults } from './data-faults.ts'
import { type Rendered, renderTemplate } from './render-template.ts'

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
