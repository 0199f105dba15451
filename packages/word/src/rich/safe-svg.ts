import { escapeXml } from '../xml/escape-xml.ts'
import { decodeXml, scanXml } from '../xml/scan-xml.ts'

/** What may have to go; most pictures have none of it. */
const suspicious =
  /<!doctype|<\?xml-stylesheet|script|foreignobject|\son[a-z]+\s*=|href|\ssrc|url\s*\(|@import|<!\[cdata/i
const declaration = /<!DOCTYPE[^>[]{0,2000}(?:\[[^\]]{0,20000}\])?\s*>|<\?xml-stylesheet[^>]{0,2000}\?>/gi
/** Of plain text alone: no entity within another, no element. */
const entityDeclaration = /<!ENTITY\s+([\w.-]{1,60})\s+(?:"([^"<&%]{0,300})"|'([^'<&%]{0,300})')\s*>/g
const removed = /^(?:.*:)?(?:script|foreignObject|iframe|audio|video|handler|listener)$/i
const attributeOf = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const isReference = /^(?:.*:)?(?:href|src|base)$/i
/** Within the picture, or another picture that is in it whole. */
const isInside = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]|$)/i

/**
 * An SVG without what runs, and without what programs would fetch when they show it: scripts, handlers, outside pictures,
 * fonts, style sheets. The same bytes where it has none.
 */
export function withoutOutside(bytes: Uint8Array): Uint8Array {
  const given = new TextDecoder().decode(bytes)
  if (!suspicious.test(given)) return bytes
  const svg = withoutDeclarations(given)
  const out: string[] = []
  let [at, depth, hidden] = [0, 0, 0]
  let element = ''
  scanXml(svg, {
    open(name, attributes, start, end) {
      depth++
      element = name
      if (hidden > 0) return
      if (removed.test(name)) {
        out.push(svg.slice(at, start))
        hidden = depth
        return
      }
      const safe = attributes.replaceAll(attributeOf, (whole, key: string, double?: string, single?: string) => {
        const value = decodeXml(double ?? single ?? '')
        if (/^on/i.test(key) || (isReference.test(key) && !isInside.test(value))) return ''
        return outsideUrl(value) ? '' : whole
      })
      if (safe === attributes) return
      out.push(svg.slice(at, start + 1 + name.length), safe)
      at = start + 1 + name.length + attributes.length
      if (at > end) at = end
    },
    close(_, __, end) {
      if (hidden === depth) {
        hidden = 0
        at = end
      }
      depth--
    },
    text(start, end) {
      if (hidden > 0 || !/(?:^|:)style$/i.test(element)) return
      const text = svg.slice(start, end)
      if (!outsideUrl(decodeXml(text))) return
      out.push(svg.slice(at, start))
      at = end
    },
  })
  return new TextEncoder().encode(out.join('') + svg.slice(at))
}

/** One document without a DTD: what it names is written out, as are sections of text. */
function withoutDeclarations(svg: string): string {
  const names = new Map<string, string>()
  for (const [doctype] of svg.matchAll(declaration)) {
    for (const [, name = '', double, single] of doctype.matchAll(entityDeclaration)) {
      names.set(name, double ?? single ?? '')
    }
  }
  const plain = withoutSections(svg.replaceAll(declaration, ''))
  return names.size === 0
    ? plain
    : plain.replaceAll(/&([\w.-]{1,60});/g, (whole, name: string) => names.get(name) ?? whole)
}

const outsideUrl = (css: string): boolean =>
  /@import/i.test(css) ||
  [...css.matchAll(/url\s*\(\s*["']?([^)"']{0,40})/gi)].some(([, target = '']) => !isInside.test(target))

/** Sections of character data as text with entities. */
function withoutSections(svg: string): string {
  const [before = '', ...sections] = svg.split('<![CDATA[')
  return sections.reduce((out, section) => {
    const end = section.indexOf(']]>')
    return end === -1 ? out : out + escapeXml(section.slice(0, end)) + section.slice(end + 3)
  }, before)
}
