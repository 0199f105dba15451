import { suggest } from '@chancery/core'
import { holdsTag, htmlRule, type Words } from '../rule.ts'

/** Features of Media Queries 5, and those of old engines that mails ask for. */
const features = new Set(
  'width height device-width device-height aspect-ratio device-aspect-ratio orientation resolution scan grid update overflow-block overflow-inline color color-index monochrome color-gamut dynamic-range display-mode hover any-hover pointer any-pointer inverted-colors prefers-reduced-motion prefers-reduced-transparency prefers-reduced-data prefers-contrast prefers-color-scheme forced-colors scripting transform-3d device-pixel-ratio high-contrast amp-mail'.split(
    ' ',
  ),
)

/** What features that have no numbers may be; others are not looked at. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  'prefers-color-scheme': ['light', 'dark', 'no-preference'],
  'prefers-reduced-motion': ['reduce', 'no-preference'],
  'prefers-contrast': ['more', 'less', 'custom', 'no-preference'],
  orientation: ['portrait', 'landscape'],
  hover: ['none', 'hover'],
  pointer: ['none', 'coarse', 'fine'],
}
/** What may stand outside of parentheses: media, those of old with them, and what joins them. */
const media = new Set(
  'all print screen speech and or not only tty tv projection handheld braille embossed aural yahoo amzn-kf8 amzn-mobi'.split(
    ' ',
  ),
)

/** The slip of a query, by which it holds nowhere. */
function querySlip(prelude: string): Words | undefined {
  const outside = prelude.replaceAll(/\([^()]*\)/g, ' () ')
  if (/\b(?:and|or|not|only)\(/i.test(prelude))
    return {
      message: 'A space is missing before a parenthesis of @media; nothing in it is applied.',
      hint: 'Write "and (".',
    }
  if (/\(\s*[a-z-]+\s+[\d.]/i.test(prelude))
    return { message: 'A feature of @media has no colon; nothing in it is applied.', hint: 'Write (max-width: 600px).' }
  if (/\(\s*(?:min|max)-[a-z-]{1,30}\s*[<>=]/i.test(prelude))
    return {
      message: 'min- and max- of @media take a colon; nothing in it is applied.',
      hint: 'Write (max-width: 600px).',
    }
  const [, bare] =
    /\(\s*((?:min-|max-)?(?:device-)?(?:width|height)\s*:\s*(?=[\d.])(?!0*(?:\.0*)?\s*\))\d*(?:\.\d+)?)\s*\)/i.exec(
      prelude,
    ) ?? []
  if (bare !== undefined)
    return { message: `"${bare}" of @media has no unit; nothing in it is applied.`, hint: 'Write px.' }
  for (const { 1: name = '', 2: value = '' } of prelude.matchAll(/\(\s*([a-z-]+)\s*:\s*([a-z-]+)\s*\)/gi)) {
    const values = Object.hasOwn(valuesOf, name.toLowerCase()) ? valuesOf[name.toLowerCase()] : undefined
    if (values === undefined || values.includes(value.toLowerCase())) continue
    return {
      message: `${name} of @media cannot be "${value}"; nothing in it is applied.`,
      hint: `It is one of ${values.join(', ')}.`,
    }
  }
  if (prelude.includes(';') || prelude.split('(').length !== prelude.split(')').length)
    return {
      message: 'A parenthesis of @media is not closed, or holds a semicolon; nothing in it is applied.',
      hint: 'Write (max-width: 600px).',
    }
  if (/:\s*[:)]/.test(prelude))
    return {
      message: 'A condition of @media has no value behind its colon; nothing in it is applied.',
      hint: 'Write (max-width: 600px).',
    }
  if (/^\s*,|,\s*,|,\s*$/.test(prelude))
    return { message: 'A comma of @media stands beside nothing.', hint: 'Take it out.' }
  if (/(?:^|,)\s*(?:only\s+|not\s+)?(?!(?:and|or|not|only)\b)[a-z]+\s*\(/i.test(outside) || /\)\s*\(/.test(outside))
    return {
      message: 'Two conditions of @media have no "and" between; nothing in it is applied.',
      hint: 'Write "and (".',
    }
  if (prelude.split(',').every(isNever))
    return {
      message: 'No window is as narrow and as wide as this @media asks; nothing in it is applied.',
      hint: 'Turn min- and max- round.',
    }
  const odd = outside.match(/[a-z][\w-]*/gi)?.find((word) => !media.has(word.toLowerCase()) && !/x{3}/.test(word))
  return odd === undefined || outside.includes(':')
    ? undefined
    : {
        message: `There is no medium "${odd.slice(0, 40)}"; nothing in it is applied.`,
        hint: 'Write @media screen and (…).',
      }
}

const widths = /\(\s*(min|max)-width\s*:\s*(\d{1,6}(?:\.\d{1,4})?)([a-z]{0,4})\s*\)/gi

/** Whether one query wants more of a window than it lets it have, in the same unit. */
function isNever(query: string): boolean {
  const limits = Array.from(query.matchAll(widths), ([, side = '', amount, unit = '']) => ({
    side: side.toLowerCase(),
    amount: Number(amount),
    unit: unit.toLowerCase(),
  }))
  const least = limits.find(({ side }) => side === 'min')
  const most = limits.find(({ side }) => side === 'max')
  return least !== undefined && most !== undefined && least.unit === most.unit && least.amount > most.amount
}

/** Queries that hold nowhere because of a slip: all that they are for is lost. */
export const mediaQueries = htmlRule(({ sheets, parsed }, tell) => {
  let suggestions = 100
  for (const atRule of sheets.flatMap((sheet) => sheet.atRules)) {
    if (atRule.name !== 'media') continue
    const prelude = atRule.prelude.slice(0, 2000)
    if (prelude.replaceAll(/\([^()]*\)/g, '').includes(':')) {
      const message = 'A condition of @media stands in no parentheses; nothing in it is applied.'
      tell('invalid_css', atRule, { message, hint: 'Write @media (max-width: 600px).' })
    }
    const slip = holdsTag(parsed, atRule.start, atRule.end) ? undefined : querySlip(prelude)
    if (slip !== undefined) tell('invalid_css', atRule, slip)
    for (const { 1: name = '' } of prelude.matchAll(/\(\s*([a-z][\w-]*)\s*(?=[:)<>=])/gi)) {
      const bare = name
        .toLowerCase()
        .replace(/^-(?:webkit|moz|ms|o)-/, '')
        .replace(/^-?-?(?:min|max)-+/, '')
      if (features.has(bare)) continue
      suggestions -= 1
      const near = suggestions > 0 ? suggest(bare, features) : undefined
      tell('invalid_css', atRule, {
        message: `@media knows no "${name.slice(0, 60)}"; nothing in it is applied.`,
        hint: near === undefined ? 'Write such as (max-width: 600px).' : `Did you mean "${near}"?`,
      })
    }
  }
})
