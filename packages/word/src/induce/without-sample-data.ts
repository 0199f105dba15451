import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'
import { relatedParts } from './new-relations.ts'

/** What of a package is written anew, and what is left out. */
export interface CleanedPackage {
  /** Parts as XML, by name. */
  readonly parts: ReadonlyMap<string, string>
  readonly dropped: ReadonlySet<string>
  /** The XML of a part of relations without those to what is left out. */
  readonly relations: (xml: string) => string
}

/** Properties that say who wrote what about whom; dates, counts and the language stay. */
const personal =
  /(<((?:[\w.-]+:)?(?:title|subject|creator|description|keywords|lastModifiedBy|category|contentStatus|identifier|Company|Manager|HyperlinkBase|Template))\b[^<>]*>)[^<]*(<\/\2>)/g
const listed = /(<TitlesOfParts>)([\s\S]*?)(<\/TitlesOfParts>)/
const listedLinks = /<HLinks>[\s\S]*?<\/HLinks>|<HLinks\/>/
const customValue = /(<((?:[\w.-]+:)?property)\b[^<>]*>)[\s\S]*?(<\/\2>)/g
const emptyValue =
  '<vt:lpwstr xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"></vt:lpwstr>'
const textBetween = />[^<]+</g

/** The root element of a part without what is in it. */
function emptied(xml: string): string {
  const root = /<[\w.:-]+[^<>]*[^/]>/.exec(xml.replace(/^<\?[^>]*\?>/, (all) => ' '.repeat(all.length)))
  const end = xml.lastIndexOf('</')
  return root === null || end <= root.index ? xml : xml.slice(0, root.index + root[0].length) + xml.slice(end)
}

/** Changes as accepted, without who made them and what was there before. */
const withoutRevisions = (xml: string): string =>
  !/<w:(?:ins|del|moveFrom|moveTo|cell(?:Ins|Del|Merge)|customXml(?:Ins|Del|Move)\w+|\w+Change)\b/.test(xml)
    ? xml
    : xml
        .replaceAll(/<w:(\w+Change)\b(?:[^<>]*\/>|[\s\S]*?<\/w:\1>)/g, '')
        .replaceAll(/<w:(?:ins|del|moveFrom|moveTo)\b[^<>]*\/>/g, '')
        .replaceAll(/<w:(del|moveFrom)\b[^<>]*>[\s\S]*?<\/w:\1>/g, '')
        .replaceAll(/<\/?w:(?:ins|moveTo)\b[^<>]*>/g, '')
        .replaceAll(/<w:move(?:From|To)Range(?:Start|End)\b[^<>]*\/>/g, '')
        .replaceAll(/<w:(?:cell(?:Ins|Del|Merge)|customXml(?:Ins|Del|Move\w+)Range(?:Start|End))\b[^<>]*\/>/g, '')

/** Marks of comments; the comments themselves go as well. */
const withoutComments = (xml: string): string =>
  xml.replaceAll(/<w:comment(?:RangeStart|RangeEnd|Reference)\b[^<>]*\/>/g, '')

/** Text whose reading stands above it (`w:ruby`) without that, where a field has taken its place. */
const withoutReadings = (xml: string): string =>
  xml.replaceAll(
    /<w:r(?: [^<>]*)?>(?:<w:rPr>(?:(?!<\/?w:r>|<w:ruby>)[\s\S])*<\/w:rPr>)?<w:ruby>(?:(?!<\/?w:ruby>)[\s\S])*<\/w:ruby><\/w:r>/g,
    (ruby) => {
      const base = /<w:rubyBase>([\s\S]*?)<\/w:rubyBase>/.exec(ruby)?.[1] ?? ''
      const text = base.replaceAll(/<[^<>]*>/g, '')
      return text === '' || text.includes('{') ? base : ruby
    },
  )

/** Values that stand beside the text that shows them: of smart tags, of lists and fields of forms; and who may edit what. */
const withoutShadows = (xml: string): string =>
  xml
    .replaceAll(/<w:smartTagPr>[\s\S]*?<\/w:smartTagPr>|<w:customXmlPr>[\s\S]*?<\/w:customXmlPr>/g, '')
    .replaceAll(/(<w:(?:dropDownList|comboBox)\b[^<>]*?)\sw:lastValue="[^"]*"/g, '$1')
    .replaceAll(/<w:(altChunk|subDoc)\b(?:[^<>]*\/>|[^<>]*>[\s\S]*?<\/w:\1>)(<\/w:tc>)?/g, (_, __, end = '') =>
      end === '' ? '' : `<w:p/>${end}`,
    )
    .replaceAll(/(<w:permStart\b[^<>]*?)\sw:ed="[^"]*"/g, '$1 w:edGrp="everyone"')

/** The XML of a part that is filled, without what tells of the sample that it was and is none of its text. */
export const withoutTraces = (xml: string, isBound: boolean): string => {
  const plain = withoutReadings(withoutShadows(withoutComments(withoutRevisions(xml)))).replaceAll(
    /(<w:date\b[^<>]*?)\sw:fullDate="[^"]*"/g,
    '$1',
  )
  return isBound ? plain.replaceAll(/<w:dataBinding\b[^<>]*\/>|<w15:dataBinding\b[^<>]*\/>/g, '') : plain
}

