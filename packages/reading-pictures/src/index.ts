import type { Reader, ReaderTable } from '@chancery/reading'

const imageReader = async (): Promise<Reader> => (await import('./image-reader.ts')).imageReader

/** The reader of pictures, loaded at the first one. */
export const pictureReaders = {
  bmp: imageReader,
  gif: imageReader,
  jpeg: imageReader,
  png: imageReader,
  tiff: imageReader,
  webp: imageReader,
} satisfies ReaderTable
