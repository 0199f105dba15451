/** What is opened, read and found, by what a document's text says. */
import type { DocumentModel } from '../model/document-model.ts'
import { contentTypes } from '../model/document-type.ts'
import { modelOfText } from '../documents/model-of-text.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import { ChanceryError } from '../errors.ts'
import type { DocumentGuard } from '../ports/document-guard.ts'
import type { FieldIdentifier, Identification, IdentifyRequest } from '../ports/field-identifier.ts'
import type { ExtractRequest, TextExtractor } from '../ports/text-extractor.ts'
import type { Finding } from '../model/finding.ts'
import { textOf, typeOf } from './document-texts.test-support.ts'

/** A remark that every opened document has where its text says `[remark]`. */
export const remark: Finding = { code: 'remark', severity: 'info', message: 'Something is odd.' }

/**
 * `[broken]` is corrupt, `[locked]` wants the password "secret", `[fault]` has a part that is not well-formed, `[remark]` is
 * remarked upon. Of a zip or an e-mail, what stands behind its type are the names in it; `[locked]` is encrypted, `[broken]` not whole.
 */
export function fakeGuard() {
  const asked: Parameters<DocumentGuard['vet']>[1][] = []
  const guard: DocumentGuard = {
    identify: typeOf,
    async archivedNames(bytes) {
      const text = textOf(bytes)
      const names = text.replace(/^\w+:/, '').split(',')
      return { names, isSealed: text.includes('[locked]'), isWhole: !text.includes('[broken]') }
    },
    async vet(bytes, options) {
      options.signal.throwIfAborted()
      asked.push(options)
      const type = typeOf(bytes)
      const text = textOf(bytes)
      if (options.accept !== undefined && !options.accept.includes(type)) {
        const details = { supported: options.accept }
        throw new ChanceryError('unsupported_document', 'This operation takes other documents.', { details })
      }
      if (text.includes('[broken]') || (text.includes('[fault]') && options.faults !== 'report'))
        throw new ChanceryError('document_corrupt', 'The document is damaged.')
      if (text.includes('[locked]') && options.password !== 'secret') {
        const details = { reason: options.password === undefined ? 'password_missing' : 'password_wrong' }
        throw new ChanceryError('document_encrypted', 'The document is encrypted.', { details })
      }
      const { filename } = options
      const document = {
        bytes,
        type,
        contentType: contentTypes[type],
        findings: text.includes('[remark]') ? [remark] : [],
        ...(filename === undefined ? {} : { filename }),
      }
      // The brand of what a guard has made.
      return document as unknown as VettedDocument
    },
  }
  return { ...guard, asked }
}

/** Reads any text document; `model` says what else it is to have found. */
export function fakeExtractor(id = 'reader') {
  const asked: ExtractRequest[] = []
  const found: { model: Partial<DocumentModel>; fault: unknown } = { model: {}, fault: undefined }
  const extractor: TextExtractor = {
    id,
    types: ['text', 'docx', 'pdf'],
    async extract({ bytes, contentType }, request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      if (found.fault !== undefined) throw found.fault
      return { ...modelOfText(textOf(bytes)), contentType, extractor: id, ...found.model }
    },
  }
  return { ...extractor, asked, found }
}

const nothingFound: Identification = {
  fields: [],
  keyValues: [],
  entities: [],
  missing: [],
  profile: 'other',
  warnings: [],
}

export function fakeIdentifier(id = 'rules') {
  const asked: IdentifyRequest[] = []
  const found: { outcome: Identification } = { outcome: nothingFound }
  const identifier: FieldIdentifier = {
    id,
    async identify(request, { signal }) {
      signal.throwIfAborted()
      asked.push(request)
      return found.outcome
    },
  }
  return { ...identifier, asked, found }
}
