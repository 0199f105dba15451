import type { EmailContent } from '@chancery/core'
import type { SampleGroup, SampleLeaf, SampleNode, SlotPurpose } from '@chancery/induction'
import { htmlPieces, type HtmlPiece } from './html-pieces.ts'
import { htmlSlot, plainSlot, type SlotText } from './slot-text.ts'

/** A leaf as it is written: `fixed[0] slot[0] fixed[1] … fixed[n]`. */
export interface EmailLeaf {
  readonly kind: 'leaf'
  readonly fixed: readonly string[]
  readonly slots: readonly SlotText[]
}
/** A group as it is written: `before`, its head, its children, `after`. */
export interface EmailGroup {
  readonly kind: 'group'
  readonly before: string
  readonly after: string
}

export interface EmailSample {
  readonly fields: ReadonlyMap<'subject' | 'html' | 'text', SampleGroup>
  /** By `origin`. */
  readonly written: readonly (EmailLeaf | EmailGroup)[]
}

const roles: Readonly<Record<string, SampleGroup['role']>> = {
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'cell',
  li: 'list',
}
const blocks = new Set(
  (
    'table thead tbody tfoot tr td th ul ol li p div h1 h2 h3 h4 h5 h6 blockquote section article header footer main nav center ' +
    'html head body title dl dt dd address figure form fieldset pre'
  ).split(' '),
)
/** Attributes whose values people read or follow; all others are markup. */
const attributeWithText =
  /(\s(?:href|src|alt|title|content|value|action|aria-label|data-[a-z-]{1,40})\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi
const bullet = /^\s*(?:[-*•–·]|\d{1,2}[.)])\s/
const maxDepth = 200

/** Those that people read; of the others `src` is a picture's address, and what is left leads or belongs somewhere. */
const readAttribute = /^\s(?:alt|title|value|aria-label)\b/i

const purposeOf = (attribute: string): SlotPurpose =>
  readAttribute.test(attribute) ? 'text' : /^\ssrc\b/i.test(attribute) ? 'picture' : 'link'

interface Writing {
  readonly fixed: string[]
  readonly slots: SlotText[]
  readonly purposes: SlotPurpose[]
}

const nothing = (): Writing => ({ fixed: [''], slots: [], purposes: [] })

const addTag = (tag: string, { fixed, slots, purposes }: Writing): void => {
  let at = 0
  for (const found of tag.matchAll(attributeWithText)) {
    const value = found[2] ?? found[3] ?? ''
    if (value === '') continue
    const start = found.index + found[1]!.length + 1
    fixed[fixed.length - 1] += tag.slice(at, start)
    slots.push(htmlSlot(value))
    purposes.push(purposeOf(found[1]!))
    fixed.push('')
    at = start + value.length
  }
  fixed[fixed.length - 1] += tag.slice(at)
}

/** White space before, content, white space behind. */
const splitSpace = (raw: string): readonly [string, string, string] => {
  const content = raw.trim()
  const start = content === '' ? raw.length : raw.indexOf(content)
  return [raw.slice(0, start), content, raw.slice(start + content.length)]
}

/** Which opening pieces of block elements have their closing piece; pairs cross no other pair. */
const pairsOf = (pieces: readonly HtmlPiece[]): Map<number, number> => {
  const open: number[] = []
  const pairs = new Map<number, number>()
  for (const [index, { kind, name }] of pieces.entries()) {
    if (!blocks.has(name)) continue
    if (kind === 'open') open.push(index)
    else if (kind === 'close') {
      const near = open.slice(-maxDepth)
      const found = near.findLastIndex((one) => pieces[one]!.name === name)
      if (found < 0) continue
      pairs.set(near[found]!, index)
      open.length = open.length - near.length + found
    }
  }
  return pairs
}

