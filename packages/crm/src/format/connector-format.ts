import { clientFields } from '@chancery/core'
import * as z from 'zod'

/**
 * Where a value stands in an answer: names with dots between, `[]` behind a list (`emailAddresses[].value`); a dot that is part of a
 * name is written `\.` (`@odata\.nextLink`).
 */
const path = z.string().min(1).max(200)

/** Placeholders of requests: `{since}` (`…Z`), `{sinceOffset}` (`…+00:00`), `{sinceMs}`, `{query}`, `{fields}`, `{afterId}`, and the connection's own parameters. */
const template = z.string().max(8192)
const templates = z.record(z.string(), template)

/** A JSON value whose strings are templates; `"{fields}"` alone becomes the list of the fields. */
const body = z.record(z.string(), z.json())

const request = z.lazy(() =>
  z.strictObject({
    method: z.enum(['GET', 'POST']).default('GET'),
    path: template,
    query: templates.default({}),
    body: body.optional(),
    headers: templates.default({}),
  }),
)

/** How the page behind one is asked for; without it there is one page. Each is sent as a parameter: of the body for POST. */
const nextPage = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('token').describe('A cursor or page token in the answer.'),
      at: path,
      parameter: z.string(),
      more: path.optional().describe('True where there are more: also where no token leads to them, which is told.'),
    }),
    z.strictObject({
      kind: z.literal('link').describe('An address in the answer, of which the named parameters are taken over.'),
      at: path,
      parameters: z.array(z.string()).min(1),
    }),
    z.strictObject({
      kind: z.literal('link-header').describe('The same in the header `Link`, with rel="next" (RFC 8288).'),
      parameters: z.array(z.string()).min(1),
    }),
    z.strictObject({
      kind: z.literal('link-path').describe('An address in the answer, of whose path one part is taken over.'),
      at: path,
      pattern: z.string().describe('Of the whole path, with one group.'),
      path: template.describe('With `{next}` for that part; it is asked for without parameters.'),
    }),
    z.strictObject({
      kind: z.literal('page').describe('The number of the page.'),
      parameter: z.string(),
      more: path.describe('True where there are more.'),
    }),
    z.strictObject({
      kind: z.literal('offset').describe('How many records to pass over.'),
      parameter: z.string(),
      more: path.optional().describe('True where there are more; absent: as long as pages are full.'),
      size: z.int().min(1),
    }),
  ]),
)

/** A search that gives no more than so many records: behind them it is asked anew, for ids above the last. */
const cap = z.lazy(() =>
  z.strictObject({
    records: z.int().min(1),
    afterId: z.strictObject({ body: body.optional(), query: templates.optional() }).describe('With `{afterId}`.'),
  }),
)

