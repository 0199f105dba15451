import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { keepBytes } from '../keep-bytes.ts'
import { fetchBytes } from '../open-document.ts'
import type { storeDocumentContract } from './contract.ts'

/** Keeps the bytes as they come: their type is looked at, no document is refused for what is in it. */
export async function store(
  input: InputOf<typeof storeDocumentContract>,
  ports: PortsOf<typeof storeDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof storeDocumentContract>> {
  const incoming = await fetchBytes(input.document, '/document', ports, context)
  const origin = { pointer: '/document', stated: input.document.contentType }
  const { outcome, warnings } = await keepBytes(incoming, origin, input, ports, context)
  return { data: outcome, warnings }
}
