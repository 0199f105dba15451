/** What a value puts into a run of text that is more than text. */
export interface RunInsert {
  /** What stands where no run can be: in a formula, a drawing, a property; as text. */
  readonly text: string
  /** The runs (`w:r`) to be put in. @param properties of the run that they stand in, as XML: `<w:rPr>…</w:rPr>` or '' */
  runs(properties: string): string
}

/** No document has these, and no value: XML 1.0 forbids both. */
const [start, end] = ['\ufffe', '\uffff']
const marks = new RegExp(`${start}(\\d+)${end}`, 'g')
const textOpen = '<w:t xml:space="preserve">'

/**
 * What a fill inserts beside text. While parts are rendered each insert is a mark in their text; afterwards the run
 * around it is parted. So whatever renders has to know nothing of it.
 */
export class Inserts {
  private readonly all: RunInsert[] = []

  /** The mark that stands for it until `place`. */
  add(insert: RunInsert): string {
    this.all.push(insert)
    return `${start}${this.all.length - 1}${end}`
  }

  /** The XML of a part with all that was to be inserted into it. Takes time with the length of the XML. */
  place(xml: string): string {
    if (!xml.includes(start)) return xml
    const pieces: string[] = []
    let at = 0
    for (const { 0: mark, 1: number, index } of xml.matchAll(marks)) {
      const insert = this.all[Number(number)]
      pieces.push(xml.slice(at, index))
      at = index + mark.length
      if (insert === undefined) continue
      const properties = runPropertiesAt(xml, index)
      if (properties === undefined) pieces.push(escapeText(insert.text))
      else pieces.push('</w:t></w:r>', insert.runs(properties), '<w:r>', properties, textOpen)
    }
    pieces.push(xml.slice(at))
    return pieces.join('')
  }
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The properties of the run whose text the offset is in; `undefined` where it is in none. */
function runPropertiesAt(xml: string, offset: number): string | undefined {
  const tag = xml.lastIndexOf('<', offset)
  if (!/^<w:t[ >]/.test(xml.slice(tag, tag + 5))) return undefined
  const run = Math.max(xml.lastIndexOf('<w:r>', tag), xml.lastIndexOf('<w:r ', tag))
  if (run === -1) return undefined
  const content = xml.indexOf('>', run) + 1
  if (!xml.startsWith('<w:rPr>', content)) return ''
  const close = xml.indexOf('</w:rPr>', content)
  return close === -1 || close > tag ? '' : xml.slice(content, close + '</w:rPr>'.length)
}
