import { createEmailTemplates } from '../../../packages/mail-templates/src/index.ts'
import { requireFrom } from '../peers.ts'
import { receipt, receiptData } from './receipt.ts'

export const engineNames = ['chancery', 'handlebars', 'liquidjs', 'mustache'] as const
export type EngineName = (typeof engineNames)[number]

/** One way to fill the receipt: from its source, or from what was made of the source before. */
export interface Engine {
  readonly cold: () => Promise<string>
  readonly warm: () => Promise<string>
}

const request = { data: receiptData, missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

/** Each as its users have it; ours with the check of the data and the escaping by context that it always does. */
export const engines: Readonly<Record<EngineName, (peers: string) => Engine>> = {
  chancery: () => {
    const { signal } = new AbortController()
    // As in the child that the service fills in, to which data come as JSON.
    const templates = createEmailTemplates({ fromJson: true })
    // The others make no text part either.
    const kept = { subject: 's', html: receipt('handlebars'), text: '' }
    const fill = async (template: typeof kept): Promise<string> => {
      const { email } = await templates.fill(template, request, { signal })
      return email.html ?? ''
    }
    return { cold: () => fill({ ...kept }), warm: () => fill(kept) }
  },
  handlebars: (peers) => {
    const Handlebars = requireFrom(peers)('handlebars') as { compile(source: string): (data: object) => string }
    const source = receipt('handlebars')
    const compiled = Handlebars.compile(source)
    return { cold: async () => Handlebars.compile(source)(receiptData), warm: async () => compiled(receiptData) }
  },
  liquidjs: (peers) => {
    const { Liquid } = requireFrom(peers)('liquidjs') as {
      Liquid: new () => {
        parse(source: string): unknown
        renderSync(parsed: never, data: object): string
      }
    }
    const liquid = new Liquid()
    const source = receipt('liquid')
    const parsed = liquid.parse(source)
    return {
      cold: async () => liquid.renderSync(liquid.parse(source) as never, receiptData),
      warm: async () => liquid.renderSync(parsed as never, receiptData),
    }
  },
  mustache: (peers) => {
    const Mustache = requireFrom(peers)('mustache') as {
      render(source: string, data: object): string
      clearCache(): void
    }
    // Mustache has no `each` and `if`, and the same sections for both.
    const source = receipt('handlebars')
      .replaceAll(/\{\{#each (\w+)\}\}([^]*?)\{\{\/each\}\}/g, '{{#$1}}$2{{/$1}}')
      .replaceAll(
        /\{\{#if ([\w.]+)\}\}([^]*?)(?:\{\{else\}\}([^]*?))?\{\{\/if\}\}/g,
        (_, test: string, shown: string, hidden: string | undefined) => {
          const otherwise = hidden === undefined ? '' : `{{^${test}}}${hidden}{{/${test}}}`
          return `{{#${test}}}${shown}{{/${test}}}${otherwise}`
        },
      )
    return {
      cold: async () => {
        Mustache.clearCache()
        return Mustache.render(source, receiptData)
      },
      warm: async () => Mustache.render(source, receiptData),
    }
  },
}
