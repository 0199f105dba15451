import type { SuppressionList } from '../ports/suppression-list.ts'

/** A list as a space sees it: with the addresses that get nothing from that space alone. */
export const suppressionsInSpace = (list: SuppressionList, space: string): SuppressionList => ({
  among: (addresses, options) => list.among(addresses, { ...options, space }),
  add: (suppression) => list.add({ ...suppression, space }),
  remove: (address) => list.remove(address, space),
  list: () => list.list(),
})
