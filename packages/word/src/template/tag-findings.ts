import type { Finding } from '@chancery/core'
import { doubleBraces, isGuid, outside, type ParsedTag, scanText, singleBraces, type TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { locate } from './locate.ts'

/** A fault of a tag at its place. */
export function tagFinding(
  { code, message, hint, start, end }: TagFault,
  part: WordPart,
  paragraph: Paragraph,
  tag: string | undefined,
  severity: Finding['severity'],
): Finding {
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    location: locate({ part, paragraph, start, end }, tag ?? paragraph.text.slice(start, end)),
  }
}

/** Tags in single braces, which a template of double ones leaves as text. */
export function mixed(part: WordPart, paragraph: Paragraph, parse: (source: string) => ParsedTag): readonly Finding[] {
  const { text } = paragraph
  if (paragraph.isFallback || !text.includes('{')) return []
  const rest = outside(text, scanText(text, doubleBraces).tags)
  return scanText(rest, singleBraces).tags.flatMap(({ start, end, source }): readonly Finding[] => {
    if (!parse(source).ok || isGuid(source)) return []
    return [
      {
        code: 'mixed_delimiters',
        severity: 'warning',
        message: 'A tag in single braces is not filled, since this template has double ones.',
        hint: `Write {${text.slice(start, end)}}.`,
        location: locate({ part, paragraph, start, end }, text.slice(start, end)),
      },
    ]
  })
}

/** Sections that are opened in one part and closed in another: each end tells where the other is. */
export function withOtherParts(findings: readonly Finding[]): readonly Finding[] {
  const nameOf = (tag = ''): string => tag.replaceAll(/[^\p{L}\p{N}_.]/gu, '')
  const unopened = new Map<string, Finding>()
  const unclosed = new Map<string, Finding>()
  for (const finding of findings) {
    const ends =
      finding.code === 'unopened_section' ? unopened : finding.code === 'unclosed_section' ? unclosed : undefined
    if (ends !== undefined && !ends.has(nameOf(finding.location?.tag))) ends.set(nameOf(finding.location?.tag), finding)
  }
  return findings.map((finding) => {
    const ends =
      finding.code === 'unopened_section' ? unclosed : finding.code === 'unclosed_section' ? unopened : undefined
    const other = ends?.get(nameOf(finding.location?.tag))?.location
    if (other === undefined || other.part === finding.location?.part) return finding
    return {
      ...finding,
      hint: 'Put both ends of the section into the same part of the document.',
      location: { ...finding.location, related: `${other.tag} in ${other.part}, paragraph ${other.paragraph}` },
    }
  })
}
