import type { Finding } from '@chancery/core'
import { attribute, elementsOf, elementTree, replaceStretches } from '@chancery/formats/xml'
import type { OdtPackage } from './open-odt.ts'

/** Elements that run something, or take something in from elsewhere when a document is opened (ODF 1.3 part 3). */
const active = new Set([
  'office:scripts',
  'office:event-listeners',
  'text:section-source',
  'office:dde-source',
  'text:dde-connection-decls',
  'table:table-source',
  'draw:applet',
  'draw:plugin',
  'draw:floating-frame',
  'meta:template',
  'meta:auto-reload',
])
/** Elements that show what their address leads to. */
const shown = new Set(['draw:image', 'draw:object', 'draw:object-ole', 'draw:fill-image', 'style:background-image'])
/** Folders of programs in a package. */
const programs = /^(?:Basic|Scripts|Dialogs)\//

/** A package without what runs or loads by itself, and what was taken out. */
export interface PassivePackage {
  readonly parts: ReadonlyMap<string, string>
  readonly gone: ReadonlySet<string>
  readonly findings: readonly Finding[]
}

/** Takes macros, and content from outside of the file, out of the parts that are given. Links that a reader follows stay. */
export function withoutActiveContent({ entries }: OdtPackage, given: ReadonlyMap<string, string>): PassivePackage {
  const gone = new Set([...entries.keys()].filter((name) => programs.test(name)))
  let [hasMacros, hasOutside] = [gone.size > 0, false]
  const parts = new Map<string, string>()
  for (const [name, xml] of given) {
    const root = elementTree(xml)
    if (root === undefined) {
      parts.set(name, xml)
      continue
    }
    const edits = []
    for (const element of elementsOf(root)) {
      const isActive = active.has(element.name)
      const isOutside = shown.has(element.name) && leadsOutside(attribute(element.attributes, 'xlink:href'))
      if (!isActive && !isOutside) continue
      // What LibreOffice writes into every document is no macro.
      if (element.name !== 'office:scripts' || element.children.length > 0) {
        if (/script|event|applet|plugin/.test(element.name)) hasMacros = true
        else hasOutside = true
      }
      edits.push({ from: element.start, until: element.end, text: '' })
    }
    parts.set(name, edits.length === 0 ? xml : replaceStretches(xml, edits))
  }
  const findings: Finding[] = []
  if (hasMacros) {
    findings.push({
      code: 'macros_removed',
      severity: 'warning',
      message: 'The template has macros; filled documents do not.',
    })
  }
  if (hasOutside) {
    findings.push({
      code: 'external_content_removed',
      severity: 'warning',
      message: 'The template takes in content from elsewhere when it is opened; filled documents do not.',
      hint: 'Insert pictures and texts instead of linking to them.',
    })
  }
  return { parts, gone, findings }
}

/** An address with a scheme, or out of the package. */
const leadsOutside = (address: string | undefined): boolean =>
  address !== undefined && /^\s*(?:[a-z][a-z\d+.-]*:|\/|\\|\.\.)/i.test(address)
