import { clientView } from '../clients/client-view.ts'
import { referredClient } from '../clients/referred-client.ts'
import type { Context } from '../context.ts'
import { fetchBytes, type OpenNeeds } from '../documents/open-document.ts'
import { ChanceryError, errorAt } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { parseInput } from '../operation.ts'
import { present } from '../present.ts'
import type { FillRequest, Translations } from '../ports/document-templates.ts'
import type { Ports } from '../ports/index.ts'
import { documentSource } from '../model/document-source.ts'

export interface LocaleChoice {
  readonly locale?: string | undefined
  readonly timeZone?: string | undefined
  readonly currency?: string | undefined
  readonly translations?: Translations | undefined
}

/** The caller's choice, and the service's settings for what it leaves open. */
export const localeFor = (
  choice: LocaleChoice,
  ports: Pick<Ports, 'settings' | 'clock'>,
): Omit<FillRequest, 'data' | 'missing'> => ({
  locale: choice.locale ?? ports.settings.locale,
  timeZone: choice.timeZone ?? ports.settings.timeZone,
  currency: (choice.currency ?? ports.settings.currency).toUpperCase(),
  now: ports.clock.now(),
  ...present({ translations: choice.translations }),
})

export const fillRequest = (
  data: JsonObject,
  missing: Pick<FillRequest, 'missing' | 'missingPaths'>,
  choice: LocaleChoice,
  ports: Pick<Ports, 'settings' | 'clock'>,
): FillRequest => ({ data, ...missing, ...localeFor(choice, ports) })

/** What the data of a fill may refer to: stored documents and addresses, as a request may. */
export const openingValues = (
  ports: Pick<Ports, OpenNeeds>,
  context: Context,
): Required<Pick<FillRequest, 'open'>> => ({
  // It comes out of the data, where no schema has looked at it.
  open: async (source) => fetchBytes(parseInput(documentSource, source), '', ports, context),
})

/**
 * The data of one fill: the common part, what the item adds, and the client's record under `client`, where the data's own
 * `client` wins field by field.
 * @throws `client_not_found`.
 */
export async function mergedData(
  layers: readonly (JsonObject | undefined)[],
  client: string | undefined,
  pointer: string,
  ports: Pick<Ports, 'clientDirectory'>,
  { signal }: Context,
): Promise<JsonObject> {
  const data: JsonObject = Object.assign({}, ...layers.filter((layer) => layer !== undefined))
  if (client === undefined) return data
  const record = await referredClient(ports.clientDirectory, { reference: client, pointer }, signal)
  const own = data['client']
  const view = clientView(record)
  return { ...data, client: isObject(own) ? { ...view, ...own } : view }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without what the directory added: that a template does not use all of a client's record is no remark worth making. */
export const ownUnused = (unused: readonly string[], client: string | undefined): readonly string[] =>
  client === undefined ? unused : unused.filter((path) => path !== 'client' && !path.startsWith('client.'))

/** A failed fill of the template at `pointer`: data that does not fit is the data's fault, everything else the template's. */
export const fillErrorAt = (pointer: string, error: unknown): unknown =>
  isOfTheData(error) ? error : errorAt(pointer, error)

/** Also a file that the data names and that cannot be opened: its place is in the data. */
const isOfTheData = (error: unknown): boolean =>
  ChanceryError.is(error) &&
  (error.code === 'data_incomplete' || error.violations.some((violation) => violation.pointer.startsWith('/data/')))
