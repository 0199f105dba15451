import { escapeXml } from '../../xml/escape-xml.ts'

/** Text in one format, or XML of its own. */
export type Segment = { readonly properties: string; readonly text: string } | { readonly xml: string }

export const propertiesOfSegment = (segment: Segment | undefined): string | undefined =>
  segment !== undefined && 'properties' in segment ? segment.properties : undefined

export const textXml = (text: string): string =>
  escapeXml(text)
    .replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">')
    .replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">')

/** Runs of text; what follows in the same format is one run. */
export function runsOf(segments: readonly Segment[]): string {
  const pieces: string[] = []
  let [properties, text]: [string, string] = ['', '']
  const flush = (): void => {
    if (text !== '') pieces.push(`<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`)
    text = ''
  }
  for (const segment of segments) {
    if ('xml' in segment) {
      flush()
      pieces.push(segment.xml)
      continue
    }
    if (segment.properties !== properties) flush()
    properties = segment.properties
    text += segment.text
  }
  flush()
  return pieces.join('')
}
