import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')

/** What takes longest in a run of all, the longest first; what is missing here only starts later than it could. */
const longest = [
  'test/published.test.ts',
  'packages/delivery/src/pg-boss/pg-boss-delivery.test.ts',
  'packages/sandbox/src/pool/sandbox.test.ts',
  'apps/server/src/main.test.ts',
  'packages/storage/src/gcs/gcs-document-store.test.ts',
  'test/long-work/client.test.ts',
  'test/bundles/contracts.test.ts',
  'packages/storage/src/local/local-document-store.test.ts',
  'apps/server/src/connections.test.ts',
  'packages/postgres/src/postgres-state.test.ts',
  'test/cli.test.ts',
  'packages/storage/src/s3/s3-document-store.test.ts',
  'packages/sandbox/src/ports/sandboxed-ports.test.ts',
  'packages/reading-pictures/src/ocr/create-ocr-engine.test.ts',
  'packages/reading-pictures/src/ocr/tesseract-engine.test.ts',
  'apps/server/src/postgres.test.ts',
  'packages/storage/src/local/kill.test.ts',
  'test/hostile/service.test.ts',
  'test/seeing/audit.test.ts',
  'packages/storage/src/azure/azure-document-store.test.ts',
  'test/deploy/backup.test.ts',
  'test/bundles/providers.test.ts',
].map((file) => join(root, file))

/** Starts the longest files first, then what crosses packages, so that no worker is left alone with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const moved = longest.filter((file) => !existsSync(file))
    if (moved.length > 0) throw new Error(`test/longest-first.ts names what is not there: ${moved.join(', ')}`)
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(moduleId)
      if (at >= 0) return at
      return longest.length + (moduleId.startsWith(join(root, 'test/')) ? 0 : 1)
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
