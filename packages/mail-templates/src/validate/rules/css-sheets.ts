import { suggest } from '@chancery/core'
import type { StyleSheet } from '../../page/read-css.ts'
import { knownElements } from '../../page/element-kinds.ts'
import { holdsTag, htmlRule, type Words } from '../rule.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** At-rules of CSS, those of old and of print with them. */
const atRules = setOf(
  'charset color-profile container counter-style document font-face font-feature-values font-palette-values import keyframes layer media namespace page position-try property scope starting-style supports view-transition viewport bottom-center bottom-left bottom-right top-center top-left top-right annotation character-variant ornaments styleset stylistic swash',
)
/** Pseudo-classes and pseudo-elements (Selectors 4, CSS Pseudo 4, and those of old engines). */
const pseudos = setOf(
  'active after any-link autofill backdrop before blank checked cue current default defined dir disabled empty enabled file-selector-button first first-child first-letter first-line first-of-type focus focus-visible focus-within fullscreen future grammar-error has highlight host host-context hover in-range indeterminate invalid is lang last-child last-of-type left link local-link marker matches modal not nth-child nth-col nth-last-child nth-last-col nth-last-of-type nth-of-type only-child only-of-type open optional out-of-range part past paused picture-in-picture placeholder placeholder-shown playing popover-open read-only read-write required right root scope selection slotted spelling-error state target target-text target-within user-invalid user-valid valid visited where any input-placeholder',
)

/** Places of an animation: some, with commas between. */
const keyframe = /^(?:from|to|\d{1,3}(?:\.\d{1,6})?%)(?:\s*,\s*(?:from|to|\d{1,3}(?:\.\d{1,6})?%)){0,20}$/i

const isFontFace = ({ name }: { readonly name: string }): boolean => name === 'font-face'

