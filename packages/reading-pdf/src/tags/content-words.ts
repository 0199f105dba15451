import { enclosing } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { TagNode } from './tag-tree.ts'

/** The words of a page by the contents that the tree of tags holds. Each content is given once, whatever the tree says. */
export class ContentWords {
  readonly #words = new Map<number, PdfWord[]>()

  constructor(words: readonly PdfWord[]) {
    for (const word of words) {
      const known = this.#words.get(word.content)
      if (known === undefined) this.#words.set(word.content, [word])
      else known.push(word)
    }
  }

  /** Those of a content that no element has taken before. */
  take(content: number): readonly PdfWord[] {
    const words = this.#words.get(content) ?? []
    this.#words.delete(content)
    return words
  }

  /** All that an element holds, or what is said to stand in its place. */
  takeAll(node: TagNode): readonly PdfWord[] {
    const words: PdfWord[] = []
    for (const child of node.children) {
      for (const word of typeof child === 'number' ? this.take(child) : this.takeAll(child)) words.push(word)
    }
    return node.actualText === undefined ? words : spoken(node.actualText, words)
  }

  /** The contents that no element has taken. */
  left(): ReadonlySet<number> {
    return new Set(this.#words.keys())
  }
}

/** The words of a replacement text, each at the place of all that it replaces. */
function spoken(text: string, words: readonly PdfWord[]): PdfWord[] {
  const [first] = words
  if (first === undefined) return []
  const place = enclosing(words)
  return text
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .map((word, index) => ({ ...first, ...place, text: word, break: index === 0 ? first.break : 'space' }))
}
