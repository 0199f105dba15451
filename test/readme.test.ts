import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleDocuments } from './fixtures/example-documents.ts'
import { openRealServer, type RealServer } from './fixtures/real-server.ts'
import { lastingPairsIn, runShellBlocks, shellBlocksIn } from './fixtures/shell-blocks.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the README', () => {
  const blocks = shellBlocksIn(read('README.md'))
  let server: RealServer
  let answers: string[][]
  beforeAll(async () => {
    server = await openRealServer()
    answers = await runShellBlocks(blocks, server, root)
  })
  afterAll(() => server.close())

  it('shows a whole sitting', () => expect(blocks.length).toBeGreaterThan(5))

  it.each(blocks.map((block, index) => [index + 1, block] as const))(
    'shows commands that do what it says: block %i',
    (number, { shown = '' }) => {
      const lines = answers[number - 1] ?? []
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) {
        const answer = JSON.parse(line) as { data?: unknown; code?: string }
        // A refusal is right only where the README shows one.
        expect(answer.data === undefined, line).toBe(shown.includes('"type":"/docs/problems/'))
        expect(line).not.toContain('"status":"failed"')
      }
      const text = lines.join('\n')
      expect(lastingPairsIn(shown).filter((pair) => !text.includes(pair))).toEqual([])
    },
  )
})

describe('the pages of the operations', () => {
  const pages = readdirSync(join(root, 'docs/operations')).filter((page) => page !== 'README.md')
  let server: RealServer
  beforeAll(async () => {
    server = await openRealServer()
    for (const input of exampleDocuments) {
      const stored = await fetch(`${server.address}/store-document`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': server.key },
        body: JSON.stringify(input),
      })
      expect(stored.status).toBe(200)
    }
  })
  afterAll(() => server.close())

  it.each(pages)('%s shows commands that work', async (page) => {
    const blocks = shellBlocksIn(read(`docs/operations/${page}`))
    expect(blocks.length).toBeGreaterThan(0)
    for (const lines of await runShellBlocks(blocks, server, root)) {
      expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(lines.map(() => ['data', 'meta']))
    }
  })
})

it('the index of decisions has every page, and no other', () => {
  const pages = readdirSync(join(root, 'docs/decisions')).filter((page) => page !== 'README.md')
  const listed = Array.from(read('docs/decisions/README.md').matchAll(/\]\(([^)]+)\)/g), ([, page]) => page)
  expect(listed.toSorted()).toEqual(pages.toSorted())
})

describe('what runs these commands', () => {
  it('takes commands with what they show, and leaves other code alone', () => {
    const markdown =
      '```sh\nls\n```\n```sh\ncurl a\n```\n\ntext\n\n```json\n{"a":1}\n```\n```\ncurl no\n```\n```sh\ncurl b\n```\n'
    expect(shellBlocksIn(markdown)).toEqual([{ commands: 'curl a\n', shown: '{"a":1}\n' }, { commands: 'curl b\n' }])
  })

  it('holds what is shown against the answer, but for what is cut or new every time', () => {
    expect(lastingPairsIn('{"a":"x", … "b": 2.5,"c":"cut…","id":"7","d":{"e":true,"confidence":0.9}')).toEqual([
      '"a":"x"',
      '"b":2.5',
      '"e":true',
      '"confidence":0.9',
    ])
  })
})
