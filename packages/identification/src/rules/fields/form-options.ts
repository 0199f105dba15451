import type { SearchedModel } from '@chancery/core'
import { isDayOfMail } from '../labels/mail-head.ts'
import type { Target } from '../labels/target.ts'
import { isDayOfMessage } from './day-of-message.ts'
import type { Values } from '../read-values.ts'
import { fold, wordsOf, type TextIndex } from '../text-index.ts'
import { optionAt } from './option-at.ts'
import { isPersonWhoSends } from './sender-of-mail.ts'
import type { Option } from './option.ts'

/** What the reader of the document already took for pairs, and what stands in form fields. */
export function formOptions(
  index: TextIndex,
  model: SearchedModel,
  values: Values,
  targets: readonly Target[],
  add: (target: Target, option: Option) => void,
): void {
  if (model.keyValues.length === 0 && model.formFields.length === 0) return
  const key = (label: string): string =>
    wordsOf(label)
      .map((word) => word.folded)
      .join(' ')
  const byLabel = new Map<string, { target: Target; strength: number }[]>()
  for (const target of targets) {
    for (const [label, strength] of target.labels) {
      const list = byLabel.get(key(label)) ?? []
      list.push({ target, strength })
      byLabel.set(key(label), list)
    }
  }
  const place = (label: string, start: number, end: number, keyStart?: number): void => {
    const isSent = keyStart !== undefined && isDayOfMail(index, keyStart)
    // A cell of several lines says more of a party than its name.
    const line = index.text.slice(start, end).indexOf('\n')
    const block = line === -1 ? { end } : { end: start + line, blockEnd: end }
    for (const { target, strength } of byLabel.get(key(label)) ?? []) {
      if (isSent && target.type === 'date' && !isDayOfMessage(index, target)) continue
      const option = optionAt(
        index,
        values,
        { start, ...block, fit: 1, method: 'form', divided: true },
        target,
        strength,
      )
      const isOther = option && keyStart !== undefined && isPersonWhoSends(index, keyStart, target.type, option.value)
      if (option && isOther !== true) add(target, option)
    }
  }
  for (const pair of model.keyValues) {
    // Of two labels side by side the second is no value of the first.
    const isLabel = /[:：]\s*$/u.test(index.text.slice(pair.valueSpan.start, pair.valueSpan.end))
    if (pair.valueSpan.end <= index.text.length && !isLabel)
      place(pair.key, pair.valueSpan.start, pair.valueSpan.end, pair.keySpan.start)
  }
  for (const field of model.formFields.slice(0, 500)) {
    if (typeof field.value !== 'string' || field.value.length < 2) continue
    const start = index.text.indexOf(field.value)
    const label = field.name.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replace(/[_.[\]]+/g, ' ')
    if (start !== -1) place(fold(label), start, start + field.value.length)
  }
}
