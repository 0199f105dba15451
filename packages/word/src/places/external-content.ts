import type { Finding } from '@chancery/core'
import { relationshipsPart } from '@chancery/formats/opc'
import { elementsOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'
import { xmlEntry } from '../package/write-package.ts'

/** Relations that lead outside without anything being loaded until a reader follows them. */
const followed = /\/hyperlink$/i
/** Relations to content that Word takes in on opening, even from within the file. */
const takenIn = /\/(?:aFChunk|subDocument|frame)$/i
/** Elements that are nothing without their relation; of others only the attribute goes. */
const whole = new Set(['w:altChunk', 'w:subDoc', 'w:sourceFileName', 'o:OLEObject', 'w:control', 'w:attachedTemplate'])

/**
 * The package without content from elsewhere: pictures, objects, frames and sub-documents that Word would fetch on
 * opening, foreign documents in chunks, and the data source of a mail merge. Links that a reader follows stay.
 */
export function withoutExternalContent(file: WordPackage): {
  readonly file: WordPackage
  readonly findings: readonly Finding[]
} {
  const changed = new Map<string, string>()
  const dropped = new Set<string>()
  let [external, merge] = [false, false]
  for (const name of file.names) {
    const isSettings = (file.types.get(name) ?? '').endsWith('wordprocessingml.settings+xml')
    if (!file.entries.has(relationshipsPart(name)) && !isSettings) continue
    const gone = relationsOf(file, name).filter(isGone)
    let xml: string | undefined
    if (isSettings) {
      const settings = file.xml(name)
      xml = withoutMerge(settings)
      if (xml === settings) xml = undefined
      else merge = true
    }
    for (const { target, isExternal } of gone) if (!isExternal) dropped.add(target)
    if (gone.length > 0) {
      if (gone.some(({ type }) => !/\/mailMerge(?:Header)?Source$/i.test(type))) external = true
      changed.set(relationshipsPart(name), withoutRelations(file.xml(relationshipsPart(name)), gone))
      const own = xml ?? (/xml$/i.test(file.types.get(name) ?? '') ? file.xml(name) : undefined)
      if (own !== undefined) xml = withoutReferences(own, new Set(gone.map(({ id }) => id)))
    }
    if (xml !== undefined) changed.set(name, xml)
  }
  const findings: Finding[] = []
  if (external) {
    findings.push({
      code: 'external_content_removed',
      severity: 'warning',
      message: 'The template takes in content from elsewhere when it is opened; filled documents do not.',
      hint: 'Insert pictures and texts instead of linking to them.',
    })
  }
  if (merge) {
    findings.push({
      code: 'mail_merge_removed',
      severity: 'info',
      message: 'The template is linked to the data source of a mail merge; filled documents are not.',
    })
  }
  if (changed.size === 0) return { file, findings }
  const entries = new Map(
    [...file.entries]
      .filter(([name]) => !dropped.has(name))
      .map(([name, entry]) => {
        const xml = changed.get(name)
        return [name, xml === undefined ? entry : xmlEntry(name, xml)]
      }),
  )
  return {
    file: { ...file, entries, names: [...entries.keys()], xml: (name) => changed.get(name) ?? file.xml(name) },
    findings,
  }
}

const isGone = ({ type, isExternal }: Relation): boolean => (isExternal ? !followed.test(type) : takenIn.test(type))

const withoutMerge = (settings: string): string => {
  const start = settings.indexOf('<w:mailMerge>')
  const end = start === -1 ? -1 : settings.indexOf('</w:mailMerge>', start)
  return end === -1 ? settings : settings.slice(0, start) + settings.slice(end + '</w:mailMerge>'.length)
}

function withoutRelations(xml: string, gone: readonly Relation[]): string {
  const root = elementTree(xml)
  if (root === undefined) return xml
  const ids = new Set(gone.map(({ id }) => id))
  return replaceStretches(
    xml,
    root.children
      .filter(({ attributes }) => ids.has(attribute(attributes, 'Id') ?? ''))
      .map(({ start, end }) => ({ from: start, until: end, text: '' })),
  )
}

/** Without what refers to relations that are gone. */
function withoutReferences(xml: string, ids: ReadonlySet<string>): string {
  const root = elementTree(xml)
  if (root === undefined) return xml
  const edits: { from: number; until: number; text: string }[] = []
  for (const element of elementsOf(root)) {
    if (!element.attributes.includes(':')) continue
    const head = xml.slice(element.start, element.contentStart)
    const without = head.replaceAll(
      /\s(?:r|relationships):(?:id|link|href|embed|pict)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
      (all, a?: string, b?: string) => (ids.has(a ?? b ?? '') ? '' : all),
    )
    if (without === head) continue
    if (whole.has(element.name)) edits.push({ from: element.start, until: element.end, text: paragraphFor(element) })
    else edits.push({ from: element.start, until: element.contentStart, text: without })
  }
  return replaceStretches(xml, edits)
}

/** A chunk is a block: a cell that held nothing else still wants a paragraph. */
const paragraphFor = ({ name, parent }: XmlElement): string =>
  name === 'w:altChunk' &&
  parent?.children.every((child) => child.name === 'w:altChunk' || child.name === 'w:tcPr') === true
    ? '<w:p/>'
    : ''
