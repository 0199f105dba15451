import type { Finding } from '@chancery/core'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { type Expression, partsOf, type PathExpression } from '../syntax/expression.ts'
import { conflictingUses } from './conflicting-uses.ts'
import { noValues } from './familiar-formatters.ts'
import { foreignTag } from './foreign-tag.ts'
import { namedInVain, namedLater, namedWithin } from './named-values.ts'
import type { OddTag } from './odd-tag.ts'
import { mainPath, pathsOf } from '../data/reads.ts'
import type { Delimiters } from './scan-text.ts'
import {
  countWithin,
  fieldsByObject,
  itemOutside,
  keyOfObject,
  listAsNumber,
  listAsObject,
  listAsText,
  listsOf,
  objectAsList,
  readBySections,
  textAsList,
  writtenPaths,
  outsideByName,
} from './odd-paths.ts'
import {
  isCounterName,
  loneCapitals,
  placeInWords,
  withArgument,
  wordsForArguments,
  wordsForDefaults,
} from './words-for-arguments.ts'
import { nameInQuotes } from './names-in-quotes.ts'
import { nameWithinName, betweenTexts } from './name-within-name.ts'
import { oddKinds } from './kinds-of-paths.ts'
import { oddOperands } from './odd-operands.ts'
import { namesRead, pathsRead } from './names-read.ts'
import { oddConditions, truths } from './odd-conditions.ts'
import {
  formatterAhead,
  isBlank,
  partedName,
  reversedPath,
  sectionsInWords,
  spaceBeforeDot,
  spaceBehindDot,
  withFactor,
  withConjunction,
  withRoot,
} from './odd-names.ts'
import { dayInWords, digitsAsPicture, formatterAsField, placeInTest } from './own-words.ts'
import { singularOf } from './singular.ts'
import { constantTests } from './constant-tests.ts'
import { doubledName, oddStyles, withoutObjects } from './name-style.ts'
import { allPaths, opensScope, readsOutside } from './section-kind.ts'
import type { SectionNode, TemplateNode } from './template-node.ts'
import { oddSteps } from './steps-of-paths.ts'
import { twoAlphabets } from './two-alphabets.ts'

