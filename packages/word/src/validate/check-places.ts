import type { Finding } from '@chancery/core'
import { parseTag, scanText, type SectionNode, type TemplateNode } from '@chancery/tags'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { decodeXml } from '../package/scan-xml.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'

/** Sections whose two tags stand where the part between them cannot be repeated: half in a table, a box, a note. */
export function checkSections(nodes: readonly TemplateNode<WordPlace>[]): readonly Finding[] {
  return nodes.flatMap((node) =>
    node.kind === 'section' ? [...checkSection(node), ...checkSections(node.children)] : [],
  )
}

function checkSection({ place, closePlace, tag }: SectionNode<WordPlace>): readonly Finding[] {
  const [from, until] = [place.paragraph.containers, closePlace.paragraph.containers]
  if (from.length === until.length && from.every((container, index) => container === until[index])) return []
  const isTable = [...from, ...until].some(
    (each) => each.startsWith('w:tbl') && !(from.includes(each) && until.includes(each)),
  )
  return [
    {
      code: 'loop_position_invalid',
      severity: 'error',
      message: `The section ${tag} begins and ends in different ${isTable ? 'tables, or half outside of one' : 'boxes, notes or content controls'}.`,
      hint: isTable
        ? 'Put both tags into the same table (for rows: the first and the last cell), or both outside.'
        : 'Put both tags into the same text box, note or control.',
      location: {
        ...locate(place, tag),
        related: `the end in ${closePlace.part.label}, paragraph ${closePlace.paragraph.number}`,
      },
    },
  ]
}

const unfilledPlaces = {
  deleted: [
    'tag_in_deleted_text',
    'The tag is in text that was deleted with tracked changes, and is not filled.',
    'Accept or reject the change.',
  ],
  field: ['tag_not_filled', 'A tag in a field code is not filled.', 'Put the tag into the text of the document.'],
  alt: ['tag_not_filled', 'A tag in an alternative text is not filled.', 'Put the tag into the text of the document.'],
} as const

/** Tags where no fill reaches them: deleted text, field codes, alternative texts, the addresses of links, charts. */
export function checkUnfilled(file: WordPackage, { parts, delimiters }: WordTemplate): readonly Finding[] {
  const tagIn = (text: string): string | undefined => {
    if (!text.includes(delimiters.open)) return undefined
    const found = scanText(text, delimiters).tags.find(({ source }) => parseTag(source).ok)
    return found === undefined ? undefined : text.slice(found.start, found.end)
  }
  const findings: Finding[] = []
  for (const { part, paragraphs } of parts) {
    for (const paragraph of paragraphs) {
      if (paragraph.isFallback) continue
      for (const { kind, text } of paragraph.unfilled) {
        const tag = tagIn(text)
        if (tag === undefined) continue
        const [code, message, hint] = unfilledPlaces[kind]
        const { text: _, start: __, end: ___, ...location } = locate({ part, paragraph, start: 0, end: 0 }, tag)
        findings.push({ code, severity: 'warning', message, hint, location })
      }
    }
    for (const { target, isExternal } of relationsOf(file, part.name)) {
      const tag = isExternal ? tagIn(decodeTarget(target)) : undefined
      if (tag === undefined) continue
      const message = 'A tag in the address of a link is not filled.'
      findings.push({
        code: 'tag_not_filled',
        severity: 'warning',
        message,
        hint: 'Write the address as text.',
        location: { part: part.label, tag },
      })
    }
  }
  for (const name of file.names.filter((each) => /^word\/(?:charts\/chart|diagrams\/data)[^/]*\.xml$/.test(each))) {
    const tag = tagIn(decodeXml(file.xml(name)).replaceAll(/<[^<>]*>/g, ''))
    if (tag === undefined) continue
    findings.push({
      code: 'tag_not_filled',
      severity: 'warning',
      message: 'A tag in a chart or diagram is not filled.',
      location: { part: 'Chart or diagram', tag },
    })
  }
  return findings
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
