import { beyondLimit, corruptDocument } from '../reading-errors.ts'
import { usualPrefixes } from './xml-namespaces.ts'
import { XmlText } from './xml-text.ts'

export type Attributes = Readonly<Record<string, string>>

/** Takes the pieces of an XML part as they come. Names carry the usual prefix of their namespace. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  /** Character data, in one or more pieces. */
  text(text: string): void
}

/** Deeper than any program writes, and shallow enough to walk by recursion. */
const maxDepth = 400

/**
 * Reads an XML part in one pass and time linear in its length, with nothing kept but the open elements. No document
 * type, so no entities but the five of XML.
 * @throws `document_corrupt`, `payload_too_large`
 */
export function walkXml(bytes: Uint8Array, handler: XmlHandler, maxElements: number): void {
  const source = new XmlText(bytes)
  const names = new NameScope()
  const open: NamedTag[] = []
  let elements = 0
  do {
    let at = source.window.indexOf('<')
    while (at !== -1) {
      const next = source.window.charCodeAt(at + 1)
      let end: number
      if (next === slash) {
        end = after(source, '>', at + 2)
        const closed = open.pop()
        const raw = source.window.slice(at + 2, end - 1)
        if (closed === undefined || (closed.raw !== raw && closed.raw !== raw.trimEnd())) throw notWellFormed()
        names.leave(closed.bindings)
        handler.close(closed.name)
      } else if (next === question) end = after(source, '?>', at + 2)
      else if (next === exclamation) {
        if (source.window.startsWith('<!--', at)) end = after(source, '-->', at + 4)
        else if (source.window.startsWith('<![CDATA[', at)) {
          end = after(source, ']]>', at + 9)
          if (open.length > 0) handler.text(source.window.slice(at + 9, end - 3))
        } else throw corruptDocument('A part of the document has a document type declaration.')
      } else {
        if (++elements > maxElements) throw beyondLimit('XML elements of a part', maxElements)
        if (open.length >= maxDepth) throw beyondLimit('depth of nested elements', maxDepth)
        const tag = names.tagAt(source, at + 1)
        end = names.end
        handler.open(tag.name, tag.attributes)
        if (tag.selfClosing) {
          names.leave(tag.bindings)
          handler.close(tag.name)
        } else open.push(tag)
      }
      at = source.window.indexOf('<', end)
      const between = at === -1 ? source.window.slice(end) : source.window.slice(end, at)
      if (between !== '' && open.length > 0) handler.text(decodeEntities(between))
    }
  } while (source.advance())
  if (open.length > 0 || elements === 0) throw notWellFormed()
}

const [slash, question, exclamation, equals, greater, quote, apostrophe] = [0x2f, 0x3f, 0x21, 0x3d, 0x3e, 0x22, 0x27]

const notWellFormed = () => corruptDocument('A part of the document is not well-formed XML.')

/** Where an ending ends; what it ends may hold a `<`, and so reach beyond the window. */
function after(source: XmlText, ending: string, from: number): number {
  for (;;) {
    const at = source.window.indexOf(ending, from)
    if (at !== -1) return at + ending.length
    if (!source.extend()) throw notWellFormed()
  }
}

interface Tag {
  readonly name: string
  readonly attributes: readonly string[]
  readonly selfClosing: boolean
  readonly end: number
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
const none: readonly string[] = []

/** The tag whose name starts at `at`; its attributes as names and values in turn. */
function readTag(source: XmlText, start: number): Tag {
  let text = source.window
  let at = start
  let code = text.charCodeAt(at)
  while (!isSpace(code) && code !== slash && code !== greater) {
    if (!(code > 0x20) || code === 0x3c) throw notWellFormed()
    code = text.charCodeAt(++at)
  }
  if (at === start) throw notWellFormed()
  const name = text.slice(start, at)
  let attributes: string[] | undefined
  for (;;) {
    while (isSpace(code)) code = text.charCodeAt(++at)
    if (code === greater) return { name, attributes: attributes ?? none, selfClosing: false, end: at + 1 }
    if (code === slash) {
      if (text.charCodeAt(at + 1) !== greater) throw notWellFormed()
      return { name, attributes: attributes ?? none, selfClosing: true, end: at + 2 }
    }
    const nameStart = at
    while (code > 0x20 && code !== equals && code !== greater && code !== 0x3c) code = text.charCodeAt(++at)
    const attribute = text.slice(nameStart, at)
    while (isSpace(code)) code = text.charCodeAt(++at)
    if (code !== equals || attribute === '') throw notWellFormed()
    code = text.charCodeAt(++at)
    while (isSpace(code)) code = text.charCodeAt(++at)
    if (code !== quote && code !== apostrophe) throw notWellFormed()
    const end = after(source, code === quote ? '"' : "'", at + 1)
    text = source.window
    attributes ??= []
    attributes.push(attribute, decodeEntities(text.slice(at + 1, end - 1)))
    at = end
    code = text.charCodeAt(at)
  }
}

/** A tag with the names that its prefixes stand for. */
interface NamedTag {
  readonly raw: string
  readonly name: string
  readonly attributes: Attributes
  readonly selfClosing: boolean
  /** How many prefixes it binds. */
  readonly bindings: number
}

/** Tags that are kept: programs write a few hundred different ones, over and over. */
const maxTags = 2000
const maxTagLength = 300

/** Which prefix stands for which namespace here, and the names that follow from it. */
class NameScope {
  /** By their source up to the first `>`: tags that bind no prefix, as they were read before. */
  private tags = new Map<string, NamedTag>()
  /** Where the last tag ended. */
  end = 0
  private readonly bound = new Map<string, string[]>()
  private readonly declared: string[] = []
  private elements = new Map<string, string>()
  private attributes = new Map<string, string>()

