import { corruptDocument } from '../reading-errors.ts'
import { type Attributes, type XmlHandler, walkXml } from './xml-walk.ts'

/** An element, its names in the usual prefixes (`a:t`). */
export interface XmlElement {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly (XmlElement | string)[]
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/** Builds the elements of one subtree from what a walk hands on. */
export class ElementBuilder implements XmlHandler {
  private readonly stack: OpenElement[] = []
  root: XmlElement | undefined

  open(name: string, attributes: Attributes): void {
    const element: OpenElement = { name, attributes, children: [] }
    this.stack.at(-1)?.children.push(element)
    this.stack.push(element)
    this.root ??= element
  }

  close(): void {
    this.stack.pop()
  }

  text(text: string): void {
    this.stack.at(-1)?.children.push(text)
  }

  get isOpen(): boolean {
    return this.stack.length > 0
  }
}

/** @throws `document_corrupt`, `payload_too_large` */
export function parseXml(bytes: Uint8Array, maxElements: number): XmlElement {
  const builder = new ElementBuilder()
  walkXml(bytes, builder, maxElements)
  if (builder.root === undefined) throw corruptDocument('A part of the document is empty.')
  return builder.root
}

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string'

export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => isElement(child) && (name === undefined || child.name === name),
  )

/** The first element on the path of names, from child to child. */
export function descend(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let at = element
  for (const name of names)
    at = at?.children.find((child): child is XmlElement => isElement(child) && child.name === name)
  return at
}

/** All elements of this name below `element`, in document order; not those inside one another. */
export function* findAll(element: XmlElement | undefined, ...names: readonly string[]): Generator<XmlElement> {
  for (const child of element?.children ?? []) {
    if (!isElement(child)) continue
    if (names.includes(child.name)) yield child
    else yield* findAll(child, ...names)
  }
}

export const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** Character data that stands in the element itself. */
export function ownText({ children }: XmlElement): string {
  const [first] = children
  if (children.length === 1 && typeof first === 'string') return first
  return children.filter((child) => typeof child === 'string').join('')
}
