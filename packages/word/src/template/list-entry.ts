/** The numbering stands near the beginning of a paragraph's properties, which come first. */
const maxHead = 1000

/** Whether the paragraph that begins at `start` is an entry of a list, by its numbering or its style. */
export function isListEntry(xml: string, start: number): boolean {
  const head = xml.slice(start, start + maxHead)
  const properties = head.slice(0, head.indexOf('</w:pPr>') + 1)
  return /<w:numPr[ >]|<w:pStyle w:val="List(?:Bullet|Number)\d?"/.test(properties)
}
