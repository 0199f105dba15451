import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvsRequirements, documentationSections } from './fixtures/asvs-requirements.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')

interface Row {
  readonly number: string
  readonly level: string
  readonly asks: string
  /** What holds it, piece by piece. */
  readonly held: readonly string[]
}

const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, number = '', level = '', asks = '', held = ''] = line.split('|').map((cell) => cell.trim())
    return { number, level, asks, held: held.split('<br>') }
  })

type Kind = 'tests' | 'documents' | 'operator' | 'not applicable' | 'not met'
const reason = /^(Operator|Not applicable|Not met): (\S.{5,})$/

/** What a piece names: a file of the repository, and words that stand in it. */
function named(piece: string): { readonly file: string; readonly words: string } | undefined {
  const [, file, words] = /^`([^`\s]+)`: (\S.*)$/.exec(piece) ?? []
  return file === undefined || words === undefined ? undefined : { file, words }
}

const isTestFile = (file: string): boolean => /\.test(?:-support)?\.ts$|^packages\/port-contracts\/src\//.test(file)

/** @throws where a row has pieces of several kinds, none, or others than there are */
function kindOf({ number, held: [first = '', ...more] }: Row): Kind {
  const [, kind] = reason.exec(first) ?? []
  if (kind !== undefined) {
    if (more.length > 0) throw new Error(`${number} has more than its reason.`)
    return kind.toLowerCase() as Kind
  }
  const files = [first, ...more].filter((piece) => !piece.startsWith('Note: ')).map(named)
  if (files.includes(undefined)) throw new Error(`${number} has a piece that names no file.`)
  return files.some((each) => each !== undefined && isTestFile(each.file)) ? 'tests' : 'documents'
}

/** Titles of tests and of what groups them: the first text of each `it`, `test`, `describe`, also behind `each` and `runIf`. */
function titlesIn(source: string): readonly string[] {
  const call =
    /(?:\b(?:it|test|describe)(?:\.\w+)*(?:<[^>]*>)?|\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)\s*,/g
  return [...source.matchAll(call)].map(([, text = '']) => text.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const pieces = rows.flatMap(({ number, held }) =>
  held.flatMap((piece) => {
    const found = named(piece)
    return found === undefined ? [] : [{ number, ...found }]
  }),
)

describe('the map of ASVS', () => {
  it('has every requirement of level 1 and 2, each once, in order, with its level', () => {
    const wanted = asvsRequirements.filter(({ level }) => level < 3)
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(
      wanted.map(({ number, level }) => `${number} ${level}`),
    )
  })

  it('goes by as many numbers as the standard has', () => {
    const ofLevel = (wanted: number): number => asvsRequirements.filter(({ level }) => level === wanted).length
    expect([1, 2, 3].map(ofLevel)).toEqual([70, 183, 92])
    expect(new Set(asvsRequirements.map(({ number }) => number)).size).toBe(345)
  })

  it('says of each what it asks, and what holds it or why nothing does', () => {
    for (const row of rows) {
      expect(row.asks.length, row.number).toBeGreaterThan(4)
      expect(() => kindOf(row)).not.toThrow()
    }
  })

  it('has documents alone only where documentation is asked for', () => {
    const byDocuments = rows.filter((row) => kindOf(row) === 'documents').map(({ number }) => number)
    const sectionOf = (number: string): string => number.split('.').slice(0, 2).join('.')
    expect(byDocuments.filter((number) => !documentationSections.has(sectionOf(number)))).toEqual([])
  })

  it('names tests that are there', () => {
    const tests = pieces.filter(({ file }) => isTestFile(file))
    expect(tests.length).toBeGreaterThan(100)
    const titles = new Map<string, readonly string[]>()
    for (const { file } of tests) if (existsSync(join(root, file))) titles.set(file, titlesIn(textOf(file)))
    const missing = tests.filter(({ file, words }) => titles.get(file)?.some((title) => title.includes(words)) !== true)
    expect(missing).toEqual([])
  })

  it('names documents that say so', () => {
    const documents = pieces.filter(({ file }) => !isTestFile(file))
    expect(documents.length).toBeGreaterThan(10)
    const missing = documents.filter(
      ({ file, words }) => !existsSync(join(root, file)) || !textOf(file).includes(words),
    )
    expect(missing).toEqual([])
  })

  it('links to a page where it leaves something to the operator', () => {
    for (const row of rows.filter((each) => kindOf(each) === 'operator')) {
      const [, path = ''] = /\]\((deploy\/[\w-]+\.md)#[\w-]+\)/.exec(row.held[0] ?? '') ?? []
      expect(existsSync(join(dirname(join(root, 'docs/asvs.md')), path)) && path !== '', row.number).toBe(true)
    }
  })

  it('counts what it has', () => {
    const [, head = ''] = /\n\| held by \| rows \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? []
    const told = Object.fromEntries(
      [...head.matchAll(/^\| ([\w ]+) \| (\d+) \|$/gm)].map(([, kind, count]) => [kind, Number(count)]),
    )
    const counted: Record<string, number> = { all: rows.length }
    for (const row of rows) counted[kindOf(row)] = (counted[kindOf(row)] ?? 0) + 1
    expect(told).toEqual(counted)
  })

  it('would miss a test that is gone', () => {
    const source =
      "it.each([\n  ['a', 1],\n])('takes %s', () => {})\ndescribe('b', () => { test.runIf(x)(\n 'don\\'t', () => {}) })"
    expect(titlesIn(source)).toEqual(['takes %s', 'b', "don't"])
    expect(titlesIn("const a = ['takes %s', 1]; call('takes %s', 1)")).toEqual([])
  })
})
