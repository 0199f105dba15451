import { suggest } from '@chancery/core'
import { colorOf } from '@chancery/tags'
import { colorNames, officeProperties } from '../../page/css-keywords-data.ts'
import { cssProperties } from '../../page/css-properties-data.ts'
import { byDeclaration } from '../../page/by-declaration.ts'
import { cssWords } from '../../page/css-words.ts'
import type { Declaration, StyleSheet } from '../../page/read-css.ts'
import type { AdviceCode } from '../advice.ts'
import { holdsTag, htmlRule, type Words } from '../rule.ts'
import { valueSlip } from './css-values.ts'

/** Properties whose value is a length, or several. */
const lengths =
  /^(?:(?:min-|max-)?(?:width|height)|(?:padding|margin)(?:-(?:top|right|bottom|left))?|font-size|letter-spacing|word-spacing|text-indent|(?:border|outline)(?:-(?:top|right|bottom|left))?(?:-width)?|border-radius|border-spacing|top|right|bottom|left|gap)$/
const colors =
  /^(?:color|background-color|border(?:-(?:top|right|bottom|left))?-color|outline-color|text-decoration-color)$/

/** Outlook's own as far as no slip is likely, and what old programs were told. */
const isKnown = (name: string): boolean => {
  if (name.startsWith('mso-') && !officeProperties.has(name)) return suggest(name, officeProperties) === undefined
  const bare = name.replace(/^[*_]/, '').replace(/^-(?:webkit|moz|ms|o|khtml|epub|apple)-/, '')
  return (
    name.startsWith('--') ||
    name.startsWith('-') ||
    /^(?:mso-|panose|behavior|layout-|text-autosize|yahoo)/.test(bare) ||
    cssProperties.has(bare)
  )
}

/** A colour by its name, or what stands for one; of a tag of the template the letters of its mask. */
const isColorWord = (word: string): boolean =>
  colorNames.has(word.toLowerCase()) || /^(?:inherit|initial|unset|revert)$|^[^a-z\d]|x{3}/i.test(word)

const units = 'px|pt|em|rem|ex|ch|cm|mm|in|pc|vw|vh|%'
const spacedUnit = new RegExp(`(?:^|\\s)(?:\\d+(?:\\.\\d+)?|\\.\\d+)\\s+(?:${units})(?![\\w-])`, 'i')

const known = new RegExp(
  `^(?:${units}|q|rem|rex|rch|ric|ic|cap|lh|rlh|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|fr|deg|turn|m?s)$`,
  'i',
)

/** A unit of a length that there is not: `16xp`. */
const oddUnit = (value: string): string | undefined =>
  value
    .split(/[\s/,()]+/)
    .map((word) => /^[+-]?(?:\d*\.)?\d+([a-z]{1,10})$/i.exec(word)?.[1])
    .find((unit) => unit !== undefined && !known.test(unit))

/** Numbers that stand outside of functions; a comma parts nothing in these. */
const numbers = /^(?:line-height|opacity|flex-grow|zoom)$/
const decimalComma = /(?:^|[\s-])\d+,\d/

/** A number of a colour, or what masks a value. */
const isPart = (word: string): boolean => /^(?:none|[+-]?(?:\d*\.)?\d+(?:%|deg|g?rad|turn)?)$|xx/i.test(word)

