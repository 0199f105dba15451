import { ChanceryError, type VettedDocument } from '@chancery/core'
import type { SampleGroup, SampleNode } from '@chancery/induction'
import { holdsContents } from '../fill/contents-fields.ts'
import { withContents } from '../fill/refresh-contents.ts'
import { openPackage, type WordPackage } from '../package/open-package.ts'
import { wordParts, type WordPart } from '../package/word-parts.ts'
import { xmlEntry } from '../package/write-package.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { sameAddress } from './attached-places.ts'
import { PartReading } from './part-reading.ts'
import type { WordElement, WordSample } from './word-sample.ts'

const textParts = /^(?:Body|Header|Footer|Footnotes|Endnotes)/

function readPart(part: WordPart, key: string, elements: WordElement[], file: WordPackage): SampleGroup {
  const reading = new PartReading(part, key, elements, file)
  const fault = scanXml(part.xml, reading)
  if (fault || !reading.root)
    throw new ChanceryError('document_corrupt', 'A part of the document is no well-formed XML.')
  return reading.root
}

/** With its tables of contents as a fill would make them of its headings: those of a sample may be out of date. */
function withFreshContents(file: WordPackage): WordPackage {
  const { mainPart, entries } = file
  const xml = file.xml(mainPart)
  if (!holdsContents(xml)) return file
  const fresh = withContents(file, new Map([[mainPart, xml]])).get(mainPart) ?? xml
  return {
    ...file,
    entries: new Map([...entries, [mainPart, xmlEntry(mainPart, fresh)]]),
    xml: (name) => (name === mainPart ? fresh : file.xml(name)),
  }
}

/**
 * A Word file as induction reads it: body, headers, footers and notes, each a tree of paragraphs and tables.
 * @param file as it is, where its tables of contents are known to be right
 */
export const readWordSample = (
  document: VettedDocument,
  file: WordPackage = withFreshContents(openPackage(document)),
): WordSample => {
  const elements: WordElement[] = []
  const seen = new Map<string, number>()
  const parts = wordParts(file)
    .filter(({ label }) => textParts.test(label))
    .map((part) => {
      const count = (seen.get(part.label) ?? 0) + 1
      seen.set(part.label, count)
      const key = `${part.label} ${count}`
      return { name: part.name, key, group: readPart(part, key, elements, file) }
    })
  return { document, file, parts, elements }
}

/**
 * The text of every paragraph in its place, and where its links lead, as one comparable text: parts, tables, rows, cells,
 * paragraphs.
 */
export const outlineOf = ({ parts }: WordSample): string => {
  const lines: string[] = []
  const visit = (node: SampleNode): void => {
    if (node.kind === 'leaf') {
      const texts = node.slots.map((text, slot) => (node.purposes?.[slot] === 'link' ? sameAddress(text) : text))
      lines.push(`p ${texts.join('\u0001')}`)
    } else {
      lines.push(`(${node.shape.split(/[:|~]/)[0]}`)
      if (node.head) visit(node.head)
      for (const child of node.children) visit(child)
      lines.push(')')
    }
  }
  for (const { key, group } of parts) {
    lines.push(key)
    visit(group)
  }
  return lines.join('\u0002')
}
