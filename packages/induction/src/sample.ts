/** What a slot is: text that people read, where a link leads, or the address of a picture. */
export type SlotPurpose = 'text' | 'link' | 'picture'

/**
 * A sample as induction sees it, whatever its format: a tree of groups (a table, a row, a cell, a block element) and
 * leaves (a paragraph, a line of text). Only nodes of one `shape` are ever laid over each other.
 */
export interface SampleLeaf {
  readonly kind: 'leaf'
  /** What must be equal for two leaves to be one in the template: their fixed parts (markup, images), not their text. */
  readonly shape: string
  /** What makes two leaves likelier to be one: a style, a list. */
  readonly hint: string
  /** The text between the fixed parts: a placeholder never cuts through a fixed part. */
  readonly slots: readonly string[]
  /** What each slot is; absent where all are text. */
  readonly purposes?: readonly SlotPurpose[]
  /** For each slot the offsets at which its formatting changes: there a value may end. */
  readonly breaks?: readonly (readonly number[])[]
  /** The adapter's own number for it. */
  readonly origin: number
}

/** A node that holds others; `shape`, `hint` and `origin` as of a leaf. */
export interface SampleGroup {
  readonly kind: 'group'
  readonly shape: string
  readonly hint: string
  /** Decides how its children are laid over each other and where labels are looked for. */
  readonly role: 'table' | 'row' | 'cell' | 'list' | 'block'
  /** The text that belongs to the group itself: attribute values of its element, the text around a text box. */
  readonly head?: SampleLeaf
  readonly children: readonly SampleNode[]
  readonly origin: number
}

/** Told apart by `kind`. */
export type SampleNode = SampleLeaf | SampleGroup

/** All leaves below, in document order, heads before children. */
export const leavesOf = (node: SampleNode): SampleLeaf[] => {
  const found: SampleLeaf[] = []
  const open: SampleNode[] = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'leaf') found.push(next)
    else {
      for (let index = next.children.length - 1; index >= 0; index -= 1) open.push(next.children[index]!)
      if (next.head) open.push(next.head)
    }
  }
  return found
}

/** The text of a node: slots joined by a space, leaves by line breaks. */
export const textOf = (node: SampleNode): string =>
  leavesOf(node)
    .map((leaf) => leaf.slots.join(' '))
    .join('\n')

/** What must be equal for neighbours to be read as rounds of one loop. */
export const familyOfNode = (node: SampleNode): string => {
  const isBlank = node.kind === 'leaf' && node.slots.every((text) => text.trim() === '')
  return `${node.shape}\u0000${isBlank ? 'blank' : node.hint}`
}
