import type { Block, DocumentModel, LanguageShare } from '@chancery/core'

/** Below this, the words of one language look too much like those of another. */
const minLetters = 20
const minBlockLetters = 40
/** A few thousand characters tell as much as a book; of one block, a few hundred. */
const sampleLength = 4000
const blockSampleLength = 400
/** Blocks whose own language is told; those of a long document repeat one another. */
const maxBlocks = 2000

type Languages = Pick<DocumentModel, 'blocks' | 'language' | 'languages'>

/**
 * The language of a document and of each of its blocks (BCP 47), by eld. What the document declares is kept where the
 * text agrees or says nothing: word processors often declare the language of the program and not of the letter.
 */
export async function languagesOf(text: string, blocks: readonly Block[], declared: string | null): Promise<Languages> {
  const stated = canonical(declared)
  if (lettersIn(text.slice(0, sampleLength)) < minLetters) return { blocks, language: stated, languages: [] }
  const { eld } = await import('eld/medium')
  const detect = (sample: string): string | null => {
    const found = eld.detect(sample)
    if (found.language === '' || !found.isReliable()) return null
    return stated !== null && primary(stated) === primary(found.language) ? stated : found.language
  }
  const letters = new Map<string, number>()
  let left = maxBlocks
  const told = blocks.map((block) => {
    if (block.type === 'code' || left === 0) return block
    const sample = text.slice(block.span.start, Math.min(block.span.end, block.span.start + blockSampleLength))
    if (lettersIn(sample) < minBlockLetters) return block
    left--
    const language = detect(sample)
    if (language === null) return block
    letters.set(language, (letters.get(language) ?? 0) + block.span.end - block.span.start)
    return { ...block, language }
  })
  return {
    blocks: told,
    language: detect(text.slice(0, sampleLength)) ?? stated,
    languages: sharesOf(letters),
  }
}

function sharesOf(letters: ReadonlyMap<string, number>): LanguageShare[] {
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0)
  return [...letters]
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([language, count]) => ({ language, share: Math.round((count / all) * 1000) / 1000 }))
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

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
