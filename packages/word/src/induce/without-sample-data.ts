import { relationshipsPart } from '@chancery/formats/opc'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { attribute } from '../xml/scan-xml.ts'

/** What of a package is written anew, and what is left out. */
export interface CleanedPackage {
  /** Parts as XML, by name. */
  readonly parts: ReadonlyMap<string, string>
  readonly dropped: ReadonlySet<string>
}

/** Properties that say who wrote what about whom; dates, counts and the language stay. */
const personal =
  /(<((?:[\w.-]+:)?(?:title|subject|creator|description|keywords|lastModifiedBy|category|contentStatus|identifier|Company|Manager|HyperlinkBase))\b[^<>]*>)[^<]*(<\/\2>)/g
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
  !/<w:(?:ins|del|moveFrom|moveTo|\w+Change)\b/.test(xml)
    ? xml
    : xml
        .replaceAll(/<w:(\w+Change)\b(?:[^<>]*\/>|[\s\S]*?<\/w:\1>)/g, '')
        .replaceAll(/<w:(?:ins|del|moveFrom|moveTo)\b[^<>]*\/>/g, '')
        .replaceAll(/<w:(del|moveFrom)\b[^<>]*>[\s\S]*?<\/w:\1>/g, '')
        .replaceAll(/<\/?w:(?:ins|moveTo)\b[^<>]*>/g, '')
        .replaceAll(/<w:move(?:From|To)Range(?:Start|End)\b[^<>]*\/>/g, '')

/** Marks of comments; the comments themselves go as well. */
const withoutComments = (xml: string): string =>
  xml.replaceAll(/<w:comment(?:RangeStart|RangeEnd|Reference)\b[^<>]*\/>/g, '')

/** The XML of a part that is filled, without what tells of the sample that it was and is none of its text. */
export const withoutTraces = (xml: string, isBound: boolean): string => {
  const plain = withoutComments(withoutRevisions(xml)).replaceAll(/(<w:date\b[^<>]*?)\sw:fullDate="[^"]*"/g, '$1')
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
  for (const name of file.names) {
    const type = file.types.get(name) ?? ''
    // What no program reads, such as what others deleted: Word does not open a file that has it.
    if (type === '' && name !== '[Content_Types].xml') dropped.add(name)
    else if (/(?:core|extended)-properties\+xml$/.test(type)) {
      const xml = file.xml(name).replaceAll(personal, '$1$3').replace(listedLinks, '')
      put(name, xml.replace(listed, (_, open: string, inner: string, close: string) => open + inner.replaceAll(textBetween, keepBlank) + close)) // prettier-ignore
    } else if (type.endsWith('custom-properties+xml'))
      put(name, file.xml(name).replaceAll(customValue, `$1${emptyValue}$3`))
    else if (/comments(?:\w+)?\+xml$|\.people\+xml$/i.test(type)) put(name, emptied(file.xml(name)))
    else if (type.endsWith('wordprocessingml.settings+xml')) put(name, withoutSettings(file.xml(name)))
    else if (/^customXml\/item\d+\.xml$/i.test(name) && isOfOne(file, name, others))
      put(name, file.xml(name).replaceAll(textBetween, keepBlank))
  }
  const relations = relationshipsPart('')
  for (const { type, target } of relationsOf(file, '')) {
    if (!type.endsWith('/thumbnail')) continue
    dropped.add(target)
    const xml = file.xml(relations)
    put(relations, xml.replaceAll(/<(?:[\w.-]+:)?Relationship\b([^<>]*)\/>/g, (whole, attributes: string) =>
        (attribute(attributes, 'Type') ?? '').endsWith('/thumbnail') ? '' : whole)) // prettier-ignore
  }
  return { parts, dropped }
}

const keepBlank = (text: string): string => (/^>\s+<$/.test(text) ? text : '><')

/** Whether a part of the package is not the same in all samples; of one sample nothing says so. */
export const isOfOne = (file: WordPackage, name: string, others: readonly WordPackage[]): boolean =>
  others.length === 0 || others.some((other) => other.entries.get(name)?.crc32 !== file.entries.get(name)?.crc32)

const withoutSettings = (xml: string): string =>
  xml.replace(/<w:docVars>[\s\S]*?<\/w:docVars>/, '').replace(/<w:mailMerge>[\s\S]*?<\/w:mailMerge>/, '')
