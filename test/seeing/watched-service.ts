import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ports } from '@chancery/core'
import { issueApiKey } from '@chancery/http'
import { createJsonLogger } from '@chancery/platform'
import { createHttpService, type HttpService, readConfiguration } from '@chancery/wiring'

type Settings = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- looked into in many shapes.
  readonly body: any
}

export interface WatchedService {
  readonly service: HttpService
  readonly folder: string
  readonly key: string
  readonly keyId: string
  /** What it has logged so far, whole lines. */
  lines(): Promise<readonly Readonly<Record<string, unknown>>[]>
  call(operation: string, input: object, headers?: Settings): Promise<Answer>
  ready(): Promise<Answer>
  close(): Promise<void>
}

/** A service within the test, with its log and one key. */
export async function watchedService(
  settings: Settings = {},
  options: { readonly folder?: string; readonly replacements?: Partial<Ports>; readonly space?: string } = {},
): Promise<WatchedService> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'chancery-seeing-'))
  let text = ''
  const logger = createJsonLogger('debug', (lines) => (text += lines))
  const service = createHttpService(
    readConfiguration({
      CHANCERY_DATA: join(folder, 'data'),
      CHANCERY_CONVERTERS: 'off',
      CHANCERY_EMAIL_FROM: 'Office <office@example.com>',
      CHANCERY_RATE_PER_MINUTE: '1000000',
      ...settings,
    }),
    { replacements: { logger, ...options.replacements }, checkOutputs: true },
  )
  await service.composition.prepare()
  const { space } = options
  const issued = issueApiKey(
    {
      name: 'test',
      environment: 'dev',
      operations: '*',
      createdAt: '2026-01-01T00:00:00Z',
      ...(space === undefined ? {} : { space }),
    },
    service.composition.keySecret,
  )
  await service.composition.apiKeys.save(issued.record)
  const answerOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    headers: response.headers,
    body:
      response.headers.get('content-type')?.includes('json') === true ? await response.json() : await response.text(),
  })
  return {
    service,
    folder,
    key: issued.key,
    keyId: issued.record.id,
    async lines() {
      // Lines of some milliseconds are written together.
      await new Promise((resolve) => setTimeout(resolve, 60))
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
    },
    call: async (operation, input, headers = {}) =>
      answerOf(
        await service.app.request(`/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': issued.key, ...headers },
          body: JSON.stringify(input),
        }),
      ),
    ready: async () => answerOf(await service.app.request('/readyz')),
    async close() {
      await service.composition.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64')
