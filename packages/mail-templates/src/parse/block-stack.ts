import type { Expression, PathExpression } from '@chancery/tags'
import { mapPaths } from '@chancery/tags'
import { TagStop } from './tag-stop.ts'

/**
 * How names are looked up inside a block: `own`: from its item alone, as Handlebars does in `each` and `with`; `around`:
 * from the item and all that is around it, as Mustache does in sections; `none`: it does not change where names are read.
 */
export type BlockScope = 'own' | 'around' | 'none'

interface Block {
  readonly scope: BlockScope
  /** The names that `as |item key|` gives. */
  readonly params: readonly string[]
  readonly label: string
  /** The names that a partial was called with, where it begins. */
  readonly given?: ReadonlyMap<string, Expression>
}

/** How many blocks are looked through for what a partial was called with. */
const maxWalk = 500

/** Names that the language gives a value wherever no data has them. */
const builtIn = new Set(['today', 'now', 'pageBreak'])

/** The open blocks, innermost last, which say what a name stands for. */
export class BlockStack {
  readonly #blocks: Block[] = []
  /** Of the blocks that change where names are read. */
  readonly #scopes: BlockScope[] = []
  readonly #assigned = new Set<string>()
  #names = 0
  /** How many partials around were called with names of their own. */
  #calls = 0

  constructor(blocks: readonly Block[] = []) {
    for (const block of blocks) {
      this.#push(block)
      this.#names += block.params.length
      if (block.given !== undefined) this.#calls++
    }
  }

  #push(block: Block): void {
    this.#blocks.push(block)
    if (block.scope !== 'none') this.#scopes.push(block.scope)
  }

  #pop(): Block | undefined {
    const block = this.#blocks.pop()
    if (block !== undefined && block.scope !== 'none') this.#scopes.pop()
    return block
  }

  /** That of a partial: it reads names as the place of its tag does, but knows no names that blocks gave. */
  forPartial(): BlockStack {
    return new BlockStack(this.#blocks.map((block) => ({ ...block, params: [] })))
  }

  /** That of content that is put in inside of the blocks that it is written in: it knows the names that those gave. */
  forContent(written: BlockStack): BlockStack {
    return new BlockStack(
      this.#blocks.map((block, index) => ({ ...block, params: written.#blocks[index]?.params ?? [] })),
    )
  }

  /**
   * Begins a partial that is called with names of its own.
   * @param given what each stands for, where the partial is called
   * @param scopes that were opened since then
   */
  give(given: ReadonlyMap<string, Expression>, scopes: number): void {
    const here = new Map(Array.from(given, ([name, value]) => [name, moved(value, scopes)]))
    this.#push({ scope: 'none', params: [], label: '', given: here })
    this.#calls++
  }

  open(scope: BlockScope, params: readonly string[] = [], label = ''): void {
    this.#names += params.length
    this.#push({ scope, params, label })
  }

  /** What follows an `else` is read in the scope around the block. */
  otherwise(): void {
    if (this.#pop() !== undefined) this.#push({ scope: 'none', params: [], label: '' })
  }

  close(): void {
    this.#pop()
  }

  /** The expression with every path as it is to be looked up here. */
  resolved(expression: Expression): Expression {
    const whole = mapPaths(expression, (path) => this.#resolvedPath(path))
    if (whole.kind === 'assign') this.#assigned.add(whole.name)
    return whole
  }

  #resolvedPath(path: PathExpression): Expression {
    const { segments, own, up, label, loopsUp } = path
    const first = segments[0]
    const given = this.#given(path)
    if (given !== undefined) return given
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

  /** What a name stands for that the partial around was called with. */
  #given({ segments, own, up = 0, label, loopsUp }: PathExpression): Expression | undefined {
    if (this.#calls === 0 || label !== undefined || loopsUp !== undefined) return undefined
    const [first = '', ...rest] = segments
    let crossed = 0
    // A template whose blocks are nested deeper is refused.
    for (let at = this.#blocks.length - 1; at >= Math.max(0, this.#blocks.length - maxWalk); at--) {
      const { scope = 'none', given, params = [] } = this.#blocks[at] ?? {}
      if (up === 0 && params.includes(first)) return undefined
      const value = crossed >= up ? given?.get(first) : undefined
      if (value !== undefined) return below(moved(value, crossed), rest)
      if (scope === 'none') continue
      if (crossed >= up && (own || scope === 'own')) return undefined
      crossed++
    }
    return undefined
  }

  /** Whether names of the scope so many further out are read from its item alone. */
  #isOwn(up: number): boolean {
    return this.#scopes.at(-1 - up) === 'own'
  }
}

/** An expression as it is written so many scopes further in. @throws `TagStop` */
const moved = (expression: Expression, scopes: number): Expression =>
  scopes === 0
    ? expression
    : mapPaths(expression, (path) => {
        const { segments, label, loopsUp, up = 0 } = path
        if (label !== undefined || (segments[0] !== undefined && builtIn.has(segments[0]))) return path
        if (loopsUp === undefined && segments[0]?.startsWith('$') !== true) return { ...path, up: up + scopes }
        throw new TagStop(
          'unsupported_tag',
          'What a loop knows of itself is given to a partial that reads it inside of a block.',
          'Give it a field of the item.',
        )
      })

/** What stands below the value of an expression. @throws `TagStop` */
function below(expression: Expression, segments: readonly string[]): Expression {
  if (segments.length === 0) return expression
  if (expression.kind === 'path' || expression.kind === 'item')
    return { ...expression, segments: [...expression.segments, ...segments] }
  throw new TagStop(
    'bad_expression',
    'A name that a partial is called with has no fields.',
    'Give it a data path, or read the name alone.',
  )
}
