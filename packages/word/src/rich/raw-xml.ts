import type { Inserted, InsertPlace } from '../runs/inserts.ts'
import { attribute, decodeXml, scanXml } from '../xml/scan-xml.ts'
import type { Drawn } from './draw-value.ts'
import { RichFault } from './rich-fault.ts'

const drawingml = 'http://schemas.openxmlformats.org/drawingml/2006'
/** What raw XML may be written in; a prefix of these need not be declared. */
export const knownNamespaces: Readonly<Record<string, string>> = {
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  wp: `${drawingml}/wordprocessingDrawing`,
  a: `${drawingml}/main`,
  pic: `${drawingml}/picture`,
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  wp14: 'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  w15: 'http://schemas.microsoft.com/office/word/2012/wordml',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w10: 'urn:schemas-microsoft-com:office:word',
}
const allowed = new Set(Object.values(knownNamespaces))

/** What leads out of the text: other files, programs, parts that the XML cannot bring along. */
const forbidden =
  /^(?:w:(?:altChunk|subDoc|object|control|attachedTemplate|sectPr|headerReference|footerReference|footnoteReference|endnoteReference|commentReference)|o:OLEObject)$/
const activeField =
  /\b(?:INCLUDE(?:TEXT|PICTURE)|DDE(?:AUTO)?|LINK|IMPORT|EMBED|MACROBUTTON|DATABASE|AUTOTEXT|RD)\b|\bHYPERLINK\s{1,9}"?\s{0,9}(?!(?:https?|ftp|mailto|tel|sms):)(?:[a-z][a-z0-9+.-]{0,30}:|\\\\\\)/i
const blocks = new Set(['w:p', 'w:tbl', 'w:sdt'])
const runs = new Set([
  'w:r',
  'w:hyperlink',
  'w:fldSimple',
  'w:ins',
  'w:smartTag',
  'm:oMath',
  'm:oMathPara',
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:proofErr',
])

/**
 * WordprocessingML of the caller: well-formed, in known namespaces, without relations and anything that would load or run.
 * @throws RichFault
 */
export function readRawXml(given: string): Drawn {
  const xml = given.replace(/^\ufeff?\s*<\?xml[^>]{0,200}\?>/, '').trim()
  if (/<[!?]/.test(xml)) throw new RichFault('Raw XML must not have comments, CDATA or declarations.')
  const top: { readonly name: string; readonly nameEnd: number; readonly declared: ReadonlySet<string> }[] = []
  const used = new Set<string>()
  const texts: string[] = []
  let depth = 0
  let inText = ''
  let fieldText = ''
  const use = (name: string): void => {
    const colon = name.indexOf(':')
    if (colon !== -1) used.add(name.slice(0, colon))
  }
  const wrapped = `<x>${xml}</x>`
  const fault = scanXml(wrapped, {
    open(name, attributes, start) {
      if (++depth === 1) return
      if (!name.includes(':'))
        throw new RichFault('Raw XML has an element that is no WordprocessingML.', 'Such as <w:r><w:t>…</w:t></w:r>.')
      if (forbidden.test(name)) throw new RichFault(`Raw XML must not have ${name}.`)
      use(name)
      inText = name
      const declared = new Set<string>()
      for (const [, key = '', , value = ''] of attributes.matchAll(/\s([\w.:-]+)\s*=\s*(["'])([^]*?)\2/g)) {
        if (key === 'xmlns' || key.startsWith('xmlns:')) {
          const prefix = key.slice(6)
          if (knownNamespaces[prefix] !== decodeXml(value) || !allowed.has(value)) {
            throw new RichFault('Raw XML declares an unknown namespace.')
          }
          declared.add(prefix)
        } else if (/^(?:r:.*|o:relid|o:href|src|href)$/.test(key)) {
          throw new RichFault(
            'Raw XML must not refer to other parts of a document.',
            'Links and images have tags of their own.',
          )
        } else use(key)
      }
      const instruction = attribute(attributes, 'w:instr')
      if (instruction !== undefined && activeField.test(instruction)) throw fieldFault()
      if (depth === 2) top.push({ name, nameEnd: start - '<x>'.length + 1 + name.length, declared })
    },
    close(name) {
      depth--
      if (name === 'w:p' || name === 'w:t') texts.push(name === 'w:p' ? '\n' : '')
    },
    text(start, end) {
      const text = wrapped.slice(start, end)
      if (inText === 'w:instrText') fieldText += decodeXml(text)
      else if (inText === 'w:t') texts.push(decodeXml(text))
      if (depth === 1 && text.trim() !== '')
        throw new RichFault('Raw XML has text outside of elements.', 'Write {path} for plain text.')
    },
  })
  if (fault !== undefined) throw new RichFault('Raw XML is not well-formed.')
  if (activeField.test(fieldText)) throw fieldFault()
  for (const prefix of used) {
    if (prefix !== 'xml' && !Object.hasOwn(knownNamespaces, prefix))
      throw new RichFault('Raw XML uses an unknown namespace.')
  }
  const isBlocks = top.length > 0 && top.every(({ name }) => blocks.has(name))
  if (!isBlocks && !top.every(({ name }) => runs.has(name))) {
    throw new RichFault(
      'Raw XML must be whole paragraphs and tables, or whole runs.',
      'Such as <w:p>…</w:p> or <w:r>…</w:r>.',
    )
  }
  return {
    text: texts.join('').trim(),
    write(place) {
      return written(xml, isBlocks, place, top, used)
    },
  }
}

const fieldFault = (): RichFault => new RichFault('Raw XML must not have fields that load or run something.')

/** With the namespaces declared that the part does not declare. */
function written(
  xml: string,
  isBlocks: boolean,
  { root }: InsertPlace,
  top: readonly { readonly nameEnd: number; readonly declared: ReadonlySet<string> }[],
  used: ReadonlySet<string>,
): Inserted {
  const missing = [...used].filter((prefix) => prefix !== 'xml' && attribute(root, `xmlns:${prefix}`) === undefined)
  let out = ''
  let at = 0
  for (const { nameEnd, declared } of top) {
    const declarations = missing
      .filter((prefix) => !declared.has(prefix))
      .map((prefix) => ` xmlns:${prefix}="${knownNamespaces[prefix] ?? ''}"`)
    out += xml.slice(at, nameEnd) + declarations.join('')
    at = nameEnd
  }
  return { kind: isBlocks ? 'blocks' : 'runs', xml: out + xml.slice(at) }
}
