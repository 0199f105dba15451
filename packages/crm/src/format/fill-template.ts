import type { ListRequest } from './connector-format.ts'

/** What stands for placeholders; one without a value stays as it is written. */
export interface TemplateValues {
  readonly texts: Readonly<Record<string, string>>
  /** Of `{fields}`. */
  readonly fields: readonly string[]
}

/** `{name}` becomes its value, as it is. */
export const fillText = (text: string, { texts, fields }: TemplateValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (written, name: string) =>
    name === 'fields' ? fields.join(',') : Object.hasOwn(texts, name) ? (texts[name] ?? written) : written,
  )

export const fillTexts = (
  texts: Readonly<Record<string, string>>,
  values: TemplateValues,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillText(text, values)]))

/** The same within JSON. */
export function fillJson(value: unknown, values: TemplateValues): unknown {
  if (value === '{fields}') return values.fields
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((each) => fillJson(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillJson(each, values)]))
}

/** A call as it is made; parameters of a path are escaped where they were put in. */
export interface FilledRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

export function fillRequest(
  { method, path, query, body, headers }: ListRequest,
  values: TemplateValues,
): FilledRequest {
  const inPath: TemplateValues = {
    ...values,
    texts: Object.fromEntries(Object.entries(values.texts).map(([name, text]) => [name, escapedPath(text)])),
  }
  return {
    method,
    path: fillText(path, inPath),
    query: fillTexts(query, values),
    ...(body === undefined ? {} : { body: fillJson(body, values) as Readonly<Record<string, unknown>> }),
    headers: fillTexts(headers, values),
  }
}

/** Parts of a path stay parts: `users/a@b.example`. */
const escapedPath = (text: string): string => text.split('/').map(encodeURIComponent).join('/')

/** The path with its parameters. */
export function pathWithQuery({ path, query }: Pick<FilledRequest, 'path' | 'query'>): string {
  const parameters = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return parameters === '' ? path : `${path}?${parameters}`
}
