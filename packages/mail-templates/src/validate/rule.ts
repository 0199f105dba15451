import type { EmailContent, Finding } from '@chancery/core'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { ParsedField } from '../parse/parse-template.ts'
import type { FieldName } from '../parse/source-field.ts'
import type { HtmlElements, HtmlTag } from './html-elements.ts'

export interface Html {
  readonly parsed: ParsedField
  readonly elements: HtmlElements
  /** Only the start tags. */
  readonly starts: readonly HtmlTag[]
  /** Like `elements`, without what stands after `else`. */
  readonly straight: HtmlElements
}

export interface RuleInput {
  readonly template: EmailContent
  readonly checked: CheckedTemplate
  readonly html: Html | undefined
  /** The template filled, with the data given or with sample data; absent where it could not be. */
  readonly filled: EmailContent | undefined
}

/** One matter that a template is checked for. */
export type Rule = (input: RuleInput) => readonly Finding[]

export const fieldOf = (input: RuleInput, name: FieldName): ParsedField | undefined =>
  input.checked.fields.find(({ field }) => field.name === name)

/** Whether a stretch of a field holds a tag of the template. */
export const holdsTag = ({ tags }: ParsedField, start: number, end: number): boolean => {
  let low = 0
  let high = tags.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tags[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return (tags[low]?.start ?? Infinity) < end
}
