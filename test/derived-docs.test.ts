import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { calls, defaultSettings, type Operation, problemCodes } from '@chancery/core'
import { defaultBackgroundLimits, defaultHttpLimits, openApiDocument } from '@chancery/http'
import { derivedPages } from '@chancery/tools/derived-pages'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const codes = Object.keys(problemCodes)
const operations: readonly Operation[] = calls

/** Files of the repository, also those that are not committed yet; without what is ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))

const pages = derivedPages()

describe('pages that are made from the code', () => {
  it.each([...pages.keys()])('%s is as the code says; `npm run docs` writes it', (path) => {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(readFileSync(join(root, path), 'utf8')).toBe(pages.get(path))
  })

  it.each(['docs/operations', 'docs/service-calls', 'docs/problems'])(
    '%s holds no page of what no longer exists',
    (folder) => {
      const known = [...pages.keys()].filter((path) => dirname(path) === folder).map((path) => relative(folder, path))
      expect(readdirSync(join(root, folder)).sort()).toEqual(known.sort())
    },
  )
})

describe('problem codes', () => {
  const document = JSON.stringify(
    openApiDocument(
      operations,
      { version: '0', baseUrl: 'http://localhost' },
      defaultHttpLimits,
      defaultSettings.limits,
      { limits: defaultBackgroundLimits, documentLimits: defaultSettings.limits },
    ),
  )
  /** Seen at an address that is no operation. */
  const notOfOperations = new Set([
    'operation_not_found',
    'event_signature_invalid',
    // Before it is known which operation is called.
    'malformed_http',
    'headers_too_large',
    'request_timeout',
    'expectation_failed',
    'http_version_not_supported',
    'transfer_coding_not_supported',
  ])

  it.each(codes)('%s has a page, and stands in the OpenAPI document where an operation answers it', (code) => {
    expect(pages.has(`docs/problems/${code}.md`)).toBe(true)
    const answered = document.includes(`#/components/examples/${code}"`)
    expect(answered, `${code} is answered by an operation`).toBe(!notOfOperations.has(code))
  })

  it('exist, wherever one is thrown', () => {
    const sources = files.filter((file) => /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(file))
    const thrown = sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/new ChanceryError\(\s*'([^']*)'/g)].map(
        (match) => [file, match[1] ?? ''] as const,
      ),
    )
    expect(thrown.length).toBeGreaterThan(50)
    expect(thrown.filter(([, code]) => !codes.includes(code))).toEqual([])
  })

  it('are each thrown somewhere', () => {
    const sources = files
      .filter((file) => /^(?:packages|apps)\/[^/]+\/src\/.*\.ts$/.test(file) && !/\.test(?:-support)?\.ts$/.test(file))
      .filter((file) => !file.endsWith('core/src/problem-codes.ts') && !file.includes('/port-contracts/'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    const unused = codes.filter(
      (code) => !new RegExp(`(?:ChanceryError\\(|\\? |: |return |\\[)\\s*'${code}'`).test(sources),
    )
    expect(unused).toEqual([])
  })
})

/** Targets of the links and images of a Markdown text, without its code. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const references = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)]
  return [...inline, ...references].map((match) => match[1] ?? '')
}

/** The anchors that GitHub gives to the headings of a Markdown text. */
const anchorsIn = (markdown: string): string[] =>
  [...markdown.replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )

describe('links between the documents', () => {
  const documents = files.filter((file) => file.endsWith('.md'))

  it('are found where there are some', () => {
    expect(linksIn('[a](b.md) ![c](d.png "e")\n\n```\n[no](no.md)\n```\n`[no](no.md)`\n\n[x]: y.md')).toEqual([
      'b.md',
      'd.png',
      'y.md',
    ])
    expect(anchorsIn('# One `two`, three!\n')).toEqual(['one-two-three'])
  })

  it.each(documents)('%s', (document) => {
    const markdown = readFileSync(join(root, document), 'utf8')
    const broken = linksIn(markdown).filter((link) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? join(root, document) : join(root, dirname(document), decodeURIComponent(path))
      if (!existsSync(target) || !target.startsWith(root)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsIn(readFileSync(target, 'utf8')).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})
