import { pathsOf } from '../data/reads.ts'
import { type Expression, partsOf } from '../syntax/expression.ts'
import { opensScope } from './section-kind.ts'
import { findFormatter } from '../formatters/registry.ts'
import { familiarFormatter } from './familiar-formatters.ts'
import { conditionRight } from './condition-right.ts'
import { asWrittenHere } from './other-engines.ts'
import { shareOf } from './shares-of-values.ts'
import { writtenRight } from './written-right.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** A name that is written otherwise than all others of its template. */
export interface OddStyle<Place> {
  readonly message: string
  readonly hint: string
  readonly path: string
  readonly node: ValueNode<Place> | SectionNode<Place>
}

/** `client.name`, `matter_no`, `lastName`: names of programs, which have no spaces. */
const isOfProgram = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/u.test(name)
/** So many different names of programs show that the data is a program's. */
const leastNames = 2

/** What a path is called as the tag has it; what Word calls a control by is for people. */
const writtenAs = (expression: Expression): readonly string[] =>
  pathsOf(expression).flatMap(({ segments, up, own, written, loose }) =>
    up === undefined && !own && loose !== true ? [written ?? segments.join('.')] : [],
  )

/**
 * Names of several words in a template whose other names are a program's (`client.name`, `matter_no`): what a person
 * says, such as `{to be confirmed}`, `{#if fee over 5000}`, and what no data has. The data, where it is given, decides.
 */
export function oddStyles<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddStyle<Place>[] {
  const programs = new Set<string>()
  const bare = new Set<string>()
  const spaced = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    for (const name of node.expression.kind === 'named' ? [] : writtenAs(node.expression)) {
      if (/\S \S/.test(name)) {
        if (!spaced.has(name)) spaced.set(name, node)
      } else {
        bare.add(name)
        if (isOfProgram(name)) programs.add(name)
      }
    }
    if (node.kind !== 'section') return
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  if (programs.size < leastNames || spaced.size >= programs.size) return []
  return [...spaced].map(([path, node]) => ({
    path,
    node,
    message: `"${path}" is read as one name of several words, and the other names of the template have no spaces.`,
    hint:
      ownHint(path, node) ??
      nameAmong(path, node.tag, bare) ??
      (isArgument(node.expression, path)
        ? `Write ${node.tag.includes(`:${path}`) ? node.tag.replace(`:${path}`, () => `:"${path}"`) : `"${path}"`}, in quotation marks, where the words themselves are meant.`
        : node.kind === 'section' && !opensScope(node)
          ? 'Write tests with ==, !=, <, <=, > or >=, joined by and, or, not; a name alone where the value itself is tested.'
          : 'Write the name of a value; what is no name belongs outside of the braces, a remark into {!…}.'),
  }))
}

/** The tag with the one value of the template that is among the words of a name: `{total}` of `{the total amount}`. */
function nameAmong(words: string, tag: string, names: ReadonlySet<string>): string | undefined {
  const all = words.split(' ')
  const dotted = all.join('.').replaceAll(/['’ʼ]s\./g, '.')
  const known = names.has(dotted) ? [dotted] : all.filter((word) => word.length > 2 && names.has(word))
  const [name, ...others] = known
  return name === undefined || others.length > 0 || !tag.includes(words)
    ? undefined
    : `Write ${tag.replace(words, name)} for the value of that name; what is no name belongs outside of the braces.`
}

/** Formatters of what is drawn, which people write before the value. */
const drawings: ReadonlySet<string> = new Set(['image', 'html', 'markdown', 'qr', 'barcode', 'link'])

/** Of a value that is said in words, such as `19% of total`. */
function ownHint<Place>(path: string, { kind, tag }: ValueNode<Place> | SectionNode<Place>): string | undefined {
  if (kind === 'section') {
    const test = conditionRight(tag)
    return test === undefined ? undefined : `Write {${test}}.`
  }
  const inner = tag.replace(/^\{+/, '').replace(/(?<!\})\}+$/, '')
  const here = asWrittenHere(inner)
  if (here !== undefined) return `Write ${here}.`
  const share = shareOf(inner)
  if (share !== inner) return `Write {${share}}.`
  const [, translated] = /^t\s([^"'|]+)$/.exec(path) ?? []
  if (translated !== undefined) return `Write {t "${translated}"}.`
  const [, word = '', value] = /^(\p{L}+)\s([\p{L}_][\p{L}\p{N}_.]*)$/u.exec(path) ?? []
  const drawn = findFormatter(word)?.name ?? familiarFormatter(word) ?? ''
  if (drawings.has(drawn)) return `Write {${value} | ${drawn}}.`
  const right = writtenRight(path)
  // What stands behind the name, such as a formatter, stays.
  if (right !== undefined) return `Write ${tag.includes(path) ? tag.replace(path, () => right) : `{${right}}`}.`
  const [, before = '', last = ''] = /^([\p{L}_][\p{L}\p{N}_.]*)\s(\p{Ll}+)$/u.exec(path) ?? []
  return findFormatter(last) === undefined
    ? undefined
    : `Write {${before} | ${last}} for the formatter, or the name of a value without spaces.`
}

/** What a formatter takes: `our website` of `site | link:our website`. */
const isArgument = (expression: Expression, name: string): boolean =>
  (expression.kind === 'pipe' &&
    expression.args.some((arg) => arg.kind === 'path' && (arg.written ?? arg.segments.join('.')) === name)) ||
  partsOf(expression).some((part) => isArgument(part, name))

/** `client.client.name`, `client.name.name`: one name of a path twice. */
export function doubledName(expression: Expression): Omit<OddStyle<never>, 'node'> | undefined {
  for (const { segments } of pathsOf(expression)) {
    const at = segments.findIndex((name, index) => index > 0 && name === segments[index - 1] && !/^\d+$/.test(name))
    if (at < 0) continue
    const path = segments.join('.')
    return {
      path,
      message: `"${segments[at]}" stands twice in "${path}".`,
      hint: `Write {${segments.toSpliced(at, 1).join('.')}}.`,
    }
  }
  return undefined
}

/**
 * `phone` beside `sender.name`, `sender.city` and `sender.phone`: the object was forgotten, where all other values of the
 * template are read of objects.
 */
export function withoutObjects<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddStyle<Place>[] {
  const whole = new Map<string, Set<string>>()
  const bare = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  let dotted = 0
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    const isTurned = node.kind === 'section' && opensScope(node)
    if (node.expression.kind === 'assign') bare.set('', node)
    for (const name of isTurned ? [] : writtenAs(node.expression)) {
      const last = name.slice(name.lastIndexOf('.') + 1)
      if (last === name) bare.set(name, bare.get(name) ?? node)
      else {
        if (!(whole.get(last)?.has(name) ?? false)) dotted++
        whole.set(last, (whole.get(last) ?? new Set()).add(name))
      }
    }
    // An item has names of its own.
    if (node.kind === 'section' && !isTurned) for (const child of node.children) visit(child)
    if (node.kind === 'section') for (const child of node.otherwise) visit(child)
  }
  for (const node of nodes) visit(node)
  const [[name, node] = [], ...others] = bare
  const paths = [...(whole.get(name ?? '') ?? [])]
  const [path] = paths
  if (name === undefined || node === undefined || path === undefined || others.length > 0 || paths.length > 1) return []
  return dotted < 3
    ? []
    : [
        {
          path: name,
          node,
          message: `"${name}" stands alone, and all other values of the template are read of objects.`,
          hint: `Did you mean "${path}"?`,
        },
      ]
}
