import type { FillRequest, Finding, JsonObject, Location } from '@chancery/core'
import { checkData, type DataReport } from '../fill/check-data.ts'
import { stoppingFaults } from '../fill/fill-template.ts'
import type { FormatContext } from '../formatters/formatter.ts'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import type { Expression } from '../syntax/expression.ts'
import { formattersOf, pathsOf } from '../data/reads.ts'
import type { TextAround } from '../fill/odd-text.ts'
import type { SectionNode, TemplateNode, ValueNode } from '../template/template-node.ts'

/** How a kind of template tells where a tag stands. */
export type Locate<Place> = (place: Place, tag?: string) => Location

/** Most findings of one kind of check. */
export const maxFindings = 500

/** So many of the findings, in their order: whoever is told some of them must not take a template with errors for one without. */
export function gravest<Found extends Pick<Finding, 'severity'>>(
  findings: readonly Found[],
  most = maxFindings,
): readonly Found[] {
  if (findings.length <= most) return findings
  const errors = findings.filter(({ severity }) => severity === 'error').slice(0, most)
  const chosen = new Set([
    ...errors,
    ...findings.filter(({ severity }) => severity !== 'error').slice(0, most - errors.length),
  ])
  return findings.filter((finding) => chosen.has(finding))
}

/**
 * Paths that the template itself wants two kinds of: with data that suits every tag, none would be of a wrong kind.
 * @param sample of the template, as `sampleData` makes it
 * @param told paths of which it is said already
 * @param around the text that a tag stands in, with which is compared what formatters write
 */
export function conflictFindings<Place>(
  nodes: readonly TemplateNode<Place>[],
  sample: JsonObject,
  format: FormatContext & Pick<FillRequest, 'rawXml'>,
  locate: Locate<Place>,
  told: ReadonlySet<string | undefined> = new Set(),
  around?: (place: Place) => TextAround | undefined,
): readonly Finding[] {
  let uses: Uses<Place> | undefined
  const { faults } = checkData(nodes, sample, format, { rich: true, ...(around === undefined ? {} : { around }) })
  const refused = new Set(faults.map(({ path }) => path))
  return faults.flatMap(({ code, path, node, message, hint }): readonly Finding[] => {
    if (code === 'doubled_text' || code === 'glued_text')
      return [
        { code, severity: 'warning', message, hint: hint ?? '', location: { ...locate(node.place, node.tag), path } },
      ]
    if (code !== 'wrong_kind' || told.has(path)) return []
    const unnamed = withoutField(node.expression, sample)
    if (unnamed !== undefined)
      return [
        {
          code: 'conflicting_use',
          severity: 'warning',
          ...unnamed,
          location: { ...locate(node.place, node.tag), path },
        },
      ]
    uses ??= usesOf(nodes)
    const at = rarerUse(uses, path, node)
    // Of a calculation the other side is told, where that is used otherwise.
    const isBeside = pathsOf(at.expression).some(({ segments }) => {
      const other = segments.join('.')
      return other !== path && refused.has(other)
    })
    if (path !== '' && isBeside && otherUse(uses, path, at) === undefined) return []
    return [
      {
        code: 'conflicting_use',
        severity: 'warning',
        // What is written out has no name.
        ...(path === ''
          ? { message, hint: hint ?? 'Write the name of a value in its place.' }
          : twoKinds(path, at.tag, otherUse(uses, path, at)?.tag)),
        location: { ...locate(at.place, at.tag), path },
      },
    ]
  })
}

/** `{items | sum}` of items that have fields: one of them is to be named. */
function withoutField(
  expression: Expression,
  sample: JsonObject,
): { readonly message: string; readonly hint: string } | undefined {
  if (expression.kind === 'assign') return withoutField(expression.value, sample)
  if (expression.kind !== 'pipe' || expression.input.kind !== 'path') return undefined
  const formatter = findFormatter(expression.formatter.name)
  const [list = '', ...inner] = expression.input.segments
  const items = Object.hasOwn(sample, list) && inner.length === 0 ? sample[list] : undefined
  const [item] = Array.isArray(items) ? items : []
  if (formatter !== undefined && asTexts.has(formatter.name) && typeof item === 'object' && item !== null)
    return withoutTexts(list, formatter.name, item)
  if (expression.args.length > 0) return undefined
  if (formatter === undefined || !namesField(formatter) || typeof item !== 'object' || item === null) return undefined
  const names = Object.keys(item)
  const field = names.find((name) => typeof Reflect.get(item, name) === 'number') ?? names[0]
  return field === undefined
    ? undefined
    : {
        message: `The items of "${list}" have fields, and "${formatter.name}" is told none of them.`,
        hint: `Write {${list} | ${formatter.name}:"${field}"}, with the field that is meant.`,
      }
}

/** Formatters that write the items themselves. */
const asTexts: ReadonlySet<string> = new Set(['join', 'list'])

/** `{rooms | join:", "}` of items that have fields: one of them is to be taken first. */
function withoutTexts(
  list: string,
  formatter: string,
  item: object,
): { readonly message: string; readonly hint: string } {
  const field = Object.keys(item)[0] ?? 'name'
  return {
    message: `The items of "${list}" have fields, and "${formatter}" writes texts.`,
    hint: `Write {${list} | map:"${field}" | ${formatter}}, with the field that is meant.`,
  }
}

