import type { EmailContent } from '../ports/email-templates.ts'

/**
 * A template in the language that is asked for: of the tag itself, else of shorter ones (`de` for `de-AT`), else as it
 * stands (look-up of RFC 4647, 3.4). The same object for the same language, as long as the template is the same.
 * @param locale BCP 47 tag, in any case
 */
export function emailInLocale(template: EmailContent, locale: string | undefined): EmailContent {
  if (template.locales === undefined) return template
  const known = languagesOf(template)
  for (let tag = (locale ?? '').toLowerCase(); tag !== ''; tag = shorter(tag)) {
    const found = known.get(tag)
    if (found !== undefined) return found
  }
  return known.get('') ?? template
}

/** A tag without its last part; a part of one letter only leads the next one. */
function shorter(tag: string): string {
  const left = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))
  return left.at(-2) === '-' ? left.slice(0, -2) : left
}

const languages = new WeakMap<EmailContent, ReadonlyMap<string, EmailContent>>()

/** By tag; the empty one is the template as it stands. */
function languagesOf(template: EmailContent): ReadonlyMap<string, EmailContent> {
  let known = languages.get(template)
  if (known === undefined) {
    const { locales = {}, ...first } = template
    known = new Map([
      ...Object.entries(locales).map(([tag, own]) => [tag.toLowerCase(), localized(first, own)] as const),
      ['', first],
    ])
    languages.set(template, known)
  }
  return known
}

function localized({ from, partials, schema, inlineCss }: EmailContent, own: EmailContent): EmailContent {
  return {
    ...(from === undefined ? {} : { from }),
    ...(schema === undefined ? {} : { schema }),
    ...(inlineCss === undefined ? {} : { inlineCss }),
    ...own,
    ...(partials === undefined ? {} : { partials: { ...partials, ...own.partials } }),
  }
}

/** The other languages of a template, each as a template of its own. */
export const otherLanguages = (template: EmailContent): Readonly<Record<string, EmailContent>> | undefined =>
  template.locales &&
  Object.fromEntries(Object.keys(template.locales).map((tag) => [tag, emailInLocale(template, tag)]))
