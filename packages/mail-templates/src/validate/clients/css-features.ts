import { type Feature, featureNamed, featuresBySlug } from './client-support.ts'

const mapOf = (entries: Iterable<readonly [string, string]>): ReadonlyMap<string, readonly Feature[]> => {
  const map = new Map<string, Feature[]>()
  for (const [name, slug] of entries) map.set(name, [...(map.get(name) ?? []), ...featureNamed(slug)])
  return map
}
const each = (names: string, slug: string): (readonly [string, string])[] =>
  names.split(' ').map((name) => [name, slug] as const)

/** Properties that a feature has together, or under another name than its own. */
const grouped: readonly (readonly [string, string])[] = [
  ...each('block-size inline-size', 'css-block-inline-size'),
  ...each(
    'border-inline-start border-inline-end border-block-start border-block-end',
    'css-border-inline-block-individual',
  ),
  ...each(
    'border-inline-color border-inline-style border-inline-width border-block-color border-block-style border-block-width',
    'css-border-inline-block-longhand',
  ),
  ...each('border-inline border-block', 'css-border-inline-block'),
  ...each(
    'border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius',
    'css-border-radius-logical',
  ),
  ...each(
    'border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius',
    'css-border-radius',
  ),
  ...each(
    'column-fill column-rule column-rule-color column-rule-style column-rule-width column-span column-width columns',
    'css-column-layout-properties',
  ),
  ...each('gap column-gap row-gap', 'css-gap'),
  ...each('grid-template grid-template-areas grid-template-columns grid-template-rows', 'css-grid-template'),
  ...each('left right top bottom', 'css-left-right-top-bottom'),
  ...each('margin-block-start margin-block-end', 'css-margin-block-start-end'),
  ...each('margin-inline margin-block', 'css-margin-inline-block'),
  ...each('margin-inline-start margin-inline-end', 'css-margin-inline-start-end'),
  ...each('margin-top margin-right margin-bottom margin-left', 'css-margin'),
  ...each('padding-block-start padding-block-end', 'css-padding-block-start-end'),
  ...each('padding-inline padding-block', 'css-padding-inline-block'),
  ...each('padding-inline-start padding-inline-end', 'css-padding-inline-start-end'),
  ...each('padding-top padding-right padding-bottom padding-left', 'css-padding'),
  ...each('scroll-snap-type scroll-snap-align scroll-snap-stop', 'css-scroll-snap'),
  ...each('overflow-x overflow-y', 'css-overflow'),
  ...each('transition-property transition-duration transition-delay transition-timing-function', 'css-transition'),
  ...each(
    'animation-name animation-duration animation-delay animation-direction animation-fill-mode animation-iteration-count animation-play-state animation-timing-function',
    'css-animation',
  ),
  ...each('text-emphasis-color text-emphasis-style', 'css-text-emphasis'),
  ...each('outline-color outline-style outline-width', 'css-outline'),
  ...each(
    'border-image-source border-image-slice border-image-width border-image-repeat border-image-outset',
    'css-border-image',
  ),
]

/** By the name of the property: where its title at caniemail.com is that name, and those above. */
const byProperty = mapOf([
  ...Array.from(featuresBySlug.values()).flatMap(({ slug, title }): (readonly [string, string])[] => {
    const name = title.replace(/ (?:shorthand|property|CSS property)$/, '')
    return slug.startsWith('css-') && !/^css-(?:unit|pseudo|selector|at|function)-/.test(slug) && /^[a-z-]+$/.test(name)
      ? [[name, slug]]
      : []
  }),
  ...grouped,
])

/** By what a value is, of one property. */
const byValue: readonly (readonly [property: RegExp, value: RegExp, slug: string])[] = [
  [/^display$/, /^(?:inline-)?flex\b/, 'css-display-flex'],
  [/^display$/, /^(?:inline-)?grid\b/, 'css-display-grid'],
  [/^display$/, /^none\b/, 'css-display-none'],
  [/^flex-(?:direction|flow)$/, /\bcolumn/, 'css-flex-direction'],
  [/^flex-(?:wrap|flow)$/, /\bwrap/, 'css-flex-wrap'],
]

