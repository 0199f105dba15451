import { dotted, type Expression, type PathExpression } from './expression.ts'
import { type ParsedExpression, parseGrammar } from './expression-grammar.ts'
import { maxTagLength, tagFault, type TagFault } from './fault.ts'
import { isCall, isNameAlone, type WrittenName, writtenName } from './written-name.ts'

/**
 * Parses what stands between the delimiters: paths, literals, comparison, `and`/`or`/`not`, `a ? b : c`, `a ?? b`, and
 * pipes `value | formatter:argument`. Words and numbers with spaces between them are one name (`{First Name}`), and so
 * is what is no expression and looks like a name (`{Amount (EUR)}`); what may be both is both, see `NamedExpression`.
 * Pipes bind loosest and apply to all before them. Linear in the text; nesting is bounded.
 */
export function parseExpression(source: string): ParsedExpression {
  if (source.length > maxTagLength) {
    return {
      ok: false,
      fault: tagFault(
        'tag_too_long',
        `A tag is longer than ${maxTagLength} characters.`,
        0,
        source.length,
        'Close the tag where it ends, or shorten it.',
      ),
    }
  }
  const text = withQuotedKey(source)
  const name = writtenName(text)
  const parsed = parseGrammar(text)
  if (parsed.ok) return name === undefined ? parsed : { ok: true, expression: withName(parsed.expression, name) }
  const isMeant = meantCodes.has(parsed.fault.code)
  if (isMeant || name === undefined || !isNameAlone(name.text))
    return { ok: false, fault: withNameHint(parsed.fault, text, name) }
  // Blanks in its place keep the offsets of what follows.
  const rest = ' '.repeat(name.end) + text.slice(name.end)
  return parseGrammar(rest, pathOf(name))
}

/** Faults of what is an expression without doubt. */
const meantCodes: ReadonlySet<string> = new Set(['forbidden_name', 'tag_too_long', 'path_too_deep'])

/** `t(Due date)`, as Carbone writes what is translated, is `t "Due date"`; of the same length. */
const withQuotedKey = (source: string): string =>
  source
    .replace(/^(\s*t)\(\s*("[^"]*"|'[^']*')\s*\)/, (whole, head: string, key: string) =>
      `${head} ${key}`.padEnd(whole.length),
    )
    .replace(/^(\s*t)\(([^()"|{}]+)\)/, '$1"$2"')

const pathOf = ({ text, start, end }: WrittenName): PathExpression => ({
  kind: 'path',
  segments: [text],
  own: false,
  start,
  end,
})

/** The expression before the first formatter, with the name that it may be. */
function withName(expression: Expression, name: WrittenName): Expression {
  switch (expression.kind) {
    case 'pipe':
      return { ...expression, input: withName(expression.input, name) }
    case 'path':
      return dotted(expression.segments) === name.text || expression.own || expression.up !== undefined
        ? expression
        : { ...expression, written: name.text }
    case 'binary':
    case 'not':
    case 'item':
      return { kind: 'named', name: pathOf(name), otherwise: expression, start: name.start, end: name.end }
    default:
      return expression
  }
}

/** How the name is written that may have been meant, or the call. */
function withNameHint(fault: TagFault, source: string, name: WrittenName | undefined): TagFault {
  if (/^\s*[\p{L}_][\p{L}\p{N}_.]*\(/u.test(source) || (name !== undefined && isCall(name.text)))
    return { ...fault, hint: 'Nothing is called in a tag: formatters are written {value | formatter:argument}.' }
  const text = source.split('|')[0]?.trim() ?? ''
  const isNameLike = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\s.,:;/#&()[\]'’-]*$/u.test(text) && text.length <= 60
  return isNameLike && !/^[\p{Ll}\d.\s]*$/u.test(text)
    ? { ...fault, hint: `${fault.hint ?? ''} If it is a name of the data: {this["${text}"]}.`.trim() }
    : fault
}
