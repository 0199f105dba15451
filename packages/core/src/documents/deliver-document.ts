import type { Context } from '../context.ts'
import type { DeepReadonly } from '../deep-readonly.ts'
import { errorAt } from '../errors.ts'
import type { Ports } from '../ports/index.ts'
import type { DocumentTarget, ProducedDocument } from '../shapes/document-target.ts'
import { toBase64 } from '../model/base64.ts'
import type { Content } from '../model/content.ts'
import { putDocument } from './put-document.ts'

/** Hands a produced document over: stored where `output` says, inline as base64 otherwise. */
export async function deliverDocument(
  made: { readonly filename: string; readonly content: Content; readonly contentType: string },
  output: DocumentTarget | undefined,
  dryRun: boolean,
  ports: Pick<Ports, 'stores' | 'hasher' | 'clock'>,
  context: Context,
): Promise<DeepReadonly<ProducedDocument>> {
  const { content, contentType, filename } = made
  const sha256 = ports.hasher.sha256(content.chunks)
  const produced = { filename, contentType, size: content.byteLength, sha256 }
  if (output === undefined) return { ...produced, content: toBase64(content.chunks) }
  try {
    const { document } = await putDocument(
      ports.stores.get(output.provider),
      { path: output.path, content, sha256, contentType, metadata: {}, onConflict: output.onConflict, dryRun },
      ports.clock.now(),
      context,
    )
    return { ...produced, stored: document }
  } catch (error) {
    throw errorAt('/output', error)
  }
}
