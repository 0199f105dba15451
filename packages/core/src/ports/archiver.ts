import type { Content } from '../model/content.ts'

/**
 * What goes into an archive: a file with its content, or text that is appended to a file. Such a file is written at the end,
 * when all is known; until then it is kept deflated.
 */
export type ArchivePiece =
  | { readonly name: string; readonly content: Content }
  | { readonly name: string; readonly text: string }

/** Packs documents into one file. */
export interface Archiver {
  /**
   * A zip archive (APPNOTE 6.3.10, zip64 where it is needed), made while it is read: what it holds in memory does not grow
   * with the bytes of the files. Names come in safe and different from each other. The same pieces give the same bytes.
   */
  zip(pieces: AsyncIterable<ArchivePiece>): AsyncIterable<Uint8Array>
}
