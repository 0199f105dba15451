import {
  ChanceryError,
  type DocumentType,
  type Finding,
  type PartFault,
  throwIfCancelled,
  turnsEvery,
} from '@chancery/core'
import { stored, zipArchive, type ZipEntry } from '@chancery/formats/zip'
import type { GuardLimits } from '../guard-limits.ts'
import { lastName, noteReferences, type PackageReferences } from './package-references.ts'
import { faultyPart, noXml } from '../xml/part-fault.ts'
import { corrupt } from '../refusal.ts'
import { looksLikeMarkup, xmlAsUtf8 } from '../xml/xml-encoding.ts'
import { scanXml, type XmlRules } from '../xml/xml-scan.ts'
import type { ZipDirectory } from '../zip/zip-directory.ts'
import { inflatePart } from '../zip/zip-part.ts'
import { isSidePart, isStrayXml } from './side-parts.ts'
import { withoutDoctype } from '../xml/xml-doctype.ts'

const strict: XmlRules = { doctype: 'none', balanced: true }
/** Of OpenDocument. */
const dated: XmlRules = { doctype: 'external', balanced: true }
const picture: XmlRules = { doctype: 'external', balanced: true }
const page: XmlRules = { doctype: 'external', balanced: false }

/** Old OpenDocument files name the document type of their parts. It is taken out: it declares nothing that is needed. */
const openDocumentTypes: ReadonlySet<DocumentType> = new Set(['odt', 'ods', 'odp'])

/** How long the event loop is kept at a stretch, in ms. */
const stretch = 25

export interface VettedPackage {
  readonly bytes: Uint8Array
  /** Start and end tags of all XML parts that were scanned. */
  readonly tags: number
  readonly findings: readonly Finding[]
  /** Parts that are not well-formed, and end at their faults; absent where there are none. */
  readonly faults?: readonly PartFault[]
}

export interface PackageRules {
  readonly type: DocumentType
  /** Parts that are not well-formed go into `faults`, and do not refuse the package. */
  readonly reportsFaults?: boolean
}

/**
 * Verifies every part of a package, scans every part that any parser could take for XML, and writes the package anew,
 * so that no parser ever sees what the guard has not read.
 * @throws `document_corrupt`, `payload_too_large`, `cancelled`.
 */
