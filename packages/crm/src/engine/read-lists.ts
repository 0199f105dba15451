import { ChanceryError, type Finding, invalidRequest, type ReadClientsRequest, type SourceRow } from '@chancery/core'
import type { Connector, ConnectorList } from '../format/connector-format.ts'
import { fillJson, fillRequest, type FilledRequest, fillTexts, type TemplateValues } from '../format/fill-template.ts'
import { isObject, textAt, valueAt, valuesAt } from '../format/value-path.ts'
import type { CrmAnswer, CrmApi } from './crm-api.ts'
import { type CrmPosition, foreignCursor, writePosition } from './crm-cursor.ts'
import { isRefused, notUnderstood } from './crm-problem.ts'
import type { ListFields } from './known-fields.ts'
import { nextToken, requestOfPage } from './next-page.ts'
import type { RecordRows } from './record-row.ts'

/** A list, with its fields as the vendor tells them. */
export interface OpenList {
  readonly list: ConnectorList
  readonly fields: ListFields
  readonly rows: RecordRows
}

/** What is read, and from where on. */
export interface OpenRead {
  readonly connector: Connector
  readonly api: CrmApi
  readonly lists: readonly OpenList[]
  readonly texts: TemplateValues['texts']
  readonly request: ReadClientsRequest
  readonly start: CrmPosition
  /** Grows by what is noticed on the way. */
  readonly findings: Finding[]
}

/** The rows of all lists, one list after the other. @throws `provider_*`, `invalid_request` for a cursor that is not known any more */
export async function* rowsOfLists(open: OpenRead, signal: AbortSignal): AsyncGenerator<SourceRow> {
  const { lists, start, findings } = open
  let at = start
  for (; at.list < lists.length; at = { ...behindList(at), list: at.list + 1 }) {
    const list = lists[at.list]
    if (list === undefined) return
    try {
      for await (const row of rowsOfList(open, list, at, signal)) {
        at = row.at
        yield row.row
      }
    } catch (error) {
      // Companies and deleted records are further rights than contacts, the first list.
      if (at.list === 0 || !isRefused(error)) throw error
      findings.push(listRefused(list.list.object))
    }
  }
}

async function* rowsOfList(
  { connector, api, texts, request, start, findings }: OpenRead,
  { list, fields, rows }: OpenList,
  from: CrmPosition,
  signal: AbortSignal,
): AsyncGenerator<{ readonly row: SourceRow; readonly at: CrmPosition }> {
  let at = from
  const cap =
    request.since !== undefined && list.changed !== undefined && 'request' in list.changed
      ? list.changed.cap
      : undefined
  const pages = new Set([nameOfPage(at)])
  for (;;) {
    signal.throwIfAborted()
    const asked = requestOf(list, { texts, fields: fields.names }, request, at)
    const answer = await api(pageOf(asked, list, at), signal).catch((error: unknown) => {
      throw at === start && at.page !== undefined ? expired(error) : error
    })
    const records = recordsOf(answer, list, connector)
    const ids = records.map((record) => textAt(record, list.id))
    const behind = at.last === undefined ? 0 : ids.lastIndexOf(at.last) + 1
    for (const [index, record] of records.entries()) {
      const last = ids[index]
      if (index < behind || isOlder(record, list, request.since) || rows.isElsewhere(record)) continue
      at = { ...at, row: at.row + 1, ...(last === undefined ? {} : { last }) }
      yield { row: { row: at.row, ...rows.contentOf(record), cursor: writePosition(at) }, at }
    }
    const next = behindPage(at, { list, cap, answer, connector, ids })
    if (next === undefined) {
      if (hasMore(list, answer)) findings.push(listCutShort(list.object))
      return
    }
    // Pages that lead in a circle would be read until the call has no time left.
    const page = nameOfPage(next)
    if (pages.has(page)) throw notUnderstood(connector, 'its pages do not lead on')
    pages.add(page)
    at = next
  }
}

/** Whether the vendor says of the last page that it leads to that there are more: some lead to so many records only. */
const hasMore = ({ next }: ConnectorList, { said }: CrmAnswer): boolean =>
  next?.kind === 'token' && next.more !== undefined && valueAt(said, next.more) === true

/** What led to a page. */
const nameOfPage = ({ afterId = '', page = '' }: CrmPosition): string => `${afterId} ${page}`

function pageOf(asked: FilledRequest, { next }: ConnectorList, { page }: CrmPosition): FilledRequest {
  try {
    return requestOfPage(asked, next, page)
  } catch (error) {
    if (error instanceof RangeError) throw foreignCursor()
    throw error
  }
}

