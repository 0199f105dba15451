import type { FillRequest } from '@chancery/core'
import { emptyAsMissing, type Outcome, type TextOutcome, textOutcome } from './evaluate.ts'
import { FormatterFault } from '../formatters/formatter.ts'
import { kindOf, plainText } from '../data/plain-text.ts'
import { imageOf, looksLikeHtml } from '../formatters/rich-inputs.ts'
import { isRichValue, type RichValue, richValue } from '../data/rich-value.ts'
import type { ValueNode } from '../template/template-node.ts'

/** What a tag of a document puts in: text, or what is more than text. */
export type ValueOutcome =
  | TextOutcome
  | { readonly kind: 'found'; readonly value: RichValue; readonly at: Extract<Outcome, { kind: 'found' }>['at'] }

/** The outcome of a tag where rich values can be drawn: a Word template. */
export function valueOutcome(
  node: Pick<ValueNode<unknown>, 'kind' | 'isCentred'>,
  evaluated: Outcome,
  { rawXml }: Pick<FillRequest, 'rawXml'>,
): ValueOutcome {
  const outcome = node.kind === 'image' ? emptyAsMissing(evaluated) : evaluated
  if (outcome.kind !== 'found') return outcome
  const { value, at } = outcome
  if (isRichValue(value)) {
    const centred = node.isCentred === true && value.rich === 'image' && !value.isCentred
    return { kind: 'found', value: centred ? richValue({ ...value, isCentred: true }) : value, at }
  }
  if (node.kind === 'value') return textOutcome(outcome)
  try {
    return { kind: 'found', value: bySign(node, value, rawXml === true), at }
  } catch (error) {
    if (!(error instanceof FormatterFault)) throw error
    const { code, message, hint } = error
    return { kind: 'fault', code, message, ...(hint === undefined ? {} : { hint }), at }
  }
}

/** The outcome of a tag where only text can stand: e-mails, subjects, file names. */
export function plainOutcome({ kind }: Pick<ValueNode<unknown>, 'kind'>, outcome: Outcome): TextOutcome {
  if (kind === 'value' || outcome.kind !== 'found') return textOutcome(outcome)
  const message = `Only text can stand here, and the tag is for ${kind === 'image' ? 'an image' : kind === 'raw' ? 'raw XML' : 'formatted text'}.`
  return { kind: 'fault', code: 'wrong_kind', message, hint: 'Write the path alone.', at: outcome.at }
}

const textHint = 'Give one text, or put the tag into a section over the list or object, and name a field.'

function bySign(
  { kind, isCentred }: Pick<ValueNode<unknown>, 'kind' | 'isCentred'>,
  value: unknown,
  rawXml: boolean,
): RichValue {
  if (kind === 'image') return imageOf(value, [], isCentred === true)
  if (kind === 'raw' && !rawXml) {
    throw new FormatterFault(
      'wrong_kind',
      'Raw XML is not allowed in this call.',
      'Set rawXml in the request if the data can be trusted, or write {~path} for formatted text.',
    )
  }
  const text = plainText(value)
  if (text === undefined) {
    const wanted = kind === 'raw' ? 'XML' : 'HTML or markdown'
    throw new FormatterFault(
      'wrong_kind',
      `A text of ${wanted} is wanted here, and the data has ${kindOf(value)}.`,
      textHint,
    )
  }
  if (kind === 'raw') return richValue({ rich: 'xml', xml: text })
  return looksLikeHtml(text) ? richValue({ rich: 'html', html: text }) : richValue({ rich: 'markdown', markdown: text })
}
