import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Every manifest of the workspace. */
const manifests = [
  '.',
  'test',
  'tools',
  ...['packages', 'apps'].flatMap((room) => readdirSync(join(root, room)).map((name) => join(room, name))),
]
  .map((folder) => join(root, folder, 'package.json'))
  .filter((path) => existsSync(path))
  .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Readonly<Record<string, string>>>>)

const named = new Set(
  manifests
    .flatMap((manifest) =>
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].map((kind) => manifest[kind]),
    )
    .flatMap((dependencies) => Object.entries(dependencies ?? {}))
    .filter(([name]) => !/^(?:@chancery\/|chancery$)/.test(name))
    .map(([name]) => name),
)

describe('packages of others', () => {
  it('have each a reason in the list of dependencies', () => {
    const list = readFileSync(join(root, 'docs/decisions/0009-dependencies.md'), 'utf8')
    // Types of a package go with it, and with Node; data of Tesseract are one row.
    const withoutReason = [...named].filter(
      (name) =>
        !name.startsWith('@types/') && !list.includes(name.replace(/^@tesseract\.js-data\/.*/, '@tesseract.js-data/')),
    )
    expect(named.size).toBeGreaterThan(30)
    expect(withoutReason).toEqual([])
  })

  it('come from the registry with the checksum that the lock file has, those that they need too', () => {
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
    const [, packages = ''] = /\npackages:\n([^]*?)\nsnapshots:\n/.exec(lock) ?? []
    const entries = [...packages.matchAll(/^ {2}\S.*:\n {4}resolution: (.*)$/gm)]
    expect(entries.length).toBeGreaterThan(300)
    expect(entries).toHaveLength([...packages.matchAll(/^ {2}\S.*:$/gm)].length)
    expect(
      entries.filter(([, from = '']) => !/^\{integrity: sha512-[\w+/=]+\}$/.test(from)).map(([, from]) => from),
    ).toEqual([])
  })
})
