import { ChanceryError, problemCodes, type ProblemCodeName } from '@chancery/core'
import { type Answer, jsonAnswer } from './answer/answer.ts'
import { pagePolicy } from './answer/security-headers.ts'
import { docsPage, problemPage } from './docs/docs-page.ts'
import { docsStyle } from './docs/docs-style.ts'
import { alive, ready } from './health.ts'
import type { HttpSettings, Readiness } from './settings.ts'

/** An address that is read by GET, without a key. */
export interface Page {
  readonly path: string
  /** In the log. */
  readonly name: string
  /** @param last segment of the path that was asked for */
  answer(last: string): Answer | Promise<Answer>
}

interface PageSettings {
  readonly operations: Parameters<typeof docsPage>[0]
  readonly info: HttpSettings['info']
  readonly openApi: () => Parameters<typeof docsPage>[1]
  readonly askReady: Readiness
  readonly leaving: () => boolean
}

/** What the service tells of itself: whether it is well, its description, and its docs. */
export const servicePages = ({ operations, info, openApi, askReady, leaving }: PageSettings): readonly Page[] => [
  { path: '/', name: 'docs', answer: () => ({ status: 302, headers: { location: 'docs' }, body: null }) },
  { path: '/healthz', name: 'healthz', answer: alive },
  { path: '/readyz', name: 'readyz', answer: () => ready(askReady, leaving()) },
  {
    path: '/openapi.json',
    name: 'openapi',
    answer: () => jsonAnswer(200, openApi(), pageHeaders('application/json')),
  },
  { path: '/docs', name: 'docs', answer: () => html(docsPage(operations, openApi())) },
  { path: '/docs/style.css', name: 'docs', answer: () => text(docsStyle, pageHeaders('text/css; charset=utf-8')) },
  {
    path: '/docs/problems/:code',
    name: 'docs',
    answer(code) {
      if (Object.hasOwn(problemCodes, code)) return html(problemPage(code as ProblemCodeName, info))
      throw new ChanceryError('operation_not_found', 'There is no such problem.', {
        details: { known: Object.keys(problemCodes) },
      })
    },
  },
]

const pageHeaders = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'no-cache',
})

const text = (body: string, headers: Readonly<Record<string, string>>): Answer => ({ status: 200, headers, body })

const html = (body: string): Answer =>
  text(body, { ...pageHeaders('text/html; charset=utf-8'), 'content-security-policy': pagePolicy })
