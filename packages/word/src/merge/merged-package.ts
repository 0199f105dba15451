import { relationshipsPart } from '@chancery/formats/opc'
import { contentOf, deflated, zipArchive, type ZipEntry } from '@chancery/formats/zip'
import { relationsOf, type Relation, type WordPackage } from '../package/open-package.ts'
import { inOrder, xmlEntry } from '../package/write-package.ts'

/** What a document has once: the merged one has that of the first. By the last word of the relation's type. */
const once = new Set(
  `styles stylesWithEffects settings webSettings fontTable theme numbering footnotes endnotes comments commentsExtended
  commentsIds commentsExtensible people glossaryDocument customXml attachedTemplate vbaProject keyMapCustomizations`.split(
    /\s+/,
  ),
)

const kindOf = ({ type }: Pick<Relation, 'type'>): string => type.slice(type.lastIndexOf('/') + 1)

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function relationsXml(relations: readonly Relation[]): string {
  const each = relations.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${quoted(id)}" Type="${quoted(type)}" Target="${isExternal ? quoted(target) : `/${quoted(target)}`}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

/** The relations of one part of the merged document, which grow with what is taken over. */
class GrowingRelations {
  private readonly relations: Relation[]
  private readonly known: Map<string, string>
  private readonly kinds: Map<string, string>
  private readonly ids: Set<string>
  private next = 1

  constructor(relations: readonly Relation[]) {
    this.relations = [...relations]
    this.known = new Map(relations.map((each) => [GrowingRelations.key(each), each.id]))
    this.kinds = new Map(relations.map((each) => [kindOf(each), each.id]))
    this.ids = new Set(relations.map(({ id }) => id))
  }

  private static key({ type, target, isExternal }: Omit<Relation, 'id'>): string {
    return `${isExternal} ${type} ${target}`
  }

  /** The id of what a document has once, where there is one already. */
  single(relation: Relation): string | undefined {
    return once.has(kindOf(relation)) ? this.kinds.get(kindOf(relation)) : undefined
  }

  add(relation: Omit<Relation, 'id'>): string {
    const key = GrowingRelations.key(relation)
    const found = this.known.get(key)
    if (found !== undefined) return found
    while (this.ids.has(`rIdMerged${this.next}`)) this.next++
    const id = `rIdMerged${this.next}`
    this.ids.add(id)
    this.known.set(key, id)
    if (!this.kinds.has(kindOf(relation))) this.kinds.set(kindOf(relation), id)
    this.relations.push({ ...relation, id })
    return id
  }

  xml(): string {
    return relationsXml(this.relations)
  }
}

interface KnownPart {
  readonly name: string
  readonly entry: ZipEntry
}

/** The package of a merged document: that of the first one, and the parts that others bring; equal parts are shared. */
export class MergedPackage {
  private readonly base: WordPackage
  private readonly entries: Map<string, ZipEntry>
  private readonly names: Set<string>
  private readonly byContent = new Map<string, KnownPart[]>()
  private readonly relations = new Map<string, GrowingRelations>()
  private readonly newTypes = new Map<string, string>()

  constructor(base: WordPackage) {
    this.base = base
    this.entries = new Map(base.entries)
    this.names = new Set([...base.entries.keys()].map((name) => name.toLowerCase()))
    for (const [name, entry] of base.entries) {
      if (name === base.mainPart || name.endsWith('.rels') || name === '[Content_Types].xml') continue
      this.know(this.keyOf(base, name, entry, relationsOf(base, name)), { name, entry })
    }
  }

  private keyOf(file: WordPackage, name: string, { crc32, size }: ZipEntry, relations: readonly Relation[]): string {
    const own = relations.map(({ id, type, target, isExternal }) => `${id} ${type} ${target} ${isExternal}`)
    return [file.types.get(name), crc32, size, ...own].join('\n')
  }

  private know(key: string, part: KnownPart): void {
    const known = this.byContent.get(key)
    if (known === undefined) this.byContent.set(key, [part])
    else known.push(part)
  }

  /**
   * Takes a part of another document over, with all that it leads to.
   * @param change of its XML, where it is not shared
   * @returns its name here: that of an equal part, where there is one
   */
  private adopt(
    file: WordPackage,
    name: string,
    adopted: Map<string, string>,
    change: (xml: string) => string,
  ): string {
    const done = adopted.get(name)
    if (done !== undefined) return done
    const entry = file.entries.get(name)
    if (entry === undefined) return name
    // Of parts that lead to each other in a circle the first keeps the name that it had.
    adopted.set(name, name)
    const relations = relationsOf(file, name).map((relation) =>
      relation.isExternal ? relation : { ...relation, target: this.adopt(file, relation.target, adopted, change) },
    )
    const key = this.keyOf(file, name, entry, relations)
    const equal = this.byContent.get(key)?.find((each) => isSame(each.entry, entry))
    if (equal !== undefined) {
      adopted.set(name, equal.name)
      return equal.name
    }
    const own = this.freeName(name)
    const isXml = name.endsWith('.xml')
    this.entries.set(own, isXml ? xmlEntry(own, change(file.xml(name))) : { ...entry, name: own })
    if (relations.length > 0) this.put(relationshipsPart(own), relationsXml(relations))
    const type = file.types.get(name)
    if (type !== undefined && type !== '') this.newTypes.set(own, type)
    this.know(key, { name: own, entry })
    adopted.set(name, own)
    return own
  }

  /** A name beside the wanted one that no part has; names differ by more than their case. */
  private freeName(name: string): string {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot === -1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    let own = name
    for (let number = this.names.size; this.names.has(own.toLowerCase()); number++) own = `${stem}_${number}${ending}`
    this.names.add(own.toLowerCase())
    return own
  }

  relationsOf(part: string): GrowingRelations {
    const known = this.relations.get(part) ?? new GrowingRelations(relationsOf(this.base, part))
    this.relations.set(part, known)
    return known
  }

  /**
   * Takes over what a part of another document leads to.
   * @param part of the merged document that is to lead there
   * @returns the relation's id there by the id that it had
   */
  adoptRelations(
    file: WordPackage,
    from: string,
    part: string,
    adopted: Map<string, string>,
    change: (xml: string) => string,
  ): ReadonlyMap<string, string> {
    const own = this.relationsOf(part)
    return new Map(
      relationsOf(file, from).map((relation) => {
        const single = own.single(relation)
        if (single !== undefined) return [relation.id, single]
        const { type, isExternal } = relation
        const target = isExternal ? relation.target : this.adopt(file, relation.target, adopted, change)
        return [relation.id, own.add({ type, target, isExternal })]
      }),
    )
  }

  /** A new part. @returns its name */
  add(name: string, xml: string, type: string): string {
    const own = this.freeName(name)
    this.put(own, xml)
    this.newTypes.set(own, type)
    return own
  }

  put(name: string, xml: string): void {
    this.entries.set(name, xmlEntry(name, xml))
  }

  bytes(): Uint8Array {
    for (const [part, relations] of this.relations) this.put(relationshipsPart(part), relations.xml())
    const types = [...this.newTypes].map(
      ([name, type]) => `<Override PartName="/${quoted(name)}" ContentType="${quoted(type)}"/>`,
    )
    const contentTypes = this.base
      .xml('[Content_Types].xml')
      .replace(/<\/(\w+:)?Types>\s*$/, (end, prefix?: string) =>
        prefix === undefined
          ? types.join('') + end
          : types.join('').replaceAll('<Override', `<${prefix}Override`) + end,
      )
    this.entries.set('[Content_Types].xml', deflated('[Content_Types].xml', Buffer.from(contentTypes)))
    return zipArchive(inOrder([...this.entries.values()])).bytes
  }
}

/** Whether two files of equal checksum and size are the same; packed alike, they need not be unpacked. */
function isSame(a: ZipEntry, b: ZipEntry): boolean {
  return (
    (a.method === b.method && Buffer.compare(a.data, b.data) === 0) || Buffer.compare(contentOf(a), contentOf(b)) === 0
  )
}
