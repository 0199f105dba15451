import { relationshipsPart } from '@chancery/formats/opc'
import { deflated, stored, type ZipEntry } from '@chancery/formats/zip'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { attribute } from '../xml/scan-xml.ts'

/** Begins the ids of relations that the template has and no sample had. */
export const newIdPrefix = 'rIdTemplate'

const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const emptyPicture = 'word/media/template-empty-picture.png'
/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Relations that a template gets: links with tags in their addresses, and an empty picture in the place of clients'. */
export class NewRelations {
  private readonly added = new Map<string, string[]>()
  private readonly known = new Map<string, string>()
  private hasPicture = false

  private add(part: string, key: string, xml: (id: string) => string): string {
    const place = `${part}\u0000${key}`
    const known = this.known.get(place)
    if (known !== undefined) return known
    const list = this.added.get(part) ?? []
    this.added.set(part, list)
    const id = `${newIdPrefix}${list.length + 1}`
    list.push(xml(id))
    this.known.set(place, id)
    return id
  }

  /** The id of a link in a part. */
  link(part: string, target: string): string {
    return this.add(
      part,
      target,
      (id) =>
        `<Relationship Id="${id}" Type="${types}/hyperlink" Target="${escapeXml(target)}" TargetMode="External"/>`,
    )
  }

  /** The id of the empty picture in a part. */
  picture(part: string): string {
    this.hasPicture = true
    return this.add(
      part,
      '\u0000picture',
      (id) => `<Relationship Id="${id}" Type="${types}/image" Target="/${emptyPicture}"/>`,
    )
  }

  /** The relations of a part as XML: those that its XML still refers to, and the new ones. */
  relationsXml(file: WordPackage, part: string, xml: string): string | undefined {
    const name = relationshipsPart(part)
    const added = this.added.get(part) ?? []
    if (!file.entries.has(name)) {
      return added.length === 0
        ? undefined
        : `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${added.join('')}</Relationships>`
    }
    const given = file.xml(name)
    const used = new Set(Array.from(xml.matchAll(/\sr:\w+="([^"]*)"/g), ([, id]) => id))
    const kept = given.replaceAll(/<(?:[\w.-]+:)?Relationship\b([^<>]*)\/>/g, (whole, attributes: string) => {
      const type = attribute(attributes, 'Type') ?? ''
      // Others, such as styles, are referred to by their types.
      return /\/(?:hyperlink|image)$/.test(type) && !used.has(attribute(attributes, 'Id')) ? '' : whole
    })
    const prefix = /<([\w.-]+:)?Relationships\b/.exec(kept)?.[1] ?? ''
    const all = added.map((relation) => relation.replace('<', `<${prefix}`)).join('')
    const end = kept.lastIndexOf('</')
    return end === -1 || all === '' ? kept : kept.slice(0, end) + all + kept.slice(end)
  }

  /** Entries that come with them, the types of contents amended. */
  entries(file: WordPackage): readonly ZipEntry[] {
    if (!this.hasPicture) return []
    const name = '[Content_Types].xml'
    const xml = file.xml(name)
    const override = `<Override PartName="/${emptyPicture}" ContentType="image/png"/>`
    const end = xml.lastIndexOf('</')
    const prefix = /<([\w.-]+:)?Types\b/.exec(xml)?.[1] ?? ''
    const amended = xml.slice(0, end) + override.replace('<', `<${prefix}`) + xml.slice(end)
    return [stored(emptyPicture, pixel), deflated(name, Buffer.from(amended))]
  }
}

/** Targets of all internal relations of a package, as part names. */
export function relatedParts(file: WordPackage): ReadonlySet<string> {
  const found = new Set<string>()
  for (const part of ['', ...file.names]) {
    if (part !== '' && !file.entries.has(relationshipsPart(part))) continue
    for (const { target, isExternal } of relationsOf(file, part)) if (!isExternal) found.add(target)
  }
  return found
}
