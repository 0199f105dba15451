import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { TriedDocument } from './hostile-places.ts'

const corpora = resolve(process.env['CHANCERY_CORPORA'] ?? join(import.meta.dirname, '../../../shared/corpora'))
const folder = join(corpora, 'real')

/** Names of documents as other projects collected them, odd and broken ones among them; none where they are not here. */
export function realDocumentNames(mostBytes = Infinity): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size <= mostBytes)
    .map((path) => relative(folder, path))
    .toSorted()
}

export const realDocument = (name: string): TriedDocument => ({
  name: `real/${name}`,
  filename: name.slice(name.lastIndexOf('/') + 1),
  bytes: readFileSync(join(folder, name)),
})
