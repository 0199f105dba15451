import type { DocumentType } from '@chancery/core'

/** The types that Document AI's processors take. */
export const documentAiTypes = [
  'pdf',
  'png',
  'jpeg',
  'gif',
  'tiff',
  'bmp',
  'webp',
] as const satisfies readonly DocumentType[]