/** By the functions that a value calls, of any property. */
const inCalls: readonly (readonly [value: RegExp, slug: string])[] = [
  [/\bcalc\(/, 'css-unit-calc'],
  [/\bclamp\(/, 'css-function-clamp'],
  [/\blight-dark\(/, 'css-function-light-dark'],
  [/(?:^|[\s,(])max\(/, 'css-function-max'],
  [/(?:^|[\s,(])min\(/, 'css-function-min'],
  [/conic-gradient\(/, 'css-conic-gradient'],
  [/linear-gradient\(/, 'css-linear-gradient'],
  [/radial-gradient\(/, 'css-radial-gradient'],
  [/\b(?:ok)?(?:lch|lab)\(/, 'css-modern-color'],
  [/\brgb\(/, 'css-rgb'],
  [/\brgba\(/, 'css-rgba'],
  [/\bvar\(/, 'css-variables'],
]

/** By what else it holds. */
const inValues: readonly (readonly [value: RegExp, slug: string])[] = [
  [/\b(?:fit|min|max)-content\b/, 'css-intrinsic-size'],
  [/\b(?:system-ui|ui-serif|ui-sans-serif|ui-rounded|ui-monospace)\b/, 'css-sytem-ui'],
  [/!\s*important/, 'css-important'],
  [/(?:^|\s)initial\b/, 'css-unit-initial'],
]

const units = 'ch cm em ex in mm pc pt px rem vh vmax vmin vw'.split(' ')
const unitOf = new RegExp(`\\d(?:(${units.join('|')})\\b|%)`, 'g')

const byUnit = [...units, 'percent'].map((unit) => [unit, featureNamed(`css-unit-${unit}`)] as const)

/** The units of lengths in a value, in the order of the list. */
function unitsIn(value: string): readonly Feature[] {
  const found = new Set<string>()
  for (const [, unit = 'percent'] of value.matchAll(unitOf)) found.add(unit)
  return found.size === 0 ? [] : byUnit.flatMap(([unit, features]) => (found.has(unit) ? features : []))
}

const holding = (value: string, patterns: readonly (readonly [value: RegExp, slug: string])[]): readonly Feature[] =>
  patterns.flatMap(([holds, slug]) => (holds.test(value) ? featureNamed(slug) : []))

/** What a declaration uses; vendors' prefixes are left out. */
export function featuresOfDeclaration(name: string, value: string): readonly Feature[] {
  if (name.startsWith('--')) return featureNamed('css-variables')
  const property = name.replace(/^-(?:webkit|moz|ms|o)-/, '')
  const words = value.slice(0, 2000).toLowerCase()
  // What stands in a string or an address is no value.
  const plain = words.replace(/url\([^)]*\)?|"[^"]*"?|'[^']*'?/g, ' ')
  return [
    ...(byProperty.get(property) ?? []),
    ...byValue.flatMap(([of, is, slug]) => (of.test(property) && is.test(words) ? featureNamed(slug) : [])),
    ...(plain.includes('(') ? holding(plain, inCalls) : []),
    ...holding(plain, inValues),
    ...unitsIn(plain),
  ]
}

const mediaFeatures: readonly (readonly [prelude: RegExp, slug: string])[] = [
  [/device-pixel-ratio/, 'css-at-media-device-pixel-ratio'],
  [/\((?:any-)?hover\b/, 'css-at-media-hover'],
  [/\borientation\b/, 'css-at-media-orientation'],
  [/prefers-color-scheme/, 'css-at-media-prefers-color-scheme'],
  [/prefers-reduced-motion/, 'css-at-media-prefers-reduced-motion'],
]

export function featuresOfAtRule(name: string, prelude: string): readonly Feature[] {
  if (name === 'media') {
    const special = mediaFeatures.flatMap(([pattern, slug]) => (pattern.test(prelude) ? featureNamed(slug) : []))
    return [...featureNamed('css-at-media'), ...special]
  }
  return featureNamed(`css-at-${name.replace(/^-(?:webkit|moz|o)-/, '')}`)
}

/** Pseudo-classes and pseudo-elements by their names; `::before` may be written `:before`. */
const byPseudo = mapOf(
  Array.from(featuresBySlug.keys()).flatMap((slug): (readonly [string, string])[] => {
    const [, name] = /^css-pseudo-(?:class|element)-(.*)$/.exec(slug) ?? []
    return name === undefined ? [] : [[name, slug]]
  }),
)

const combinators: readonly (readonly [selector: RegExp, slug: string])[] = [
  [/\+/, 'css-selector-adjacent-sibling'],
  [/\[/, 'css-selector-attribute'],
  [/\.[\w-]+\.[\w-]/, 'css-selector-chaining'],
  [/>/, 'css-selector-child'],
  [/\.[\w-]/, 'css-selector-class'],
  [/[\w\])*]\s+[\w.#[*:]/, 'css-selector-descendant'],
  [/~(?!=)/, 'css-selector-general-sibling'],
  [/,/, 'css-selector-grouping'],
  [/#[\w-]/, 'css-selector-id'],
  [/(?:^|[\s,>+~(])[a-z]/i, 'css-selector-type'],
  [/(?:^|[\s,>+~])\*/, 'css-selector-universal'],
]

export function featuresOfSelector(selector: string, isNested: boolean): readonly Feature[] {
  const words = selector.slice(0, 2000)
  // What stands in brackets is a value or a selector of its own.
  const plain = words.replace(/\[[^\]]*\]?/g, '[]').replace(/\([^)]*\)?/g, '()')
  return [
    ...(isNested ? featureNamed('css-nesting') : []),
    ...holding(plain, combinators),
    ...Array.from(words.matchAll(/::?(?:-(?:webkit|moz|ms)-(?:input-)?)?([a-z-]+)/g)).flatMap(
      ([, name = '']) => byPseudo.get(name) ?? [],
    ),
  ]
}
