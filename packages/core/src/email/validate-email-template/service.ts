import { localeFor } from '../../templates/fill-request.ts'
import { present } from '../../present.ts'
import { emailInLocale, otherLanguages } from '../email-in-locale.ts'
import { contentOf, openEmail } from '../open-email.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { validateEmailTemplateContract } from './contract.ts'

/** Every fault of an e-mail template at once, and of data against it. */
export async function checkEmailTemplate(
  input: InputOf<typeof validateEmailTemplateContract>,
  ports: PortsOf<typeof validateEmailTemplateContract>,
  context: Context,
): Promise<AnswerOf<typeof validateEmailTemplateContract>> {
  const template = await openEmail(input.template, '/template', ports, context)
  const { data, schema, profile, severities, clients, longestList } = input
  const given = Object.entries(input.locales ?? {}).map(([locale, content]) => [locale, contentOf(content)] as const)
  const own = otherLanguages(template)
  const locales =
    input.locales === undefined && own === undefined ? undefined : { ...own, ...Object.fromEntries(given) }
  const checks = present({ data, schema, profile, severities, clients, longestList, locales })
  const report = await ports.emailTemplates.inspect(
    emailInLocale(template, undefined),
    { ...localeFor(input, ports), ...checks },
    { signal: context.signal },
  )
  // The summary knows also of those that are not listed.
  const { findings, summary } = report
  return { data: { ...report, valid: [...findings, ...summary].every(({ severity }) => severity !== 'error') } }
}
