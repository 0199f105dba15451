import { leastOf } from '@chancery/core'
import type { FormField, KeyValue } from '@chancery/core'
import { spanAt } from './entities.ts'
import type { RecordedFormField, RecordedPage } from './recorded-document.ts'
import { type AnchoredText, boxOf, fraction, type Stretch } from './text-anchors.ts'

interface FormPlaces {
  readonly anchored: AnchoredText
  readonly place: (stretches: readonly Stretch[]) => Stretch | undefined
  /** The model's. */
  readonly text: string
}

/** What the form parser saw on one page: labels with values, labels whose place is empty, boxes, signatures. */
export function formAnswers(
  page: RecordedPage,
  number: number,
  { anchored, place, text }: FormPlaces,
): { readonly keyValues: readonly KeyValue[]; readonly formFields: readonly FormField[] } {
  const keyValues: KeyValue[] = []
  const formFields: FormField[] = []
  const add = (field: Omit<FormField, 'page' | 'box'>, layout: RecordedFormField['fieldValue']): void => {
    const box = boxOf(layout?.boundingPoly, page)
    formFields.push({ ...field, page: number, ...(box === undefined ? {} : { box }) })
  }
  for (const field of page.formFields ?? []) {
    const { fieldName, fieldValue, valueType } = field
    const name = withoutColon(anchored.read(fieldName?.textAnchor).replaceAll(/\s+/g, ' '))
    if (isCheckbox(valueType)) {
      add({ name, type: 'checkbox', value: isFilled(valueType) }, fieldValue)
      continue
    }
    const key = place(anchored.stretches(fieldName?.textAnchor))
    const value = place(anchored.stretches(fieldValue?.textAnchor))
    const label = key === undefined ? '' : withoutColon(text.slice(...key))
    if (key === undefined || label === '') continue
    if (value === undefined) {
      add({ name, type: 'text', value: null }, fieldValue ?? fieldName)
      continue
    }
    keyValues.push({
      key: label,
      value: text.slice(...value),
      keySpan: spanAt([key[0], key[0] + label.length], number, boxOf(fieldName?.boundingPoly, page)),
      valueSpan: spanAt(value, number, boxOf(fieldValue?.boundingPoly, page)),
      confidence: leastOf(confidences(fieldName, fieldValue)),
    })
  }
  const hasBoxes = formFields.some(({ type }) => type === 'checkbox')
  for (const { layout, type } of page.visualElements ?? []) {
    // OCR sees boxes without their labels; the form parser names each.
    if (isCheckbox(type) && !hasBoxes) add({ name: '', type: 'checkbox', value: isFilled(type) }, layout)
    else if (type === 'signature') add({ name: 'signature', type: 'signature', value: true }, layout)
  }
  return { keyValues, formFields }
}

/** Of those that say one; an absent one is 0. */
function confidences(...layouts: readonly RecordedFormField['fieldName'][]): readonly number[] {
  const said = layouts.map((layout) => fraction(layout?.confidence)).filter((confidence) => confidence > 0)
  return said.length === 0 ? [0] : said
}

/** Boxes that are ticked or not are no pictures. */
export const isCheckbox = (type: string | null | undefined): boolean => type?.endsWith('filled_checkbox') === true

const isFilled = (type: string | null | undefined): boolean => type === 'filled_checkbox'

/** A label carries its colon; it is followed by space, or by nothing. */
function withoutColon(text: string): string {
  let end = text.length
  while (end > 0 && /[\s:：]/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end).trimStart()
}
