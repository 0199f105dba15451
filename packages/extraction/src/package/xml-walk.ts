import { beyondLimit, corruptDocument } from '../reading-errors.ts'
import { usualPrefixes } from './xml-namespaces.ts'

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
  const text = decodeXml(bytes)
  const names = new NameScope()
  const open: NamedTag[] = []
  let elements = 0
  let at = text.indexOf('<')
  while (at !== -1) {
    const next = text.charCodeAt(at + 1)
    let end: number
    if (next === slash) {
      end = after(text, '>', at + 2)
      const closed = open.pop()
      const raw = text.slice(at + 2, end - 1)
      if (closed === undefined || (closed.raw !== raw && closed.raw !== raw.trimEnd())) throw notWellFormed()
      names.leave(closed.bindings)
      handler.close(closed.name)
    } else if (next === question) end = after(text, '?>', at + 2)
    else if (next === exclamation) {
      if (text.startsWith('<!--', at)) end = after(text, '-->', at + 4)
      else if (text.startsWith('<![CDATA[', at)) {
        end = after(text, ']]>', at + 9)
        if (open.length > 0) handler.text(text.slice(at + 9, end - 3))
      } else throw corruptDocument('A part of the document has a document type declaration.')
    } else {
      if (++elements > maxElements) throw beyondLimit('XML elements of a part', maxElements)
      if (open.length >= maxDepth) throw beyondLimit('depth of nested elements', maxDepth)
      const tag = names.tagAt(text, at + 1)
      end = names.end
      handler.open(tag.name, tag.attributes)
      if (tag.selfClosing) {
        names.leave(tag.bindings)
        handler.close(tag.name)
      } else open.push(tag)
    }
    at = text.indexOf('<', end)
    const between = at === -1 ? text.slice(end) : text.slice(end, at)
    if (between !== '' && open.length > 0) handler.text(decodeEntities(between))
  }
  if (open.length > 0 || elements === 0) throw notWellFormed()
}

const [slash, question, exclamation, equals, greater, quote, apostrophe] = [0x2f, 0x3f, 0x21, 0x3d, 0x3e, 0x22, 0x27]

const notWellFormed = () => corruptDocument('A part of the document is not well-formed XML.')

function after(text: string, ending: string, from: number): number {
  const at = text.indexOf(ending, from)
  if (at === -1) throw notWellFormed()
  return at + ending.length
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
function readTag(text: string, start: number): Tag {
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
    const end = text.indexOf(code === quote ? '"' : "'", at + 1)
    if (end === -1) throw notWellFormed()
    attributes ??= []
    attributes.push(attribute, decodeEntities(text.slice(at + 1, end)))
    at = end + 1
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
  tagAt(text: string, start: number): NamedTag {
    const first = text.indexOf('>', start)
    const source = first === -1 || first - start > maxTagLength ? '' : text.slice(start, first)
    const known = this.tags.get(source)
    if (known !== undefined) {
      this.end = first + 1
      return known
    }
    const { name: raw, attributes, selfClosing, end } = readTag(text, start)
    const bindings = this.enter(attributes)
    const tag = {
      raw,
      name: this.ofElement(raw),
      attributes: this.ofAttributes(attributes),
      selfClosing,
      bindings,
    }
    this.end = end
    if (bindings === 0 && end === first + 1 && source !== '' && this.tags.size < maxTags) this.tags.set(source, tag)
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

function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  // Faster than a TextDecoder by half, with the same answer to bytes that are no UTF-8.
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString('utf8')
}
