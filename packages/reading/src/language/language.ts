import type { Block, DocumentModel, LanguageShare } from '@chancery/core'
import { wordDetector } from './ngram-language.ts'
import { languageOfScript } from './script-language.ts'

/** Below this, the words of one language look too much like those of another. */
const minLetters = 20
const minBlockLetters = 40
/** A few thousand characters tell as much as a book; of one block, a few hundred. */
const sampleLength = 4000
const blockSampleLength = 400
/** Enough to agree with the rest of the document, as most blocks do. */
const agreeingLength = 120
/** Blocks whose own language is told; those of a long document repeat one another. */
const maxBlocks = 2000

type Languages = Pick<DocumentModel, 'blocks' | 'language' | 'languages'>

/**
 * The language of a document and of each of its blocks (BCP 47), by n-grams. What the document declares is kept where the
 * text agrees or says nothing: word processors often declare the language of the program and not of the letter.
 */
export async function languagesOf(text: string, blocks: readonly Block[], declared: string | null): Promise<Languages> {
  const stated = canonical(declared)
  const start = text.slice(0, sampleLength)
  if (!hasLetters(start, minLetters) && languageOfScript(start) === undefined) {
    return { blocks, language: stated, languages: [] }
  }
  const languageOfWords = await wordDetector()
  const detect = (sample: string, fewest: number): string | null => {
    const found = languageOfScript(sample) ?? (hasLetters(sample, fewest) ? languageOfWords(sample) : null)
    return stated !== null && found !== null && primary(stated) === primary(found) ? stated : found
  }
  const whole = detect(start, minLetters)
  const languageOf = (block: string): string | null => {
    if (
      whole !== null &&
      block.length > agreeingLength &&
      detect(block.slice(0, agreeingLength), minBlockLetters) === whole
    )
      return whole
    return detect(block, minBlockLetters)
  }
  const letters = new Map<string, number>()
  let left = maxBlocks
  const told = blocks.map((block) => {
    if (block.type === 'code' || left === 0) return block
    const sample = text.slice(block.span.start, Math.min(block.span.end, block.span.start + blockSampleLength))
    const language = languageOf(sample)
    if (language === null) return block
    left--
    letters.set(language, (letters.get(language) ?? 0) + block.span.end - block.span.start)
    return { ...block, language }
  })
  return { blocks: told, language: whole ?? stated, languages: sharesOf(letters) }
}

function sharesOf(letters: ReadonlyMap<string, number>): LanguageShare[] {
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0)
  return [...letters]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([language, count]) => ({ language, share: Math.round((count / all) * 1000) / 1000 }))
}

/** Vowel signs too: many scripts write a vowel as a sign on a letter. */
const letter = /\p{Alphabetic}/u

/** Whether a text has at least so many letters; looks no further than that. */
function hasLetters(text: string, fewest: number): boolean {
  let left = fewest
  for (let at = 0; left > 0 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) {
      if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) left--
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? code)
      if (letter.test(character)) left--
      at += character.length - 1
    }
  }
  return left <= 0
}

/** Norwegian is written as either of two. */
const primary = (tag: string): string => {
  const language = tag.split('-')[0] ?? tag
  return language === 'nb' || language === 'nn' ? 'no' : language
}

function canonical(tag: string | null): string | null {
  try {
    return tag === null ? null : (Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? null)
  } catch {
    return null
  }
}
