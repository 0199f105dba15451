import { suggest } from '@chancery/core'
import { ariaAttributes, commonAttributes, knownElements } from '../../page/element-kinds.ts'
import { allAttributes, attributesOf, globalAttributes } from '../../page/html-attributes-data.ts'
import type { HtmlAttribute, HtmlTag } from '../../parse/html-tokens.ts'
import { holdsTag, htmlRule, type Words } from '../rule.ts'

/** Slips in names are looked for so often. */
const maxSuggestions = 100
/** What other systems, Office and old programs put into tags. */
const ofOthers = /^(?:on|data-|xmlns|xml:|v-|mc:|th:|ng-|x-)|[:@*()[\]#.{}$%|]|x{3}/
/** Elements whose attributes are of another language. */
const ofPictures = new Set([
  'svg',
  'math',
  'image',
  'xml',
  'applet',
  'bgsound',
  'frame',
  'frameset',
  'isindex',
  'keygen',
])

/** Names of `meta` that mails write; a name near to one of them is a slip. */
const metaNames = new Set(
  'viewport description keywords author generator robots color-scheme supported-color-schemes format-detection x-apple-disable-message-reformatting theme-color progid originator referrer googlebot application-name msapplication-tilecolor'.split(
    ' ',
  ),
)

/** Attributes that there are not, or that their element has not. */
export const htmlAttributeNames = htmlRule(({ starts, parsed }, tell) => {
  let left = maxSuggestions
  const near = (name: string, known: ReadonlySet<string>): string | undefined => {
    left -= 1
    return left > 0 ? suggest(name, known) : undefined
  }
  /** What is wrong about a name that no element has. */
  const unknown = (tag: HtmlTag, name: string): Words => {
    const own = new Set([...(attributesOf.get(tag.name) ?? []), ...globalAttributes, ...commonAttributes])
    const meant = near(name, own) ?? (name.includes('-') ? near(name, ariaAttributes) : undefined)
    return {
      message: `There is no attribute ${name.slice(0, 40)}.`,
      ...(meant === undefined ? { severity: 'info' } : { hint: `Did you mean ${meant}?` }),
    }
  }
  const check = (tag: HtmlTag, name: string, attribute: HtmlAttribute): void => {
    if (name.startsWith('aria-')) {
      if (!ariaAttributes.has(name)) tell('misspelt_attribute', attribute, unknown(tag, name))
      return
    }
    if (globalAttributes.has(name) || ofOthers.test(name) || ofPictures.has(tag.name) || !knownElements.has(tag.name))
      return
    if (attributesOf.get(tag.name)?.has(name) === true) return
    if (!allAttributes.has(name)) {
      // A value in no quotation marks, and a name with a sign of its own, are told by others.
      if (/^[a-z][\p{L}\p{Pd}_]*$/u.test(name)) tell('misspelt_attribute', attribute, unknown(tag, name))
      return
    }
    const [home = ''] = [...attributesOf].find(([, names]) => names.has(name)) ?? []
    tell('invalid_attribute', attribute, {
      message: `<${tag.name}> has no ${name}; it is ignored.`,
      hint: `Write it at <${home}>, or a style.`,
      ...(name === 'href' || name === 'src' ? {} : { severity: 'info' as const }),
    })
  }
  for (const tag of starts) {
    for (const [name, attribute] of tag.attributes)
      if (!holdsTag(parsed, attribute.start, attribute.end)) check(tag, name, attribute)
    const named = tag.name === 'meta' ? tag.attributes.get('name') : undefined
    const meta = named?.value.trim().toLowerCase() ?? ''
    const meant = named === undefined || metaNames.has(meta) || meta.length < 5 ? undefined : near(meta, metaNames)
    if (named !== undefined && meant !== undefined)
      tell('misspelt_attribute', named, {
        message: `No program knows the name "${meta.slice(0, 40)}" of a meta element.`,
        hint: `Did you mean ${meant}?`,
      })
  }
})
