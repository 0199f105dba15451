import type { ClientVerdict, EmailContent, EmailFinding, EmailTemplateReport } from '@chancery/core'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { ParsedField } from '../parse/parse-template.ts'
import type { FieldName, SourceField } from '../parse/source-field.ts'
import type { AdviceCode } from './advice.ts'
import type { ElementLook } from '../page/element-looks.ts'
import type { HtmlPage } from '../page/html-page.ts'
import type { HtmlError, HtmlTag, HtmlToken } from '../parse/html-tokens.ts'
import type { PageStyles } from '../page/page-styles.ts'
import type { ClientSupport } from './clients/client-support.ts'

/** The html of a template: what is read of it once for all rules. Tags of the template are masked, offsets kept. */
export interface Html extends PageStyles {
  readonly parsed: ParsedField
  /** The source with tags of the template masked: letters for values, blanks for others. */
  readonly masked: string
  /** The same on this way through the conditions. */
  readonly straight: string
  /** On the first way: of all branches. */
  readonly tokens: readonly HtmlToken[]
  /** Only the start tags. */
  readonly starts: readonly HtmlTag[]
  readonly errors: readonly HtmlError[]
  /** On this way alone. */
  readonly page: HtmlPage
  /** Whether a way before it has the same tree, with other words. */
  readonly isTreeKnown: boolean
  /** Of the elements; nothing where there are too many styles to tell. */
  readonly looks: readonly ElementLook[] | undefined
}

export interface RuleInput {
  readonly template: EmailContent
  /** Its fields: of a piece of html, that piece alone. */
  readonly checked: Omit<CheckedTemplate, 'fields'> & { readonly fields: readonly ParsedField[] }
  readonly html: Html | undefined
  /** The html on other ways through its conditions. */
  readonly otherWays: readonly Html[]
  /** The template filled, with the data given or with sample data; absent where it could not be. */
  readonly filled: EmailContent | undefined
  /** How long lists may get is not known. */
  readonly isLongestAssumed: boolean
  /** Of what was filled, in bytes. */
  readonly sizes: EmailTemplateReport['sizes']
  readonly support: ClientSupport
  readonly tell: Tell
}

/** What a finding says beyond its code; absent: what the table of advice says. */
export interface Words {
  readonly message?: string
  readonly hint?: string
  /** Findings of one code are bounded by this, too: the feature that is not supported. */
  readonly feature?: string
  readonly clients?: readonly ClientVerdict[]
  readonly url?: string
  readonly path?: string
  readonly severity?: EmailFinding['severity']
}

/** Reports a finding at a stretch of a field. */
export type Tell = (
  code: AdviceCode,
  field: SourceField,
  place: readonly [start: number, end: number],
  words?: Words,
) => void

/** One matter that a template is checked for. */
export type Rule = (input: RuleInput) => void

/** The same for html alone. */
export const htmlRule =
  (
    check: (html: Html, tell: (code: AdviceCode, place: Placed, words?: Words) => void, input: RuleInput) => void,
  ): Rule =>
  (input) => {
    const { html, tell } = input
    if (html !== undefined)
      check(html, (code, { start, end }, words) => tell(code, html.parsed.field, [start, end], words), input)
  }

interface Placed {
  readonly start: number
  readonly end: number
}

export const fieldOf = (input: RuleInput, name: FieldName): ParsedField | undefined =>
  input.checked.fields.find(({ field }) => field.name === name)

/** The index of the first tag of the template that ends after an offset. */
export function firstTagAfter({ tags }: Pick<ParsedField, 'tags'>, offset: number): number {
  let low = 0
  let high = tags.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tags[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a stretch of a field holds a tag of the template. */
export const holdsTag = (field: Pick<ParsedField, 'tags'>, start: number, end: number): boolean =>
  (field.tags[firstTagAfter(field, start)]?.start ?? Infinity) < end

/** Made once for a field, since many rules ask for it. */
function onceOf(make: (parsed: ParsedField) => string): (parsed: ParsedField) => string {
  const kept = new WeakMap<ParsedField, string>()
  return (parsed) => {
    const known = kept.get(parsed) ?? make(parsed)
    kept.set(parsed, known)
    return known
  }
}

/** The source of a field with the tags of the template blanked; offsets stay. */
export const ownWords = onceOf(({ field, tags }) => {
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of tags) {
    pieces.push(field.source.slice(at, start), ' '.repeat(Math.max(0, end - Math.max(start, at))))
    at = Math.max(at, end)
  }
  return pieces.join('') + field.source.slice(at)
})

const blanked = (found: string): string => ' '.repeat(found.length)

/** The same of html with `style` and `script` elements blanked, too. Linear. */
export const wordsOutsideStyles = onceOf((parsed) =>
  parsed.isHtml ? ownWords(parsed).replace(/<(style|script)\b[^]*?(?:<\/\1|$)/gi, blanked) : ownWords(parsed),
)

/** The same with samples of code blanked, too. Linear. */
export const wordsOutsideCode = onceOf((parsed) =>
  parsed.isHtml
    ? wordsOutsideStyles(parsed).replace(/<(pre|code|kbd|samp)\b[^]*?(?:<\/\1|$)/gi, blanked)
    : wordsOutsideStyles(parsed),
)