/** Slips outside of declarations, which cost a whole rule or all that is in it. */
export const cssSheets = htmlRule(({ sheets, ofOutlook, parsed }, tell) => {
  let suggestions = 100
  const near = (word: string, known: ReadonlySet<string>, otherwise: string): string => {
    suggestions -= 1
    const found = suggestions > 0 ? suggest(word, known) : undefined
    return found === undefined ? otherwise : `Did you mean "${found}"?`
  }
  const check = (sheet: StyleSheet): void => {
    for (const atRule of sheet.atRules) {
      const name = atRule.name.replace(/^-(?:webkit|moz|ms|o)-/, '')
      if (name === 'keyframes' && atRule.prelude === '')
        tell('invalid_css', atRule, {
          message: '@keyframes has no name; no animation finds it.',
          hint: 'Write @keyframes name.',
        })
      if (/^(?:charset|import)$/.test(name) && (sheet.rules[0]?.start ?? Infinity) < atRule.start)
        tell('invalid_css', atRule, {
          message: `@${name} stands behind a rule; it is ignored.`,
          hint: 'Write it at the beginning of the style sheet.',
        })
      if (name === '' || atRules.has(name) || holdsTag(parsed, atRule.start, atRule.end)) continue
      const message = `There is no @${name.slice(0, 40)}; what is in it is lost.`
      tell('invalid_css', atRule, { message, hint: near(name, atRules, 'Correct its name.') })
    }
    for (const rule of sheet.rules) {
      if (holdsTag(parsed, rule.start, rule.end)) continue
      const around = rule.within.at(-1)
      if (rule.selector === '' && around !== undefined && isFontFace(around)) {
        const names = new Set(rule.declarations.map(({ name }) => name))
        const lacks = ['font-family', 'src'].find((name) => !names.has(name))
        if (lacks !== undefined && !holdsTag(parsed, rule.start, rule.declarations.at(-1)?.end ?? rule.end))
          tell('invalid_css', rule, {
            message: `@font-face has no ${lacks}; it defines no font.`,
            hint: `Add ${lacks}.`,
          })
      }
      if (around !== undefined && isFontFace(around))
        for (const { name, value, start, end } of rule.declarations)
          if (
            name === 'src' &&
            !/(?:url|local|tech)\(|^inherit$/i.test(value) &&
            value !== '' &&
            !holdsTag(parsed, start, end)
          )
            tell(
              'invalid_css',
              { start, end },
              {
                message: 'The source of a font stands in no url(); it is not loaded.',
                hint: 'Write src: url(https://…).',
              },
            )
      // At-rules are rules without a selector, at their own place.
      if (rule.selector === '' && around?.start !== rule.start && !holdsTag(parsed, rule.start - 100, rule.start + 1))
        tell(
          'invalid_css',
          { start: rule.start, end: rule.start + 1 },
          { message: 'A rule has no selector; it styles nothing.', hint: 'Write what it is for.' },
        )
      if (
        rule.selector !== '' &&
        around?.name.endsWith('keyframes') === true &&
        !keyframe.test(rule.selector.slice(0, 500))
      )
        tell('invalid_css', rule, {
          message: `There is no place "${rule.selector.slice(0, 40)}" of an animation.`,
          hint: 'Write from, to or 50%.',
        })
      if (rule.selector === '' || rule.within.some(({ name }) => /keyframes$|^page$/.test(name))) continue
      const words = selectorSlip(rule.selector.slice(0, 2000), near)
      if (words !== undefined) tell('invalid_css', rule, words)
    }
  }
  for (const sheet of [...sheets, ...ofOutlook]) check(sheet)
})

/** The first slip of a selector; the whole rule is lost by it. */
function selectorSlip(
  selector: string,
  near: (word: string, known: ReadonlySet<string>, otherwise: string) => string,
): Words | undefined {
  // What stands in brackets is a value, and what in parentheses a selector of its own.
  const plain = selector
    .replaceAll(/\\./g, '')
    .replaceAll(/"[^"]*"?|'[^']*'?/g, '')
    .replaceAll(/\[[^\]]*\]?/g, '[]')
  if (/^\s*["']/.test(selector))
    return { message: 'A selector stands in quotation marks; the whole rule is lost.', hint: 'Take them out.' }
  const outside = plain.replaceAll(/\([^()]*\)/g, '')
  if (/^\s*,|,\s*,|,\s*$/.test(outside))
    return { message: 'A comma of a selector stands beside nothing; the whole rule is lost.', hint: 'Take it out.' }
  if (/\.(?![\w\\-]|[^\p{ASCII}])|\.\d|#(?![\w\\-]|[^\p{ASCII}])/u.test(outside))
    return {
      message: 'A selector has a sign without a name, or a name that begins with a digit; the whole rule is lost.',
      hint: 'Write .name or #name.',
    }
  if (
    plain.split('[').length !== plain.split(']').length ||
    plain.split('(').length !== plain.split(')').length ||
    /\[[^\]]*$/.test(selector)
  )
    return { message: 'A bracket of a selector is not closed; the whole rule is lost.', hint: 'Close it.' }
  for (const [, name = ''] of outside.matchAll(/(?:^|[\s>+~,])([a-z][a-z\d]{2,19})(?![\w\\|-])/gi)) {
    const element = name.toLowerCase()
    const meant = knownElements.has(element) || /x{3}/.test(element) ? undefined : near(element, knownElements, '')
    if (meant !== undefined && meant !== '') return { message: `There is no element "${element}".`, hint: meant }
  }
  if (/:\s/.test(outside) || /[\w)\]]:$/.test(outside))
    return { message: 'A ":" of a selector has no name behind it; the whole rule is lost.', hint: 'Write a:hover.' }
  if (outside.includes(';'))
    return {
      message: 'A semicolon stands before a selector; the whole rule is lost.',
      hint: 'Write none behind the brace of a rule.',
    }
  const odd = /[<$!=?]/.exec(outside)?.[0]
  if (odd !== undefined)
    return { message: `A "${odd}" stands in a selector; the whole rule is lost.`, hint: 'Take it out.' }
  const parts = outside.replaceAll(/\s+/g, '')
  if (/[>+~][>+~]|[>+~](?:,|$)/.test(parts))
    return {
      message: 'A ">", "+" or "~" of a selector stands beside nothing; the whole rule is lost.',
      hint: 'Take it out.',
    }
  for (const { 1: prefix = '', 2: name = '' } of plain.matchAll(/::?(-[a-z]+-)?([a-z][\w-]*)/gi))
    if (prefix === '' && !pseudos.has(name.toLowerCase()))
      return {
        message: `There is no ":${name.slice(0, 40)}"; the whole rule is lost.`,
        hint: near(name.toLowerCase(), pseudos, 'Correct its name.'),
      }
  return undefined
}
