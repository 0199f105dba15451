import type { Finding } from '../model/finding.ts'
import type { DocumentStore } from '../ports/document-store.ts'

/**
 * What is to be said of the older versions of a document that leaves its path, where they go with it. A store that cannot list them
 * says nothing.
 */
export async function versionsLeftBehind(
  store: DocumentStore,
  path: string,
  pointer: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (store.capabilities.versionsGo !== true || store.versions === undefined) return []
  const older = (await store.versions(path, { signal })).length - 1
  if (older < 1) return []
  const finding: Finding = {
    code: 'versions_left_behind',
    severity: 'warning',
    message: `A move takes the document along, and none of its older versions (${older}): they go with what was at the old path.`,
    hint: 'Store those that are wanted under paths of their own first: `/list-document-versions` tells them, `/get-document` reads them by `version`.',
    location: { pointer },
  }
  return [finding]
}
