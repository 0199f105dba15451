import { foldedPath } from '@chancery/core'
import type { Level } from './object-driver.ts'

/** Levels that are looked at, from the document up; folders above them are taken to be the only ones of their name. */
const mostLevels = 8

/**
 * Paths of other documents that differ from this one in case alone. A bucket knows no such names, so each folder of the path is
 * listed by itself, all at once: a call each. Of a folder that has more than a page tells, only names that begin like this one
 * are looked at, a page each of small and large letters: of more than that, some twins may not be told.
 * @param level one page of what lies right below a prefix, with names from the root of the store on
 */
export async function objectTwins(path: string, level: (prefix: string) => Promise<Level>): Promise<readonly string[]> {
  const names = path.split('/')
  const known = Math.max(0, names.length - mostLevels)
  const above = names.slice(0, known).map((name) => `${name}/`)
  const found = await alikeBelow(above.join(''), names.slice(known), level)
  return found.filter((other) => other !== path)
}

async function alikeBelow(
  folder: string,
  [name = '', ...rest]: readonly string[],
  level: (prefix: string) => Promise<Level>,
): Promise<readonly string[]> {
  const alike = async (kind: keyof Pick<Level, 'documents' | 'folders'>): Promise<readonly string[]> => {
    const wanted = foldedPath(name)
    const pages = await pagesFor(folder, name, level)
    const all = new Set(pages.flatMap((page) => page[kind]))
    return [...all].filter((each) => foldedPath(each.slice(folder.length).replace(/\/$/, '')) === wanted)
  }
  if (rest.length === 0) return await alike('documents')
  // Its own folder need not be found first.
  const own = `${folder}${name}/`
  const [inOwn, inOthers] = await Promise.all([
    alikeBelow(own, rest, level),
    alike('folders').then((folders) =>
      Promise.all(folders.filter((each) => each !== own).map((each) => alikeBelow(each, rest, level))),
    ),
  ])
  return [...inOwn, ...inOthers.flat()]
}

/** What a folder holds or, where that is more than a page, what of it begins like the name. */
async function pagesFor(
  folder: string,
  name: string,
  level: (prefix: string) => Promise<Level>,
): Promise<readonly Level[]> {
  const whole = await level(folder)
  if (!whole.hasMore) return [whole]
  const signs = [...name]
  const at = signs.findIndex((sign) => sign.toLowerCase() !== sign.toUpperCase())
  const same = signs.slice(0, at === -1 ? signs.length : at).join('')
  const letter = at === -1 ? '' : (signs[at] ?? '')
  const beginnings = new Set([letter, letter.toLowerCase(), letter.toUpperCase()])
  return await Promise.all([...beginnings].map((each) => level(folder + same + each)))
}
