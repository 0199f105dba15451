import {
  ChanceryError,
  contentTypes,
  type DocumentGuard,
  type DocumentType,
  type Finding,
  type PartFault,
  type VettedDocument,
  throwIfCancelled,
} from '@chancery/core'
import { archivedNames } from './archive/archived-names.ts'
import { signatureOf, type Signature } from './type/binary-signature.ts'
import { typeOfContentType, typeOfName } from './type/claimed-type.ts'
import { compoundType } from './type/compound-type.ts'
import { sealedManifest } from './encryption/sealed-manifest.ts'
import { baseNameOf } from '@chancery/formats/text'
import type { PictureKind } from '@chancery/formats/raster'
import { formatOf } from './type/named-format.ts'
import { defaultGuardLimits, type GuardLimits } from './guard-limits.ts'
import { identifyByEnds } from './type/identify-by-ends.ts'
import { identifyDocument, identifyText } from './type/identify-document.ts'
import { imageSize } from './bounds/image-size.ts'
import { checkJsonDepth } from './bounds/json-depth.ts'
import { checkPdfFrame } from './bounds/pdf-frame.ts'
import { corrupt, encrypted, tooLarge, unsupported } from './refusal.ts'
import { checkRtfGroups } from './bounds/rtf-groups.ts'
import { vetPackage } from './package/vet-package.ts'
import { dosDecoder } from '@chancery/formats/text'
import { withoutUtf32 } from './encoding/text-charset.ts'
import { xmlAsUtf8 } from './xml/xml-encoding.ts'
import { scanXml } from './xml/xml-scan.ts'
import { packageType, packageTypeHint } from './type/zip-package-type.ts'
import { readZipDirectory } from './zip/zip-directory.ts'

/** Without limits, those of `defaultGuardLimits`. */
export interface DocumentGuardSettings {
  /** Any of them; the others keep their defaults. */
  readonly limits?: Partial<GuardLimits>
}

type Accepted = <T extends DocumentType>(type: T) => T
type VetOptions = Parameters<DocumentGuard['vet']>[1]

/** What the check of one kind of document found out. */
interface Checked {
  readonly type: DocumentType
  readonly bytes: Uint8Array
  readonly charset?: string
  readonly tags?: number
  readonly pixels?: number
  readonly findings: readonly Finding[]
  readonly faults?: readonly PartFault[]
}

/** Types between which a file's name may decide: the bytes of each could be those of the others. */
const namedTexts = new Set<DocumentType>(['text', 'markdown', 'csv', 'tsv', 'html', 'eml'])
const packageTypes = new Set<DocumentType>(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'zip'])

/**
 * The guard before every parser: decides a document's type from its bytes, refuses what is damaged, ambiguous or
 * would cost too much, and hands on bytes in which there is nothing that it has not looked at. Empty bytes are
 * `document_corrupt`. Every check is linear in the bytes.
 */
export function createDocumentGuard({ limits: given = {} }: DocumentGuardSettings = {}): DocumentGuard {
  const limits = { ...defaultGuardLimits, ...given }
  return {
    identify: (bytes, tail) => (tail === undefined ? identifyDocument(bytes) : identifyByEnds(bytes, tail)),
    archivedNames: (bytes, { signal }) => archivedNames(bytes, signal),
    async vet(bytes, options) {
      throwIfCancelled(options.signal)
      if (bytes.length === 0) throw corrupt('The document is empty.')
      if (bytes.length > limits.documentBytes) throw tooLarge('bytes', limits.documentBytes, bytes.length)
      const filename = baseNameOf(options.filename)
      let checked: Checked
      try {
        checked = await check(bytes, filename, options, limits)
      } catch (error) {
        if (ChanceryError.is(error)) throw error
        throw corrupt('The document could not be checked.', error)
      }
      const { type, charset, tags, pixels, faults } = checked
      return {
        bytes: checked.bytes,
        type,
        contentType: contentTypes[type],
        ...(charset === undefined ? {} : { charset }),
        ...(tags === undefined ? {} : { tags }),
        ...(pixels === undefined ? {} : { pixels }),
        ...(filename === undefined ? {} : { filename }),
        findings: [...contradictions(type, filename, options.contentType), ...checked.findings],
        ...(faults === undefined ? {} : { faults }),
      } as unknown as VettedDocument
    },
  }
}

/** @throws as `DocumentGuard.vet`; the type is compared with `accept` before the costly part of each check. */
async function check(
  bytes: Uint8Array,
  filename: string | undefined,
  options: VetOptions,
  limits: GuardLimits,
): Promise<Checked> {
  const accepted: Accepted = (type) => {
    if (options.accept !== undefined && !options.accept.includes(type))
      throw unsupported(type, options.accept, formatOf(bytes, type))
    return type
  }
  const signature = signatureOf(bytes)
  if (signature === undefined) return checkText(withoutUtf32(bytes), filename, options, accepted, limits)
  if (signature === 'cfb') {
    const type = compoundType(bytes)
    if (type === 'encrypted') return await checkEncrypted(bytes, options, accepted, limits)
    if (type === 'cut-off') throw corrupt('Parts of the file are not there; it was probably cut off.')
    return { type: accepted(type ?? 'unknown'), bytes, findings: [] }
  }
  if (signature === 'zip') {
    // A package that is not wanted at all need not be whole to be told so.
    if (options.accept !== undefined && !options.accept.some((type) => packageTypes.has(type))) {
      accepted(packageTypeHint(bytes))
    }
    return await checkPackage(bytes, options, accepted, limits)
  }
  accepted(signature)
  return { type: signature, bytes, ...checkBinary(bytes, signature, limits) }
}

