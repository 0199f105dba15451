import type { EmailFinding } from '@chancery/core'
import type { Advice } from './advice/advice-table.ts'
import { deliverability, foreign, security, size, syntax, variables } from './advice/content-advice.ts'
import { accessibility, clients, css, images, links, structure } from './advice/html-advice.ts'

/** All that is advised beside what makes a template impossible to fill, by group. */
export const advice = {
  syntax,
  foreign,
  variables,
  structure,
  css,
  clients,
  accessibility,
  images,
  links,
  deliverability,
  size,
  security,
} as const satisfies Readonly<Record<EmailFinding['group'], Readonly<Record<string, Advice>>>>

type Tables = typeof advice
export type AdviceCode = { [G in keyof Tables]: keyof Tables[G] }[keyof Tables]
type Group = EmailFinding['group']

const byCode: ReadonlyMap<string, { readonly group: Group; readonly advice: Advice }> = new Map(
  Object.entries(advice).flatMap(([group, table]) =>
    Object.entries<Advice>(table).map(([code, each]) => [code, { group: group as Group, advice: each }] as const),
  ),
)

export const adviceCodes: readonly string[] = [...byCode.keys()]

export function adviceOn(code: AdviceCode): { readonly group: Group; readonly advice: Advice } {
  const found = byCode.get(code)
  if (found === undefined) throw new Error(`no advice on ${code}`)
  return found
}

/** The group of a finding of the parser, of filling or of the data, which are no advice. */
export function groupOf(code: string): Group {
  const known = byCode.get(code)
  if (known !== undefined) return known.group
  if (/^variable_in_|^(?:raw_output|html_value|unquoted_attribute|forbidden_name|unsafe_url)$/.test(code))
    return 'security'
  if (code === 'section_breaks_html') return 'structure'
  return /_(?:value|data|kind|translation)$|^not_|^wrong_/.test(code) ? 'variables' : 'syntax'
}
