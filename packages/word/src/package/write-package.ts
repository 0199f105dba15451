import type { WordPackage } from './open-package.ts'
import { deflated, zipArchive, zipBlock, type ZipEntry } from './zip-archive.ts'

/** XML as an entry of a package: UTF-8 without a mark. */
export const xmlEntry = (name: string, xml: string): ZipEntry =>
  deflated(name, Buffer.from(xml.startsWith('\ufeff') ? xml.slice(1) : xml))

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
  return zipArchive([zipBlock(inOrder([...untouched, ...changed]))])
}
