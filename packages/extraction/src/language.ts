/** Below this, the words of one language look too much like those of another. */
const minLetters = 20
/** A few thousand characters tell as much as a book. */
const sampleLength = 4000

/**
 * The language of a text (BCP 47). What the document declares is kept where the text agrees or says nothing: word
 * processors often declare the language of the program and not of the letter.
 */
export async function languageOf(text: string, declared: string | null): Promise<string | null> {
  const stated = canonical(declared)
  const sample = text.slice(0, sampleLength)
  if ((sample.match(/\p{L}/gu) ?? []).length < minLetters) return stated
  const { eld } = await import('eld/medium')
  const found = eld.detect(sample)
  if (found.language === '' || !found.isReliable()) return stated
  return stated !== null && primary(stated) === primary(found.language) ? stated : found.language
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
