import type { Finding, Translations } from '@chancery/core'
import { type Locate, maxFindings } from './data-findings.ts'
import { type Expression, partsOf } from './expression.ts'
import { findFormatter } from './formatters/registry.ts'
import { translate, translationOf } from './formatters/translate.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** The texts that a template translates and writes out, which the dictionaries of a locale lack, each with its first tag. */
export function untranslated<Place>(
  nodes: readonly TemplateNode<Place>[],
  translations: Translations,
  locale: string,
): readonly { readonly key: string; readonly node: ValueNode<Place> | SectionNode<Place> }[] {
  const found = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    for (const key of keysOf(node.expression))
      if (!found.has(key) && translationOf(key, translations, locale) === undefined) found.set(key, node)
    if (node.kind !== 'section') return
    for (const child of node.children) visit(child)
    for (const child of node.otherwise) visit(child)
  }
  for (const node of nodes) visit(node)
  return Array.from(found, ([key, node]) => ({ key, node }))
}

/**
 * What the locale of the call lacks, and what any other locale of the dictionaries lacks that one of them has, as findings:
 * a text that none has is told of the locale of the call alone.
 */
export function translationFindings<Place>(
  nodes: readonly TemplateNode<Place>[],
  translations: Translations,
  locale: string,
  locate: Locate<Place>,
): readonly Finding[] {
  const locales = [locale, ...Object.keys(translations).filter((tag) => !isSameLocale(tag, locale))]
  const isKnown = (key: string): boolean => Object.values(translations).some((texts) => Object.hasOwn(texts, key))
  return locales
    .flatMap((wanted) =>
      untranslated(nodes, translations, wanted)
        .filter(({ key }) => wanted === locale || isKnown(key))
        .map((found) => ({ ...found, wanted })),
    )
    .slice(0, maxFindings)
    .map(({ key, node, wanted }) => ({
      code: 'missing_translation',
      severity: 'warning',
      message: `The translations have no text for "${key}" in ${wanted}; it stays as it is.`,
      hint: `Add it: {"${wanted}": {"${key}": "…"}}.`,
      location: locate(node.place, node.tag),
    }))
}

const isSameLocale = (a: string, b: string): boolean =>
  a.toLowerCase().replaceAll('_', '-') === b.toLowerCase().replaceAll('_', '-')

function keysOf(expression: Expression): readonly string[] {
  const inner = partsOf(expression).flatMap(keysOf)
  const isFixed =
    expression.kind === 'pipe' &&
    findFormatter(expression.formatter.name) === translate &&
    expression.input.kind === 'literal'
  return isFixed ? [...inner, String(expression.input.value)] : inner
}
