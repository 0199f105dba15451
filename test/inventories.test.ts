import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultGuardLimits } from '@chancery/guard'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/inventories.md'), 'utf8')

/** The rows of the table below a heading, by their cells. */
const rowsBelow = (heading: string): readonly (readonly string[])[] =>
  (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .slice(1)
    .map((line) => line.split('|').slice(1, -1))

const inCode = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** What is shipped: no tests, and nothing that they alone use. */
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'packages', 'apps'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(path))
  .filter((path) => !/^packages\/port-contracts|\.test(?:-support)?\.ts$|-(?:subject|fixture)\.ts$|\/fake-/.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

describe('the inventories', () => {
  it('have every event that is logged, and no other', () => {
    const logged = sources.flatMap(([, text]) =>
      [...text.matchAll(/\.log\(\s*(?:'\w+'|level|error\.kind [^;]*?),\s*'([\w-]+)'/g)].map(([, event = '']) => event),
    )
    const listed = rowsBelow('Events').flatMap(([event = '']) => inCode(event))
    expect(listed.length).toBeGreaterThan(5)
    expect(listed.toSorted()).toEqual([...new Set(logged)].toSorted())
  })

  it('have every file that uses cryptography, and no other', () => {
    const using = sources
      .filter(([, text]) => /from 'node:crypto'|(?<![\w'])crypto\.\w+\(|webcrypto|crypto\.subtle/.test(text))
      .map(([path]) => path)
    const listed = rowsBelow('Cryptography').flatMap((cells) => inCode(cells[2] ?? ''))
    expect([...new Set(listed)].toSorted()).toEqual(using.toSorted())
  })

  it('know where weak algorithms are used, and why that protects nothing', () => {
    const weak = sources.filter(([, text]) => /createHash\('(?:md5|sha1)'|-ecb`/.test(text)).map(([path]) => path)
    const rows = rowsBelow('Cryptography').filter(([, by = '']) => /no protection|nothing is encrypted/.test(by))
    const excused = new Set(rows.flatMap((cells) => inCode(cells[2] ?? '')))
    expect(weak.length).toBeGreaterThan(0)
    expect(weak.filter((path) => !excused.has(path))).toEqual([])
  })

  it('have the bounds of documents as the guard has them', () => {
    const listed = rowsBelow('Bounds of a document').map(([name = '', , value = '']) => [
      inCode(name)[0],
      Number(value.trim().replaceAll(',', '')),
    ])
    expect(Object.fromEntries(listed)).toEqual(defaultGuardLimits)
  })
})
