import type { Finding } from '@chancery/core'
import type { ConnectorList } from '../format/connector-format.ts'
import { fillRequest, type TemplateValues } from '../format/fill-template.ts'
import { pathNames, textAt, valueAt, valuesAt } from '../format/value-path.ts'
import type { CrmApi } from './crm-api.ts'
import { isRefused } from './crm-problem.ts'
import type { KnownFields } from './record-row.ts'

/** What is asked for of a list, and what was noticed about it. */
export interface ListFields extends KnownFields {
  /** Names for a request's `{fields}`. */
  readonly names: readonly string[]
  readonly findings: readonly Finding[]
}

/**
 * The fields of a list that the vendor has now: those of the connector that are still there, and those that the firm has made. What
 * is gone, and what does not fit a request, is told.
 */
export async function knownFields(
  list: ConnectorList,
  api: CrmApi,
  texts: TemplateValues['texts'],
  signal: AbortSignal,
): Promise<ListFields> {
  const wanted = [...Object.keys(list.fields).map((path) => nameOf(path, list)), ...list.select]
  const { discover, object } = list
  if (discover === undefined) return { names: unique(wanted), custom: new Map(), findings: [] }
  let said: unknown
  try {
    said = (await api(fillRequest(discover.request, { texts, fields: [] }), signal)).said
  } catch (error) {
    if (!isRefused(error)) throw error
    // Fields are another right than records.
    return { names: unique(wanted), custom: new Map(), findings: [fieldsRefused(object)] }
  }
  const all = valuesAt(said, discover.records)
  const there = new Set(all.flatMap((field) => textAt(field, discover.name) ?? []))
  // What is inside of a field is told with that field, or by another name (`Account.Name` of `AccountId`).
  const absent = wanted.filter((name) => !name.includes('.') && !list.select.includes(name) && !there.has(name))
  const own = all.filter((field) => valueAt(field, discover.custom.at) === discover.custom.equals)
  const telling = list.except === undefined || !there.has(list.except.at) ? [] : [list.except.at]
  const names = unique([...wanted.filter((name) => !absent.includes(name)), ...telling])
  const custom = new Map<string, string>()
  const taken = new Set(Object.keys(list.fields).map((path) => nameOf(path, list)))
  const { most = Number.POSITIVE_INFINITY, mostCharacters = Number.POSITIVE_INFINITY } = discover
  let characters = names.join(',').length
  const leftOut: string[] = []
  for (const field of own) {
    const name = textAt(field, discover.name)
    if (name === undefined || custom.has(name) || names.includes(name)) continue
    characters += name.length + 1
    if (names.length >= most || characters > mostCharacters) {
      leftOut.push(name)
      continue
    }
    const label = (discover.label === undefined ? undefined : textAt(field, discover.label)?.trim()) || name
    custom.set(name, taken.has(label) ? name : label)
    taken.add(label)
    names.push(name)
  }
  return {
    names,
    custom,
    findings: [
      ...absent.map((name) => absentField(object, name)),
      ...(leftOut.length === 0 ? [] : [leftOutFields(object, leftOut)]),
    ],
  }
}

const nameOf = (path: string, { root }: ConnectorList): string => {
  const written = pathNames(path)
    .filter((name) => name !== '[]')
    .join('.')
  return root !== '' && written.startsWith(`${root}.`) ? written.slice(root.length + 1) : written
}

const unique = (names: readonly string[]): string[] => [...new Set(names)]

const fieldsRefused = (object: string): Finding => ({
  code: 'fields_refused',
  severity: 'warning',
  message: `The system does not tell these credentials which fields ${object} have; those that the firm has made are left out.`,
  hint: 'Let the credentials read the settings of fields; the README of the connectors names the rights.',
})

const absentField = (object: string, field: string): Finding => ({
  code: 'field_absent',
  severity: 'warning',
  message: `The system has no such field of ${object} any more, or does not show it to these credentials.`,
  hint: 'Nothing is to be done where the firm does not use it; else let the credentials read it.',
  location: { field },
})

const leftOutFields = (object: string, fields: readonly string[]): Finding => ({
  code: 'fields_left_out',
  severity: 'warning',
  message: `One request of ${object} cannot name all fields; ${fields.length} of the firm's own were left out: ${fields.slice(0, 10).join(', ')}.`,
  hint: 'Have them exported by the system as a file, and import that too: its rows are known by their ids.',
})
