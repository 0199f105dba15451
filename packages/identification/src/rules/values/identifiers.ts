import { candidate, type Candidate } from '../candidate.ts'

const identifier =
  /(?<![\p{L}\d])(?=[\p{L}\d#/_.-]{0,40}\d)[\p{L}\d](?:[\p{L}\d]|[-/_.](?=[\p{L}\d])){1,39}(?![\p{L}\d])/gu

/** Numbers of papers, cases and customers: one token with a digit. Only a label makes one of them a fact. */
export function scanIdentifiers(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(identifier)) {
    found.push({
      ...candidate(
        'identifier',
        match.index,
        match.index + match[0].length,
        match[0],
        /\d{3}/.test(match[0]) ? 0.8 : 0.6,
      ),
      bare: true,
    })
  }
  return found
}
