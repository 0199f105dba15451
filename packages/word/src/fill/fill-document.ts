import {
  ChanceryError,
  type DocumentTemplates,
  type FillRequest,
  type Finding,
  type VettedDocument,
} from '@chancery/core'
import { checkData, dataIncomplete, dataViolations, stoppingFaults } from '@chancery/tags'
import { openPackage } from '../package/open-package.ts'
import { writePackage } from '../package/write-package.ts'
import { locate } from '../template/locate.ts'
import { readTemplate } from '../template/word-template.ts'
import { checkTemplate } from '../validate/check-template.ts'
import { keptSections } from './kept-sections.ts'
import { renderParts } from './render-parts.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/** Fills a Word template: checked first, whole or not at all. See the port for its errors. */
export async function fillDocument(
  document: VettedDocument,
  request: FillRequest,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<DocumentTemplates['fill']>>> {
  signal.throwIfAborted()
  const file = openPackage(document)
  const template = readTemplate(file)
  const findings = checkTemplate(file, template)
  refuseFaults(findings)
  signal.throwIfAborted()
  const { filled, missing, unused, ...report } = checkData(template.nodes, request.data, request)
  const stopping = stoppingFaults({ filled, missing, unused, ...report }, request.missing)
  if (stopping.length > 0) {
    throw dataIncomplete(
      dataViolations(stopping, ({ place }) => locate(place)),
      stopping.length,
    )
  }
  signal.throwIfAborted()
  const rendered = await renderParts(file.zip, template, keptSections(template, request), request)
  signal.throwIfAborted()
  return {
    bytes: writePackage(document, rendered.parts),
    contentType: document.contentType,
    filled,
    missing,
    unused,
    findings: [...findings, ...rendered.findings],
  }
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
