import type { DocumentType } from '@chancery/core'

/** The types that mammoth reads. */
export const mammothTypes = ['docx'] as const satisfies readonly DocumentType[]
