import { lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { dirname, join } from 'node:path'

const statOf = (file: string): BigIntStats | undefined => lstatSync(file, { bigint: true, throwIfNoEntry: false })

/**
 * Whether another journal was begun before this one was last written to, so that a put in that one may be of a document
 * that a delete in this one took away: were this one gone, a start after a loss of power would do the put again.
 * @param own journals that are not another's
 */
export function isBehindAnother(journal: string, own: ReadonlySet<string>): boolean {
  const stats = statOf(journal)
  if (stats === undefined) return false
  const folder = dirname(journal)
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .some((file) => !own.has(file) && (statOf(file)?.birthtimeNs ?? stats.mtimeNs + 1n) <= stats.mtimeNs)
}
