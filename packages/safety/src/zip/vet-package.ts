import type { Finding } from '@chancery/core'
import { corrupt, type GuardLimits } from '../guard/guard-limits.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { toUtf8 } from '../xml/xml-encoding.ts'
import { writeZip } from './write-zip.ts'
import { readZipDirectory } from './zip-directory.ts'
import { readZipParts, type ZipPart } from './zip-parts.ts'

/**
 * Checks an OOXML or OpenDocument package and writes it anew from what was verified, so that every parser behind reads
 * the same parts.
 * @throws `document_corrupt`, `document_encrypted`, `payload_too_large`
 */
export function vetPackage(
  bytes: Uint8Array,
  limits: GuardLimits,
): { readonly bytes: Uint8Array; readonly findings: readonly Finding[] } {
  const entries = readZipDirectory(bytes, limits.zipEntries)
  const parts = readZipParts(bytes, entries, limits)
  let tags = limits.xmlTags
  const findings: Finding[] = []
  const clean = parts.map((part): ZipPart => {
    if (!isXml(part.name)) return part
    if (part.bytes.length === 0) return part
    const encoded = toUtf8(part.bytes)
    tags -= scanXml(bufferOf(encoded.bytes), { depth: limits.xmlDepth, tags })
    return encoded.changed ? { name: part.name, bytes: encoded.bytes } : part
  })
  if (clean.length === 0) throw corrupt('the package is empty')
  if (clean.some(({ name }) => /(?:^|\/)vbaProject\.bin$|^Basic\//i.test(name))) findings.push(macros)
  if (clean.some(hasExternalTarget)) findings.push(externalContent)
  return { bytes: writeZip(clean), findings }
}

const isXml = (name: string): boolean => /\.(?:xml|rels|vml|rdf)$/i.test(name)

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A template or picture that the program would fetch when it opens the document; links that people click are none. */
const hasExternalTarget = ({ name, bytes }: ZipPart): boolean =>
  name.endsWith('.rels') &&
  (
    bufferOf(bytes)
      .toString('latin1')
      .match(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g) ?? []
  ).some((relationship) => !/\/hyperlink"/.test(relationship))

const macros: Finding = {
  code: 'macros_present',
  severity: 'warning',
  message: 'The document holds macros. They are not run here.',
}

const externalContent: Finding = {
  code: 'external_content',
  severity: 'warning',
  message: 'The document refers to content elsewhere, which is not fetched here.',
}
