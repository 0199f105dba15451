import type { Context } from '../context.ts'
import { present } from '../present.ts'
import { ChanceryError, errorAt } from '../errors.ts'
import type { ExtractRequest, TextExtractor } from '../ports/text-extractor.ts'
import type { DocumentModel } from '../model/document-model.ts'
import { faultPlace } from './open-document.ts'
import type { VettedDocument } from '../model/vetted-document.ts'

/**
 * Has a document read. What its reader cannot do with it is told at the place of the document.
 * @param pointer where the document stands in the request
 * @throws what the extractor throws
 */
export async function readDocument(
  document: VettedDocument,
  pointer: string,
  extractor: TextExtractor,
  request: ExtractRequest,
  { signal, work }: Context,
): Promise<DocumentModel> {
  try {
    return await extractor.extract(document, request, { signal, ...present({ work }) })
  } catch (error) {
    throw isOfTheDocument(error) ? errorAt(faultPlace(error, pointer), error) : error
  }
}

/** Other faults of a request have places of their own: pages, options. */
const isOfTheDocument = (error: unknown): boolean =>
  ChanceryError.is(error) &&
  error.violations.length === 0 &&
  (error.kind === 'unreadable-document' || error.kind === 'too-large')
