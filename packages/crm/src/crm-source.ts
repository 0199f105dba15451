import { ChanceryError, type ClientSource, type ReadClientsRequest } from '@chancery/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connector, type ConnectorInput, connectorFormat } from './format/connector-format.ts'
import type { CrmConnection, EngineClock } from './engine/connection.ts'
import { type CrmApi, createCrmApi } from './engine/crm-api.ts'
import { type CrmPosition, foreignCursor, readPosition } from './engine/crm-cursor.ts'
import { knownFields } from './engine/known-fields.ts'
import { type OpenList, rowsOfLists } from './engine/read-lists.ts'
import { RecordRows } from './engine/record-row.ts'

export interface CrmSourceSettings {
  /** By the names that calls give as `connection`; the first is the one that is meant where none is given. */
  readonly connections: Readonly<Record<string, CrmConnection>>
  readonly clock?: EngineClock
}

const systemClock: EngineClock = {
  now: Date.now,
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}

/**
 * Client records of a CRM, as its connector describes it. Rows come page by page, in the vendor's order; the cursor of a row leads back
 * to its page, where reading goes on behind the row's record, or anew where that is not there any more: a row may come twice then, which
 * an import notices, and none is passed over.
 * @throws `invalid_request` at `/address`, `/token` and others, where a connection lacks what the connector needs
 */
export function createCrmSource(
  format: ConnectorInput,
  { connections, clock = systemClock }: CrmSourceSettings,
): ClientSource {
  const connector = connectorFormat.parse(format)
  const apis = new Map(
    Object.entries(connections).map(([name, connection]) => [
      name,
      { connection, api: createCrmApi(connector, connection, clock) },
    ]),
  )
  return {
    id: connector.id,
    fromDocument: false,
    async read(request, { signal, space = '' }) {
      signal.throwIfAborted()
      const own = [...apis].filter(([, { connection }]) => (connection.space ?? '') === space)
      const [name, chosen] = own.find(([each]) => each === (request.connection ?? each)) ?? []
      const names = own.map(([each]) => each)
      if (name === undefined || chosen === undefined) throw notConnected(request, names)
      if (request.query !== undefined && connector.lists.every(({ search }) => search === undefined)) {
        throw new ChanceryError('unsupported_option', `${connector.title} is not searched here.`, {
          violations: [
            {
              pointer: '/source/query',
              code: 'unsupported_option',
              message: 'This system takes no query.',
              hint: 'Leave it out: all is imported, or with `since` what changed.',
            },
          ],
        })
      }
      const { query = '', since = '' } = request
      const asked = JSON.stringify([connector.id, name, query.slice(0, 60), query.length, since])
      const start =
        request.cursor === undefined
          ? { asked, asOf: new Date(clock.now() - connector.lagMs).toISOString(), list: 0, passed: 0, row: 0 }
          : readPosition(request.cursor, asked)
      if (start.list >= connector.lists.length) throw foreignCursor()
      return await open({ connector, connection: chosen.connection, api: chosen.api }, request, start, signal)
    },
  }
}

interface Reading {
  readonly connector: Connector
  readonly connection: CrmConnection
  readonly api: CrmApi
}

async function open(reading: Reading, request: ReadClientsRequest, start: CrmPosition, signal: AbortSignal) {
  const { connector, connection, api } = reading
  const texts = {
    ...connector.parameters,
    ...connection.parameters,
    ...(request.query === undefined ? {} : { query: request.query }),
    ...(request.since === undefined ? {} : sinceTexts(request.since)),
  }
  const told = new Set<string>()
  const lists: OpenList[] = []
  for (const list of connector.lists) {
    // A query is of the lists that can be searched.
    if (request.query !== undefined && list.search === undefined) continue
    const fields = await knownFields(list, api, texts, signal)
    lists.push({ list, fields, rows: new RecordRows(list, fields, told) })
  }
  const columns = new Map(lists.flatMap(({ rows }) => [...rows.columns()]))
  const findings = lists.flatMap(({ fields }) => fields.findings)
  return {
    columns: [...columns.keys()],
    fields: Object.fromEntries(columns),
    findings,
    asOf: start.asOf,
    rows: rowsOfLists({ connector, api, lists, texts, request, start, findings }, signal),
  }
}

/** As vendors write a time: with seconds, in UTC; without them, as milliseconds. */
function sinceTexts(since: string): Readonly<Record<string, string>> {
  const time = new Date(since)
  const seconds = time.toISOString().slice(0, 19)
  return { since: `${seconds}Z`, sinceOffset: `${seconds}+00:00`, sinceMs: String(time.getTime()) }
}

const notConnected = ({ connection }: ReadClientsRequest, configured: readonly string[]): ChanceryError => {
  const message = 'No such connection is configured.'
  const pointer = connection === undefined ? '/source/provider' : '/source/connection'
  return new ChanceryError('provider_not_configured', message, {
    violations: [
      {
        pointer,
        code: 'provider_not_configured',
        message,
        hint:
          configured.length === 0
            ? 'Whoever runs the service connects it by settings `CHANCERY_CRM_…`.'
            : `Name one of: ${configured.join(', ')}.`,
      },
    ],
    details: { configured },
  })
}
