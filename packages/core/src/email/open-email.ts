import type * as z from 'zod'
import type { Context } from '../context.ts'
import { openDocument } from '../documents/open-document.ts'
import { errorAt } from '../errors.ts'
import type { EmailContent } from '../ports/email-templates.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import type { emailContent, emailTemplate } from './email-fields.ts'

/** E-mail content as it was given. */
export function contentOf({ locales, ...content }: z.output<typeof emailContent>): EmailContent {
  if (locales === undefined) return present(content)
  const others = Object.entries(locales).map(([locale, own]) => [locale, present(own)] as const)
  return { ...present(content), locales: Object.fromEntries(others) }
}

/** A template or sample: as it stands, or read from a document. @throws what opening and reading throw. */
export async function openEmail(
  source: z.output<typeof emailTemplate>,
  pointer: string,
  ports: Pick<Ports, 'stores' | 'guard' | 'remoteDocuments' | 'settings' | 'emailTemplates'>,
  context: Context,
): Promise<EmailContent> {
  if ('subject' in source) return contentOf(source)
  const document = await openDocument(source, pointer, ['eml', 'json'], ports, context)
  try {
    return await ports.emailTemplates.read(document, { signal: context.signal })
  } catch (error) {
    throw errorAt(pointer, error)
  }
}
