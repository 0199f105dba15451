import { attribute, scanXml } from '@chancery/formats/xml'

/** Namespaces of what a fill writes, by their usual prefixes (ODF 1.3 part 3, 2.2). */
const namespaces: Readonly<Record<string, string>> = {
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
}

/** Text styles that the values of one part bring, each once. */
export class AutomaticStyles {
  private readonly names = new Map<string, string>()

  /** Name of the style with these properties, as attributes of `style:text-properties`. */
  named(properties: string): string {
    const known = this.names.get(properties) ?? `Chancery${this.names.size + 1}`
    this.names.set(properties, known)
    return known
  }

  /** The part with them among its automatic styles. */
  write(xml: string): string {
    if (this.names.size === 0) return xml
    const styles = [...this.names]
      .map(
        ([properties, name]) =>
          `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`,
      )
      .join('')
    const empty = /<office:automatic-styles\b[^>]*\/>/.exec(xml)
    if (empty !== null) {
      const open = empty[0].replace(/\s*\/>$/, '>')
      const end = empty.index + empty[0].length
      return `${xml.slice(0, empty.index)}${open}${styles}</office:automatic-styles>${xml.slice(end)}`
    }
    const close = xml.indexOf('</office:automatic-styles>')
    if (close !== -1) return xml.slice(0, close) + styles + xml.slice(close)
    const at = /<office:(?:body|master-styles)\b/.exec(xml)?.index
    if (at === undefined) return xml
    return `${xml.slice(0, at)}<office:automatic-styles>${styles}</office:automatic-styles>${xml.slice(at)}`
  }
}

/** The part with all prefixes declared that a fill writes with; `office` is there, or nothing would have been read. */
export function withNamespaces(xml: string): string {
  let [at, own] = [-1, '']
  scanXml(xml.slice(0, maxHead), {
    open(_, attributes, _start, end) {
      if (at === -1) [at, own] = [end, attributes]
    },
    close() {},
  })
  if (at === -1) return xml
  const missing = Object.entries(namespaces)
    .filter(([prefix]) => attribute(own, `xmlns:${prefix}`) === undefined)
    .map(([prefix, name]) => ` xmlns:${prefix}="${name}"`)
  const close = xml.lastIndexOf('>', at - 1)
  return xml.slice(0, close) + missing.join('') + xml.slice(close)
}

/** A start tag with its namespaces is shorter. */
const maxHead = 20_000