  /** The tag whose name starts at `start`; its bindings hold until `leave`. */
  tagAt(source: XmlText, start: number): NamedTag {
    const text = source.window
    const first = text.indexOf('>', start)
    const written = first === -1 || first - start > maxTagLength ? '' : text.slice(start, first)
    const known = this.tags.get(written)
    if (known !== undefined) {
      this.end = first + 1
      return known
    }
    const { name: raw, attributes, selfClosing, end } = readTag(source, start)
    const bindings = this.enter(attributes)
    const tag = {
      raw,
      name: this.ofElement(raw),
      attributes: this.ofAttributes(attributes),
      selfClosing,
      bindings,
    }
    this.end = end
    if (bindings === 0 && end === first + 1 && written !== '' && this.tags.size < maxTags) this.tags.set(written, tag)
    return tag
  }

  /** Takes in the declarations of an element; the answer is for `leave`. */
  private enter(attributes: readonly string[]): number {
    const before = this.declared.length
    for (let index = 0; index < attributes.length; index += 2) {
      const name = attributes[index] ?? ''
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue
      const prefix = name.slice(6)
      const uri = attributes[index + 1] ?? ''
      const known = uri === '' ? '' : (usualPrefixes.get(uri) ?? unknown)
      const stack = this.bound.get(prefix)
      if (stack?.at(-1) === known) continue
      if (stack === undefined) this.bound.set(prefix, [known])
      else stack.push(known)
      this.declared.push(prefix)
      this.forget()
    }
    return this.declared.length - before
  }

  leave(bindings: number): void {
    if (bindings === 0) return
    for (let left = bindings; left > 0; left--) this.bound.get(this.declared.pop() ?? '')?.pop()
    this.forget()
  }

  private ofElement(raw: string): string {
    let name = this.elements.get(raw)
    if (name === undefined) {
      name = this.qualified(raw, true)
      this.elements.set(raw, name)
    }
    return name
  }

  private ofAttributes(raw: readonly string[]): Attributes {
    if (raw.length === 0) return nothing
    const named: Record<string, string> = {}
    for (let index = 0; index < raw.length; index += 2) {
      const key = raw[index] ?? ''
      let name = this.attributes.get(key)
      if (name === undefined) {
        name = this.qualified(key, false)
        this.attributes.set(key, name)
      }
      named[name] = raw[index + 1] ?? ''
    }
    return named
  }

  /** An attribute without a prefix is in no namespace; an element is in the default one. */
  private qualified(raw: string, isElement: boolean): string {
    const colon = raw.indexOf(':')
    if (colon === -1 && !isElement) return raw
    const prefix = colon === -1 ? '' : raw.slice(0, colon)
    const usual = prefix === 'xml' ? 'xml' : (this.bound.get(prefix)?.at(-1) ?? '')
    const local = raw.slice(colon + 1)
    return usual === '' ? local : `${usual}:${local}`
  }

  private forget(): void {
    if (this.tags.size > 0) this.tags = new Map()
    if (this.elements.size > 0) this.elements = new Map()
    if (this.attributes.size > 0) this.attributes = new Map()
  }
}

/** Stands for every namespace that nothing here reads. */
const unknown = '?'
const nothing: Attributes = {}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,5});|&/gi, (_, entity: string | undefined) => {
    if (entity === undefined) throw notWellFormed()
    if (entity[0] !== '#') {
      const character = entities[entity]
      if (character === undefined) throw notWellFormed()
      return character
    }
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
