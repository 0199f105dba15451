import { type DocumentConverter, type DocumentTemplates, type EmailTemplates, providers } from '@chancery/core'
import { ContainerModule } from 'inversify'
import { lazily } from '../lazily.ts'
import { tokens } from '../tokens.ts'

/** Word and e-mail templates. */
export const templatesModule = new ContainerModule(({ bind }) => {
  bind(tokens.documentTemplates).toResolvedValue(() =>
    lazily<DocumentTemplates>({ id: 'word' }, async () => (await import('@chancery/word')).createWordTemplates()),
  )
  bind(tokens.emailTemplates).toResolvedValue(() =>
    lazily<EmailTemplates>({ id: 'mail-templates' }, async () =>
      (await import('@chancery/mail-templates')).createEmailTemplates(),
    ),
  )
  bind(tokens.converters).toConstantValue(providers<DocumentConverter>({}))
})
