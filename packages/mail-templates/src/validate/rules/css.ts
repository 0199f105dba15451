import { suggest } from '@chancery/core'
import { colorOf } from '@chancery/tags'
import { cssProperties } from '../page/css-properties-data.ts'
import type { Declaration, StyleSheet } from '../page/read-css.ts'
import { htmlRule } from '../rule.ts'

/** Properties whose value is a length, or several. */
const lengths =
  /^(?:(?:min-|max-)?(?:width|height)|(?:padding|margin)(?:-(?:top|right|bottom|left))?|font-size|letter-spacing|word-spacing|text-indent|border(?:-(?:top|right|bottom|left))?-width|border-radius|border-spacing|top|right|bottom|left|gap)$/
const colors =
  /^(?:color|background-color|border(?:-(?:top|right|bottom|left))?-color|outline-color|text-decoration-color)$/

/** Outlook's own, and what old programs were told. */
const isKnown = (name: string): boolean => {
  const bare = name.replace(/^[*_]/, '').replace(/^-(?:webkit|moz|ms|o|khtml|epub|apple)-/, '')
  return (
    name.startsWith('--') ||
    name.startsWith('-') ||
    /^(?:mso-|panose|behavior|layout-|text-autosize|yahoo)/.test(bare) ||
    cssProperties.has(bare)
  )
}

/** Keywords of colours that are in no list of ours. */
const colorWords = /^(?:transparent|currentcolor|inherit|initial|unset|revert|[a-z]{3,20})$/i

const units = 'px|pt|em|rem|ex|ch|cm|mm|in|pc|vw|vh|%'
const spacedUnit = new RegExp(`(?:^|\\s)(?:\\d+(?:\\.\\d+)?|\\.\\d+)\\s+(?:${units})(?![\\w-])`, 'i')

/** Characters of a value that are looked at. */
const maxValue = 2000

/** Slips in style sheets and `style` attributes, which cost a declaration or all that follows. */
export const css = htmlRule(({ sheets, inline, parsed, looks }, tell) => {
  const [first] = sheets
  if (looks === undefined && first !== undefined)
    tell('too_many_styles', { start: first.start, end: first.start + first.text.length })
  const suggestions = { left: 100 }
  const checkDeclaration = (declaration: Declaration): void => {
    const { name } = declaration
    const value = declaration.value.slice(0, maxValue)
    const plain = value.replace(/url\([^)]*\)?|"[^"]*"?|'[^']*'?/gi, ' ').replace(/!\s*important/i, '')
    if (/\bexpression\s*\(|javascript\s*:|vbscript\s*:/i.test(value) || /^(?:behavior|-moz-binding)$/.test(name)) {
      tell('code_in_style', declaration)
      return
    }
    if (value === '') {
      tell('empty_css_value', declaration)
      return
    }
    const next = /[\w%)"']\s+(?!progid)([a-z-]{3,})\s*:(?!\/)/i.exec(value.replace(/url\([^)]*\)?/gi, ' '))
    if (
      next !== null &&
      isKnown(next[1]?.toLowerCase() ?? '') &&
      !name.startsWith('filter') &&
      !name.endsWith('-filter')
    ) {
      tell('missing_css_semicolon', declaration)
      return
    }
    if (!isKnown(name)) {
      suggestions.left -= 1
      const near = suggestions.left > 0 ? suggest(name, cssProperties) : undefined
      tell('unknown_css_property', declaration, {
        message: `There is no property "${name.slice(0, 60)}".`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      })
      return
    }
    if (spacedUnit.test(plain) && !/^(?:font|content)$/.test(name)) tell('space_before_css_unit', declaration)
    else if (
      lengths.test(name) &&
      plain.split(/[\s/]+/).some((word) => /^[+-]?(?:\d*\.)?\d+$/.test(word) && Number(word) !== 0)
    )
      tell('missing_css_unit', declaration)
    if (colors.test(name) || name === 'background') {
      const words = plain.trim().split(/\s+(?![^(]*\))/)
      const isWrong = words.some((word) =>
        word.startsWith('#')
          ? !/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(word)
          : name !== 'background' && !colorWords.test(word) && !word.includes('(') && colorOf(word) === undefined,
      )
      if (isWrong) tell('invalid_css_color', declaration, { message: `"${value.slice(0, 60)}" is no colour.` })
    }
  }
  const check = ({ rules, faults }: StyleSheet): void => {
    for (const { code, start, end } of faults) if (!isTag(start, end)) tell(code, { start, end })
    for (const { declarations } of rules) declarations.forEach(checkDeclaration)
  }
  // What a tag of the template chooses, such as a whole declaration, is not known.
  const isTag = (start: number, end: number): boolean =>
    parsed.tags.length > 0 && /\{\{/.test(parsed.field.source.slice(start, end))
  for (const sheet of sheets) check(sheet)
  for (const sheet of inline.values()) check(sheet)
})
