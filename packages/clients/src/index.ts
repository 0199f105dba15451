/** Client sources and the normalizer of what they give. */
export { createCsvSource } from './csv/csv-source.ts'
export { createJsonSource } from './json/json-source.ts'
export { createVcardSource } from './vcard/vcard-source.ts'
export { createClientNormalizer } from './normalizer/client-normalizer.ts'
