import type { Finding } from '@chancery/core'
import { relationsOf, type WordPackage } from './open-package.ts'
import { xmlEntry } from './write-package.ts'

const contentTypes = '[Content_Types].xml'
const documentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Code, and what belongs to it: keyboard commands and the list of macros. */
const code = /(?:^|\/)(?:vbaProject[^/]*\.bin|vbaData\.xml)$/i

/**
 * The package without what acts by itself: macros, and a template elsewhere that Word would fetch on opening. What is
 * filled is a plain document, whatever the template was (.dotx, .docm, .dotm): Word does not open a .docx of another
 * kind. All other entries stay as they are packed.
 */
export function withoutActiveContent(file: WordPackage): {
  readonly file: WordPackage
  readonly findings: readonly Finding[]
} {
  const changed = new Map<string, string>()
  const findings: Finding[] = []
  const gone = new Set(file.names.filter((name) => code.test(name)))
  if (gone.size > 0) {
    findings.push({
      code: 'macros_removed',
      severity: 'warning',
      message: 'The template holds macros; filled documents do not.',
    })
    for (const name of file.names.filter((each) => /(?:^|\/)_rels\/[^/]*\.rels$/.test(each))) {
      const xml = file.xml(name)
      const without = xml.replaceAll(/<Relationship\b[^<>]*\bvba(?:Project|Data)[^<>]*>(?:\s*<\/Relationship>)?/gi, '')
      if (without !== xml) changed.set(name, without)
    }
    for (const name of file.names) if (/\.vbaData\+xml$|vbaProject/i.test(file.types.get(name) ?? '')) gone.add(name)
  }
  const types = file.xml(contentTypes)
  const plain = types
    .replaceAll(
      /<(?:Override|Default)\b[^<>]*\bvba(?:Project|Data)[^<>]*>(?:\s*<\/(?:Override|Default)>)?/gi,
      (whole) => (gone.size > 0 ? '' : whole),
    )
    .replace(
      /application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml\.template|ms-word\.(?:document|template)\.macroEnabled(?:Template)?)\.main\+xml/i,
      documentType,
    )
  if (plain !== types) changed.set(contentTypes, plain)
  removeTemplates(file, changed, findings)
  if (changed.size === 0 && gone.size === 0) return { file, findings }
  const entries = new Map(
    [...file.entries]
      .filter(([name]) => !gone.has(name))
      .map(([name, entry]) => {
        const xml = changed.get(name)
        return [name, xml === undefined ? entry : xmlEntry(name, xml)]
      }),
  )
  return {
    file: {
      ...file,
      entries,
      names: [...entries.keys()],
      xml: (name) => changed.get(name) ?? file.xml(name),
    },
    findings,
  }
}

/** The relation to an attached template outside of the file, and the element that refers to it. */
function removeTemplates(file: WordPackage, changed: Map<string, string>, findings: Finding[]): void {
  for (const name of file.names) {
    if (file.types.get(name)?.endsWith('wordprocessingml.settings+xml') !== true) continue
    const attached = relationsOf(file, name).filter(
      ({ type, isExternal }) => isExternal && /\/attachedTemplate$/i.test(type),
    )
    if (attached.length === 0) continue
    const slash = name.lastIndexOf('/') + 1
    const relations = `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`
    const xml = changed.get(relations) ?? file.xml(relations)
    changed.set(
      relations,
      xml.replaceAll(/<Relationship\b[^<>]*\/attachedTemplate["'][^<>]*>(?:\s*<\/Relationship>)?/gi, ''),
    )
    changed.set(name, file.xml(name).replaceAll(/<w:attachedTemplate\b[^<>]*>(?:\s*<\/w:attachedTemplate>)?/g, ''))
    findings.push({
      code: 'external_template_removed',
      severity: 'warning',
      message: 'The template is linked to another one outside of the file; filled documents are not.',
      location: { part: 'Settings' },
    })
  }
}
