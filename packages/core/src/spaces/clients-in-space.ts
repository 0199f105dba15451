import type { ClientDirectory } from '../ports/client-directory.ts'

/** A directory whose clients are those of a space, whatever a call says. */
export function clientsInSpace(directory: ClientDirectory, space: string): ClientDirectory {
  return {
    id: directory.id,
    get: (id, options) => directory.get(id, { ...options, space }),
    match: (identifiers, options) => directory.match(identifiers, { ...options, space }),
    change: (identifiers, decide, options) => directory.change(identifiers, decide, { ...options, space }),
    search: (search, options) => directory.search(search, { ...options, space }),
    deletions: (identifiers, options) => directory.deletions(identifiers, { ...options, space }),
    outcomeOf: (place, options) => directory.outcomeOf(place, { ...options, space }),
    // No import of another space has its id.
    forgetOutcomes: (which, options) => directory.forgetOutcomes(which, options),
    check: (options) => directory.check(options),
  }
}
