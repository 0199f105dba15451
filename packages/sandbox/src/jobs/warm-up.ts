import { type DocumentType, plainReading, type VettedDocument } from '@chancery/core'

const { signal } = new AbortController()

/** Bytes that we wrote ourselves, and that so need no guard. */
const own = (type: DocumentType, text: string): VettedDocument =>
  ({ bytes: new TextEncoder().encode(text), type, contentType: '', findings: [] }) as unknown as VettedDocument

async function read(type: DocumentType, text: string): Promise<void> {
  const [{ createEmbeddedExtractor }, { embeddedReaders }] = await Promise.all([
    import('@chancery/reading'),
    import('./embedded-readers.ts'),
  ])
  await createEmbeddedExtractor({ readers: embeddedReaders }).extract(own(type, text), plainReading, { signal })
}

/**
 * Loads the libraries that most calls need, by using them: readers and engines load at the first document of their type,
 * though it be an empty one that they refuse.
 */
export const warmUp: readonly (() => Promise<unknown>)[] = [
  () => read('text', 'Long enough for the detector of languages to be loaded.'),
  () => read('docx', ''),
  () => read('pdf', ''),
  () => import('@chancery/word'),
]
