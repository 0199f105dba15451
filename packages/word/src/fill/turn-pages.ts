import type { PageTurns } from '../compile/program.ts'

const references = /<w:(?:header|footer)Reference\b[^>]*>/g
const sectionStart = /<w:sectPr(?: [^>]*)?>/g
/** What stands before the type of a section (ECMA-376 part 1, 17.6.17). */
const beforeType =
  /(?:\s*<w:(?:(?:header|footer)Reference\b[^>]*\/>|((?:foot|end)notePr)(?: [^>]*)?(?:\/>|>[^]*?<\/w:\1>)))*/y

/** The XML of a turn after the first, in which sections of pages end. */
export function turnPages(xml: string, { inherits, continues }: PageTurns): string {
  const own = inherits ? xml.replaceAll(references, '') : xml
  return continues ? withContinuousType(own) : own
}

/** Sections of pages begin where the one before ends, up to the first that says itself how it begins. */
function withContinuousType(xml: string): string {
  const pieces: string[] = []
  let at = 0
  for (const { 0: start, index } of xml.matchAll(sectionStart)) {
    if (start.endsWith('/>')) continue
    beforeType.lastIndex = index + start.length
    beforeType.test(xml)
    const { lastIndex } = beforeType
    if (xml.startsWith('<w:type', lastIndex)) break
    pieces.push(xml.slice(at, lastIndex), '<w:type w:val="continuous"/>')
    at = lastIndex
  }
  return pieces.join('') + xml.slice(at)
}