/** A compound file that only wraps an Office package. */
async function checkEncrypted(
  bytes: Uint8Array,
  options: VetOptions,
  accepted: Accepted,
  limits: GuardLimits,
): Promise<Checked> {
  const { openOffice } = await import('./encryption/office-encryption.ts')
  const opened = await openOffice(bytes, options.password, limits, options.signal)
  if (signatureOf(opened) !== 'zip') throw corrupt('What is encrypted is no package.')
  return await checkPackage(opened, options, accepted, limits)
}

async function checkPackage(
  bytes: Uint8Array,
  { password, faults, signal }: VetOptions,
  accepted: Accepted,
  limits: GuardLimits,
): Promise<Checked> {
  let directory = readZipDirectory(bytes, limits)
  const reportsFaults = faults === 'report'
  const type = accepted(packageType(directory, reportsFaults))
  // Before any other part: those of an encrypted document are not the XML that they are called.
  const manifest = sealedManifest(directory)
  if (manifest !== undefined) {
    if (password === undefined) throw encrypted('password_missing')
    const { openOpenDocument } = await import('./encryption/opendocument-encryption.ts')
    directory = readZipDirectory(await openOpenDocument(directory, manifest, password, limits, signal), limits)
  }
  return { type, ...(await vetPackage(directory, limits, signal, { type, reportsFaults })) }
}

function checkBinary(
  bytes: Uint8Array,
  type: Exclude<Signature, 'cfb' | 'zip'>,
  limits: GuardLimits,
): Pick<Checked, 'findings' | 'pixels'> {
  if (type === 'pdf') return { findings: checkPdfFrame(bytes) }
  if (type === 'rtf') return { findings: checkRtfGroups(bytes, limits) }
  const { width, height } = imageSize(bytes, type)
  const pixels = width * height
  if (pixels > limits.pixels) throw tooLarge('pixels', limits.pixels, pixels)
  return { findings: checkImage(bytes, type, pixels), pixels }
}

function checkImage(bytes: Uint8Array, type: PictureKind, pixels: number): readonly Finding[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'bmp' && lacksItsPixels(buffer, pixels)) throw corrupt('The pixels of the image are not there.')
  if (type === 'png' && !buffer.includes('IEND')) throw corrupt('The image has no end; the file was probably cut off.')
  if (type === 'jpeg' && buffer.lastIndexOf(Uint8Array.of(0xff, 0xd9)) < 0) {
    return [
      { code: 'image_cut_off', severity: 'warning', message: 'The image has no end; its lower part may be missing.' },
    ]
  }
  return []
}

/** Less than a tenth of what an uncompressed bitmap must have: a header that only claims a size. */
function lacksItsPixels(bitmap: Buffer, pixels: number): boolean {
  const isLong = bitmap.length >= 34 && bitmap.readUInt32LE(14) >= 40
  if (!isLong || bitmap.readUInt32LE(30) !== 0) return false
  return bitmap.length < (pixels * bitmap.readUInt16LE(28)) / 80
}

function checkText(
  bytes: Uint8Array,
  filename: string | undefined,
  options: VetOptions,
  accepted: Accepted,
  limits: GuardLimits,
): Checked {
  const text = identifyText(bytes)
  if (text === undefined) return { type: accepted('unknown'), bytes, findings: [] }
  const named = typeOfName(filename) ?? typeOfContentType(options.contentType)
  const isCalled = named !== undefined && namedTexts.has(named) && (named !== 'eml' || text.hasHeader)
  const type = accepted(isCalled && !text.isSure ? named : text.type)
  if (type === 'json') checkJsonDepth(bytes, text.charset, limits)
  if (type !== 'xml' && type !== 'svg') {
    // No reader knows the code pages of DOS: what is in them goes on as UTF-8. Parts of a mail name their own.
    const dos = dosDecoder(text.charset)
    if (dos !== undefined && type !== 'eml') {
      const mended = new TextEncoder().encode(dos(bytes))
      return { type, bytes: mended, charset: 'utf-8', findings: [guessedCharset(text.charset)] }
    }
    if (dos !== undefined) return { type, bytes, findings: [] }
    return { type, bytes, charset: text.charset, findings: text.isGuess ? [guessedCharset(text.charset)] : [] }
  }
  const utf8 = xmlAsUtf8(bytes)
  scanXml(utf8, { doctype: 'external', balanced: true }, limits)
  return { type, bytes: utf8, charset: 'utf-8', findings: [] }
}

const guessedCharset = (charset: string): Finding => ({
  code: 'charset_guessed',
  severity: 'warning',
  message: `The encoding of the text is not certain; it was read as ${charset}.`,
})

/** Warnings where the name or the media type claims another type than the bytes have. */
function contradictions(type: DocumentType, filename: string | undefined, contentType: string | undefined): Finding[] {
  const claims = [
    ['name', typeOfName(filename)],
    ['content type', typeOfContentType(contentType)],
  ] as const
  return claims
    .filter(([, claimed]) => claimed !== undefined && claimed !== type && !isGeneral(claimed, type))
    .map(([what, claimed]) => ({
      code: 'type_mismatch',
      severity: 'warning',
      message: `The ${what} of the document says "${claimed}"; its bytes are "${type}", and it was treated as that.`,
    }))
}

/** Some types are special cases of others: an SVG is XML, a docx is a zip file. */
const isGeneral = (claimed: DocumentType | undefined, type: DocumentType): boolean =>
  (claimed === 'zip' && packageTypes.has(type)) ||
  (claimed === 'xml' && (type === 'svg' || type === 'html')) ||
  (claimed === 'text' && (namedTexts.has(type) || type === 'json' || type === 'vcard' || type === 'xml'))
