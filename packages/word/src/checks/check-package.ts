import type { Finding } from '@chancery/core'
import { signsIn } from '../template/carried-tags.ts'
import { type Relation, relationsOf, type WordPackage } from '../package/open-package.ts'
import type { PlacedFault } from '../package/text-map.ts'
import type { StructureReference } from '../xml/structure-watch.ts'
import { locateParagraph } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'

const rules: Readonly<
  Record<PlacedFault['code'], readonly [Finding['severity'], message: (what: string) => string, hint: string]>
> = {
  invalid_nesting: [
    'error',
    (what) => `An element stands where Word does not allow it: ${what}.`,
    'Open the document in Word and save it anew.',
  ],
  cell_without_paragraph: [
    'error',
    () => 'A table cell does not end with a paragraph; Word does not open that.',
    'Put an empty paragraph at the end of the cell.',
  ],
  table_without_rows: ['error', () => 'A table has no rows; Word does not open that.', 'Remove the table.'],
  row_without_cells: ['error', () => 'A table row has no cells; Word does not open that.', 'Remove the row.'],
  duplicate_id: [
    'warning',
    (what) => `The id of a ${what} occurs twice.`,
    'Open the document in Word and save it anew.',
  ],
  unbalanced_bookmark: [
    'warning',
    (what) => `The bookmark ${what} has no two ends.`,
    'Remove the bookmark and set it anew.',
  ],
  unbalanced_field: ['warning', () => 'A field has no two ends.', 'Remove the field and insert it anew.'],
  undeclared_prefix: [
    'error',
    (what) => `The prefix "${what.slice(0, 40)}" of elements is not declared (xmlns); Word does not open that.`,
    'Open the document in the program that made it, and save it anew.',
  ],
  foreign_document: [
    'warning',
    () => 'A foreign document is embedded as a whole (altChunk); tags in it are not filled.',
    'Open the document in Word and save it anew, which takes the text over.',
  ],
  embedded_object: [
    'warning',
    () => 'An object of another program is embedded (OLE); it is kept, and tags in it are not filled.',
    'Replace it with a picture or with text.',
  ],
}

/** What Word would stumble over in the template itself: elements, ids, relations, parts. */
export function checkPackage(file: WordPackage, { parts }: WordTemplate): readonly Finding[] {
  const findings: Finding[] = []
  const drawings = new Set<string>()
  const stories = new Map<StructureReference['kind'], ReadonlySet<string>>()
  for (const { part, structure } of parts) {
    if (part.label === 'Footnotes') stories.set('footnote', structure.stories)
    if (part.label === 'Endnotes') stories.set('endnote', structure.stories)
    if (part.label === 'Comments') stories.set('comment', structure.stories)
  }
  for (const { part, structure, paragraphs } of parts) {
    for (const { code, what, paragraph, place } of structure.faults) {
      const [severity, message, hint] = rules[code]
      const location = { ...locateParagraph(part, paragraph), ...place }
      findings.push({ code, severity, message: message(what), hint, location })
    }
    for (const [id, at] of structure.drawings) {
      if (drawings.has(id)) {
        const [severity, message, hint] = rules.duplicate_id
        const location = locateParagraph(part, paragraphs[at])
        findings.push({ code: 'duplicate_id', severity, message: message(`drawing ${id}`), hint, location })
      }
      drawings.add(id)
    }
    const relations = relationsOf(file, part.name)
    const ids = new Set(relations.map(({ id }) => id))
    for (const { kind, id, element, paragraph } of structure.references) {
      const known = kind === 'relation' ? ids : stories.get(kind)
      // A sign: the relation is made by the fill.
      if (known?.has(id) === true || signsIn.test(id)) continue
      findings.push({
        code: 'dangling_reference',
        severity: kind === 'comment' || /^(?:a|v|pic|asvg|wp\d*|c):/.test(element) ? 'warning' : 'error',
        message: `${element} refers to "${id}", and there is no such ${kind === 'relation' ? 'relation' : kind}.`,
        hint: 'Remove it and insert it anew in Word.',
        location: locateParagraph(part, paragraph),
      })
    }
    for (const item of missingTargets(file, relations, part.label)) findings.push(item)
  }
  if (!relationsOf(file, '').some(({ target }) => target === file.mainPart)) {
    findings.push({
      code: 'missing_relation',
      severity: 'error',
      message: 'The package does not say which of its parts is the main one (_rels/.rels); Word does not open that.',
      hint: 'Open the document in the program that made it, and save it anew.',
      location: { part: 'Package' },
    })
  }
  for (const item of untyped(file)) findings.push(item)
  return findings
}

/**
 * Entries without a content type are no parts (ECMA-376 part 2, 10.1.2.4): a fault where something leads to them, and else
 * of no matter. Those of the trash are what programs leave behind when they save in place.
 */
function untyped(file: WordPackage): readonly Finding[] {
  const names = file.names.filter(
    (name) => file.types.get(name) === '' && !/^\[Content_Types\]\.xml$|^\[trash\]\/|\/$/i.test(name),
  )
  if (names.length === 0) return []
  const targets = new Set(['', ...file.names].flatMap((name) => relationsOf(file, name).map(({ target }) => target)))
  return names.map((name) => {
    const isUsed = targets.has(name)
    return {
      code: 'missing_content_type',
      severity: isUsed ? 'error' : 'warning',
      message: `The package names no content type for its ${isUsed ? 'part' : 'entry'} "${name.slice(0, 100)}"; ${isUsed ? 'Word does not open that' : 'it is no part of the document'}.`,
      hint: 'Open the document in Word and save it anew.',
      location: { part: 'Package' },
    }
  })
}

/** Without these Word opens the document all the same: a picture shows as a cross. */
const optionalTargets =
  /\/(?:image|hyperlink|video|audio|media|oleObject|package|thumbnail|customXml|font|attachedTemplate)$/

const missingTargets = (file: WordPackage, relations: readonly Relation[], label: string): readonly Finding[] =>
  relations
    .filter(({ target, isExternal }) => !isExternal && target !== '' && !file.entries.has(target))
    .filter(({ target, type }) => !(type.endsWith('/hyperlink') && target.includes('#')))
    .map(({ type, target }) => ({
      code: 'missing_part',
      severity: optionalTargets.test(type) ? 'warning' : 'error',
      message: `The document refers to a part that it does not have: "${target.slice(0, 100)}".`,
      hint: 'Open the document in Word and save it anew.',
      location: { part: label },
    }))
