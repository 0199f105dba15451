import type { Content, DocumentTemplates, FillRequest, VettedDocument } from '@chancery/core'
import { zipArchive } from '@chancery/formats/zip'
import { refuseFaults } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compiled-template.ts'
import type { TemplateCache } from '../compile/template-cache.ts'
import { inOrder, xmlEntry } from '../package/write-package.ts'
import { deeper, type Nesting, withNested } from '../rich/nested-fill.ts'
import type { Opening } from '../rich/open-source.ts'
import { locate } from '../template/locate.ts'
import { type Rendered, renderTemplate } from './render-template.ts'

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
  refuseFaults({ ...compiled, nodes: compiled.template.nodes }, request, locate, compiled.file.damage !== undefined)
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
