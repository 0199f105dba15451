/* Parts of CSS that are newer than what caniemail.com has tested, by the title that they are told by. */

const at = new Map(
  Object.entries({
    container: '@container',
    layer: '@layer',
    property: '@property',
    scope: '@scope',
    'starting-style': '@starting-style',
    'view-transition': '@view-transition',
  }),
)
const selectors: readonly (readonly [pattern: RegExp, title: string])[] = [
  [/:is\(/i, ':is()'],
  [/:where\(/i, ':where()'],
  [/:user-(?:in)?valid\b/i, ':user-valid'],
]
const values: readonly (readonly [pattern: RegExp, title: string])[] = [
  [/\bcolor-mix\(/i, 'color-mix()'],
  [/\benv\(/i, 'env()'],
  [
    /\d(?:[sld]v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))\b/i,
    'units of small, large and dynamic windows or containers',
  ],
  [/\b(?:rgb|hsl)a?\(\s*from\s/i, 'colours made of others'],
]
const elements = new Set(['canvas', 'math', 'template', 'slot'])
const first = (text: string, patterns: readonly (readonly [RegExp, string])[]): string | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1]

export const untestedElement = (name: string): string | undefined => (elements.has(name) ? `<${name}>` : undefined)
export const untestedAtRule = (name: string): string | undefined => at.get(name)
export const untestedSelector = (selector: string): string | undefined => first(selector.slice(0, 2000), selectors)
/** Of what stands in a value; strings and addresses are none. */
export const untestedValue = (value: string): string | undefined =>
  first(value.slice(0, 2000).replace(/url\([^)]*\)?|"[^"]*"?|'[^']*'?/g, ' '), values)
