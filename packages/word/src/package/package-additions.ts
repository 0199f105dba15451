import { hash } from 'node:crypto'
import { relationshipsPart } from '@chancery/formats/opc'
import { deflated, stored, type ZipEntry } from '@chancery/formats/zip'
import { escapeXml } from '../xml/escape-xml.ts'
import { mainRelation, relationsOf, type WordPackage } from './open-package.ts'
import { xmlEntry } from './write-package.ts'

const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Types that are packed already. */
const isPacked = /^image\/(?:png|jpeg|gif)$/

/** What a fill adds to a package: parts, relations and content types; each picture once. */
export class PackageAdditions {
  readonly file: WordPackage
  private readonly added = new Map<string, ZipEntry>()
  /** New text of parts that were there, or are new. */
  private readonly texts = new Map<string, string>()
  private readonly digests = new WeakMap<Uint8Array, string>()
  private readonly media = new Map<string, string>()
  private readonly relations = new Map<string, Map<string, string>>()
  private readonly relationTexts = new Map<string, string[]>()
  private readonly taken = new Map<string, Set<string>>()
  private readonly defaults = new Map<string, string>()
  private readonly overrides = new Map<string, string>()
  private number = 0

  constructor(file: WordPackage) {
    this.file = file
  }

  /** The text of a part as it stands now; `undefined` where there is none. */
  textOf(part: string): string | undefined {
    return this.texts.get(part) ?? (this.file.entries.has(part) ? this.file.xml(part) : undefined)
  }

  /** Replaces a part's text. A new part also wants its content type. */
  setText(part: string, xml: string, contentType?: string): void {
    this.texts.set(part, xml)
    if (contentType !== undefined) this.overrides.set(part, contentType)
  }

  /** The part of a picture: the same bytes are one part. */
  picture(bytes: Uint8Array, ending: string, contentType: string): string {
    const key = `${ending} ${this.digests.get(bytes) ?? hash('sha256', bytes, 'hex')}`
    this.digests.set(bytes, key.slice(ending.length + 1))
    const known = this.media.get(key)
    if (known !== undefined) return known
    const name = this.freeName('word/media/image', ending)
    this.media.set(key, name)
    this.addPart(name, bytes, isPacked.test(contentType))
    this.defaults.set(ending, contentType)
    return name
  }

  /** Another part, as it is. */
  part(folder: string, ending: string, bytes: Uint8Array, contentType: string): string {
    const name = this.freeName(`${folder}/part`, ending)
    this.addPart(name, bytes, false)
    this.overrides.set(name, contentType)
    return name
  }

  /** Replaces the bytes of a part that there is. */
  setBytes(part: string, bytes: Uint8Array): void {
    this.addPart(part, bytes, false)
  }

  /** The part that the main document relates to by a type such as `numbering`; `undefined` where there is none. */
  mainRelation(type: string): string | undefined {
    return mainRelation(this.file, type)
  }

  /** Id of a relation of `part`; the same target has one. `type` is the last segment of an office relation's. */
  relate(part: string, type: string, target: string, isExternal = false): string {
    const known = this.relations.get(part) ?? new Map<string, string>()
    this.relations.set(part, known)
    const key = `${type} ${target}`
    const found = known.get(key)
    if (found !== undefined) return found
    const id = this.freeRelation(part)
    known.set(key, id)
    this.relateAs(part, id, `${officeRelation}/${type}`, target, isExternal)
    return id
  }

  /** A relation with an id of the caller's. */
  relateAs(part: string, id: string, type: string, target: string, isExternal: boolean): void {
    const own = this.relationTexts.get(part) ?? []
    this.relationTexts.set(part, own)
    const mode = isExternal ? ' TargetMode="External"' : ''
    const to = isExternal ? target : `/${target}`
    own.push(`<Relationship Id="${id}" Type="${escapeXml(type)}" Target="${escapeXml(to)}"${mode}/>`)
  }

  /** The entries that are new or changed. The same additions give the same bytes. */
  entries(): ReadonlyMap<string, ZipEntry> {
    const entries = new Map(this.added)
    for (const [name, xml] of this.texts) entries.set(name, xmlEntry(name, xml))
    for (const [part, own] of this.relationTexts) {
      const name = relationshipsPart(part)
      const before = this.file.entries.has(name)
        ? this.file.xml(name)
        : '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
      entries.set(name, xmlEntry(name, withChildren(before, 'Relationships', own)))
      if (!this.file.entries.has(name)) {
        this.defaults.set('rels', 'application/vnd.openxmlformats-package.relationships+xml')
      }
    }
    const types = '[Content_Types].xml'
    const declared = this.file.xml(types)
    const [missing, overrides]: [string[], string[]] = [[], []]
    for (const [ending, type] of this.defaults) {
      const given = new RegExp(`\\bExtension="${ending}"[^>]*\\bContentType="([^"]*)"`, 'i').exec(declared)
      const turned = new RegExp(`\\bContentType="([^"]*)"[^>]*\\bExtension="${ending}"`, 'i').exec(declared)
      const stated = given?.[1] ?? turned?.[1]
      if (stated === undefined) missing.push(`<Default Extension="${ending}" ContentType="${type}"/>`)
      else if (stated !== type) {
        for (const name of this.added.keys()) if (name.endsWith(`.${ending}`)) this.overrides.set(name, type)
      }
    }
    for (const [name, type] of this.overrides) {
      if (!declared.includes(`"/${name}"`)) overrides.push(`<Override PartName="/${name}" ContentType="${type}"/>`)
    }
    if (missing.length + overrides.length > 0) {
      entries.set(types, xmlEntry(types, withChildren(declared, 'Types', [...missing, ...overrides])))
    }
    return entries
  }

  private addPart(name: string, bytes: Uint8Array, isStored: boolean): void {
    this.added.set(name, isStored ? stored(name, bytes) : deflated(name, bytes))
  }

  private freeName(stem: string, ending: string): string {
    for (;;) {
      const name = `${stem}${++this.number}.${ending}`
      // Names differ in more than their case and ending: programs on Windows take them for one otherwise.
      if (!this.added.has(name) && !this.names().has(name.toLowerCase())) return name
    }
  }

  private folded: ReadonlySet<string> | undefined
  private names(): ReadonlySet<string> {
    this.folded ??= new Set(this.file.names.map((name) => name.toLowerCase()))
    return this.folded
  }

  private freeRelation(part: string): string {
    const taken = this.taken.get(part) ?? new Set(relationsOf(this.file, part).map(({ id }) => id))
    this.taken.set(part, taken)
    for (let number = taken.size + 1; ; number++) {
      const id = `rId${number}`
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
}

/** An element with more children at its end; those without a prefix take that of the element. */
export function withChildren(xml: string, element: string, children: readonly string[]): string {
  const close = new RegExp(`</((?:[\\w.-]+:)?)${element}\\s*>\\s*$`).exec(xml.trimEnd())
  const prefix = close?.[1] ?? new RegExp(`<((?:[\\w.-]+:)?)${element}\\b`).exec(xml)?.[1] ?? ''
  const named = children
    .map((child) => (prefix === '' || child.startsWith(`<${prefix}`) ? child : child.replace('<', `<${prefix}`)))
    .join('')
  if (close !== null) return xml.slice(0, close.index) + named + xml.slice(close.index)
  // An empty element: `<Relationships … />`.
  return xml.trimEnd().replace(/\s*\/>$/, () => `>${named}</${prefix}${element}>`)
}