const list = z.lazy(() =>
  z.strictObject({
    object: z.string().describe('What the vendor calls it.'),
    idPrefix: z.string().default('').describe('Before ids that another list has too.'),
    prefix: z.string().default('').describe('Before names of columns that another list has too.'),
    request,
    records: path,
    leavesOutEmpty: z.boolean().default(false).describe('Whether an answer without records has no list of them.'),
    id: path,
    next: nextPage.optional(),
    changed: z
      .union([
        z.strictObject({
          request: z
            .strictObject({
              method: z.enum(['GET', 'POST']).optional(),
              path: template.optional(),
              query: templates.optional(),
              body: body.optional(),
              headers: templates.optional(),
            })
            .describe('What of the request is another one when only changes are wanted.'),
          cap: cap.optional(),
        }),
        z.strictObject({ at: path.describe('When a record was changed; what is older is passed over here.') }),
      ])
      .optional(),
    search: templates.optional().describe('Parameters that a `query` of the caller adds; absent: it is refused.'),
    discover: z
      .strictObject({
        request,
        records: path,
        name: path,
        label: path.optional().describe('What people call it; becomes the name of its column.'),
        custom: z
          .strictObject({ at: path, equals: z.union([z.boolean(), z.string()]) })
          .describe('Fields that the firm has made, which are asked for too.'),
        most: z.int().min(1).optional().describe('Fields that one request may name.'),
        mostCharacters: z.int().min(1).optional().describe('Of all their names together.'),
      })
      .optional()
      .describe('Where the vendor tells which fields there are.'),
    select: z.array(z.string()).default([]).describe('Names that are asked for besides `fields`.'),
    changedAt: path.optional().describe('When a record was last changed: of several times the latest counts.'),
    fields: z
      .record(
        path,
        z.union([
          z.enum([...clientFields, 'custom']),
          z.templateLiteral([z.enum(['consent', 'withdrawal']), '.', z.string().min(1)]),
          z.strictObject({ field: z.enum(clientFields), as: z.literal('date') }),
        ]),
      )
      .describe('`custom`: kept under its name; `consent.<purpose>`, `withdrawal.<purpose>`: whether, or since when.'),
    root: z.string().default('').describe('What all names of columns would begin with, and is left out.'),
    custom: z
      .string()
      .default('')
      .describe('Below which name fields stand that the firm has made; empty: beside all others.'),
    named: z
      .strictObject({ at: path, name: path, value: path })
      .optional()
      .describe('A list of such values, each with its name.'),
    ignore: z.array(z.string()).default([]).describe('Beginnings of paths that say nothing of the client.'),
    except: z
      .strictObject({
        at: path.describe('A field of some customers only; it is asked for where the vendor tells of it.'),
        equals: z.union([z.boolean(), z.string()]),
        leaveOut: z.union([z.literal('all'), z.array(path).min(1)]).describe('`all`: another list has the record.'),
      })
      .optional()
      .describe('Records of which some fields say nothing of the client, or none does.'),
    preferred: z.array(path).default([]).describe('Flags by which an item of a list goes before the others.'),
    labels: z
      .array(z.string())
      .default([])
      .describe('Names, in an item of a list, of what says which address or telephone it is.'),
    deleted: z
      .union([z.literal('all'), z.strictObject({ at: path, equals: z.union([z.boolean(), z.string()]) })])
      .optional()
      .describe('How a record tells that it is no more.'),
    mergedInto: path.optional().describe('Of a deleted record: the id of the one that it became part of.'),
    merged: z
      .strictObject({ at: path, separator: z.string().optional() })
      .optional()
      .describe('Of a record: ids that became part of it.'),
  }),
)

/** A CRM as plain data: what is asked, how pages follow, what the fields are. */
export const connectorFormat = z.lazy(() =>
  z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{1,31}$/),
    title: z.string(),
    apiVersion: z.string(),
    documentation: z.array(z.url()).min(1).describe('Where the vendor says all this.'),
    address: z.url().optional().describe('Of the API; absent: each customer has an own one.'),
    parameters: z.record(z.string(), z.string()).default({}).describe('Of a connection, with their defaults.'),
    headers: templates.default({}),
    auth: z.strictObject({
      scheme: z.string().default('Bearer').describe('Before an access token, in `authorization`.'),
      key: z
        .strictObject({ header: z.string() })
        .optional()
        .describe('Where a key that does not expire stands instead.'),
      oauth: z
        .strictObject({
          address: template.describe('Of access tokens; a path is one of the API.'),
          client: z
            .enum(['body', 'basic'])
            .default('body')
            .describe('Where the client shows itself (RFC 6749, 2.3.1).'),
          grants: z.array(z.enum(['refresh_token', 'client_credentials'])).min(1),
          scope: z.string().optional(),
        })
        .optional(),
      scopes: z.array(z.string()).describe('What the credentials have to be allowed.'),
    }),
    limits: z
      .strictObject({
        perSecond: z.number().positive().optional(),
        resetHeaders: z
          .array(z.strictObject({ name: z.string(), unit: z.enum(['seconds', 'epoch-seconds']) }))
          .default([])
          .describe('Besides `Retry-After`.'),
        codes: z
          .strictObject({ at: z.array(path).min(1), values: z.array(z.string()) })
          .optional()
          .describe('Words in a refusal that mean "later", whatever its status.'),
      })
      .default({ resetHeaders: [] }),
    lagMs: z.int().default(300_000).describe('How much later a change may show.'),
    lists: z.array(list).min(1),
  }),
)

export type ConnectorInput = z.input<typeof connectorFormat>
export type Connector = z.output<typeof connectorFormat>
export type ConnectorList = Connector['lists'][number]
export type NextPage = z.output<typeof nextPage>
export type ListRequest = z.output<typeof request>