/** A colour by its parts: three, and its transparency. What is reckoned is not known. */
function isColorFunction(word: string): boolean {
  const [, parts = ''] = /^(?:rgb|hsl)a?\(([^()]*)\)$/i.exec(word) ?? []
  if (parts === '' || /^\s*from\s|var|\{\{/i.test(parts)) return true
  const words = parts.trim().split(/\s*[,/]\s*|\s+/)
  return (words.length === 3 || words.length === 4) && words.every(isPart)
}

/** Characters of a value that are looked at. */
const maxValue = 2000

const lineComment: Words = {
  message: 'CSS has no comments that begin with //; the rule behind it is lost.',
  hint: 'Write /* … */.',
}

interface Slip {
  readonly code: AdviceCode
  readonly words?: Words
}

/** Slips in style sheets and `style` attributes, which cost a declaration or all that follows. */
export const css = htmlRule(({ sheets, ofOutlook, inline, parsed, looks }, tell) => {
  const [first] = sheets
  if (looks === undefined && first !== undefined)
    tell('too_many_styles', { start: first.start, end: first.start + first.text.length })
  const suggestions = { left: 100 }
  function* slips(name: string, written: string): Generator<Slip> {
    const value = written.slice(0, maxValue)
    const plain = value.replace(/url\([^)]*\)?|"[^"]*"?|'[^']*'?/gi, ' ').replace(/!\s*important/i, '')
    if (/\bexpression\s*\(|javascript\s*:|vbscript\s*:/i.test(value) || /^(?:behavior|-moz-binding)$/.test(name))
      return yield { code: 'code_in_style' }
    if (/^\s*(?:!\s*important)?\s*$/i.test(value)) return yield { code: 'empty_css_value' }
    if (value.startsWith(':'))
      return yield {
        code: 'invalid_css',
        words: { message: 'Two colons stand before the value; the declaration is lost.', hint: 'Keep one.' },
      }
    if (/!\s*important\s+[^\s!]/i.test(value))
      return yield {
        code: 'invalid_css',
        words: { message: 'The flag stands before the value; the declaration is lost.', hint: 'Write it last.' },
      }
    const flag = /!\s*([\w-]{1,40})\s*$/.exec(plain)?.[1]
    if (flag !== undefined)
      return yield {
        code: 'invalid_css',
        words: { message: `There is no "!${flag}"; the declaration is lost.`, hint: 'Write !important.' },
      }
    const next = /[\w%)"']\s+(?!progid)([a-z-]{3,})\s*:(?!\/)/i.exec(value.replace(/url\([^)]*\)?/gi, ' '))
    if (
      next !== null &&
      isKnown(next[1]?.toLowerCase() ?? '') &&
      !name.startsWith('filter') &&
      !name.endsWith('-filter')
    )
      return yield { code: 'missing_css_semicolon' }
    if (colors.test(name) && /^\s*["']/.test(value))
      return yield {
        code: 'invalid_css_color',
        words: { message: 'A colour stands in quotation marks; the declaration is lost.', hint: 'Take them out.' },
      }
    if (!isKnown(name)) {
      suggestions.left -= 1
      const known = name.startsWith('mso-') ? officeProperties : cssProperties
      const near = suggestions.left > 0 ? suggest(name, known) : undefined
      const message = `There is no property "${name.slice(0, 60)}".`
      const hint = near === undefined ? {} : { hint: `Did you mean "${near}"?` }
      return yield { code: 'unknown_css_property', words: { message, ...hint } }
    }
    if (spacedUnit.test(plain) && !/^(?:font|content)$/.test(name)) yield { code: 'space_before_css_unit' }
    else if (
      lengths.test(name) &&
      plain
        .replaceAll(/\([^()]*\)/g, '')
        .split(/[\s/]+/)
        .some((word) => /^[+-]?(?:\d*\.)?\d+$/.test(word) && Number(word) !== 0)
    )
      yield { code: 'missing_css_unit' }
    if ((lengths.test(name) || numbers.test(name)) && decimalComma.test(plain.replaceAll(/\([^()]*\)/g, '')))
      yield {
        code: 'invalid_css',
        words: { message: 'A number has a comma; the declaration is lost.', hint: 'Write a point.' },
      }
    const unit = lengths.test(name) ? oddUnit(plain) : undefined
    if (unit !== undefined) yield { code: 'unknown_css_unit', words: { message: `There is no unit "${unit}".` } }
    const slip = unit === undefined && !spacedUnit.test(plain) ? valueSlip(name, value, plain) : undefined
    if (slip !== undefined) yield { code: 'invalid_css', words: slip }
    else if (
      plain.includes('#') &&
      !colors.test(name) &&
      name !== 'background' &&
      !name.endsWith('filter') &&
      /#(?![\da-f]{3,4}\b|[\da-f]{6}\b|[\da-f]{8}\b)[\da-z]/i.test(plain)
    )
      yield { code: 'invalid_css_color', words: { message: `"${value.slice(0, 60)}" holds no colour behind its "#".` } }
    if (colors.test(name) || name === 'background') {
      const words = cssWords(plain)
      const isWrong = words.some((word) =>
        word.startsWith('#')
          ? !/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(word)
          : !isColorFunction(word) ||
            (name !== 'background' && !isColorWord(word) && !word.includes('(') && colorOf(word) === undefined),
      )
      if (isWrong) yield { code: 'invalid_css_color', words: { message: `"${value.slice(0, 60)}" is no colour.` } }
    }
  }
  const slipsIn = byDeclaration((name, value) => [...slips(name, value)])
  const checkDeclaration = (declaration: Declaration): void => {
    for (const { code, words } of slipsIn(declaration))
      if (code !== 'invalid_css' || !holdsTag(parsed, declaration.start, declaration.end))
        tell(code, declaration, words)
  }
  const check = ({ rules, faults }: StyleSheet): void => {
    for (const { code, start, end } of faults) if (!isTag(start, end)) tell(code, { start, end })
    for (const { selector, start, declarations, within } of rules) {
      const comment = /(?:^|\n)[ \t]*\/\//.exec(selector)
      if (comment !== null)
        tell('invalid_css', { start: start + comment.index, end: start + selector.length }, lineComment)
      // What is said of windows and sheets of paper has words of its own.
      if (!within.some(({ name }) => /viewport$|^page$/.test(name))) declarations.forEach(checkDeclaration)
    }
  }
  // What a tag of the template chooses, such as a whole declaration, is not known.
  const isTag = (start: number, end: number): boolean =>
    parsed.tags.length > 0 && /\{\{/.test(parsed.field.source.slice(start, end))
  for (const sheet of [...sheets, ...ofOutlook]) check(sheet)
  for (const sheet of inline.values()) check(sheet)
})
