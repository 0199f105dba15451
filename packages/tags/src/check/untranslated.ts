import type { Finding, Translations } from '@chancery/core'
import { type Locate, maxFindings } from './data-findings.ts'
import { type Expression, partsOf } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { languageOf, plainTag, translate } from '../formatters/translate.ts'
import type { SectionNode, TemplateNode, ValueNode } from '../template/template-node.ts'

/**
 * What the locale of the call lacks, and what any other locale of the dictionaries lacks that one of them has, as findings:
 * a text that none has is told of the locale of the call alone. The work grows with the template and the texts of the
 * dictionaries, not with locales times tags.
 */
export function translationFindings<Place>(
  nodes: readonly TemplateNode<Place>[],
  translations: Translations,
  locale: string,
  locate: Locate<Place>,
): readonly Finding[] {
  const tags = translatedTexts(nodes)
  const byLanguage = textsByLanguage(translations)
  const known = new Set([...byLanguage.values()].flatMap((texts) => [...texts]))
  const ofOthers = new Map([...tags].filter(([key]) => known.has(key)))
  const lacking = new Map<string, readonly (readonly [string, ValueNode<Place> | SectionNode<Place>])[]>()
  const found: Finding[] = []
  const tell = (wanted: string, key: string, { place, tag }: ValueNode<Place> | SectionNode<Place>): void => {
    if (found.length < maxFindings)
      found.push({
        code: 'missing_translation',
        severity: 'warning',
        message: `The translations have no text for "${key}" in ${wanted}; it stays as it is.`,
        hint: `Add it: {"${wanted}": {"${key}": "…"}}.`,
        location: locate(place, tag),
      })
  }
  for (const [key, node] of lackedBy(byLanguage.get(languageOf(locale)), tags)) tell(locale, key, node)
  for (const wanted of Object.keys(translations)) {
    if (plainTag(wanted) === plainTag(locale)) continue
    if (found.length >= maxFindings) break
    const language = languageOf(wanted)
    const lacked = lacking.get(language) ?? lackedBy(byLanguage.get(language), ofOthers)
    lacking.set(language, lacked)
    for (const [key, node] of lacked) tell(wanted, key, node)
  }
  return found
}

const lackedBy = <Node>(texts: ReadonlySet<string> | undefined, asked: ReadonlyMap<string, Node>) =>
  [...asked].filter(([key]) => texts?.has(key) !== true)

/** The fixed texts that a template translates and writes out, each with its first tag. */
function translatedTexts<Place>(
  nodes: readonly TemplateNode<Place>[],
): ReadonlyMap<string, ValueNode<Place> | SectionNode<Place>> {
  const found = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    for (const key of keysOf(node.expression)) if (!found.has(key)) found.set(key, node)
    if (node.kind !== 'section') return
    for (const child of node.children) visit(child)
    for (const child of node.otherwise) visit(child)
  }
  for (const node of nodes) visit(node)
  return found
}

/** What the dictionaries of a language have, of all its regions: one stands in for another. */
function textsByLanguage(translations: Translations): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [tag, texts] of Object.entries(translations)) {
    const language = languageOf(tag)
    const ofLanguage = found.get(language) ?? new Set()
    found.set(language, ofLanguage)
    for (const key of Object.keys(texts)) ofLanguage.add(key)
  }
  return found
}

function keysOf(expression: Expression): readonly string[] {
  const inner = partsOf(expression).flatMap(keysOf)
  const isFixed =
    expression.kind === 'pipe' &&
    findFormatter(expression.formatter.name) === translate &&
    expression.input.kind === 'literal'
  return isFixed ? [...inner, String(expression.input.value)] : inner
}
