import type { Finding, PartFault } from '@chancery/core'
import { relationshipsPart } from '@chancery/formats/opc'
import type { WordPackage } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'
import { type Paragraph, textMap } from '../package/text-map.ts'
import { type WellFormedFault, wellFormedFault } from '../xml/well-formed.ts'
import { headingStyles, type WordPart } from '../package/word-parts.ts'
import { excerptOf, locateParagraph } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'
import { partTitles } from './part-titles.ts'
import { xmlFaultTexts } from './xml-fault-texts.ts'

/** Bytes of parts that no fill changes, such as styles, that are looked into; Word writes less by far. */
const maxOtherBytes = 32 * 1024 * 1024

/** What the XML of a file says of its being a Word document at all. */
export interface XmlCheck {
  /** A finding for each part that is not well-formed, no part of its kind, or not there. */
  readonly findings: readonly Finding[]
  /** Those of other findings that do not come from a part's ending where its fault is. */
  sound(findings: readonly Finding[]): readonly Finding[]
}

/**
 * Checks every XML part of a file by the letter, as Word does on opening it: one fault in any of them, and it does not
 * open. `parts`: those that are filled, `texts` what was read of them: of all others the guard has seen that their tags are
 * balanced.
 */
export function checkXml(file: WordPackage, parts: readonly WordPart[], texts: WordTemplate['parts']): XmlCheck {
  const { damage } = file
  const known = new Map(damage?.faults.map((fault) => [fault.part, fault]))
  const maps = new Map(texts.map((text) => [text.part.name, text]))
  const read = new Map(parts.map((part) => [part.name, part]))
  const faulty = new Set<string>(damage?.missing)
  const title = partTitles(file, parts)
  const findings: Finding[] = []
  let [checked, headings] = [0, undefined as ReadonlySet<string> | undefined]
  for (const name of file.names) {
    if (damage?.missing.has(name) === true) continue
    const told = known.get(name)
    const filled = read.get(name)
    if (filled === undefined && told === undefined) {
      const size = file.entries.get(name)?.size ?? 0
      if (size === 0 || !/\.(?:xml|rels)$/i.test(name) || (checked += size) > maxOtherBytes) continue
    }
    const part = filled ?? { name, label: title(name), xml: file.xml(name) }
    const own = told === undefined ? wellFormedFault(part.xml, maps.get(name)?.fault === undefined) : undefined
    const fault = told ?? own
    if (fault === undefined) {
      if (filled !== undefined) for (const item of wrongRoot(part)) findings.push(item)
      continue
    }
    faulty.add(name)
    headings ??= headingStyles(file)
    // A part with a fault that the guard found ends there.
    const ended = told === undefined ? undefined : maps.get(name)
    const { paragraphs } = ended ?? textMap(part.xml.slice(0, fault.start), headings)
    findings.push(faultOf(part, paragraphs, fault, told))
  }
  return {
    findings: [...findings, ...missingParts(file)],
    sound: (others) => (faulty.size === 0 ? others : others.filter(consequenceOf(parts, faulty))),
  }
}

/** What is wrong with a part, at the paragraph that was begun last before it. `told`: as the guard found it. */
function faultOf(
  part: WordPart,
  paragraphs: readonly Paragraph[],
  { reason, start, end }: WellFormedFault,
  told: PartFault | undefined,
): Finding {
  const [message, hint] = xmlFaultTexts[reason]
  const excerpt = told === undefined ? excerptOf(part.xml, { start, end }) : excerptOf(told.excerpt.text, told.excerpt)
  // What Word keeps for other programs, it does not read itself.
  const isHarmless = told === undefined && part.name.startsWith('customXml/')
  return {
    code: 'malformed_xml',
    severity: isHarmless ? 'warning' : 'error',
    message: isHarmless ? message : `${message} Word does not open the document.`,
    hint,
    location: {
      ...locateParagraph(
        part,
        paragraphs.findLast(({ isFallback }) => !isFallback),
      ),
      field: `XML of ${part.name.slice(0, 100)}`,
      start,
      end,
      ...excerpt,
    },
  }
}

/** What the parts with text begin with, by their names in words. */
const roots: readonly (readonly [RegExp, string])[] = [
  [/^Body$/, 'w:document'],
  [/^Header/, 'w:hdr'],
  [/^Footer/, 'w:ftr'],
  [/^Footnotes$/, 'w:footnotes'],
  [/^Endnotes$/, 'w:endnotes'],
  [/^Comments$/, 'w:comments'],
]
const namespaces =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main$/

/** A part with another root than its kind has: something else under its name. */
function wrongRoot(part: WordPart): readonly Finding[] {
  const wanted = roots.find(([label]) => label.test(part.label))?.[1]
  const [, name = '', attributes = ''] = /<([^\s<>!?/]+)([^<>]*)>/.exec(part.xml) ?? []
  const namespace = attribute(attributes, 'xmlns:w')
  if (wanted === undefined || (name === wanted && (namespace === undefined || namespaces.test(namespace)))) return []
  return [
    {
      code: 'wrong_root',
      severity: 'error',
      message: `The part is no WordprocessingML: its root element is ${name === wanted ? 'of another namespace' : name.slice(0, 40)}, and should be ${wanted}.`,
      hint: 'Save the document as a Word document (.docx) in the program that made it.',
      location: { part: part.label },
    },
  ]
}

function missingParts({ damage, mainPart }: WordPackage): readonly Finding[] {
  if (damage === undefined) return []
  const isMainMissing = damage.missing.has(mainPart)
  const findings: Finding[] = []
  if (damage.missing.has(contentTypes)) {
    findings.push({
      code: 'missing_content_types',
      severity: 'error',
      message: `The package has no list of content types (${contentTypes}); Word does not open that.`,
      hint: 'Open the document in the program that made it, and save it anew.',
      location: { part: 'Package' },
    })
  }
  if (isMainMissing || damage.isMainUnnamed) {
    findings.push({
      code: 'missing_main_part',
      severity: 'error',
      message: isMainMissing
        ? `The package does not have its main part, the body (${mainPart.slice(0, 100)}).`
        : `The package calls none of its parts the main part of a Word document (${contentTypes}).`,
      hint: 'Open the document in the program that made it, and save it anew as a Word document (.docx).',
      location: { part: 'Body' },
    })
  }
  return findings
}

const contentTypes = '[Content_Types].xml'
/** What is open where a part ends too soon. */
const cutOff = new Set([
  'unclosed_tag',
  'unclosed_section',
  'unbalanced_field',
  'unbalanced_bookmark',
  'cell_without_paragraph',
  'table_without_rows',
  'row_without_cells',
])
const notes = new Set(['Footnotes', 'Endnotes', 'Comments'])

/** Tells findings that stand for themselves from those that only follow from faulty parts. */
function consequenceOf(parts: readonly WordPart[], faulty: ReadonlySet<string>): (finding: Finding) => boolean {
  const named = (part: WordPart): string => part.label
  const cut = new Set(parts.filter(({ name }) => faulty.has(name)).map(named))
  const unrelated = new Set(parts.filter(({ name }) => faulty.has(relationshipsPart(name))).map(named))
  const lacksNotes = [...cut].some((label) => notes.has(label))
  return ({ code, location }) => {
    const part = location?.part ?? ''
    if (cutOff.has(code)) return !cut.has(part)
    if (code === 'dangling_reference') return !unrelated.has(part) && !lacksNotes
    if (code === 'missing_relation') return !faulty.has('_rels/.rels')
    return code !== 'missing_content_type' || !faulty.has(contentTypes)
  }
}
