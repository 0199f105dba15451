/** Client sources and the normalizer of what they give. */
export { createCsvSource, createTsvSource } from './csv/csv-source.ts'
export { createJsonSource, createNdjsonSource } from './json/json-source.ts'
export { createLdifSource } from './ldif/ldif-source.ts'
export type { SheetIsland } from './sheet/sheet-island.ts'
export { createSheetSource, type ReadSheetTables, type SheetTables } from './sheet/sheet-source.ts'
export { createJcardSource, createJscontactSource, createVcardSource } from './vcard/vcard-source.ts'
export { createClientNormalizer } from './normalizer/client-normalizer.ts'
