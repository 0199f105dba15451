import type { ClientIdentifier } from '../model/client-identifier.ts'
import type { ColumnMapping, NormalizedRow } from '../ports/client-normalizer.ts'
import type { SourceRow } from '../ports/client-source.ts'
import type { Ports } from '../ports/index.ts'
import { asIdentifier, blockIdentifier, identifierKey, rowIdentifier } from './client-identifiers.ts'
import type { ClientData } from '../model/client-record.ts'
import { candidatesOf, type MatchCandidate, type MatchOrder, toldIds } from './match-clients.ts'
import { type Features, featuresOf } from './matching/features.ts'
import type { Likeness } from './matching/likeness.ts'
import { sortedJson } from '../sorted-json.ts'

/** Whom a row is about, with all that its client is looked for and compared by: worked out once. */
export interface RowClient extends Features {
  readonly data: ClientData
  /** Of the client that it may become. */
  readonly newId: string
  readonly candidates: readonly MatchCandidate[]
  /** Its keys as identifiers, as far as it is looked for by them. */
  readonly blocks: readonly ClientIdentifier[]
}

/** A row, normalized. */
export interface ReadRow extends Omit<NormalizedRow, 'data'> {
  readonly row: SourceRow
  readonly digest: string
  /** Absent: nobody. */
  readonly client?: RowClient
  /** Where it is about a client that was deleted, when. */
  readonly deletedAt?: string
}

interface ReadingOrder extends MatchOrder {
  readonly name?: string
  readonly locale: string
  readonly country?: string
}

type Needed = Pick<Ports, 'clientNormalizer' | 'clientDirectory' | 'ids' | 'hasher'>

/** A normalizer that answers fewer rows than it got must not make one vanish. */
const unread: NormalizedRow = {
  errors: [{ code: 'not_normalized', severity: 'error', message: 'The row could not be read.' }],
  warnings: [],
}

/** Reads the rows of a batch: what they say, and by what their clients are found. */
export async function readRows(
  rows: readonly SourceRow[],
  mapping: readonly ColumnMapping[],
  order: ReadingOrder,
  likeness: Likeness,
  { clientNormalizer, clientDirectory, ids, hasher }: Needed,
  signal: AbortSignal,
): Promise<readonly ReadRow[]> {
  const living = rows.filter(({ gone }) => gone === undefined)
  const normalized = await clientNormalizer.normalize(living, mapping, {
    locale: order.locale,
    ...(order.country === undefined ? {} : { country: order.country }),
  })
  const byRow = new Map(living.map((row, index) => [row, normalized[index]]))
  const results = rows.map((row) => byRow.get(row))
  const features = results.map((result) => (result?.data === undefined ? undefined : featuresOf(result.data)))
  const isByLikeness = order.matchBy.includes('likeness')
  const seenFeatures = features.filter((each) => each !== undefined)
  likeness.readNames(seenFeatures)
  if (isByLikeness) likeness.learn(seenFeatures)

  const read = rows.map((row, index): ReadRow => {
    const { data, ...result } = results[index] ?? unread
    const digest = digestOf(results[index], hasher)
    const seen = features[index]
    if (data === undefined || seen === undefined) return { ...result, row, digest }
    const client: RowClient = {
      ...seen,
      data: withSource(data, order),
      // Made before anything is decided, so that a decision that is made again gives the same ids.
      newId: ids.next(),
      candidates: candidatesOf(data, result.externalId, digest, order, result),
      blocks: isByLikeness ? likeness.keysOf(seen).map(blockIdentifier) : [],
    }
    return { ...result, row, digest, client }
  })
  const keysOf = (each: ReadRow): readonly ClientIdentifier[] => deletionKeysOf(each, order)
  const gone = await clientDirectory.deletions(read.flatMap(keysOf), { signal })
  if (gone.length === 0) return read
  const times = new Map(gone.map(({ by, deletedAt }) => [identifierKey(by), deletedAt]))
  return read.map((each) => {
    const deletedAt = keysOf(each).flatMap((key) => times.get(identifierKey(key)) ?? [])[0]
    return deletedAt === undefined ? each : { ...each, deletedAt }
  })
}

const digestOf = (row: NormalizedRow | undefined, hasher: Needed['hasher']): string =>
  hasher
    .sha256(
      new TextEncoder().encode(
        sortedJson([row?.data, row?.externalId, ...(row?.clientId === undefined ? [] : [row.clientId])]),
      ),
    )
    .slice(0, 32)

/** What a row says, with who says it where it tells of a consent: that is not part of its digest, as files are renamed. */
function withSource(data: ClientData, { system, name }: Pick<ReadingOrder, 'system' | 'name'>): ClientData {
  if (data.consents === undefined) return data
  const source = name === undefined ? system : `${system}: ${name}`
  return { ...data, consents: data.consents.map((each) => ({ source, ...each })) }
}

/** By what a row is known of a client that was deleted. */
const deletionKeysOf = (row: ReadRow, order: MatchOrder): readonly ClientIdentifier[] =>
  row.client === undefined
    ? []
    : [
        ...(row.clientId === undefined ? [] : [{ kind: 'id', value: row.clientId } as const]),
        ...toldIds(row, order).map(asIdentifier),
        rowIdentifier(row.digest),
      ]