/** `{.name}`: a field of an item, and of nothing else. */
const beginsWithDot = /^\{+\s?\.\p{L}/u

/** What only a loop has: the place of an item. */
const ofLoops: ReadonlySet<string> = new Set(['$index', '$number', '$first', '$last', '$length', '$even', '$odd'])

/** Most findings of these kinds. */
const maxFindings = 200

/** What `oddTags` finds, as findings where the tags stand. */
export const oddTagFindings = <Place>(
  nodes: readonly TemplateNode<Place>[],
  delimiters: Delimiters,
  isEmpty: (section: SectionNode<Place>) => boolean,
  locate: (place: Place, tag: string) => NonNullable<Finding['location']>,
): readonly Finding[] =>
  oddTags(nodes, delimiters, isEmpty)
    .slice(0, maxFindings)
    .map(({ code, message, hint, node, path }) => ({
      code,
      severity: 'warning',
      message,
      hint,
      location: { ...locate(node.place, node.tag), ...(path === undefined ? {} : { path }) },
    }))

/**
 * Tags that are right by the letter: statements of other engines, what only a loop has where there is none, sections with
 * nothing in them, a path that is a text in one place and holds others elsewhere. Linear in the tags.
 */
function oddTags<Place>(
  nodes: readonly TemplateNode<Place>[],
  { open, close }: Delimiters,
  isEmpty: (section: SectionNode<Place>) => boolean,
): readonly OddTag<Place>[] {
  const found: OddTag<Place>[] = []
  const outer = readsOutside(nodes)
  const counts = namesRead(nodes)
  const isReadElsewhere = (name: string): boolean =>
    counts.get(name) !== 1 || outer.has(`${name}.`) || outer.has(`${name}[]`)
  const paths = pathsRead(nodes)
  const fieldsOf = fieldsByObject(paths)
  const written = writtenPaths(nodes)
  const lists = listsOf(nodes, outer, fieldsOf, written)
  const inWords = sectionsInWords(nodes)
  const asTruth = truths(nodes)
  const isReadBySeveral = readBySections(nodes)
  const capitals = loneCapitals(counts)
  const fieldOfList = itemOutside(nodes, outer)
  const hasLists = lists.certain.size + lists.likely.size > 0
  const visit = (
    node: TemplateNode<Place>,
    depth: number,
    items: readonly string[],
    section?: SectionNode<Place>,
  ): void => {
    if (node.kind === 'literal') return
    const item = pathsOf(node.expression).find(
      ({ segments: [first = ''], up, own }) =>
        up === undefined && !own && items.includes(first) && !outer.has(first) && !outer.has(`${first}.`),
    )
    // `{#tasks}{task} by {who}{/tasks}`: a field of the item, which has others too.
    const isField =
      item?.segments.length === 1 &&
      section !== undefined &&
      (readsOthers(section, item) || isReadBySeveral(item.segments[0] ?? ''))
    if (item !== undefined && !isField) {
      const field = item.segments.slice(1).join('.')
      const message = `An item of a loop has no name: "${item.segments[0]}" is looked for in the data.`
      const hint = `Write {${field === '' ? '.' : field}} in the loop, and {../x} for what is around it.`
      found.push({ code: 'foreign_statement', message, hint, node })
    }
    if (node.tag.startsWith(open) && node.tag.endsWith(close)) {
      const fault = foreignTag(node.tag.slice(open.length, -close.length))
      const path = node.tag.slice(open.length, -close.length).trim()
      if (fault !== undefined)
        found.push({
          code: 'foreign_statement',
          message: fault.message,
          hint: path.startsWith('$') && counts.has(path.slice(1)) ? `Write {${path.slice(1)}}.` : (fault.hint ?? ''),
          node,
          path,
        })
    }
    const counted = countWithin(node.expression)
    const oddName =
      inWords.get(node) ??
      partedName(node.tag) ??
      formatterAhead(node.expression, (name) => counts.has(name)) ??
      nameWithinName(
        node.expression,
        (path) => paths.has(path),
        node.kind === 'section' ? node.tag : '',
        node.kind === 'value' ? node.tag : '',
      ) ??
      (node.kind === 'value' ? betweenTexts(node.expression) : undefined) ??
      (depth === 0 ? fieldOfList(node.expression) : outsideByName(node.expression, outer)) ??
      counted ??
      doubledName(node.expression) ??
      formatterAsField(node.expression, (path) => paths.has(path)) ??
      digitsAsPicture(node.expression, node.tag) ??
      spaceBeforeDot(node.tag) ??
      spaceBehindDot(node.expression, (path) => paths.has(path)) ??
      reversedPath(node.expression, (path) => paths.has(path)) ??
      withFactor(node.expression, (path) => paths.has(path)) ??
      withConjunction(node.expression, node.tag, (path) => paths.has(path)) ??
      withRoot(node.expression, node.tag, (path) => paths.has(path), outer) ??
      twoAlphabets(node.expression)
    const oddWord =
      dayInWords(node.expression, node.tag) ?? (depth > 0 ? placeInTest(node, isReadElsewhere) : undefined)
    if (oddWord !== undefined) found.push({ code: 'foreign_statement', ...oddWord, node })
    if (oddName !== undefined) found.push({ code: 'foreign_statement', ...oddName, node })
    if (node.kind === 'value' && isBlank(node.expression)) {
      const message = 'There is no name in the tag, but a line to write on.'
      found.push({ code: 'foreign_statement', message, hint: 'Write the name of a value, or the line alone.', node })
    }
    const outside = allPaths(node.expression).find(
      (path) => needs(path) > depth || (depth === 0 && path.own && beginsWithDot.test(node.tag)),
    )
    if (outside !== undefined) {
      const [message, hint] =
        outside.segments.length === 0
          ? ['This is all of the data, and no text.', 'Write a path, or put the tag into a section over a list.']
          : [
              'The tag reads from a loop, and stands in none, or not so deep in one.',
              'Put it between {#list} and {/list}, or write a path of the data.',
            ]
      found.push({ code: 'outside_loop', message, hint, node })
    }
    if (node.kind === 'value' && isFormatterAlone(node.expression) && !isReadElsewhere(tagName(node.expression))) {
      const message = 'The tag reads a value of that name: a formatter stands behind one.'
      found.push({ code: 'foreign_statement', message, hint: `Write {value | ${tagName(node.expression)}}.`, node })
    }
    const piped = formatterBehindOr(node.expression)
    if (piped !== undefined) {
      const message = `"${piped.name}" is read as a value of the data here; a formatter stands behind a single "|".`
      found.push({
        code: 'foreign_statement',
        message,
        hint: `Write {${piped.value ?? 'value'} | ${piped.name}}.`,
        node,
      })
    }
    const counter = indexVariable(node.expression)
    if (counter !== undefined && !outer.has(`${counter}.`)) {
      const message = `"${counter}" is looked for in the data: no loop counts by that name here.`
      const own = node.tag.replaceAll(new RegExp(String.raw`\[\s*${counter}\s*\]`, 'g'), '[$index]')
      const hint = `Write {#each list}…{/each} and the fields of an item inside, or ${own === node.tag ? '[$index] for its place' : own}.`
      found.push({ code: 'foreign_statement', message, hint, node })
    }
    const quoted = node.kind === 'value' ? nameInQuotes(node.expression, (path) => paths.has(path)) : undefined
    if (quoted !== undefined) {
      const message = 'The tag writes the text in its quotation marks, and no value.'
      const behind = node.expression.kind === 'literal' ? '' : unquotedIn(node.tag, quoted)
      const hint = `Write ${behind === '' ? `{${quoted}}` : behind}, without quotation marks around it.`
      found.push({ code: 'constant_text', message, hint, node })
    }
    if (node.kind === 'value' && isPosition(node.expression)) {
      const message = 'The tag writes its own number, and no value.'
      found.push({ code: 'constant_text', message, hint: 'Write the name of a value; of a list {names[0]}.', node })
    }
    for (const { field, formatter } of unquotedFields(node.expression)) {
      const message = `"${field}" is looked for in the data: a text without quotation marks is a path.`
      const whole = node.tag.replace(`:${field}`, () => `:"${field}"`)
      const own = whole === node.tag ? `| ${formatter}:"${field}"` : whole
      const hint = `Write ${own}, where it is the name of a field of the items.`
      found.push({ code: 'foreign_statement', message, hint, node })
    }
    for (const word of wordsForArguments(node.expression)) {
      const { name } = word
      const message = `"${name}" is looked for in the data: numbers are written in digits, texts in quotation marks.`
      const hint = `Write ${withArgument(node.tag, word)}.`
      found.push({ code: 'foreign_statement', message, hint, node, path: name })
    }
    for (const name of wordsForDefaults(node.expression, (each) => capitals.has(each))) {
      const message = `"${name}" is looked for in the data: a text without quotation marks is a path.`
      const hint = `Write ${withArgument(node.tag, { name, instead: `"${name}"` })}, where the word itself is meant.`
      found.push({ code: 'foreign_statement', message, hint, node, path: name })
    }
    const placeName = placeInWords(node.expression)
    if (placeName !== undefined && !outer.has(`${placeName.word}.`)) {
      const message = `"${placeName.word}" is looked for in the data: an item is named by its number, from 0.`
      const hint = `Write ${node.tag.replace(`[${placeName.word}]`, `[${placeName.place}]`)}.`
      found.push({ code: 'foreign_statement', message, hint, node, path: placeName.word })
    }
    if (node.kind === 'value' && isCounterName(node.expression) && (depth > 0 || hasLists)) {
      const name = tagName(node.expression)
      const message = `"${name}" is looked for in the data: a loop counts its turns by names of its own.`
      const hint = `Write {$number} for the place in the list, from 1, between {#each list} and {/each}, or give "${name}" in the data.`
      found.push({ code: 'foreign_statement', message, hint, node, path: name })
    }
    for (const odd of oddConditions(node, isReadElsewhere, (path) => asTruth.has(path)))
      found.push({ code: 'foreign_statement', ...odd, node })
    for (const odd of oddOperands(node.expression, node.tag, isReadElsewhere))
      found.push({ code: 'foreign_statement', ...odd, node })
    const asObject =
      (node.kind === 'section' ? (objectAsList(node, fieldsOf) ?? textAsList(node, written)) : undefined) ??
      (counted === undefined ? listAsObject(node.expression, lists) : undefined) ??
      listAsNumber(node.expression, lists) ??
      (node.kind === 'value' ? listAsText(node.expression, lists) : undefined)
    if (asObject !== undefined) found.push({ code: 'conflicting_use', ...asObject, node })
    const known = keyOfObject(node.expression, counts, outer)
    if (known !== undefined) {
      const message = `This reads two values, and "${known}" is a path of the template.`
      found.push({ code: 'foreign_statement', message, hint: `Write {${known}}.`, node })
    }
    if (node.kind === 'value' && section !== undefined && isOtherwise(node.expression)) {
      const message = 'The tag writes a value of that name, and is no other side of the section around it.'
      found.push({ code: 'foreign_statement', message, hint: 'Write {else}, in small letters.', node })
    }
    if (node.kind !== 'section') return
    if (isEmpty(node)) {
      const hint = 'Put what it shows between its two tags, or remove them.'
      found.push({ code: 'empty_section', message: `There is nothing in the section ${node.tag}.`, hint, node })
    }
    if (isNegatedTwice(node, open)) {
      const message = 'The section is negated twice, by "^" and by "unless": it is shown where there is a value.'
      found.push({ code: 'foreign_statement', message, hint: 'Write {#unless x}, or {#if x}.', node })
    }
    const test = node.expression.kind === 'named' ? node.expression.otherwise : node.expression
    if (node.mode === 'if' && test.kind === 'not' && /^\s?#\s?unless\b/.test(node.tag.slice(open.length))) {
      const message = 'The section is negated twice, by "unless" and by "not": it is shown where there is a value.'
      const whole = node.tag.replace(/unless\s+(?:not\s+|!\s*)/, 'if ')
      found.push({ code: 'foreign_statement', message, hint: `Write ${whole}, or leave out the "not".`, node })
    }
    const inner = sectionOfItself(node)
    if (inner !== undefined) {
      const message = 'The section stands in another over the same path, and is looked for in each of its items.'
      found.push({ code: 'foreign_statement', message, hint: 'Leave one of the two out.', node: inner })
    }
    const isLoop = opensScope(node)
    const listed = mainPath(node.expression)?.segments.at(-1) ?? ''
    // A list that is said to be one has no fields of its own.
    const asItem = node.mode === 'each' && listed !== '' ? [listed] : []
    const own = isLoop ? [...items, ...singularOf(listed), ...asItem] : items
    for (const child of node.children) visit(child, isLoop ? depth + 1 : depth, own, node)
    for (const child of node.otherwise) visit(child, depth, items, node)
  }
  for (const node of nodes) visit(node, 0, [])
  const told = new Set(found.map(({ node }) => node))
  const conflicts = conflictingUses(nodes)
  const toldOnce = new Set([...told, ...conflicts.map(({ node }) => node)])
  const kinds = oddKinds(nodes, outer).filter(({ node }) => !toldOnce.has(node))
  const byAll = [...constantTests(nodes), ...oddStyles(nodes), ...withoutObjects(nodes), ...oddSteps(nodes)]
  return [
    ...found,
    ...byAll.flatMap((each) => (told.has(each.node) ? [] : [{ code: 'foreign_statement' as const, ...each }])),
    ...namedLater(nodes),
    ...namedWithin(nodes, counts),
    ...namedInVain(nodes),
    ...conflicts,
    ...kinds,
  ]
}

/** Whether a section writes a field of its items besides this one. */
const readsOthers = <Place>({ children }: SectionNode<Place>, { segments }: PathExpression): boolean =>
  children.some(
    ({ kind, ...node }) =>
      kind === 'value' &&
      'expression' in node &&
      pathsOf(node.expression).some(
        (path) =>
          path.up === undefined &&
          path.segments.length > 0 &&
          path.segments[0] !== segments[0] &&
          !path.segments[0]?.startsWith('$'),
      ),
  )

/** `{^unless paid}`. */
const isNegatedTwice = <Place>({ tag, mode }: SectionNode<Place>, open: string): boolean =>
  mode === 'if' && /^\s?\^\s?unless\b/.test(tag.slice(open.length))

/** `{#heirs}{#heirs}…{/heirs}{/heirs}`, with nothing besides: a tree has something at each of its levels. */
function sectionOfItself<Place>({ expression, children }: SectionNode<Place>): SectionNode<Place> | undefined {
  const [inner, ...others] = children.filter((child) => child.kind !== 'literal')
  if (inner?.kind !== 'section' || others.length > 0) return undefined
  const [outerPath, innerPath] = [expression, inner.expression].map((each) =>
    each.kind === 'path' && each.up === undefined && !each.own ? each.segments.join('.') : undefined,
  )
  return outerPath !== undefined && outerPath !== '' && outerPath === innerPath ? inner : undefined
}

/** A tag without the quotation marks of a name in it. */
const unquotedIn = (tag: string, name: string): string => {
  const at = tag.indexOf(name)
  return at < 1 ? '' : tag.slice(0, at - 1) + name + tag.slice(at + name.length + 1)
}

/** `{0}` and `{1}`, as other programs number what is put in; `{12.03.2026}`. */
const isPosition = (expression: Expression): boolean =>
  (expression.kind === 'literal' && typeof expression.value === 'number' && Number.isInteger(expression.value)) ||
  (expression.kind === 'path' && expression.segments.length > 0 && /^[\d. ]+$/.test(expression.segments.join('.')))

/** Names by which data says which field is meant. */
const namesAField = /(?:field|column|key|by|order|criterion|property)$/i

/** `price` of `items | sum:price`, which was meant as a field of the items. */
function unquotedFields(expression: Expression): readonly { readonly field: string; readonly formatter: string }[] {
  const inner = partsOf(expression).flatMap(unquotedFields)
  if (expression.kind !== 'pipe') return inner
  const formatter = findFormatter(expression.formatter.name)
  const [argument] = expression.args
  if (formatter === undefined || !namesField(formatter) || argument?.kind !== 'path' || argument.up !== undefined)
    return inner
  const field = argument.segments.join('.')
  return field === '' || namesAField.test(field) ? inner : [...inner, { field, formatter: formatter.name }]
}

/** `{ELSE}`, `{otherwise}`. */
const isOtherwise = (expression: Expression): boolean =>
  expression.kind === 'path' &&
  expression.segments.length === 1 &&
  /^(?:else|esle|eles|elese|ellse|els|otherwise|sonst|ansonsten|andernfalls|sinon|autrement|altrimenti|senão|anders)$/i.test(
    expression.segments[0] ?? '',
  )

const tagName = (expression: Expression): string => (expression.kind === 'path' ? expression.segments.join('.') : '')

/** `{upper}`. */
const isFormatterAlone = (expression: Expression): boolean => noValues.has(tagName(expression))

/** `upper` of `{name || upper}`, `{name / upper}`: the name of a formatter where another value should stand. */
function formatterBehindOr(expression: Expression): { readonly name: string; readonly value?: string } | undefined {
  if (expression.kind !== 'binary')
    return partsOf(expression)
      .map(formatterBehindOr)
      .find((each) => each !== undefined)
  const { operator, left, right } = expression
  const [name, ...others] = right.kind === 'path' && right.up === undefined && !right.own ? right.segments : []
  if (operator !== 'and' && name !== undefined && others.length === 0 && noValues.has(name))
    return left.kind === 'path' && left.up === undefined && !left.own
      ? { name, value: left.segments.join('.') }
      : { name }
  return formatterBehindOr(left) ?? formatterBehindOr(right)
}

/** `i` of `{items[i].name}` and `{items[i+1].name}`, as programs count. */
function indexVariable(expression: Expression): string | undefined {
  if (expression.kind !== 'item')
    return partsOf(expression)
      .map(indexVariable)
      .find((name) => name !== undefined)
  const key = expression.key.kind === 'binary' ? expression.key.left : expression.key
  const [name, ...others] = key.kind === 'path' ? key.segments : []
  return others.length === 0 && name !== undefined && /^[ijkn]$/.test(name) ? name : indexVariable(expression.of)
}

/** In how many sections over lists a path must stand. */
function needs({ segments, own, up }: PathExpression): number {
  if (up !== undefined) return up === Infinity ? 0 : up
  return (own && segments.length === 0) || (segments.length === 1 && ofLoops.has(segments[0] ?? '')) ? 1 : 0
}
