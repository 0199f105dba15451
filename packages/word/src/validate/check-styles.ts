import { type Finding, suggest } from '@chancery/core'
import { type Expression, findFormatter, partsOf } from '@chancery/tags'
import type { WordPackage } from '../package/open-package.ts'
import { PackageAdditions } from '../package/package-additions.ts'
import { isUnknownStyle } from '../rich/styled-run.ts'
import { TemplateStyles } from '../rich/template-styles.ts'
import { locate } from '../template/locate.ts'
import type { WordTemplate } from '../template/word-template.ts'

interface NamedStyle {
  readonly type: 'character' | 'table'
  readonly name: string
}

/** Styles that tags name in quotation marks, and that the template does not have. */
export function checkStyles(file: WordPackage, { tags }: WordTemplate): readonly Finding[] {
  const used = tags.flatMap(({ parsed, place, tag }) =>
    'expression' in parsed && !place.paragraph.isFallback
      ? namedStyles(parsed.expression).map((style) => ({ ...style, place, tag }))
      : [],
  )
  if (used.length === 0) return []
  const styles = new TemplateStyles(new PackageAdditions(file))
  return used.flatMap(({ type, name, place, tag }): readonly Finding[] => {
    const isKnown =
      type === 'table'
        ? name === 'header' || styles.find('table', name) !== undefined
        : !isUnknownStyle({ style: name }, styles)
    if (isKnown) return []
    const near = suggest(name, [...styles.namesOf(type), ...(type === 'character' ? words : ['header'])])
    return [
      {
        code: 'unknown_style',
        severity: 'warning',
        message: `The template has no ${type} style "${name}"; what the tag writes stays as it is.`,
        hint:
          near === undefined ? 'Write the name of a style as Word shows it, or make one.' : `Did you mean "${near}"?`,
        location: locate(place, tag),
      },
    ]
  })
}

const words = ['bold', 'italic', 'underline', 'strike']

function namedStyles(expression: Expression): readonly NamedStyle[] {
  const inner = partsOf(expression).flatMap(namedStyles)
  if (expression.kind !== 'pipe') return inner
  const formatter = findFormatter(expression.formatter.name)?.name
  const type = formatter === 'table' ? 'table' : formatter === 'textStyle' ? 'character' : undefined
  if (type === undefined) return inner
  const names = expression.args.flatMap((argument) =>
    argument.kind === 'literal' && argument.value !== null && argument.value !== '' ? [String(argument.value)] : [],
  )
  return [...inner, ...names.map((name) => ({ type, name }) as const)]
}