/**
 * What a package has of one sample beside its text: properties, the picture of its first page, comments, who took part,
 * variables, the source of a mail merge, and the data that controls are bound to where that is not the same in all.
 */
export function withoutSampleData(file: WordPackage, others: readonly WordPackage[]): CleanedPackage {
  const parts = new Map<string, string>()
  const dropped = new Set<string>()
  const put = (name: string, xml: string): void => {
    if (xml !== file.xml(name)) parts.set(name, xml)
  }
  const led = new Set(Array.from(relatedParts(file), (name) => name.toLowerCase()))
  const glossary = ownGlossary(file, others)
  const relations = (xml: string): string =>
    xml.replaceAll(/<(?:[\w.-]+:)?Relationship\b([^<>]*)\/>/g, (whole, attributes: string) =>
      isOfSample(attribute(attributes, 'Type') ?? '', glossary.size > 0) ? '' : whole,
    )
  for (const name of file.names) {
    const type = file.types.get(name) ?? ''
    // What no program reads, such as what others deleted: Word does not open a file that has it.
    if (
      name !== '[Content_Types].xml' &&
      (type === '' || glossary.has(name) || !(isLedTo(name, led) || ofAnyDocument.test(type)))
    )
      dropped.add(name)
    else if (/(?:core|extended)-properties\+xml$/.test(type)) {
      const xml = file.xml(name).replaceAll(personal, '$1$3').replace(listedLinks, '')
      put(
        name,
        xml.replace(
          listed,
          (_, open: string, inner: string, close: string) => open + inner.replaceAll(textBetween, keepBlank) + close,
        ),
      )
    } else if (type.endsWith('custom-properties+xml'))
      put(name, file.xml(name).replaceAll(customValue, `$1${emptyValue}$3`))
    else if (/comments(?:\w+)?\+xml$|\.people\+xml$/i.test(type)) put(name, emptied(file.xml(name)))
    else if (type.endsWith('wordprocessingml.settings+xml')) put(name, withoutSettings(file.xml(name)))
    else if (/^customXml\/item\d+\.xml$/i.test(name) && isOfOne(file, name, others))
      put(name, file.xml(name).replaceAll(textBetween, keepBlank))
  }
  for (const part of ['', ...file.names])
    for (const { type, target, isExternal } of relationsOf(file, part))
      if (!isExternal && isOfSample(type, glossary.size > 0)) dropped.add(target)
  for (const name of file.names) {
    if (!name.endsWith('.rels') || dropped.has(name)) continue
    put(name, relations(file.xml(name)))
  }
  return { parts, dropped, relations }
}

/** Relations to what tells of one sample: its first page, the files on its author's disk, whole documents within it. */
const isOfSample = (type: string, hasOwnGlossary: boolean): boolean =>
  /\/(?:thumbnail|attachedTemplate|mailMerge\w*|recipientData|aFChunk|subDocument)$/.test(type) ||
  (hasOwnGlossary && type.endsWith('/glossaryDocument'))

/** What is found by its name, too, and tells of no client. */
const ofAnyDocument = /(?:styles|numbering|fontTable|theme|ettings)\+xml$/

/** Whether a relation leads to a part, or to the part whose relations it holds; letters of any case are one. */
function isLedTo(name: string, led: ReadonlySet<string>): boolean {
  const owner = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name)
  const part = owner === null ? name : `${owner[1]}${owner[2]}`
  return part === '' || led.has(part.toLowerCase())
}

/** The building blocks of a sample with all that belongs to them, unless several samples have the same. */
function ownGlossary(file: WordPackage, others: readonly WordPackage[]): ReadonlySet<string> {
  const own = blocksOf(file)
  const isInAll = others.length > 0 && others.every((other) => blocksOf(other).text === own.text)
  if (own.text === '' || isInAll) return new Set()
  const folder = own.part.slice(0, own.part.lastIndexOf('/') + 1)
  return new Set(file.names.filter((name) => name.startsWith(folder)))
}

/** Names and texts of the building blocks of a document. */
function blocksOf(file: WordPackage): { readonly part: string; readonly text: string } {
  const part = file.names.find((name) => file.types.get(name)?.endsWith('document.glossary+xml') === true) ?? ''
  if (part === '') return { part, text: '' }
  const said = file.xml(part).matchAll(/<w:name\b[^<>]*\sw:val="([^"]*)"|<w:t\b[^<>]*>([^<]*)</g)
  return { part, text: Array.from(said, ([, name, text]) => name ?? text).join('\n') }
}

const keepBlank = (text: string): string => (/^>\s+<$/.test(text) ? text : '><')

/** Whether a part of the package is not the same in all samples; of one sample nothing says so. */
export const isOfOne = (file: WordPackage, name: string, others: readonly WordPackage[]): boolean =>
  others.length === 0 || others.some((other) => other.entries.get(name)?.crc32 !== file.entries.get(name)?.crc32)

const withoutSettings = (xml: string): string =>
  xml
    .replace(/<w:docVars>[\s\S]*?<\/w:docVars>/, '')
    .replace(/<w:mailMerge>[\s\S]*?<\/w:mailMerge>/, '')
    .replace(/<w:attachedTemplate\b[^<>]*\/>/, '')