const behindList = ({ asked, asOf, list, row }: CrmPosition): CrmPosition => ({ asked, asOf, list, row, passed: 0 })

/** Where the page behind one begins; absent: the list is over. @throws `provider_failed` for pages that do not lead on */
function behindPage(
  at: CrmPosition,
  page: {
    readonly list: ConnectorList
    readonly cap: { readonly records: number } | undefined
    readonly answer: CrmAnswer
    readonly connector: Connector
    readonly ids: readonly (string | undefined)[]
  },
): CrmPosition | undefined {
  const { list, cap, answer, connector, ids } = page
  const passed = at.passed + ids.length
  const own = { ...behindList(at), ...(at.afterId === undefined ? {} : { afterId: at.afterId }) }
  if (cap !== undefined && passed >= cap.records) {
    const afterId = ids.at(-1)
    if (afterId === undefined || afterId === at.afterId) throw notUnderstood(connector, 'its pages do not lead on')
    return { ...own, afterId }
  }
  if (list.next === undefined) return undefined
  let token: string | undefined
  try {
    token = nextToken(list.next, answer, { records: ids.length, passed, page: at.page })
  } catch (error) {
    if (error instanceof RangeError) throw notUnderstood(connector, 'its address of the next page leads elsewhere')
    throw error
  }
  if (token === undefined) return undefined
  return { ...own, page: token, passed }
}

/** The request of a list, for all records or for what changed. */
function requestOf(
  list: ConnectorList,
  values: TemplateValues,
  asked: ReadClientsRequest,
  at: CrmPosition,
): FilledRequest {
  const changes =
    asked.since !== undefined && list.changed !== undefined && 'request' in list.changed ? list.changed : undefined
  const { request } = list
  const { method = request.method, path = request.path, body = request.body } = changes?.request ?? {}
  const all: TemplateValues =
    at.afterId === undefined ? values : { ...values, texts: { ...values.texts, afterId: at.afterId } }
  const filled = fillRequest(
    {
      method,
      path,
      query: method === 'POST' ? {} : { ...request.query, ...changes?.request.query },
      headers: { ...request.headers, ...changes?.request.headers },
      ...(body === undefined ? {} : { body }),
    },
    all,
  )
  const anew = at.afterId === undefined ? undefined : changes?.cap?.afterId
  return {
    ...filled,
    query: {
      ...filled.query,
      ...(asked.query === undefined ? {} : fillTexts(list.search ?? {}, all)),
      ...fillTexts(anew?.query ?? {}, all),
    },
    ...(filled.body === undefined ? {} : { body: { ...filled.body, ...objectOf(fillJson(anew?.body ?? {}, all)) } }),
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** @throws `provider_failed` for an answer without a list of records: what answered is not the vendor's API */
function recordsOf({ said }: CrmAnswer, list: ConnectorList, connector: Connector): readonly unknown[] {
  if (said === undefined) return []
  const found = valuesAt(said, list.records)
  if (found.length === 1 && Array.isArray(found[0])) return found[0]
  // `{"error": …}` with a status of success is no empty list: who is not there would be passed over.
  const isEmpty = isObject(said) && !Object.hasOwn(said, 'error') && (list.leavesOutEmpty || list.records in said)
  if (found.length === 0 && isEmpty) return []
  throw notUnderstood(connector, `it has no list of ${list.object}`)
}

/** Where the vendor cannot be asked for changes, what did not change is passed over here. */
function isOlder(record: unknown, { changed }: ConnectorList, since: string | undefined): boolean {
  if (since === undefined || changed === undefined || !('at' in changed)) return false
  const times = valuesAt(record, changed.at).map((time) => Date.parse(String(time)))
  return times.length > 0 && times.every((time) => time < Date.parse(since))
}

const expired = (error: unknown): unknown =>
  ChanceryError.is(error) &&
  error.code === 'provider_failed' &&
  [400, 404, 410].includes(Number(error.details['status']))
    ? invalidRequest(
        '/cursor',
        'cursor_expired',
        'The system does not know this cursor any more.',
        'Begin anew without a cursor: what is there already stays as it is.',
      )
    : error

const listRefused = (object: string): Finding => ({
  code: 'list_refused',
  severity: 'warning',
  message: `The system does not show ${object} to these credentials; they are left out.`,
  hint: 'Give the credentials the right to read them if they are wanted.',
})

const listCutShort = (object: string): Finding => ({
  code: 'list_cut_short',
  severity: 'warning',
  message: `The system has more ${object}, and does not lead to them: what is behind those that were read is left out.`,
  hint: 'Have them exported by the system as a file, and import that too: its rows are known by their ids.',
})
