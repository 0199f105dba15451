import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls, defaultSettings, type Operation } from '@chancery/core'
import { defaultHttpLimits, exampleAnswers, openApiDocument } from '@chancery/http'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleDocuments } from './fixtures/example-documents.ts'
import { openRealServer, type RealServer } from './fixtures/real-server.ts'

const operations: readonly Operation[] = calls
const info = { version: '0.1.0', baseUrl: 'https://paperwork.example.org' }
export const document = openApiDocument(calls, info, defaultHttpLimits, defaultSettings.limits)

/** What Redocly has against a document. */
export const lint = async (source: object): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config })
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

/** The versions of TypeScript that those who generate a client have, and how each is started. */
const compilers = {
  'TypeScript 7': [join(import.meta.dirname, '../node_modules/.bin/tsc'), '--singleThreaded'],
  'TypeScript 5.9': [join(import.meta.dirname, 'node_modules/.bin/tsc')],
} as const

/** A client that is made of the document that is served: it compiles, and calls every operation. */
export function generatedClient(compiler: keyof typeof compilers): void {
  describe('a client made by openapi-typescript and openapi-fetch, with their default options', () => {
    let folder: string
    let server: RealServer
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'chancery-generated-'))
      server = await openRealServer()
      for (const input of exampleDocuments) {
        const stored = await fetch(`${server.address}/store-document`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': server.key },
          body: JSON.stringify(input),
        })
        expect(stored.status).toBe(200)
      }
      mkdirSync(join(folder, 'node_modules'))
      for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
        const from =
          name === 'openapi-fetch'
            ? join(import.meta.dirname, 'node_modules', name)
            : join(realpathSync(join(import.meta.dirname, 'node_modules/openapi-fetch')), '..', name)
        symlinkSync(realpathSync(from), join(folder, 'node_modules', name))
      }
      const served: unknown = await (await fetch(`${server.address}/openapi.json`)).json()
      writeFileSync(join(folder, 'service.ts'), astToString(await openapiTypescript(JSON.stringify(served))))
      writeFileSync(join(folder, 'main.ts'), program())
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    })
    afterAll(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it(`compiles under ${compiler}, its library types too`, () => {
      const [tsc, ...threads] = compilers[compiler]
      const { stdout, stderr } = spawnSync(tsc, ['-p', '.', ...threads], { cwd: folder, encoding: 'utf8' })
      expect(stdout + stderr).toBe('')
    })

    it('calls every operation as the examples do', async () => {
      const env = { ...process.env, ADDRESS: server.address, KEY: server.key }
      const options = { cwd: folder, env, timeout: 110_000 }
      const { stdout } = await promisify(execFile)(process.execPath, ['main.ts'], options)
      const called = stdout.trim().split('\n')
      expect(called).toEqual(
        operations.flatMap(({ name, examples }) => examples.map(({ title }) => `${name}: ${title}`)),
      )
    })
  })
}

const compilerOptions = {
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  types: [],
  noEmit: true,
}

/** Calls each example of the contracts, and reads every field of its answer that the documented answer has. */
function program(): string {
  const calls = operations.flatMap(({ name, examples }) =>
    examples.map(({ title, input }) => {
      const answer = exampleAnswers[name]?.[title] as { readonly data: object } | undefined
      const fields = Object.keys(answer?.data ?? {}).map((field) => `data.data.${field}`)
      return `{
  const { data, error } = await service.POST('/${name}', { body: ${JSON.stringify(input)} })
  if (error !== undefined) throw new Error(error.code + ': ' + error.detail)
  const fields: readonly unknown[] = [${fields.join(', ')}]
  if (fields.includes(undefined) || data.meta.operation !== '${name}') throw new Error(JSON.stringify(data))
  console.log(${JSON.stringify(`${name}: ${title}`)})
}`
    }),
  )
  return `import createClient from 'openapi-fetch'
import type { paths } from './service.ts'

declare const process: { readonly env: { readonly ADDRESS: string; readonly KEY: string } }
const service = createClient<paths>({ baseUrl: process.env.ADDRESS, headers: { 'x-api-key': process.env.KEY } })
${calls.join('\n')}
`
}
