/** Where a piece stands: UTF-16 offsets into the text between the delimiters. */
interface Range {
  readonly start: number
  readonly end: number
}

export interface LiteralExpression extends Range {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
}

/** `a.b`, `items.0.name`, `items[0]`; no segments and `own`: the current item (`.`, `this`). */
export interface PathExpression extends Range {
  readonly kind: 'path'
  readonly segments: readonly string[]
  /** Read from the current item only, never from what is around it: `this.name`. */
  readonly own: boolean
  /** So many scopes further out: `../name`, `$parent.name`; Infinity: the data itself, `$root.name`. */
  readonly up?: number
  /** Each segment is a key of its own, as Mustache has it: never `{"client.name": …}`. */
  readonly stepwise?: true
  /** A name as a mail merge has it: found too where case, space and underscores differ. Never written in a tag. */
  readonly loose?: true
  /** What it is where the data has no such path: then nothing is missing. Never written in a tag. */
  readonly absent?: string | true
  /** Read from the item of the section that has this label: a name that a tag gave it (`as |item|`). */
  readonly label?: string
  /** Of a loop's own names (`$index`): so many loops further out. */
  readonly loopsUp?: number
  /** The text of the tag where it may be a name itself: `Tel. Nr` is also the path from `Tel` to `Nr`. */
  readonly written?: string
}

/** What a list or an object has under a key that the data decides: `prices[code].net`. */
export interface ItemExpression extends Range {
  readonly kind: 'item'
  readonly of: Expression
  readonly key: Expression
  /** What is read below it. */
  readonly segments: readonly string[]
}

/** An expression that may be a name of the data as it stands: `Terms and Conditions`, `Net - Gross`. */
export interface NamedExpression extends Range {
  readonly kind: 'named'
  /** Goes first where the data has it. */
  readonly name: PathExpression
  readonly otherwise: Expression
}

/** Gives a name to a value, from here to the end of what is around: `{= total: net + tax}`. */
export interface AssignExpression extends Range {
  readonly kind: 'assign'
  readonly name: string
  readonly value: Expression
}

export type Calculation = '+' | '-' | '*' | '/'
export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | '??' | Calculation

export interface PipeExpression extends Range {
  readonly kind: 'pipe'
  readonly input: Expression
  readonly formatter: Range & { readonly name: string }
  readonly args: readonly (LiteralExpression | PathExpression)[]
}

/** What stands between the delimiters, as a tree. It is walked, never compiled to code. */
export type Expression =
  | LiteralExpression
  | PathExpression
  | PipeExpression
  | ItemExpression
  | NamedExpression
  | AssignExpression
  | (Range & { readonly kind: 'not'; readonly operand: Expression })
  | (Range & {
      readonly kind: 'binary'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    })
  | (Range & {
      readonly kind: 'conditional'
      readonly test: Expression
      readonly consequent: Expression
      readonly alternate: Expression
    })

/** The path as written in the data, dotted; `.` for the current item. */
export const dotted = (segments: readonly string[]): string => (segments.length === 0 ? '.' : segments.join('.'))

/** The parts of an expression, one level down. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'pipe':
      return [expression.input, ...expression.args]
    case 'not':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'item':
      return [expression.of, expression.key]
    case 'named':
      return [expression.otherwise]
    case 'assign':
      return [expression.value]
    case 'conditional':
      return [expression.test, expression.consequent, expression.alternate]
    default:
      return []
  }
}

/** The expression with its parts changed, one level down; what a formatter takes stays a path or a literal. */
export function withParts(expression: Expression, change: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'pipe': {
      const args = expression.args.map((argument) => {
        const changed = change(argument)
        return changed.kind === 'path' || changed.kind === 'literal' ? changed : argument
      })
      return { ...expression, input: change(expression.input), args }
    }
    case 'not':
      return { ...expression, operand: change(expression.operand) }
    case 'binary':
      return { ...expression, left: change(expression.left), right: change(expression.right) }
    case 'item':
      return { ...expression, of: change(expression.of), key: change(expression.key) }
    case 'named':
      return { ...expression, otherwise: change(expression.otherwise) }
    case 'assign':
      return { ...expression, value: change(expression.value) }
    case 'conditional':
      return {
        ...expression,
        test: change(expression.test),
        consequent: change(expression.consequent),
        alternate: change(expression.alternate),
      }
    default:
      return expression
  }
}
