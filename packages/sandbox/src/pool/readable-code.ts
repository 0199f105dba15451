import { lstat, readFile, readlink, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'

/**
 * The files that a child must be able to read to run its entry, and nothing more: the folder of its own package that
 * the entry lies in, and the packages that it loads with all that they depend on. Found the way Node resolves, so it
 * holds for sources, for installed packages (linked or flat) and for a bundle, where there are none to be found.
 * @param packages names of the packages that the entry loads
 */
export async function readableCode(entry: string, packages: readonly string[]): Promise<string[]> {
  const home = await packageOf(entry)
  const [top = ''] = relative(home, entry).split(sep)
  const paths = new Set([join(home, 'package.json'), join(home, top)])
  const plain = new Set<string>()
  const known = new Set<string>()
  const add = async (name: string, from: string): Promise<void> => {
    const found = await installed(name, from)
    if (found === undefined) return
    const { folder, links } = await follow(found, plain)
    for (const link of links) paths.add(modulesOf(link) ?? link)
    if (known.has(folder)) return
    known.add(folder)
    paths.add(modulesOf(folder) ?? folder + sep)
    for (const dependency of await dependenciesOf(folder)) await add(dependency, folder)
  }
  for (const name of packages) await add(name, home)
  // What another covers is left out: Node's own matching errs where one path is the beginning of another.
  const all = [...paths]
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(join(other, sep))))
}

/**
 * The `node_modules` that a path lies in. It is allowed as a whole, which in a linked layout is one package and the links
 * to what it depends on: for Node, `micromark` and `micromark-util` beside each other would hide one of the two.
 */
function modulesOf(path: string): string | undefined {
  const name = `${sep}node_modules`
  const at = path.lastIndexOf(name + sep)
  return at === -1 ? undefined : path.slice(0, at + name.length)
}

/**
 * Where a path leads, and all links on the way there: Node reads each of them.
 * @param plain folders that are known to be no links; more are added
 */
async function follow(path: string, plain: Set<string>): Promise<{ folder: string; links: string[] }> {
  const links: string[] = []
  let left = path.split(sep).slice(1)
  let folder = path.slice(0, path.indexOf(sep))
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    const next = folder + sep + name
    if (!plain.has(next) && (await lstat(next)).isSymbolicLink()) {
      links.push(next)
      const target = resolve(folder + sep, await readlink(next))
      left = [...target.split(sep).slice(1), ...left]
      folder = target.slice(0, target.indexOf(sep))
    } else {
      plain.add(next)
      folder = next
    }
  }
  return { folder, links }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The folder of the package that a file belongs to. */
async function packageOf(file: string): Promise<string> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (folder === dirname(folder) || (await exists(join(folder, 'package.json')))) return folder
  }
}

/** Where a package is found from a folder: in the nearest `node_modules` that has it. */
async function installed(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (await exists(join(path, 'package.json'))) return path
    if (folder === dirname(folder)) return undefined
  }
}

async function dependenciesOf(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >
  return ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  )
}
