import { ModelBuilder } from '../model/model-builder.ts'
import type { Reader } from '../reader.ts'
import { textOfDocument } from '../text-of-document.ts'

/** JSON as it stands, as one block of code. */
export const jsonReader: Reader = {
  paged: false,
  async read(document, _request, { limits }) {
    const builder = new ModelBuilder(limits)
    builder.block('code', textOfDocument(document).trim())
    return builder.build()
  },
}
