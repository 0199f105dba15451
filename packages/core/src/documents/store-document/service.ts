import { ChanceryError } from '../../errors.ts'
import type { Finding } from '../../shapes/finding.ts'

import { Content } from '../content.ts'
import { twinsOfStored } from '../case-twins.ts'
import { contentTypes, extensionOf } from '../document-type.ts'
import { fetchBytes } from '../open-document.ts'
import { putDocument } from '../put-document.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { storeDocumentContract } from './contract.ts'

/** Keeps the bytes as they come: their type is looked at, no document is refused for what is in it. */
export async function store(
  input: InputOf<typeof storeDocumentContract>,
  ports: PortsOf<typeof storeDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof storeDocumentContract>> {
  const { bytes, filename, contentType } = await fetchBytes(input.document, '/document', ports, context)
  const sha256 = ports.hasher.sha256(bytes)
  if (input.sha256 !== undefined && input.sha256.toLowerCase() !== sha256) {
    throw new ChanceryError('checksum_mismatch', 'The bytes do not have the stated SHA-256.', {
      violations: [{ pointer: '/sha256', code: 'checksum_mismatch', message: `The bytes have ${sha256}.` }],
    })
  }
  const type = ports.guard.identify(bytes)
  const claimed = input.contentType ?? (type === 'unknown' ? contentType : undefined)
  const warnings: Finding[] = []
  const stated = input.contentType ?? input.document.contentType
  const statedType = typesByName.get((stated?.split(';')[0] ?? '').trim().toLowerCase())
  if (type !== 'unknown' && differs(statedType, type)) {
    warnings.push({
      code: 'type_mismatch',
      severity: 'warning',
      message: `The bytes are ${type}, the content type says ${statedType}.`,
      location: { pointer: input.contentType === undefined ? '/document/contentType' : '/contentType' },
    })
  }
  const name = filename ?? input.path
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (type !== 'unknown' && differs(endings.get(ending), type)) {
    warnings.push({
      code: 'type_mismatch',
      severity: 'warning',
      message: `The bytes are ${type}, the name says .${ending}.`,
      hint: `The ending of this type is .${extensionOf(type)}.`,
      location: { pointer: '/document' },
    })
  }
  const store = ports.stores.get(input.provider)
  const outcome = await putDocument(
    store,
    {
      path: input.path,
      content: new Content([bytes]),
      sha256,
      contentType: claimed ?? contentTypes[bytes.length === 0 ? typeOfEmpty(ending) : type],
      metadata: input.metadata ?? {},
      onConflict: input.onConflict,
      ifVersion: input.ifVersion,
      dryRun: input.dryRun,
    },
    ports.clock.now(),
    context,
  )
  const twins = outcome.created ? await twinsOfStored(store, outcome.document.path, '/path', context.signal) : []
  return { data: outcome, warnings: [...warnings, ...twins] }
}

const endings = new Map(
  (Object.keys(contentTypes) as (keyof typeof contentTypes)[]).map((type) => [extensionOf(type), type]),
)
/** Nothing but its name says what an empty text is. */

function typeOfEmpty(ending: string): keyof typeof contentTypes {
  const type = endings.get(ending)
  return type !== undefined && textual.has(type) ? type : 'unknown'
}

const typesByName = new Map<string, string>(Object.entries(contentTypes).map(([type, name]) => [name, type]))

const textual = new Set<string>(['text', 'markdown', 'csv', 'tsv', 'json', 'xml', 'html', 'svg', 'vcard', 'eml'])

/** A known type that is another one; text types are not told apart by this, their bytes are too alike. */
const differs = (stated: string | undefined, type: string): boolean =>
  stated !== undefined && stated !== 'unknown' && stated !== type && !(textual.has(stated) && textual.has(type))