export async function vetPackage(
  { entries, mended }: ZipDirectory,
  limits: GuardLimits,
  signal: AbortSignal,
  { type, reportsFaults = false }: PackageRules,
): Promise<VettedPackage> {
  const parts: ZipEntry[] = []
  const faults: PartFault[] = []
  const references: PackageReferences = { external: new Set(), xml: new Set() }
  const unscanned = new Set<string>()
  const notes = new Set(mended)
  let hasMacros = false
  let tags = 0
  const pause = turnsEvery(stretch, () => performance.now(), signal)
  for (const entry of entries) {
    await pause()
    throwIfCancelled(signal)
    const part = inflatePart(entry)
    const { content, verified } = part
    if (/(?:^|\/)vbaProject\.bin$|^Basic\/|^Scripts\//i.test(entry.name)) hasMacros = true
    const rules = rulesFor(entry, content, type)
    // Where anything refers to custom data, a template has fields bound to it: then it is read.
    const isSide = isSidePart(entry.name, type) || (!reportsFaults && isStrayXml(entry.name, content))
    if (rules === 'not_xml' && !isSide) {
      if (!reportsFaults) throw corrupt('An XML part of the package holds no XML.')
      const { fault, text } = noXml(entry.name)
      faults.push(fault)
      parts.push(stored(entry.name, text))
      continue
    }
    if (rules === undefined || rules === 'not_xml') {
      if (content.length > 0) unscanned.add(lastName(entry.name))
      parts.push(verified)
      continue
    }
    const scanned = isSide
      ? scanSidePart(content, rules, limits, tags)
      : scanPart(entry.name, content, rules, limits, tags, reportsFaults)
    if (scanned === undefined) {
      unscanned.add(lastName(entry.name))
      parts.push(verified)
      continue
    }
    const { text, fault } = scanned
    tags = scanned.tags
    if (/\.rels$|^\[content_types\]\.xml$/i.test(entry.name)) noteReferences(text, references, type)
    const bound = /^customXml\/_rels\/(.+)\.rels$/i.exec(entry.name)?.[1]
    if (bound !== undefined && type === 'docx') references.xml.add(lastName(bound))
    if (fault !== undefined) faults.push(fault)
    if (text === content) {
      parts.push(verified)
    } else if (fault !== undefined) parts.push(stored(entry.name, text))
    else {
      notes.add(
        rules === dated
          ? 'parts with a document type, or in another encoding than UTF-8'
          : 'parts in another encoding than UTF-8',
      )
      parts.push(stored(entry.name, text))
    }
  }
  for (const name of references.xml) {
    if (unscanned.has(name)) throw corrupt('A part that should be XML is none.')
  }
  return {
    bytes: zipArchive(parts).bytes,
    tags,
    findings: findingsOf(hasMacros, references.external, notes),
    ...(faults.length === 0 ? {} : { faults }),
  }
}

/** Names that the formats give to parts: they tell nothing of what is in a document. */
const usualName =
  /^(?:\[Content_Types\]\.xml|(?:(?:word|xl|ppt|docProps|customXml|META-INF|charts|worksheets|slides)\/){0,2}(?:_rels\/)?[A-Za-z]{0,30}\d{0,4}(?:\.xml)?(?:\.xml|\.rels))$/

interface ScannedPart {
  /** In UTF-8. */
  readonly text: Uint8Array
  /** Those of earlier parts included. */
  readonly tags: number
  readonly fault?: PartFault
}

/** A part that no reader opens need not be well-formed: it stays as it is, and nothing may refer to it as XML. */
function scanSidePart(
  content: Uint8Array,
  rules: XmlRules,
  limits: GuardLimits,
  tagsBefore: number,
): ScannedPart | undefined {
  try {
    return { text: content, tags: scanXml(xmlAsUtf8(content), rules, limits, tagsBefore) }
  } catch (error) {
    if (!ChanceryError.is(error) || error.code !== 'document_corrupt') throw error
    return undefined
  }
}

/** Scans a part, and says of a fault in which part it is. @param reportsFaults as of `PackageRules` */
function scanPart(
  name: string,
  content: Uint8Array,
  rules: XmlRules,
  limits: GuardLimits,
  tagsBefore: number,
  reportsFaults: boolean,
): ScannedPart {
  try {
    const text = xmlAsUtf8(content)
    const tags = scanXml(text, rules, limits, tagsBefore)
    return { text: rules === dated ? withoutDoctype(text) : text, tags }
  } catch (error) {
    if (!ChanceryError.is(error) || error.code !== 'document_corrupt') throw error
    const faulty = reportsFaults ? faultyPart(name, content) : undefined
    if (faulty !== undefined) {
      const { text, fault } = faulty
      return { text, fault, tags: text.length === 0 ? tagsBefore : scanXml(text, rules, limits, tagsBefore) }
    }
    if (!usualName.test(name)) throw error
    throw corrupt(`${error.message.replace(/\.$/, '')}: ${name}.`, error)
  }
}

/** How a part is scanned; `undefined` where nothing could take it for XML, `not_xml` where its name alone says that it is. */
function rulesFor({ name }: ZipEntry, content: Uint8Array, type: DocumentType): XmlRules | 'not_xml' | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!looksLikeMarkup(content)) {
    return (ending !== 'xml' && ending !== 'rels') || isBlank(content) ? undefined : 'not_xml'
  }
  if (ending === 'svg') return picture
  if (ending === 'html' || ending === 'htm' || ending === 'xhtml') return page
  return openDocumentTypes.has(type) ? dated : strict
}

const isBlank = (content: Uint8Array): boolean => content.every((byte) => byte <= 0x20)

function findingsOf(hasMacros: boolean, external: ReadonlySet<string>, notes: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = []
  if (hasMacros) {
    findings.push({
      code: 'macros_present',
      severity: 'warning',
      message: 'The document holds macros. They are never run.',
    })
  }
  if (external.size > 0) {
    findings.push({
      code: 'external_relationships',
      severity: 'info',
      message: `The document points at things outside of itself (${[...external].sort().slice(0, 8).join(', ')}). They are never fetched.`,
    })
  }
  if (notes.size > 0) {
    findings.push({
      code: 'package_mended',
      severity: 'info',
      message: `The package was read in spite of: ${[...notes].join('; ')}.`,
    })
  }
  return findings
}
