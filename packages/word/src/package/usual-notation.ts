import { escapeXml } from '../xml/escape-xml.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { Splice } from '../xml/splice.ts'

/** Any attribute, in either quotation marks and with or without space around its sign. */
const attributes = /(?<=\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const unusual = /[\t\n\r]|='|= ["']| =|<!/g

/**
 * A part as Word writes XML, where a program wrote it otherwise: attributes in double quotation marks and one line,
 * sections of CDATA as text, no comments or instructions in between. Linear.
 */
export function withUsualNotation(xml: string): string {
  const prolog = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0
  // What stands behind the prolog is a line of its own in Word's too.
  const root = xml.indexOf('<', prolog)
  unusual.lastIndex = Math.max(0, root)
  if (!xml.includes('<?', prolog) && !unusual.test(xml)) return xml
  const written = new Splice(xml)
  scanXml(xml, {
    open(name, given, start, end) {
      if (!/['\t\r\n]|\s=|=\s/.test(given)) return
      const own = Array.from(given.matchAll(attributes), ([, key, double, single = '']) => {
        return ` ${key}="${double ?? single.replaceAll('"', '&quot;')}"`
      })
      written.put(start, end, `<${name}${own.join('')}${xml[end - 2] === '/' ? '/' : ''}>`)
    },
    close() {},
    markup(start, end) {
      if (start === 0 && prolog > 0) return
      const isText = xml.startsWith('<![CDATA[', start)
      written.put(start, end, isText ? escapeXml(xml.slice(start + 9, end - 3)) : '')
    },
  })
  return written.toString()
}
