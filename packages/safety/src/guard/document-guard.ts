import {
  ChanceryError,
  contentTypes,
  type DocumentGuard,
  type DocumentType,
  extensionOf,
  type Finding,
  type VettedDocument,
} from '@chancery/core'
import { vetPackage } from '../zip/vet-package.ts'
import { cfbType } from './cfb-type.ts'
import { corrupt, defaultGuardLimits, type GuardLimits, tooLarge } from './guard-limits.ts'
import { identifyType } from './identify-type.ts'
import { imageSize } from './image-size.ts'
import { textCharset } from './text-charset.ts'

const packages: ReadonlySet<DocumentType> = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'])
const images: ReadonlySet<DocumentType> = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff', 'bmp'])
const texts: ReadonlySet<DocumentType> = new Set([
  'html',
  'eml',
  'csv',
  'tsv',
  'markdown',
  'json',
  'vcard',
  'xml',
  'text',
  'svg',
])

/** Endings by which people name a type; text types that are all alike in their bytes are told apart by them. */
const typeOfEnding: Readonly<Record<string, DocumentType>> = {
  ...Object.fromEntries(
    Object.keys(contentTypes).map((type) => [extensionOf(type as DocumentType), type as DocumentType]),
  ),
  dotx: 'docx',
  docm: 'docx',
  dotm: 'docx',
  xlsm: 'xlsx',
  pptm: 'pptx',
  jpeg: 'jpeg',
  tif: 'tiff',
  htm: 'html',
  xhtml: 'html',
  markdown: 'markdown',
  ndjson: 'json',
  jsonl: 'json',
  vcard: 'vcard',
  tab: 'tsv',
  log: 'text',
}

/** The guard before every parser; see `DocumentGuard` for what it promises. */
export function createDocumentGuard(settings: { readonly limits?: Partial<GuardLimits> } = {}): DocumentGuard {
  const limits: GuardLimits = { ...defaultGuardLimits, ...settings.limits }
  return {
    identify: identifyType,
    async vet(bytes, { filename, contentType, accept, signal }) {
      signal.throwIfAborted()
      if (bytes.length > limits.documentBytes)
        throw tooLarge('bytes of the document', limits.documentBytes, bytes.length)
      if (bytes.length === 0) throw corrupt('it is empty')
      const name = filename === undefined ? undefined : baseNameOf(filename)
      const type = typeOf(bytes, name, contentType)
      if (cfbType(bytes).encrypted && isCompound(bytes))
        throw new ChanceryError('document_encrypted', 'The document is encrypted.')
      if (accept !== undefined && !accept.includes(type)) throw unsupported(type, accept)
      const findings: Finding[] = [...mismatch(type, name, contentType)]
      let vettedBytes = bytes
      if (packages.has(type)) {
        const vetted = vetPackage(bytes, limits)
        vettedBytes = vetted.bytes
        findings.push(...vetted.findings)
      } else if (images.has(type)) {
        checkImage(bytes, type, limits)
      }
      const charset = texts.has(type) ? (textCharset(bytes) ?? 'windows-1252') : undefined
      return {
        bytes: vettedBytes,
        type,
        contentType: contentTypes[type],
        ...(charset === undefined ? {} : { charset }),
        ...(name === undefined ? {} : { filename: name }),
        findings,
      } as unknown as VettedDocument
    },
  }
}

const isCompound = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf

/** By the bytes; among text types, which hardly differ, the name (or the stated type) has the say. */
function typeOf(bytes: Uint8Array, name: string | undefined, contentType: string | undefined): DocumentType {
  const seen = identifyType(bytes)
  if (!texts.has(seen)) return seen
  const named = name === undefined ? undefined : typeOfEnding[endingOf(name)]
  const stated = (Object.keys(contentTypes) as DocumentType[]).find(
    (type) => contentTypes[type] === bareType(contentType),
  )
  const claimed = named ?? stated
  if (claimed === undefined || !texts.has(claimed)) return seen
  // Plain text can be taken for any of these; what shows its own form is not overruled by a name.
  const open: readonly DocumentType[] = ['text', 'markdown', 'csv', 'tsv']
  if (open.includes(seen) && open.includes(claimed)) return claimed
  if (open.includes(seen) && (claimed === 'eml' || claimed === 'html')) return claimed
  if ((seen === 'json' || seen === 'xml' || seen === 'html') && (claimed === 'text' || claimed === 'markdown'))
    return claimed
  return seen
}

const bareType = (contentType: string | undefined): string | undefined =>
  contentType?.split(';')[0]?.trim().toLowerCase()

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** The last part of a name, without folders and without characters that mislead. */
const baseNameOf = (filename: string): string =>
  filename
    .toWellFormed()
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)
    // oxlint-disable-next-line no-control-regex -- these are what is taken out.
    ?.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(0, 255) || 'document'

function mismatch(type: DocumentType, name: string | undefined, contentType: string | undefined): Finding[] {
  const named = name === undefined ? undefined : typeOfEnding[endingOf(name)]
  const stated = bareType(contentType)
  const wrongName = named !== undefined && named !== 'unknown' && named !== type
  const wrongType =
    stated !== undefined &&
    stated !== '' &&
    stated !== 'application/octet-stream' &&
    name === undefined &&
    stated !== contentTypes[type] &&
    Object.values<string>(contentTypes).includes(stated)
  if (!wrongName && !wrongType) return []
  return [
    {
      code: 'type_mismatch',
      severity: 'warning',
      message: `The bytes are ${type}, not what the ${wrongName ? 'name' : 'content type'} says.`,
      hint: `The usual ending of this type is .${extensionOf(type)}.`,
    },
  ]
}

function checkImage(bytes: Uint8Array, type: DocumentType, limits: GuardLimits): void {
  const size = imageSize(bytes, type)
  if (size === undefined || size.width === 0 || size.height === 0) throw corrupt('the image has no readable size')
  const pixels = size.width * size.height
  if (pixels > limits.imagePixels) throw tooLarge('pixels of the image', limits.imagePixels, pixels)
}

const unsupported = (type: DocumentType, supported: readonly DocumentType[]): ChanceryError =>
  new ChanceryError('unsupported_document', `A document of this type cannot be used here: ${type}.`, {
    details: { type, supported },
  })
