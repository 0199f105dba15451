import type { EmailContent } from '@chancery/core'
import { pieceText, type Piece, type TemplateGroup, type TemplateLeaf, type TemplateNode } from '@chancery/induction'
import type { EmailSample } from './read-email-sample.ts'
import { type SlotText, writtenSlice } from './slot-text.ts'

/** Braces of the sample that would open a tag, as a tag that writes one. */
const literalBraces = (text: string): string => text.replace(/\{(?=\{|$)/g, '{{ "{" }}')

const tagsOf = ({
  name,
  inverted,
}: {
  readonly name: string
  readonly inverted: boolean
}): readonly [string, string] => [`{{${inverted ? '^' : '#'}${name}}}`, `{{/${name}}}`]

/** Constants are written as the sample has them, character references included. */
const writeSlot = (pieces: readonly Piece[], slot: SlotText, instance: number): string => {
  let at = 0
  const write = (list: readonly Piece[], isThere: boolean): string =>
    list
      .map((piece) => {
        const text = isThere ? pieceText(piece, instance) : ''
        const start = at
        if (piece.kind === 'constant') {
          at += text.length
          return literalBraces(isThere ? writtenSlice(slot, start, at) : piece.text)
        }
        if (piece.kind === 'variable') {
          at += text.length
          return `{{${piece.variable.name}}}`
        }
        const [open, close] = tagsOf(piece.condition)
        return open + write(piece.pieces, isThere && piece.condition.present[instance] === true) + close
      })
      .join('')
  return write(pieces, true)
}

/** How much of what stands before a tag is looked at. */
const nearUnits = 200
const blankEnd = /(?:^|\n)[ \t]*$/
const blankStart = /^[ \t]*\r?(?:\n|$)/

/** A tag that stands alone on a line takes the line with it; an empty comment beside it prevents that. */
const guarded = (open: string, inner: string, close: string, before: string): string => {
  const first = blankEnd.test(before) && blankStart.test(inner) ? `${open}{{!}}` : open
  return first + inner + (blankEnd.test(inner) ? `{{!}}${close}` : close)
}

/** The template, written over the e-mail of the sample `base`. */
export const writeEmailTemplate = (
  root: TemplateGroup,
  samples: readonly EmailSample[],
  base: number,
): EmailContent => {
  const instanceOf = (node: TemplateLeaf | TemplateGroup, wanted: number): number =>
    node.members[wanted] ? wanted : node.members.findIndex((member) => member !== undefined)

  const writeLeaf = (node: TemplateLeaf, wanted: number): string => {
    const instance = instanceOf(node, wanted)
    const leaf = samples[node.scope.instances[instance]!.sample]!.written[node.members[instance]!.origin]!
    if (leaf.kind !== 'leaf') return ''
    return leaf.fixed
      .map((fixed, index) => {
        const slot = leaf.slots[index]
        // `{` before a tag would make it another tag.
        return literalBraces(fixed) + (slot ? writeSlot(node.slots[index] ?? [], slot, instance) : '')
      })
      .join('')
  }

  /** `rest`: what follows beside it. */
  const writeNode = (node: TemplateNode, wanted: number, before: string, rest: readonly TemplateNode[]): string => {
    if (node.kind === 'leaf') return writeLeaf(node, wanted)
    if (node.kind === 'group') {
      const instance = instanceOf(node, wanted)
      const group = samples[node.scope.instances[instance]!.sample]!.written[node.members[instance]!.origin]!
      if (group.kind !== 'group') return ''
      const head = group.before + (node.head ? writeLeaf(node.head, instance) : '')
      return head + writeChildren(node.children, instance, before + head) + group.after
    }
    const round =
      node.kind === 'loop'
        ? Math.max(
            0,
            node.scope.instances.findIndex(({ parent }) => parent === wanted),
          )
        : wanted
    const [open, close] = node.kind === 'loop' ? tagsOf({ name: node.name, inverted: false }) : tagsOf(node.condition)
    const lineBreak = lineBreakOf(node)
    if (lineBreak === undefined || !isFollowedByLine(rest, lineBreak))
      return guarded(open, writeChildren(node.children, round, before + open), close, before)
    // Lines of text: the section's tags stand on lines of their own, which are not written.
    return lineBreak + open + writeChildren(node.children, round, open) + lineBreak + close
  }

  /** The line break with which every line below begins; absent where that is not so. */
  const lineBreakOf = (node: TemplateNode): string | undefined => {
    if (node.kind === 'group') return undefined
    if (node.kind !== 'leaf') return node.children[0] ? lineBreakOf(node.children[0]) : undefined
    const instance = instanceOf(node, -1)
    const leaf = samples[node.scope.instances[instance]!.sample]!.written[node.members[instance]!.origin]!
    return leaf.kind === 'leaf' ? /^\r?\n$/.exec(leaf.fixed[0]!)?.[0] : undefined
  }

  /** Whatever the data, a line with this line break comes next. */
  const isFollowedByLine = (rest: readonly TemplateNode[], lineBreak: string): boolean => {
    for (const node of rest) {
      if (lineBreakOf(node) !== lineBreak) return false
      if (node.kind === 'leaf') return true
    }
    return false
  }

  const writeChildren = (children: readonly TemplateNode[], wanted: number, before: string): string => {
    const written: string[] = []
    // Only what is near decides; to take it from all that was written so far would copy that for each child.
    let near = before.slice(-nearUnits)
    for (const [index, child] of children.entries()) {
      const text = writeNode(child, wanted, near, children.slice(index + 1, index + 100))
      written.push(text)
      near = (near + text).slice(-nearUnits)
    }
    return written.join('')
  }

  const fields = Object.fromEntries(
    root.children.flatMap((child) =>
      child.kind === 'group' ? [[child.members[base]!.shape, writeNode(child, base, '', [])] as const] : [],
    ),
  )
  return {
    subject: fields['subject'] ?? '',
    ...(fields['html'] === undefined ? {} : { html: fields['html'] }),
    ...(fields['text'] === undefined ? {} : { text: fields['text'] }),
  }
}
