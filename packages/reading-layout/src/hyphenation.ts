import type { TextLine } from './text-lines.ts'

/** Characters; no part of a word is longer. */
const maxPart = 60

/** Parts of words that keep their hyphen: "self-", "Anti-" are written so wherever they stand. */
const keepsHyphen = /^(?:self|non|ex|well|all|half|cross|quasi|semi|e|x|vice|anti|pro)$/iu

/**
 * Decides whether a hyphen at the end of a line belongs to the word or only to the line: by how the document writes
 * the word elsewhere, otherwise it goes if the word goes on in lower case.
 */
export class Hyphenation {
  private readonly compounds = new Map<string, number>()

  /** Learns the words that are written with a hyphen within a line. */
  add({ text }: Pick<TextLine, 'text'>): void {
    if (!text.includes('-') && !text.includes('\u2010')) return
    for (const [whole] of text.matchAll(/\p{L}{1,40}(?:[-\u2010]\p{L}{1,40}){1,4}(?=[^\p{L}-])/gu)) {
      const key = keyOf(whole)
      this.compounds.set(key, (this.compounds.get(key) ?? 0) + 1)
    }
  }

  /** Whether "before-" and "after" are one word without the hyphen. */
  joins(before: string, after: string): boolean {
    const first = /(\p{L}+)[-\u2010\u00ad]$/u.exec(before.slice(-maxPart))?.[1]
    const second = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after)?.[0]
    if (first === undefined || second === undefined || keepsHyphen.test(first)) return false
    return !this.compounds.has(keyOf(`${first}-${second}`))
  }
}

const keyOf = (word: string): string => word.toLowerCase().replaceAll('\u2010', '-')