/** Reads e-mails of one call; what is read shares one numbering with nothing else. */
export const readEmailSample = (email: EmailContent): EmailSample => {
  const written: (EmailLeaf | EmailGroup)[] = []
  const leafOf = (shape: string, hint: string, { fixed, slots, purposes }: Writing): SampleLeaf => {
    written.push({ kind: 'leaf', fixed, slots })
    return {
      kind: 'leaf',
      shape: `${shape}\u0000${fixed.join('\u0000')}`,
      hint,
      slots: slots.map(({ text }) => text),
      ...(purposes.some((purpose) => purpose !== 'text') ? { purposes } : {}),
      origin: written.length - 1,
    }
  }
  const groupOf = (
    shape: string,
    role: SampleGroup['role'],
    children: readonly SampleNode[],
    before: string,
    after: string,
    head?: SampleLeaf,
  ): SampleGroup => {
    written.push({ kind: 'group', before, after })
    const hint = role === 'list' ? 'list' : ''
    return {
      kind: 'group',
      shape,
      hint,
      role,
      children,
      ...(head === undefined ? {} : { head }),
      origin: written.length - 1,
    }
  }

  const lines = (text: string, shape: string): SampleNode[] =>
    text.split(/(?=\r?\n)(?<!\r)/).map((line) => {
      const prefix = /^\r?\n/.exec(line)?.[0] ?? ''
      return leafOf(shape, bullet.test(line) ? 'list' : '', {
        fixed: [prefix, ''],
        slots: [plainSlot(line.slice(prefix.length))],
        purposes: ['text'],
      })
    })

  const readHtml = (html: string): SampleGroup => {
    const pieces = htmlPieces(html)
    const pairs = pairsOf(pieces)
    const read = (from: number, until: number, depth: number): { children: SampleNode[]; rest: string } => {
      const children: SampleNode[] = []
      let space = ''
      let inline = nothing()
      const flush = (): void => {
        const { fixed, slots, purposes } = inline
        inline = nothing()
        if (slots.length === 0 && fixed[0] === '') return
        fixed[0] = space + fixed[0]!
        // White space at the end belongs to what follows.
        const last = fixed.at(-1)!
        fixed[fixed.length - 1] = last.trimEnd()
        space = last.slice(last.trimEnd().length)
        children.push(leafOf('inline', '', { fixed, slots, purposes }))
      }
      for (let index = from; index < until; index += 1) {
        const piece = pieces[index]!
        const raw = html.slice(piece.start, piece.end)
        const close = depth < maxDepth ? pairs.get(index) : undefined
        if (close !== undefined && close < until) {
          flush()
          const head = nothing()
          addTag(raw, head)
          const before = space
          space = ''
          const inner = read(index + 1, close, depth + 1)
          const after = inner.rest + html.slice(pieces[close]!.start, pieces[close]!.end)
          const headLeaf = leafOf('tag', '', head)
          children.push(
            groupOf(
              `${before}\u0000${headLeaf.shape}\u0000${after}`,
              roles[piece.name] ?? 'block',
              inner.children,
              before,
              after,
              headLeaf,
            ),
          )
          index = close
        } else if (piece.kind === 'text') {
          const [lead, content, tail] = splitSpace(raw)
          const { fixed, slots, purposes } = inline
          if (content === '') {
            if (slots.length === 0 && fixed[0] === '') space += raw
            else fixed[fixed.length - 1] += raw
          } else {
            fixed[fixed.length - 1] += lead
            slots.push(htmlSlot(content))
            purposes.push('text')
            fixed.push(tail)
          }
        } else if (piece.kind === 'fixed') inline.fixed[inline.fixed.length - 1] += raw
        else addTag(raw, inline)
      }
      flush()
      return { children, rest: space }
    }
    const { children, rest } = read(0, pieces.length, 0)
    if (rest !== '') children.push(leafOf('space', '', { fixed: [rest], slots: [], purposes: [] }))
    return groupOf('html', 'block', children, '', '')
  }

  const fields = new Map<'subject' | 'html' | 'text', SampleGroup>()
  fields.set('subject', groupOf('subject', 'block', lines(email.subject.trim(), 'subject'), '', ''))
  if (email.text !== undefined) fields.set('text', groupOf('text', 'block', lines(email.text, 'line'), '', ''))
  if (email.html !== undefined) fields.set('html', readHtml(email.html))
  return { fields, written }
}
