import type { Expression, PathExpression } from '@chancery/tags'
import { mapPaths } from '@chancery/tags'

/**
 * How names are looked up inside a block: `own`: from its item alone, as Handlebars does in `each` and `with`; `around`:
 * from the item and all that is around it, as Mustache does in sections; `none`: it does not change where names are read.
 */
export type BlockScope = 'own' | 'around' | 'none'

interface Block {
  scope: BlockScope
  /** The names that `as |item key|` gives. */
  readonly params: readonly string[]
  readonly label: string
}

/** Names that the language gives a value wherever no data has them. */
const builtIn = new Set(['today', 'now', 'pageBreak'])

/** The open blocks, innermost last, which say what a name stands for. */
export class BlockStack {
  readonly #blocks: Block[]
  readonly #assigned = new Set<string>()
  #names = 0

  constructor(blocks: readonly Block[] = []) {
    this.#blocks = [...blocks]
  }

  /** That of a partial: it reads names as the place of its tag does, but knows no names that blocks gave. */
  forPartial(): BlockStack {
    return new BlockStack(this.#blocks.map((block) => ({ ...block, params: [] })))
  }

  open(scope: BlockScope, params: readonly string[] = [], label = ''): void {
    this.#names += params.length
    this.#blocks.push({ scope, params, label })
  }

  /** What follows an `else` is read in the scope around the block. */
  otherwise(): void {
    const top = this.#blocks.pop()
    if (top !== undefined) this.#blocks.push({ scope: 'none', params: [], label: '' })
  }

  close(): void {
    this.#blocks.pop()
  }

  /** The expression with every path as it is to be looked up here. */
  resolved(expression: Expression): Expression {
    const whole = mapPaths(expression, (path) => this.#resolvedPath(path))
    if (whole.kind === 'assign') this.#assigned.add(whole.name)
    return whole
  }

  #resolvedPath(path: PathExpression): PathExpression {
    const { segments, own, up, label, loopsUp } = path
    const first = segments[0]
    if (label !== undefined || loopsUp !== undefined || own || first === undefined) return path
    if (up !== undefined) return this.#isOwn(up) ? { ...path, own: true } : path
    const named = this.#names === 0 ? undefined : this.#blocks.findLast(({ params }) => params.includes(first))
    if (named !== undefined) {
      const isItem = named.params[0] === first
      return isItem
        ? { ...path, segments: segments.slice(1), own: true, label: named.label }
        : { ...path, segments: ['$key'], label: named.label }
    }
    const isOfLanguage = first.startsWith('$') || builtIn.has(first) || this.#assigned.has(first)
    return !isOfLanguage && this.#isOwn(0) ? { ...path, own: true } : path
  }

  /** Whether names of the scope so many further out are read from its item alone. */
  #isOwn(up: number): boolean {
    let left = up
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const scope = this.#blocks[at]?.scope
      if (scope === 'none') continue
      if (left === 0) return scope === 'own'
      left--
    }
    return false
  }
}
