import type { Word } from '@chancery/core'
import type { ReadDocument } from '../reader.ts'

/** The words of a model whose source knows no places on a page: what stands between spaces. */
export function withWords(model: ReadDocument): ReadDocument {
  const words: Word[] = []
  let index = 0
  for (const match of model.text.matchAll(/\S+/g)) {
    const { index: start } = match
    while (model.pages.length > index + 1 && (model.pages[index]?.span.end ?? 0) <= start) index++
    const page = model.pages[index]
    words.push({ span: { start, end: start + match[0].length, ...(page === undefined ? {} : { page: page.number }) } })
  }
  return { ...model, words }
}
