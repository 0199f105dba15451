import type { Content } from '@chancery/core'
import { deflated, stored, zipArchive, type ZipEntry } from '@chancery/formats/zip'
import { escapeXml } from '@chancery/formats/xml'
import type { OdtPackage } from './open-odt.ts'

/** A file that a fill adds, with what the manifest says of it. */
export interface AddedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string
}

const manifest = 'META-INF/manifest.xml'

/**
 * The package with some parts replaced, some files gone and some new. The type comes first and is not packed, as the
 * format wants it (ODF 1.3 part 2, 3.3). The same input gives the same bytes.
 */
export function writeOdt(
  { entries, xml }: OdtPackage,
  parts: ReadonlyMap<string, string>,
  added: readonly AddedFile[] = [],
  gone: ReadonlySet<string> = new Set(),
): Content {
  const type = entries.get('mimetype')
  const first = type === undefined ? [] : [type]
  const kept = [...entries.values()].filter(
    ({ name }) => name !== 'mimetype' && name !== manifest && !parts.has(name) && !gone.has(name),
  )
  const changed = [...parts].map(([name, text]) => deflated(name, Buffer.from(text)))
  const files = added.map(({ name, bytes }) => stored(name, bytes))
  const list = entries.has(manifest) ? [deflated(manifest, Buffer.from(listed(xml(manifest), added, gone)))] : []
  const others = [...kept, ...changed, ...files, ...list].sort(byName)
  return zipArchive([...first, ...others])
}

const byName = (a: ZipEntry, b: ZipEntry): number => (a.name < b.name ? -1 : 1)

/** The list of files without those that are gone, and with those that are new. */
function listed(text: string, added: readonly AddedFile[], gone: ReadonlySet<string>): string {
  const without =
    gone.size === 0
      ? text
      : text.replaceAll(/<manifest:file-entry\b[^>]*\bmanifest:full-path="([^"]*)"[^>]*\/>/g, (entry, path: string) =>
          [...gone].some((name) => name === path || (path.endsWith('/') && path !== '/' && name.startsWith(path)))
            ? ''
            : entry,
        )
  const entries = added.map(
    ({ name, contentType }) =>
      `<manifest:file-entry manifest:full-path="${escapeXml(name)}" manifest:media-type="${escapeXml(contentType)}"/>`,
  )
  const at = without.lastIndexOf('</manifest:manifest')
  return at === -1 ? without : without.slice(0, at) + entries.join('') + without.slice(at)
}
