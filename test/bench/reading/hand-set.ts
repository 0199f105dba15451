import { contentOf, readZip } from '../../../packages/formats/src/zip/index.ts'

/** What an author set apart by hand, without a style that says what it is: whoever reads the page cannot tell. */
export interface HandSet {
  /** Short paragraphs in other type than the text, or centred. */
  readonly titles: readonly string[]
  /** Paragraphs that begin with a sign or number that was typed. */
  readonly items: readonly string[]
}

const longestTitle = 200
const typedMarker =
  /^\s*(?:[•◦▪■●○□◆–—*-]|\(?(?:\d{1,2}|\p{L}|[ivxIVX]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?|[\d\u0660-\u0669\u06f0-\u06f9]{1,3}\s*[-–.)])[\s\u00a0]/u

/** Of a Word document. Not by a reader of ours: looks of runs, and of the styles that paragraphs name. */
export function handSetTexts(docx: Uint8Array): HandSet {
  const parts = readZip(docx)
  const part = (name: string): string => {
    const entry = parts.get(name)
    return entry === undefined ? '' : Buffer.from(contentOf(entry)).toString('utf8')
  }
  const styles = setApartStyles(part('word/styles.xml'))
  const [titles, items]: [string[], string[]] = [[], []]
  for (const [xml] of part('word/document.xml').matchAll(/<w:p[ >](?:(?!<w:p[ >]).)*?<\/w:p>/gsu)) {
    const runs = [...xml.matchAll(/<w:r[ >].*?<\/w:r>/gsu)].filter(([run]) => /<w:t[ >]/u.test(run))
    const text = runs.map(([run]) => textOf(run)).join('')
    if (text.trim() === '') continue
    if (typedMarker.test(text)) items.push(text)
    const style = /<w:pStyle w:val="([^"]*)"/u.exec(xml)?.[1] ?? ''
    const isApart =
      styles.has(style) || /<w:jc w:val="(?:center|right|end)"/u.test(xml) || runs.every(([run]) => looksApart(run))
    if (text.length <= longestTitle && isApart) titles.push(text)
  }
  return { titles, items }
}

/** The text, without spaces, of each table of a Word document that holds tables: the page shows one grid in another. */
export function textsOfNestingTables(docx: Uint8Array): ReadonlySet<string> {
  const entry = readZip(docx).get('word/document.xml')
  const xml = entry === undefined ? '' : Buffer.from(contentOf(entry)).toString('utf8')
  const found = new Set<string>()
  let [depth, deepest, text] = [0, 0, '']
  for (const [token] of xml.matchAll(/<w:tbl>|<\/w:tbl>|<w:t(?: [^>]*)?>[^<]*<\/w:t>/gu)) {
    if (token === '<w:tbl>') deepest = Math.max(deepest, ++depth)
    else if (token === '</w:tbl>') {
      depth--
      if (depth > 0) continue
      if (deepest > 1) found.add(withoutSpaces(text))
      ;[deepest, text] = [0, '']
    } else if (depth > 0) text += textOf(token)
  }
  return found
}

export const withoutSpaces = (text: string): string => text.replaceAll(/\s/gu, '')

/** Bold, capitals, underlined, or larger than text usually is (half points). */
const looksApart = (xml: string): boolean =>
  /<w:(?:b|caps|smallCaps|u)(?! w:val="(?:0|false|none)")(?: [^>]*)?\/>/u.test(xml) ||
  Number(/<w:sz w:val="(\d+)"/u.exec(xml)?.[1] ?? 0) > 24

function setApartStyles(xml: string): ReadonlySet<string> {
  const own = new Map<string, { readonly apart: boolean; readonly base: string }>()
  for (const [style] of xml.matchAll(/<w:style [^>]*w:type="paragraph".*?<\/w:style>/gsu)) {
    const id = /w:styleId="([^"]*)"/u.exec(style)?.[1] ?? ''
    const isUsual = /w:default="1"/u.test(style)
    own.set(id, {
      apart: !isUsual && (looksApart(style) || /<w:jc w:val="center"/u.test(style)),
      base: /<w:basedOn w:val="([^"]*)"/u.exec(style)?.[1] ?? '',
    })
  }
  const isApart = (id: string, depth = 0): boolean => {
    const style = own.get(id)
    return style !== undefined && depth < 10 && (style.apart || isApart(style.base, depth + 1))
  }
  return new Set([...own.keys()].filter((id) => isApart(id)))
}

const textOf = (xml: string): string =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<w:tab\/>|<w:br\/>/gu)]
    .map(([, text]) => text ?? ' ')
    .join('')
    .replaceAll(/&(?:lt|gt|amp|quot|apos);/gu, (entity) => entities[entity] ?? '')

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}
