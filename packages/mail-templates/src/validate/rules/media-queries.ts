import { suggest } from '@chancery/core'
import { htmlRule } from '../rule.ts'

/** Features of Media Queries 5, and those of old engines that mails ask for. */
const features = new Set(
  'width height device-width device-height aspect-ratio device-aspect-ratio orientation resolution scan grid update overflow-block overflow-inline color color-index monochrome color-gamut dynamic-range display-mode hover any-hover pointer any-pointer inverted-colors prefers-reduced-motion prefers-reduced-transparency prefers-reduced-data prefers-contrast prefers-color-scheme forced-colors scripting transform-3d device-pixel-ratio high-contrast amp-mail'.split(
    ' ',
  ),
)

/** Queries that hold nowhere because of a slip: all that they are for is lost. */
export const mediaQueries = htmlRule(({ sheets }, tell) => {
  let suggestions = 100
  for (const atRule of sheets.flatMap((sheet) => sheet.atRules)) {
    if (atRule.name !== 'media') continue
    const prelude = atRule.prelude.slice(0, 2000)
    if (prelude.replaceAll(/\([^()]*\)/g, '').includes(':')) {
      const message = 'A condition of @media stands in no parentheses; nothing in it is applied.'
      tell('invalid_css', atRule, { message, hint: 'Write @media (max-width: 600px).' })
    }
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
