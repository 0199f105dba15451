import { ChanceryError } from '../errors.ts'

/** Nothing is at the path. */
export const notStored = (path: string): ChanceryError =>
  new ChanceryError('document_not_found', 'No document is stored at that path.', { details: { path } })

/** Another version is there than `ifVersion` names: the same call would meet it again. */
export function versionConflict(path: string, version: string | undefined): ChanceryError {
  const message = 'The document is not in the version that `ifVersion` names.'
  return new ChanceryError('write_conflict', message, {
    violations: [
      {
        pointer: '/ifVersion',
        code: 'version_differs',
        message: version === undefined ? 'Nothing is stored there.' : `The stored version is ${version}.`,
        hint: 'Look at what is there now, and send its version.',
      },
    ],
    details: { path, ...(version === undefined ? {} : { version }) },
    retryable: false,
  })
}

/** Others changed it between two steps. @param more what was done before that */
export const changedMeanwhile = (path: string, more: Readonly<Record<string, string>> = {}): ChanceryError =>
  new ChanceryError('write_conflict', 'The document was changed by others at the same time.', {
    details: { path, ...more },
  })
