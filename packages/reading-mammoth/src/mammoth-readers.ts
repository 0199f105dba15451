import type { ReaderTable } from '@chancery/reading'

export interface MammothSettings {
  /**
   * What styles of the document become, as mammoth writes it: "p[style-name='Clause'] => h2:fresh", one a line. They go
   * before mammoth's own.
   */
  readonly styleMap?: string
}

/** Word documents by mammoth, loaded at the first one. */
export const mammothReaders = ({ styleMap = '' }: MammothSettings = {}): ReaderTable => ({
  docx: async () => (await import('./mammoth-reader.ts')).mammothReader(styleMap),
})
