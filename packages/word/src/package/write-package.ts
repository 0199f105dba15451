import { deflated, stored, zipArchive, type ZipEntry } from '@chancery/formats/zip'
import type { WordPackage } from './open-package.ts'

/** Below this, in bytes, packing takes longer than all else that is done with a part, and saves next to nothing. */
const minDeflated = 1024

/** XML as an entry of a package: UTF-8 without a mark. */
export function xmlEntry(name: string, xml: string): ZipEntry {
  const content = Buffer.from(xml.startsWith('\ufeff') ? xml.slice(1) : xml)
  return content.length < minDeflated ? stored(name, content) : deflated(name, content)
}

/** The content types come first, as the format recommends; the rest by name. */
export const inOrder = (entries: readonly ZipEntry[]): readonly ZipEntry[] => {
  const first = '[Content_Types].xml'
  return [...entries].sort((a, b) => Number(b.name === first) - Number(a.name === first) || (a.name < b.name ? -1 : 1))
}

/**
 * The package with some parts replaced; all others are copied as they are packed. The same input gives the same bytes.
 */
export function writePackage({ entries }: WordPackage, parts: ReadonlyMap<string, string>): Uint8Array {
  const untouched = [...entries.values()].filter(({ name }) => !parts.has(name))
  const changed = [...parts].map(([name, xml]) => xmlEntry(name, xml))
  return zipArchive(inOrder([...untouched, ...changed])).bytes
}
