import type { Finding } from '@chancery/core'
import { locate } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'

/** Signs of other keyboards that look like braces. */
const lookAlike = /[｛❴﹛]\s?[#/^]?[\p{L}_][\p{L}\p{N}_.]{0,100}\s?[｝❵﹜]/gu
/** What other engines write around names. */
const foreign =
  /<<[#/^]?[\p{L}_][\p{L}\p{N}_.]{0,100}>>|\[\[[#/^]?[\p{L}_][\p{L}\p{N}_.]{0,100}\]\]|<%=? ?[\p{L}_][\p{L}\p{N}_.]{0,100} ?%>|\+\+\+ ?[A-Z=][^+]{0,200}\+\+\+/gu
/** Statements of Jinja's and its like, which double braces come with. */
const statements = /\{%[-+]?\s*(?:(?:p|tr|tc|r)\s+)?[a-z]+\b[^{}%]{0,200}%\}/g
const mostOfOneKind = 50

/** What looks like a tag and is none: braces of another keyboard, delimiters of another engine. */
export function checkSigns({ parts, tags, delimiters }: WordTemplate): readonly Finding[] {
  const find = (pattern: RegExp, finding: Omit<Finding, 'location'>): readonly Finding[] => {
    const found: Finding[] = []
    for (const { part, paragraphs } of parts) {
      for (const paragraph of paragraphs) {
        if (paragraph.isFallback || found.length >= mostOfOneKind) continue
        for (const { index, 0: tag } of paragraph.text.matchAll(pattern))
          found.push({ ...finding, location: locate({ part, paragraph, start: index, end: index + tag.length }, tag) })
      }
    }
    return found.slice(0, mostOfOneKind)
  }
  const others =
    tags.length > 0
      ? []
      : find(foreign, {
          code: 'other_delimiters',
          severity: 'info',
          message: `This looks like a tag in other delimiters than ${delimiters.open} ${delimiters.close}.`,
          hint: 'Give the delimiters with the call, or write braces.',
        })
  const foreignStatements =
    delimiters.open === '{'
      ? []
      : find(statements, {
          code: 'foreign_statement',
          severity: 'warning',
          message: 'This is a statement of another engine, and stays as it is.',
          hint: `Write ${delimiters.open}#each list${delimiters.close} or ${delimiters.open}#if x${delimiters.close}, and close it by ${delimiters.open}/${delimiters.close}.`,
        })
  return [
    ...others,
    ...foreignStatements,
    ...find(lookAlike, {
      code: 'look_alike_delimiters',
      severity: 'warning',
      message: 'This looks like a tag in braces of another keyboard, and is not filled.',
      hint: `Write ${delimiters.open} and ${delimiters.close}.`,
    }),
  ]
}
