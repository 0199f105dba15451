import type { TextLine } from './text-lines.ts'

/** Characters; no part of a word is longer. */
const maxPart = 60

/** Words that keep their hyphen wherever they stand: the first part says so, the second one does, or both together. */
const usualCompounds = [
  /^(?:self|non|well|all|half|cross|quasi|semi|e|x|vice|anti)-/iu,
  /^\p{L}{4,}-(?:based|owned|specific|level)$/iu,
  /^(?:(?:long|short|medium|mid|fixed|near)-term|(?:third|first|second|counter)-party|pro-(?:forma|rata|bono)|ex-(?:works|vat|gratia|officio|parte|post|ante|dividend|husband|wife|spouse|partner|employee|director))$/iu,
]

/** Before these a part of a word stands for the whole that comes after them: "Ein- und Verkauf", "24- bis 36-monatig", "short- or long-term". */
const conjunction =
  /^(?:und|oder|bis|bzw|beziehungsweise|sowie|and|or|to|en|of|tot|et|ou|y|e|och|eller|og|oraz|lub|és|vagy)(?![\p{L}-])/iu

/**
 * Decides whether a hyphen at the end of a line belongs to the word or only to the line: by how the document writes
 * the word elsewhere, otherwise it goes if the word goes on in lower case and is no usual compound.
 */
export class Hyphenation {
  private readonly compounds = new Set<string>()

  /** Learns the words that are written with a hyphen within a line. */
  add({ text }: Pick<TextLine, 'text'>): void {
    if (!text.includes('-') && !text.includes('\u2010')) return
    for (const [whole] of text.matchAll(/\p{L}{1,40}(?:[-\u2010]\p{L}{1,40}){1,4}(?=[^\p{L}-])/gu)) {
      this.compounds.add(keyOf(whole))
    }
  }

  /** Whether "before-" and "after" are one word without the hyphen. */
  joins(before: string, after: string): boolean {
    const first = /(\p{L}+)[-\u2010\u00ad]$/u.exec(before.slice(-maxPart))?.[1]
    const second = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after)?.[0]
    if (first === undefined || second === undefined || this.hangs(before, after)) return false
    const word = keyOf(`${first}-${second}`)
    return !this.compounds.has(word) && !usualCompounds.some((kind) => kind.test(word))
  }

  /** Whether "before-" is short for a longer word, so that a space follows. */
  hangs(before: string, after: string): boolean {
    return /[\p{L}\d][-\u2010]$/u.test(before.slice(-2)) && conjunction.test(after)
  }
}

const keyOf = (word: string): string => word.toLowerCase().replaceAll('\u2010', '-')
