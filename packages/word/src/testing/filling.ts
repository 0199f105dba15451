import type { FillRequest, JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import validate from '@ooxml-tools/validate'
import PizZip from 'pizzip'
import { createDocumentGuard } from '../../../guard/src/index.ts'
import { createWordTemplates } from '../word-templates.ts'

const templates = createWordTemplates({ guard: createDocumentGuard() })
const { signal } = new AbortController()

const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

/** What Microsoft's Open XML SDK finds. */
export const sdkFaults = async (bytes: Uint8Array): Promise<readonly string[]> =>
  (await validate(bytes, 'docx', 'Microsoft365')).map(
    ({ id, description, path }) => `${path.partUri} ${id} ${description}`,
  )

/** Fills a Word file; `xml` gives the parts of the result. */
export async function filled(template: Uint8Array, data: object, more: Partial<FillRequest> = {}) {
  const { content, findings } = await templates.fill(
    vettedForTest(template, 'docx'),
    { ...context, data: data as JsonObject, missing: 'error', ...more },
    { signal },
  )
  const { bytes } = content
  const zip = new PizZip(bytes)
  return { bytes, findings, zip, xml: (name = 'word/document.xml'): string => zip.file(name)?.asText() ?? '' }
}

/** The report of a template, by itself and filled with its own sample data. */
export async function inspected(template: Uint8Array) {
  const report = await templates.inspect(vettedForTest(template, 'docx'), context, { signal })
  return report
}