/** By path, and by the way in which they use it, the tags of a template in their order. */
type Uses<Place> = ReadonlyMap<string, ReadonlyMap<string, readonly (ValueNode<Place> | SectionNode<Place>)[]>>

function usesOf<Place>(nodes: readonly TemplateNode<Place>[]): Uses<Place> {
  const uses = new Map<string, Map<string, (ValueNode<Place> | SectionNode<Place>)[]>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    const way = [node.kind, node.expression.kind, ...formattersOf(node.expression)].join(' ')
    for (const { segments } of pathsOf(node.expression)) {
      const path = segments.join('.')
      const ways = uses.get(path) ?? new Map<string, (ValueNode<Place> | SectionNode<Place>)[]>()
      const same = ways.get(way)
      if (same === undefined) ways.set(way, [node])
      else same.push(node)
      uses.set(path, ways)
    }
    if (node.kind === 'section') for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return uses
}

/** Of the tags that use a path in one of two ways, the first of the way that fewer have: the slip. */
function rarerUse<Place>(
  uses: Uses<Place>,
  path: string,
  refused: ValueNode<Place> | SectionNode<Place>,
): ValueNode<Place> | SectionNode<Place> {
  const ways = [...(uses.get(path)?.values() ?? [])]
  const own = ways.find((each) => each.includes(refused))
  const [rarest] = ways.toSorted((one, other) => one.length - other.length)
  if (own === undefined || rarest === undefined) return refused
  if (rarest.length < own.length) return rarest[0] ?? refused
  // Of two that stand there as often, the later one is the slip.
  return own.length > 1 || ways.length < 2 ? refused : (ways.at(-1)?.[0] ?? refused)
}

/** The first tag that uses a path in another way than this one. */
const otherUse = <Place>(uses: Uses<Place>, path: string, tag: ValueNode<Place> | SectionNode<Place>) =>
  [...(uses.get(path)?.values() ?? [])].find((same) => !same.includes(tag))?.[0]

/** What to write instead of a calculation with a date or a list. */
function calculatedHint(path: string, tag: string, other: string): string | undefined {
  if (!/\s[-+*/]\s/.test(tag)) return undefined
  if (/\|\s*(?:date|datetime|time|age|year)\b/.test(other))
    return `Nothing is calculated with dates: write {${path} | duration:other} for the span until another date, and {${path} | addDays:14} for a later one.`
  return /^\{+\s?[#^]|\|\s*(?:sum|avg|count|join|map)\b/.test(other)
    ? `A list is no number: write {${path} | count} for how many it has, or {${path} | sum:"…"} with the name of a field.`
    : undefined
}

/** `{items[1]}`, an item that has fields. */
const itemHint = (path: string, tag: string): string | undefined =>
  /\.-?\d+$/.test(path) && /\]\s?\}+$/.test(tag)
    ? `Write the name of a field of the item behind it: ${tag.replace(/\s?\}+$/, (close) => `.name${close}`)}.`
    : undefined

const isSection = (tag: string): boolean => /^\{+\s?[#^]/.test(tag) || !tag.startsWith('{')

const twoKinds = (path: string, tag: string, other = 'the other tags') => ({
  message: `The template uses "${path}" in two ways that no value fits, such as a list and a text.`,
  hint:
    itemHint(path, tag) ??
    calculatedHint(path, tag, other) ??
    (isSection(other) || isSection(tag)
      ? `Write ${tag} as ${other} has it, or give one of the two another name.`
      : `Write ${other} in the place of ${tag}, or give one of the two another name.`),
})

/** What the data lacks, has of the wrong kind, spells otherwise, or has in vain. */
export function dataFindings<Place>(report: DataReport<Place>, locate: Locate<Place>): readonly Finding[] {
  const stopping = new Set(stoppingFaults(report, { missing: 'error' }))
  const wrong = report.faults.map((fault): Finding => {
    const { code, path, message, hint, node } = fault
    return {
      code,
      // A tag that says what stands for it where it is missing stops no fill.
      severity: stopping.has(fault) ? 'error' : fault.isHarmless === true ? 'warning' : 'info',
      message,
      ...(hint === undefined ? {} : { hint }),
      location: { ...locate(node.place, node.tag), ...(path === '' ? {} : { path }) },
    }
  })
  const misspelt = report.doubts.slice(0, maxFindings).map(({ path, suggestion, node }): Finding => ({
    code: 'similar_name',
    severity: 'warning',
    message: `The data has no "${path}", and the tag does without.`,
    hint: `Did you mean "${suggestion}"?`,
    location: { ...locate(node.place, node.tag), path },
  }))
  const idle = report.unused.slice(0, maxFindings).map((path): Finding => ({
    code: 'unused_data',
    severity: 'warning',
    message: `No tag reads "${path}" of the data.`,
    location: { path },
  }))
  return [...gravest(wrong), ...misspelt, ...idle]
}
