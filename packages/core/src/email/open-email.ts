import type * as z from 'zod'
import type { Context } from '../context.ts'
import { openDocument } from '../documents/open-document.ts'
import { errorAt } from '../errors.ts'
import type { EmailContent } from '../ports/email-templates.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import type { emailTemplate } from './email-fields.ts'

/** A template or sample: as it stands, or read from a document. @throws what opening and reading throw. */
export async function openEmail(
  source: z.output<typeof emailTemplate>,
  pointer: string,
  ports: Pick<Ports, 'stores' | 'guard' | 'remoteDocuments' | 'settings' | 'emailTemplates'>,
  context: Context,
): Promise<EmailContent> {
  if ('subject' in source) return present(source)
  const document = await openDocument(source, pointer, ['eml', 'json'], ports, context)
  try {
    return await ports.emailTemplates.read(document, { signal: context.signal })
  } catch (error) {
    throw errorAt(pointer, error)
  }
}
